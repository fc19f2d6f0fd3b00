/** Paths of fields as references to look up: own field, field of an own sub-table, one hop over a reference, extension field. */
import type { FieldType, ObjectType, TypeLib } from '../resolved';

/** The field a path names, `'any'` when it cannot be known (extension fields, unknown target objects), undefined = no such field. */
export function fieldAt(path: string, type: ObjectType, lib: TypeLib, sub?: string): FieldType | 'any' | undefined {
  const names = path.split('.');
  if (names[0] === 'ext') return 'any';
  const head = names[0] === 'doc' ? names.slice(1) : names;
  const fields = names[0] === 'doc' || sub === undefined ? type.fields : type.fields[sub]?.sub;
  return fields === undefined ? undefined : follow(head, fields, lib);
}

function follow(
  names: readonly string[],
  fields: { readonly [code: string]: FieldType },
  lib: TypeLib,
): FieldType | 'any' | undefined {
  const [first = '', ...rest] = names;
  const field = Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (field === undefined || rest.length === 0) return field;
  if (field.sub !== undefined) return follow(rest, field.sub, lib);
  if (field.type === 'range' && rest.length === 1 && (rest[0] === 'from' || rest[0] === 'to')) return field;
  if (field.type !== 'ref' || field.ref === undefined) return undefined;
  const target = lib.object(field.ref);
  return target === undefined ? 'any' : follow(rest, target.fields, lib);
}
