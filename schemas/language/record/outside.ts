/** `low` and `high` of a number: a value outside is shown red, nothing refuses it. A list is outside when one of its values is. */
import type { Scope } from '../env';
import type { Value } from '../value';
import { slotValue } from './bind';
import type { FieldModel } from './model';

/** Whether a value of the field lies below `low` or above `high`, as they stand in `scope`. */
export function isOutside(field: Pick<FieldModel, 'low' | 'high'>, value: Value | undefined, scope: Scope): boolean {
  if (Array.isArray(value)) return value.some((item) => isOutside(field, item as Value, scope));
  if (typeof value !== 'number') return false;
  const low = field.low && slotValue(field.low, scope);
  const high = field.high && slotValue(field.high, scope);
  return (typeof low === 'number' && value < low) || (typeof high === 'number' && value > high);
}
