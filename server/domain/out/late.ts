/** 外协计划逾期, 外协发出逾期: what is at a supplier after the day it was due, once for each day (40 §6.1, §6.2). */
import type { Ctx } from '../../ctx';
import { tellOnce } from '../tell-once';

const MOST = 1_000;

/** Answers how many documents it spoke of. */
export async function remindLateOut(ctx: Ctx): Promise<number> {
  const options = { param: { today: ctx.today }, limit: MOST };
  const plans = await ctx.records.find(
    'outPlan',
    'auditStatus == 2 && exists(items, atSupplierQty > 0 && dueDate < param.today)',
    options,
  );
  const sends = await ctx.records.find(
    'outSend',
    'docStatus == 60 && atSupplierQty > 0 && expectedBack < param.today',
    options,
  );
  const ofPlans = plans.map(({ id, nbr, deliveryDate: at }) => ({ id, nbr, at, detail: `要求交期 ${at}` }));
  const ofSends = sends.flatMap(({ id, nbr, expectedBack: at }) =>
    at === null ? [] : [{ id, nbr, at, detail: `预计返回 ${at}` }],
  );
  return (
    (await tellOnce(ctx, { object: 'outPlan', event: 'late' }, ofPlans)) +
    (await tellOnce(ctx, { object: 'outSend', event: 'late' }, ofSends))
  );
}
