/** Pushes (§7.4): target fields exist and take the value, and there is a quantity to limit. */

import { assignable, headRow, subRow, tyOf } from '../expr/types';
import { isNumeric } from '../kinds/index';
import { isProtected } from '../protected';
import type { FieldType, ObjectType } from '../resolved';
import type { ObjectCheck } from './object-check';

export function checkPushes(check: ObjectCheck): void {
  const { object, say, library, bound } = check;
  for (const action of Object.values(object.actions)) {
    const { push } = action;
    if (push === undefined) continue;
    const address = `actions.${action.code}.push`;
    const rows = push.rows === undefined ? undefined : object.fields[push.rows]?.sub;
    if (push.rows !== undefined && rows === undefined) say('ref.field', `${address}.rows`, { c: push.rows });
    if (rows !== undefined && push.limit === undefined && rows.fields.qty === undefined) say('push.limit', address);
    if (push.used !== undefined && rows !== undefined && rows.fields[push.used] === undefined)
      say('ref.field', `${address}.used`, { c: push.used });
    if (push.after !== undefined && object.actions[push.after] === undefined)
      say('ref.action', `${address}.after`, { c: push.after });
    const target = library.types.object(push.to);
    if (target === undefined) continue;
    const into = push.into ?? (target.fields.items?.sub === undefined ? undefined : 'items');
    const line = into === undefined ? undefined : target.fields[into]?.sub;
    if (push.into !== undefined && line === undefined) say('push.field', `${address}.into`, { field: push.into });
    if (rows !== undefined && (line ?? target.fields)[push.qty ?? 'qty'] === undefined)
      say('push.field', `${address}.qty`, { field: push.qty ?? 'qty' });
    for (const [part, fields] of [
      ['head', target.fields],
      ['map', line ?? target.fields],
    ] as const) {
      for (const [code, value] of Object.entries(push[part] ?? {})) {
        const at = `${address}.${part}.${code}`;
        const field: FieldType | undefined = fields[code];
        if (field === undefined) say('push.field', at, { field: code });
        else if (field.formulaAt !== undefined) say('formula.write', at, { f: code });
        else if (isProtected(code)) say('protected.write', at, { f: code });
        else if (typeof value === 'string' && value.startsWith('=')) {
          const given = bound.get(at)?.[0];
          const want = typeIn(target, into, part, field);
          if (given !== undefined && want !== undefined && !assignable(given.ty, want))
            say('push.type', at, { f: field.title });
        } else if (!literalFits(value, field)) say('push.type', at, { f: field.title });
      }
    }
  }
}

function typeIn(
  target: ObjectType,
  into: string | undefined,
  part: 'head' | 'map',
  field: FieldType,
): ReturnType<typeof tyOf> {
  const head = headRow(target);
  const line = part === 'map' && into !== undefined ? target.fields[into] : undefined;
  const row = line === undefined ? head : subRow(target.object, line);
  return row === undefined ? undefined : tyOf(row, field);
}
function literalFits(value: unknown, field: FieldType): boolean {
  if (isNumeric(field)) return typeof value === 'number';
  if (field.type === 'bool') return typeof value === 'boolean';
  return typeof value === 'string';
}
