/** Whether the conditions of a rule are true of what was read last. */
import { subDec } from '../../../schemas/language/codec/decimal';
import { type Condition, ONLINE, type Rule, type RuleState, type Sample, STATE, WINDOW } from './rule';

const MINUTE_MS = 60_000;
const RUNS = 1;
const IN_REPAIR: readonly number[] = [6, 7];

type Seen = RuleState['seen'];

export const see = (seen: Seen, { signal, ts, x }: Sample): Seen => {
  const before = seen[signal];
  return { ...seen, [signal]: { ts, x, before: before === undefined ? null : { ts: before.ts, x: before.x } } };
};

export const isTrue = ({ sort, conditions, any }: Rule, seen: Seen): boolean => {
  if (sort === 'frozen' && seen[STATE]?.x !== RUNS) return false;
  if (sort !== 'values') return conditions.every(({ signal }) => seen[signal] !== undefined);
  return any ? conditions.some((row) => meets(row, seen)) : conditions.every((row) => meets(row, seen));
};
const meets = ({ signal, op, value }: Condition, seen: Seen): boolean => {
  const now = seen[signal];
  if (now === undefined) return false;
  if (op !== 'change' && op !== 'rate') return compare(now.x, op, value);
  if (now.before === null) return false;
  const step = Math.abs(subDec(now.x, now.before.x));
  return op === 'change' ? step > 0 && step >= value : (step * MINUTE_MS) / (now.ts - now.before.ts) > value;
};
const compare = (x: number, op: '>' | '>=' | '<' | '<=' | '=' | '!=', value: number): boolean => {
  switch (op) {
    case '>':
      return x > value;
    case '>=':
      return x >= value;
    case '<':
      return x < value;
    case '<=':
      return x <= value;
    case '=':
      return x === value;
    case '!=':
      return x !== value;
  }
};

/** Whether what is open may end. */
export const isClear = (rule: Rule, seen: Seen): boolean => {
  const [first] = rule.conditions;
  const now = first && seen[first.signal];
  if (rule.clearValue === null || first === undefined || now === undefined) return !isTrue(rule, seen);
  if (first.op === '>' || first.op === '>=') return now.x < rule.clearValue;
  if (first.op === '<' || first.op === '<=') return now.x > rule.clearValue;
  return !isTrue(rule, seen);
};

/** Nothing opens outside its times, in repair or behind a box that is offline. */
export const isQuiet = ({ skipInMaint }: Rule, seen: Seen): boolean =>
  seen[ONLINE]?.x === 0 || seen[WINDOW]?.x === 0 || (skipInMaint && IN_REPAIR.includes(seen[STATE]?.x ?? 0));

/** A reading from which a silent or frozen signal is waited for anew. */
export const restarts = ({ sort, conditions }: Rule, seen: Seen, { signal, x }: Sample): boolean =>
  sort !== 'values' && conditions[0]?.signal === signal && (sort === 'silent' || seen[signal]?.x !== x);

/** The worse of two values, as the first condition looks at them. */
export const worse = ({ conditions }: Rule, peak: number | null, x: number | null): number | null => {
  if (peak === null || x === null) return peak ?? x;
  const op = conditions[0]?.op;
  if (op === '>' || op === '>=') return Math.max(peak, x);
  if (op === '<' || op === '<=') return Math.min(peak, x);
  return peak;
};
export const firstValue = ({ conditions }: Rule, seen: Seen): number | null =>
  seen[conditions[0]?.signal ?? '']?.x ?? null;
