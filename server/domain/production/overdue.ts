/** 逾期 of orders, work orders and dispatches: what the night says of those whose day is over, once for each day they were due. */
import type { Ctx } from '../../ctx';
import { tellOnce } from '../tell-once';

const OPEN = 'docStatus in [10, 20, 30, 40] && dueDate < param.today';
const MAX = 1_000;

/** Answers how many it spoke of. */
export async function remindOverdue(ctx: Ctx): Promise<number> {
  const { records, today } = ctx;
  const options = { param: { today }, limit: MAX, sort: 'dueDate' };
  const orders = await records.find('prdOrder', `auditStatus == 2 && ${OPEN}`, options);
  const workOrders = await records.find('workOrder', OPEN, options);
  const given = await records.find('dispatchOrder', 'docStatus in [10, 20, 30] && planRange.to < param.now', {
    param: { now: ctx.now },
    limit: MAX,
  });
  const late = given.flatMap(({ id, nbr, planRange }) => {
    const end = planRange?.[1] ?? null;
    return nbr === null || end === null ? [] : [{ id, nbr, dueDate: end.slice(0, 10) }];
  });
  return (
    (await tell(ctx, 'prdOrder', orders)) +
    (await tell(ctx, 'workOrder', workOrders)) +
    (await tell(ctx, 'dispatchOrder', late))
  );
}

interface Due {
  readonly id: string;
  readonly nbr: string;
  readonly dueDate: string;
}
const tell = (ctx: Ctx, object: 'prdOrder' | 'workOrder' | 'dispatchOrder', late: readonly Due[]): Promise<number> =>
  tellOnce(
    ctx,
    { object, event: 'overdue' },
    late.map(({ id, nbr, dueDate: at }) => ({ id, nbr, at, detail: `交期 ${at}` })),
  );
