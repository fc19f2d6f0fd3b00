/** Readings of a meter in their order, and the use between two of them (50 §6). */

import { dateDiff } from '../../../schemas/language/codec/date-time';
import { addDec, mulDec, roundHalfUp, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { HeadOf, RowOf } from '../../rows';

export const READING = { auto: '1', manual: '2', swap: '3', imported: '4', estimated: '5' } as const;
export const SWAP_SIDE = { old: '1', fresh: '2' } as const;

export type Reading = HeadOf<'meterReading'>;
/** what the next one is compared with */
type Known = Pick<Reading, 'value' | 'readAt'>;
type Turning = Pick<RowOf<'energyMeter'>, 'rolloverMax' | 'maxRate'>;

/** At one moment the old meter of a swap is read before the new one. */
const inOrder = (a: Reading, b: Reading): number =>
  a.readAt < b.readAt ? -1 : a.readAt > b.readAt ? 1 : Number(a.swapSide ?? 0) - Number(b.swapSide ?? 0);

/** more than the rows that can share a moment */
const FEW = 4;
const find = async (ctx: Ctx, where: string, param: Record<string, string>, sort: string): Promise<Reading[]> =>
  (await ctx.asSystem().records.find('meterReading', where, { param, sort, limit: FEW })).sort(inOrder);

export const lastReading = async (ctx: Ctx, meter: string): Promise<Reading | undefined> =>
  (await find(ctx, 'meter == param.meter', { meter }, '-readAt')).at(-1);
/** The reading before a moment and the one after it, a given one left out. */
export const neighbours = async (
  ctx: Ctx,
  { id, meter, readAt }: { readonly id: string; readonly meter: string; readonly readAt: string },
): Promise<{ readonly before?: Reading | undefined; readonly after?: Reading | undefined }> => {
  const param = { id, meter, readAt };
  const before = await find(ctx, 'meter == param.meter && id != param.id && readAt <= param.readAt', param, '-readAt');
  const after = await find(ctx, 'meter == param.meter && id != param.id && readAt > param.readAt', param, 'readAt');
  return { before: before.at(-1), after: after[0] };
};

const minutesBetween = (from: string, to: string): number => (dateDiff(from, to, 'second')?.n ?? 0) / 60;

/** A register that went past its end: told by its range and by how much it may grow in the time between (2.7 rule 5). */
const turned = (before: Known, value: number, { rolloverMax, maxRate }: Turning, readAt?: string) => {
  if (rolloverMax === null || maxRate === null || readAt === undefined || value >= before.value) return undefined;
  const step = addDec(subDec(rolloverMax, before.value), value);
  return step <= Math.ceil(maxRate * minutesBetween(before.readAt, readAt) * 1.5 + 1) ? step : undefined;
};
/** Less than the reading before, and no register that went past its end. */
export const isBelow = (value: number, before: Known, meter: Turning, readAt?: string): boolean =>
  value < before.value && turned(before, value, meter, readAt) === undefined;
/** What was used since a reading: difference of the register × ratio. */
export const usedBetween = (
  before: Known,
  { value, readAt, ratio }: { readonly value: number; readonly readAt?: string; readonly ratio: number },
  meter: Turning,
): number => roundHalfUp(mulDec(turned(before, value, meter, readAt) ?? subDec(value, before.value), ratio), 4);

const DAY_MINUTES = 1440;
/** Use a day between two readings, a shorter span counted as a day. */
export const perDay = (use: number, from: string, to: string): number =>
  use / Math.max(1, minutesBetween(from, to) / DAY_MINUTES);
