/**
 * The corrected register of a meter (50 §6.1): the counter of §2.7 over its readings, in units of use from the first one on, straight
 * between readings. A swap starts the next meter at its own value and ratio.
 */
import { addDec, divDec, mulDec, subDec } from '../../schemas/language/codec/decimal';
import { type CounterRule, type CounterState, foldCounter, NO_COUNT } from '../iot/counter';

export interface MeterReading {
  readonly ts: number;
  readonly x: number;
  /** the last one of a meter that was taken out, and the ratio that held until then */
  readonly endsAt?: number;
  /** the first one of the meter that came in */
  readonly begins?: boolean;
}
export interface MeterRule {
  /** holds after the last swap */
  readonly ratio: number;
  readonly rolloverMax: number | null;
  readonly maxRate: number | null;
  readonly backTol?: number;
  readonly confirmReads?: number;
  readonly confirmMs?: number;
}
/** The register in units of use stands at `total` at a moment; between knots it is a straight line. */
export interface Knot {
  readonly ts: number;
  readonly total: number;
}

/** decimals of a register that are kept */
const FINE = 1_000_000;

/** Where a register stands after a reading. */
export interface Stand {
  readonly state: CounterState;
  readonly total: number;
}
export interface Register {
  readonly knots: readonly Knot[];
  /** by midnight, where it stood after all readings before; none while a reading waits for a confirmation */
  readonly marks: ReadonlyMap<number, Stand>;
}
const NEW: Stand = { state: NO_COUNT, total: 0 };
const DAY_MS = 86_400_000;
const ZONE_MS = 8 * 3_600_000;
export const midnightOf = (ts: number): number => Math.floor((ts + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;

/** Goes on from where it stood. What waits is settled by the next readings alone, so that early and late give the same. */
export const registerOf = (rule: MeterRule, readings: readonly MeterReading[], from: Stand = NEW): Register => {
  const counter = counterOf(rule);
  const ratios = ratiosOf(rule, readings);
  const knots: { readonly ts: number; total: number }[] = [];
  const marks = new Map<number, Stand>();
  let { state, total } = from;
  const reach = (ts: number): void => {
    const last = knots.at(-1);
    if (last === undefined || last.ts < ts) knots.push({ ts, total });
    else last.total = total;
  };
  if (state.base !== null) reach(state.base.ts);
  for (const [n, reading] of readings.entries()) {
    const ratio = ratios[n] ?? rule.ratio;
    const before = readings[n - 1];
    const midnight = midnightOf(reading.ts);
    if (before !== undefined && before.ts < midnight && state.pending === null && state.base?.ts === before.ts)
      marks.set(midnight, { state, total });
    if (reading.begins === true) state = NO_COUNT;
    state = foldCounter(counter, state, [{ ts: reading.ts, x: reading.x }], reading.ts, (booking) => {
      reach(booking.from);
      if (!booking.suspect) total = addDec(total, mulDec(divDec(booking.pieces, FINE) ?? 0, ratio));
      reach(booking.to);
    });
    if (state.base?.ts === reading.ts) reach(reading.ts);
  }
  return { knots, marks };
};
const counterOf = ({ rolloverMax, maxRate, backTol, confirmReads, confirmMs }: MeterRule): CounterRule => ({
  pulse: false,
  maxRate,
  rolloverMax,
  backTol: backTol ?? 0,
  confirmReads: confirmReads ?? 3,
  confirmMs: confirmMs ?? 60_000,
  debounceMs: 0,
  minGapMs: 0,
  per: FINE,
});
/** The ratio of what is read up to each reading: that of the swap which ends its meter, else today's. */
const ratiosOf = ({ ratio }: MeterRule, readings: readonly MeterReading[]): readonly number[] => {
  let holds = ratio;
  return readings
    .toReversed()
    .map(({ endsAt }) => {
      holds = endsAt ?? holds;
      return holds;
    })
    .toReversed();
};

/** Where the register stands at a moment: flat before the first and after the last knot. */
export const registerAt = (knots: readonly Knot[], at: number): number => {
  const n = knotAfter(knots, at);
  const [before, after] = [knots[n - 1], knots[n]];
  if (before === undefined) return after?.total ?? 0;
  if (after === undefined) return before.total;
  const part = divDec(mulDec(subDec(after.total, before.total), at - before.ts), after.ts - before.ts) ?? 0;
  return addDec(before.total, part);
};
/** The first knot later than a moment. */
export const knotAfter = (knots: readonly Knot[], at: number): number => {
  let [low, high] = [0, knots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((knots[middle]?.ts ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
};
