/** 采购订单逾期, 采购申请逾期: what the night says of what should have come or been ordered, once for each date it was due. */
import type { Ctx } from '../../ctx';
import { saidBefore } from '../../datasets/factory/reminders';

const OPEN = 'auditStatus == 2 && docStatus in [10, 20]';
const MOST = 1_000;

/** Answers how many orders it spoke of. */
export async function remindLate(ctx: Ctx): Promise<number> {
  const late = await ctx.records.find('purchaseOrder', `${OPEN} && needBy < param.today`, {
    param: { today: ctx.today },
    limit: MOST,
  });
  return remind(
    ctx,
    'purchaseOrder',
    late.map(({ id, nbr, needBy }) => ({ id, nbr, day: needBy, detail: `最迟到货 ${needBy}，已到货进度见订单` })),
  );
}

/** The same of applications nobody has ordered. */
export async function remindLateApplies(ctx: Ctx): Promise<number> {
  const late = await ctx.records.find('purchaseApply', `${OPEN} && requireDate < param.today`, {
    param: { today: ctx.today },
    limit: MOST,
  });
  return remind(
    ctx,
    'purchaseApply',
    late.map(({ id, nbr, requireDate }) => ({
      id,
      nbr,
      day: requireDate,
      detail: `需求日期 ${requireDate}，仍未采购`,
    })),
  );
}

interface Late {
  readonly id: string;
  readonly nbr: string;
  readonly day: string;
  readonly detail: string;
}
const remind = async (ctx: Ctx, object: string, late: readonly Late[]): Promise<number> => {
  const event = `${object}.late`;
  const known = await saidBefore(ctx, event);
  const due = late.filter(({ id, day }) => !known.has(`${id} ${day}`));
  for (const { id, nbr, day, detail } of due) await ctx.emit(event, { object, id, nbr, keys: [day], detail });
  return due.length;
};
