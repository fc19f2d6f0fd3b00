/** 采购订单逾期, 采购申请逾期: what the night says of what should have come or been ordered, once for each date it was due. */
import type { Ctx } from '../../ctx';
import { tellOnce } from '../tell-once';

const OPEN = 'auditStatus == 2 && docStatus in [10, 20]';
const MOST = 1_000;

/** Answers how many orders it spoke of. */
export async function remindLate(ctx: Ctx): Promise<number> {
  const late = await ctx.records.find('purchaseOrder', `${OPEN} && needBy < param.today`, {
    param: { today: ctx.today },
    limit: MOST,
  });
  return tellOnce(
    ctx,
    { object: 'purchaseOrder', event: 'late' },
    late.map(({ id, nbr, needBy: at }) => ({ id, nbr, at, detail: `最迟到货 ${at}，已到货进度见订单` })),
  );
}

/** The same of applications nobody has ordered. */
export async function remindLateApplies(ctx: Ctx): Promise<number> {
  const late = await ctx.records.find('purchaseApply', `${OPEN} && requireDate < param.today`, {
    param: { today: ctx.today },
    limit: MOST,
  });
  return tellOnce(
    ctx,
    { object: 'purchaseApply', event: 'late' },
    late.map(({ id, nbr, requireDate: at }) => ({ id, nbr, at, detail: `需求日期 ${at}，仍未采购` })),
  );
}
