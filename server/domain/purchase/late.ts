/** 采购订单逾期: what the night says of orders that should have come, once for each date they were due. */
import type { Ctx } from '../../ctx';
import { saidBefore } from '../../datasets/factory/reminders';

const EVENT = 'purchaseOrder.late';

/** Answers how many orders it spoke of. */
export async function remindLate(ctx: Ctx): Promise<number> {
  const known = await saidBefore(ctx, EVENT);
  const late = await ctx.records.find(
    'purchaseOrder',
    'auditStatus == 2 && docStatus in [10, 20] && needBy < param.today',
    { param: { today: ctx.today }, limit: 1_000 },
  );
  const due = late.filter(({ id, needBy }) => !known.has(`${id} ${needBy}`));
  for (const { id, nbr, needBy } of due)
    await ctx.emit(EVENT, {
      object: 'purchaseOrder',
      id,
      nbr,
      keys: [needBy],
      detail: `最迟到货 ${needBy}，已到货进度见订单`,
    });
  return due.length;
}
