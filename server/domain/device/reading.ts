/** What a raw reading of a point means (20 §6): value, counted pieces, state, alarm. */
import { addDec, mulDec } from '../../../schemas/language/codec/decimal';
import type { Rec, Row } from '../../../schemas/language/value';

export interface Reading {
  readonly value: number;
  /** outside of the valid range: nothing is made of it */
  readonly isValid: boolean;
  /** pieces since the reading before, of a counter; null when it went back by more than it may without a rollover */
  readonly delta?: number | null;
  /** code of the state, null when no range holds it */
  readonly state?: string | null;
  readonly alarm?: Row | null;
}

const num = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** raw × factor + offset, of a meter times its ratio; `before` is the raw reading before. */
export function readingOf(point: Rec, raw: number, before?: number): Reading {
  const bit = point.type === '1' && typeof point.bitNo === 'number' ? Math.floor(raw / 2 ** point.bitNo) % 2 : raw;
  const scaled = addDec(mulDec(bit, num(point.factor, 1)), num(point.offset, 0));
  const value = point.signalType === '4' ? mulDec(scaled, num(point.ct, 1)) : scaled;
  const isValid =
    (typeof point.validMin !== 'number' || value >= point.validMin) &&
    (typeof point.validMax !== 'number' || value <= point.validMax);
  switch (point.signalType) {
    case '1':
      return { value, isValid, ...(before === undefined ? {} : { delta: counted(point, raw, before) }) };
    case '2':
      return { value, isValid, state: stateOf(point, bit, before) };
    case '3':
      return { value, isValid, alarm: rowsOf(point.alarms).find((row) => row.raw === bit) ?? null };
    default:
      return { value, isValid };
  }
}

/** A pulse counts when it rises; a total counts its difference, over its end too. */
function counted(point: Rec, raw: number, before: number): number | null {
  const per = mulDec(num(point.factor, 1), num(point.perShot, 1));
  if (point.countMode === '2') return raw > 0 && before <= 0 ? per : 0;
  const step = addDec(raw, -before);
  if (step >= 0) return mulDec(step, per);
  if (-step <= num(point.backTol, 0)) return 0;
  const { rolloverMax } = point;
  return typeof rolloverMax === 'number' ? mulDec(addDec(addDec(rolloverMax, -before), raw), per) : null;
}

/** The state whose range holds the reading; one that was entered is left below `keepTo` only. */
function stateOf(point: Rec, raw: number, before: number | undefined): string | null {
  const rows = rowsOf(point.states);
  const holds = (row: Row, value: number): boolean =>
    (row.rawFrom as number) <= value && value <= (row.rawTo as number);
  const was = before === undefined ? undefined : rows.find((row) => holds(row, before));
  if (was && raw <= (was.rawTo as number) && raw >= num(was.keepTo, was.rawFrom as number))
    return was.runState as string;
  return (rows.find((row) => holds(row, raw))?.runState as string | undefined) ?? null;
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);
