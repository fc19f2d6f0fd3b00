/** 销售订单逾期: what the night says of orders that should have been shipped, once for each date they were due. */
import type { Ctx } from '../../ctx';
import { saidBefore } from '../../datasets/factory/reminders';
import { ORDER } from './order-rows';

const EVENT = 'salesOrder.late';

/** Answers how many orders it spoke of. */
export async function remindLateSales(ctx: Ctx): Promise<number> {
  const known = await saidBefore(ctx, EVENT);
  const late = await ctx.records.find(
    ORDER,
    'auditStatus == 2 && docStatus in [10, 20] && deliveryDate < param.today',
    { param: { today: ctx.today }, limit: 1_000 },
  );
  const due = late.filter(({ id, deliveryDate }) => !known.has(`${id} ${deliveryDate}`));
  for (const { id, nbr, deliveryDate } of due)
    await ctx.emit(EVENT, { object: ORDER, id, nbr, keys: [deliveryDate], detail: `交货日期 ${deliveryDate}` });
  return due.length;
}
