/** Equality and emptiness of values (language §5.2): total, null equals null only. */
import { cmpNum, isBig, type Num } from '../codec/decimal';
import type { V } from './frame';

export function equal(a: V, b: V): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (isBig(a) || isBig(b)) {
    return (
      (typeof a === 'number' || isBig(a)) && (typeof b === 'number' || isBig(b)) && cmpNum(a as Num, b as Num) === 0
    );
  }
  return false;
}
export function has(list: readonly V[], v: V): boolean {
  if (v === null) return false;
  for (const value of list) if (equal(value, v)) return true;
  return false;
}
/** true for null, [], no rows, a range without ends; 0 and false are not empty */
export const isEmptyValue = (v: V): boolean =>
  v === null || (Array.isArray(v) && (v.length === 0 || (v.length === 2 && v[0] === null && v[1] === null)));
