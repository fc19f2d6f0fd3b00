/** What a raw reading of a point means (20 §6): value, counted pieces, state, alarm. */
import { addDec, mulDec } from '../../../schemas/language/codec/decimal';
import type { LineOf, RowOf } from '../../rows';

export interface Reading {
  readonly value: number;
  /** outside of the valid range: nothing is made of it */
  readonly isValid: boolean;
  /** pieces since the reading before, of a counter; null when it went back by more than it may without a rollover */
  readonly delta?: number | null;
  /** code of the state, null when no range holds it */
  readonly state?: string | null;
  readonly alarm?: LineOf<'pointMap', 'alarms'> | null;
}

type Point = RowOf<'pointMap'>;

/** raw × factor + offset, of a meter times its ratio; `before` is the raw reading before. */
export function readingOf(point: Point, raw: number, before?: number): Reading {
  const bit = point.type === '1' && point.bitNo !== null ? Math.floor(raw / 2 ** point.bitNo) % 2 : raw;
  const scaled = addDec(mulDec(bit, point.factor ?? 1), point.offset ?? 0);
  const value = point.signalType === '4' ? mulDec(scaled, point.ct ?? 1) : scaled;
  const isValid =
    (point.validMin === null || value >= point.validMin) && (point.validMax === null || value <= point.validMax);
  switch (point.signalType) {
    case '1':
      return { value, isValid, ...(before === undefined ? {} : { delta: counted(point, raw, before) }) };
    case '2':
      return { value, isValid, state: stateOf(point, bit, before) };
    case '3':
      return { value, isValid, alarm: point.alarms.find((row) => row.raw === bit) ?? null };
    default:
      return { value, isValid };
  }
}

/** A pulse counts when it rises; a total counts its difference, over its end too. */
function counted(point: Point, raw: number, before: number): number | null {
  const per = mulDec(point.factor ?? 1, point.perShot ?? 1);
  if (point.countMode === '2') return raw > 0 && before <= 0 ? per : 0;
  const step = addDec(raw, -before);
  if (step >= 0) return mulDec(step, per);
  if (-step <= (point.backTol ?? 0)) return 0;
  const { rolloverMax } = point;
  return rolloverMax !== null ? mulDec(addDec(addDec(rolloverMax, -before), raw), per) : null;
}

/** The state whose range holds the reading; one that was entered is left below `keepTo` only. */
function stateOf(point: Point, raw: number, before: number | undefined): string | null {
  const rows = point.states;
  const holds = (row: (typeof rows)[number], value: number): boolean => row.rawFrom <= value && value <= row.rawTo;
  const was = before === undefined ? undefined : rows.find((row) => holds(row, before));
  if (was && raw <= was.rawTo && raw >= (was.keepTo ?? was.rawFrom)) return was.runState;
  return rows.find((row) => holds(row, raw))?.runState ?? null;
}
