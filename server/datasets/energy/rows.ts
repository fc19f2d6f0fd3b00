/** Rows of the energy reports: a meter in a period, and what a total may add up. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { type Days, keyOf } from '../../energy/spans';
import { type LateRead, latesIn, type MeterSeen, type UnitRead, unitsIn } from '../../iot/energy/read';
import type { EnergyAsk, Sums } from './asked';

/** Rows of a meter tell what it read; a total takes off what the meters below it read, so that nothing is told twice. */
export const add = (
  sums: Sums,
  { meters, above, tops }: EnergyAsk,
  at: Place,
  { own, net }: { readonly own: Numbers; readonly net: Numbers },
): void => {
  const { meter: id, ...when } = at;
  const meter = meters.find((one) => one.id === id);
  if (meter === undefined) return;
  sums.add({ ...when, ...placeOf(meter) }, { ...(tops.has(id) ? own : {}), ...net }, addDec);
  const up = meters.find((one) => one.id === above.get(id));
  if (up === undefined) return;
  const less = Object.fromEntries(
    Object.entries(net).map(([code, value]) => [code, value === null ? null : subDec(0, value)]),
  );
  sums.add({ ...when, ...placeOf(up) }, less, addDec);
};
export type Numbers = Readonly<Record<string, number | null>>;
export interface Place {
  readonly meter: string;
  readonly day: string;
  readonly period: string;
  readonly [dim: string]: string | null;
}
export const placeOf = ({ id, unit, dept }: MeterSeen): Rec => ({ meter: id, factoryUnit: unit, dept });
/** A day stands at the beginning of its period. */
export const placesOf = ({ periods, told, grain }: EnergyAsk) => {
  const starts = new Map(periods.map(({ key, from }) => [key, from]));
  return (meter: string, calendar: string): Place | undefined => {
    const key = keyOf(told(calendar), grain);
    const day = starts.get(key);
    return day === undefined ? undefined : { meter, day, period: key };
  };
};
export const read = (ctx: Ctx, ask: EnergyAsk, days: Days): Promise<readonly UnitRead[]> =>
  unitsIn(
    ctx,
    ask.meters.map(({ id }) => id),
    ask.calendar(days),
  );

/** Differences of closed months, each a line of its own beside the period it stands in. */
export const readLates = async (
  ctx: Ctx,
  ask: EnergyAsk,
): Promise<readonly { readonly late: LateRead; readonly line: Place }[]> => {
  const place = placesOf(ask);
  const lates = await latesIn(
    ctx,
    ask.meters.map(({ id }) => id),
    ask.calendar(ask.span),
  );
  return lates.flatMap((late) => {
    const at = place(late.meter, late.day);
    return at === undefined ? [] : [{ late, line: { ...at, period: `${at.period}（${late.month}差异）` } }];
  });
};
