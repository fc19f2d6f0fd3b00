/** What expressions see of a resolved object: also in the browser, which resolves nothing itself. */
import { deepFreeze } from './resolve/hash';
import type { FieldType, ObjectType, ResolvedField, ResolvedObject } from './resolved';

/** What a type-checker needs to know of an object. */
export function toObjectType(object: ResolvedObject): ObjectType {
  const known = types.get(object);
  if (known !== undefined) return known;
  const fields: { [code: string]: FieldType } = {};
  for (const field of Object.values(object.fields)) fields[field.code] = toFieldType(field);
  const type: ObjectType = deepFreeze({
    object: object.object,
    title: object.title,
    label: object.label,
    ...(object.tree === undefined ? {} : { tree: object.tree }),
    fields,
  });
  types.set(object, type);
  return type;
}
const types = new WeakMap<ResolvedObject, ObjectType>();

/** The part of a field that expressions see. */
export function toFieldType(field: ResolvedField): FieldType {
  const { code, title, type, kind, dict, ref, many, range, scale, inherit, grant, formulaAt, shift, sub } = field;
  const optional = { dict, ref, many, range, scale, inherit, grant, formulaAt, shift };
  const told = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  if (sub === undefined) return { code, title, type, kind, ...told };
  return {
    code,
    title,
    type,
    kind,
    ...told,
    sub: Object.fromEntries(Object.values(sub.fields).map((field) => [field.code, toFieldType(field)])),
  };
}
