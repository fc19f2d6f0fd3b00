/** 外部账单 (50 §6): what the supplier charges beside what the own meter counted in the same fee month. */
import { dateAdd, dateDiff } from '../../../schemas/language/codec/date-time';
import { addDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import type { Reading } from './readings';

export const energyBill: DomainModule<'energyBill'> = {
  async derive({ meter, month }, _old, ctx) {
    return meter && month ? { ownUse: await ownUse(ctx, meter, month) } : undefined;
  },
};

/** Use of a meter in a fee month by its readings; null where they do not reach over it. */
const ownUse = async (ctx: Ctx, meter: string, month: string): Promise<number | null> => {
  const first = dateAdd(month, Number(ctx.setting('energy.billDay')) - 1) ?? month;
  const from = `${first} 00:00:00`;
  const to = `${dateAdd(first, 1, 'month') ?? first} 00:00:00`;
  const rows = await ctx
    .asSystem()
    .records.find('meterReading', 'meter == param.meter', { param: { meter }, sort: 'readAt,swapSide' });
  return usedWithin(rows, from, to);
};

/** Uses between readings, spread evenly over their time, as far as they lie in a span. */
export function usedWithin(rows: readonly Reading[], from: string, to: string): number | null {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last || first.readAt > from || last.readAt < to) return null;
  let use = 0;
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (!before || row.delta === null || row.readAt <= from || before.readAt >= to) continue;
    const all = seconds(before.readAt, row.readAt);
    const within = seconds(before.readAt > from ? before.readAt : from, row.readAt < to ? row.readAt : to);
    use = addDec(use, all === 0 ? row.delta : roundHalfUp((row.delta * within) / all, 4));
  }
  return use;
}
const seconds = (from: string, to: string): number => dateDiff(from, to, 'second')?.n ?? 0;
