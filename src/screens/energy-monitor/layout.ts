/** Where the parts of the monitors' pictures stand, in units of their own. */
import type { CostHour, MeterLive } from '../../../schemas/language/wire-energy';

export interface Bar {
  readonly hour: number;
  /** empty: priced without periods */
  readonly period: string;
  readonly value: number;
  /** where it begins, on top of those below it */
  readonly from: number;
}
/** One above the other in each hour, costs or else use; what flows back is no bar. */
export const barsOf = (hours: readonly CostHour[], isCost: boolean): readonly Bar[] => {
  const tops = new Map<number, number>();
  return hours.flatMap(({ hour, period, use, cost }): Bar[] => {
    const value = isCost ? (cost ?? 0) : use;
    if (value <= 0) return [];
    const from = tops.get(hour) ?? 0;
    tops.set(hour, from + value);
    return [{ hour, period: period ?? '', value, from }];
  });
};

export interface Place<Meter> {
  readonly meter: Meter;
  readonly x: number;
  readonly y: number;
}
/** A column for each level, a row for each meter nothing hangs below; others stand beside the first of theirs. */
export const placesOf = <Meter extends Pick<MeterLive, 'id' | 'parent'>>(
  meters: readonly Meter[],
): readonly Place<Meter>[] => {
  const places: Place<Meter>[] = [];
  let row = 0;
  const put = (meter: Meter, x: number): void => {
    const y = row;
    places.push({ meter, x, y });
    const below = meters.filter(({ parent }) => parent === meter.id);
    for (const child of below) put(child, x + 1);
    if (below.length === 0) row = y + 1;
  };
  for (const meter of meters) if (meter.parent === null) put(meter, 0);
  return places;
};
