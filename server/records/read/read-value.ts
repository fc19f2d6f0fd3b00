import type { Ty } from '../../../schemas/language/expr/check';
import type { Value } from '../../../schemas/language/value';
import { numberOf } from '../store/stored';

/** Value of an expression of that type as the driver gives it. */
export function readerOf(ty: Ty): (value: unknown) => Value {
  switch (ty.t) {
    case 'int':
    case 'decimal':
      return numberOf;
    case 'bool':
      return (value) => value === true;
    case 'list': {
      const reader = readerOf(ty.of);
      return (value) => (Array.isArray(value) ? ((value as readonly unknown[]).map(reader) as Value) : []);
    }
    default:
      return (value) => (value === undefined || value === '' ? null : value) as Value;
  }
}
