/** Names that are two in the documents and one where they are stored (§2.1): fields of one record, tables of all. */

import type { Many } from '../document';
import { kindOf } from '../kinds/index';
import type { ResolvedField } from '../resolved';
import { factsOf, rowsName } from './facts';
import type { ObjectCheck, Say } from './object-check';

export function checkClashes({ object, entry, library, say }: ObjectCheck): void {
  checkFieldNames(object.fields, 'fields', say);
  for (const { code, sub } of Object.values(object.fields)) {
    if (sub === undefined) continue;
    checkFieldNames(sub.fields, `fields.${code}.fields`, say);
    const other = library.objects.get(rowsName(object.object, code));
    if (other !== undefined && other.path !== entry.path)
      say('code.clash', `fields.${code}`, { a: code, b: other.object.object });
  }
  const owner = factsOf(library).rowsOwner(object.object);
  if (owner !== undefined) say('code.clash', 'object', { a: object.object, b: owner });
}

/** A reference is stored as its code with Id, a range as two with From and To. */
function checkFieldNames(fields: Many<ResolvedField>, address: string, say: Say): void {
  const taken = new Map<string, string>();
  for (const field of Object.values(fields))
    for (const name of namesOf(field)) {
      const other = taken.get(name);
      if (other !== undefined) say('code.clash', `${address}.${field.code}`, { a: field.code, b: other });
      taken.set(name, field.code);
    }
}
function namesOf(field: ResolvedField): readonly string[] {
  const storage = field.ext || field.formulaAt === 'live' ? 'none' : kindOf(field.kind).storage(field);
  if (storage === 'none' || storage === 'rows') return [];
  if (storage === 'range' || storage === 'timeRange') return [`${field.code}From`, `${field.code}To`];
  return [field.type === 'ref' && field.many !== true ? `${field.code}Id` : field.code];
}
