/** 销售订单逾期: what the night says of orders that should have been shipped, once for each date they were due. */
import type { Ctx } from '../../ctx';
import { tellOnce } from '../tell-once';
import { ORDER } from './order-rows';

/** Answers how many orders it spoke of. */
export async function remindLateSales(ctx: Ctx): Promise<number> {
  const late = await ctx.records.find(
    ORDER,
    'auditStatus == 2 && docStatus in [10, 20] && deliveryDate < param.today',
    { param: { today: ctx.today }, limit: 1_000 },
  );
  return tellOnce(
    ctx,
    { object: ORDER, event: 'late' },
    late.map(({ id, nbr, deliveryDate: at }) => ({ id, nbr, at, detail: `交货日期 ${at}` })),
  );
}
