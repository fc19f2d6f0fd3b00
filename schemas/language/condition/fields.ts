/** Fields that leaves may name, by path, at a head or inside the rows of one of its sub-tables. */
import type { Many } from '../document';
import type { FieldType, ObjectType, TypeLib } from '../resolved';

/** Where a condition stands. */
export interface ConditionPlace {
  readonly lib: TypeLib;
  readonly object: ObjectType;
  /** bare names are rows of this sub-table */
  readonly sub?: string;
}

/** The field of a path: own, of an own sub-table, or up to two references away. */
export function fieldAt(place: ConditionPlace, path: string): FieldType | undefined {
  const fields = place.sub === undefined ? place.object.fields : place.object.fields[place.sub]?.sub;
  return fields === undefined ? undefined : below(place, fields, path.split('.'), 2);
}

function below(
  place: ConditionPlace,
  fields: Many<FieldType>,
  names: readonly string[],
  hops: number,
): FieldType | undefined {
  const [first = '', ...rest] = names;
  // extension fields are keyed with their prefix
  const own = first === 'ext' ? field(fields, `ext_${rest[0]}`) : field(fields, first);
  const left = first === 'ext' ? rest.slice(1) : rest;
  if (own === undefined || left.length === 0) return own;
  if (own.sub !== undefined) return hops < 2 ? undefined : below(place, own.sub, left, 1);
  if (own.type !== 'ref' || own.many === true || own.ref === undefined || hops === 0) return undefined;
  const target = own.ref === 'self' ? place.object : place.lib.object(own.ref);
  return target === undefined ? undefined : below(place, target.fields, left, hops - 1);
}
const field = (fields: Many<FieldType>, code: string): FieldType | undefined =>
  Object.hasOwn(fields, code) ? fields[code] : undefined;
