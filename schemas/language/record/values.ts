/** Values as fields hold them: emptiness, equality, and what a computed value becomes when it is put into a field. */
import { roundHalfUp } from '../codec/decimal';
import { emptyOf } from '../kinds';
import { isEmptyValue } from '../kinds/kind';
import type { ResolvedField } from '../resolved';
import type { Row, Value } from '../value';

type Held = Value | readonly Row[] | undefined;

/** One empty: null, '' and undefined, [] and no rows. 0 and false are not empty. */
export const isEmpty = (value: Held): boolean => isEmptyValue(value as Value | undefined);

/** Ids that a reference holds, one or many. */
export const idsOf = (value: Held): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((item): item is string => typeof item === 'string')
      : [];

/** Equal as stored values: all empties are one, lists and objects by content. */
export function sameValue(a: Held, b: Held): boolean {
  if (a === b) return true;
  if (isEmpty(a) && isEmpty(b)) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  return canonical(a) === canonical(b);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  );

/** Decimals of a number field: `scale` of a decimal (4 unless said), none of an int. Undefined for everything else. */
export function scaleOf(field: Pick<ResolvedField, 'type' | 'scale'>): number | undefined {
  if (field.type === 'decimal') return field.scale ?? 4;
  return field.type === 'int' ? 0 : undefined;
}

/**
 * A literal or computed value as the field holds it: rounded half-up to its scale, '' as null, absent as empty.
 * The 15-digit rule is the evaluator's (`evaluateTo`) and the validator's.
 */
export function intoField(field: ResolvedField, value: Value | undefined): Value {
  if (value === undefined || value === null || value === '') return emptyOf(field);
  const scale = scaleOf(field);
  if (scale !== undefined && typeof value === 'number') return roundHalfUp(value, scale);
  return value;
}

export { emptyOf };
