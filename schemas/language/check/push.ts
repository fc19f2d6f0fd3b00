/** Pushes (§7.4): target fields exist and take the value, and there is a quantity to limit. */

import type { Many, PushDoc } from '../document';
import { assignable, headRow, subRow, tyOf } from '../expr/types';
import { isMany, isNumeric } from '../kinds/index';
import { isProtected } from '../protected';
import { copiesByItself, mayFlow, OF_EACH } from '../pushed';
import type { FieldType, ObjectType, ResolvedField, ResolvedObject } from '../resolved';
import { isTyped } from '../written';
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
    checkEnds(check, push, address);
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
        } else if (value !== null && !literalFits(value, field)) say('push.type', at, { f: field.title });
      }
    }
  }
}

/** Both ends are documents with tables of their own, and the quantities between them are numbers. */
function checkEnds(check: ObjectCheck, push: PushDoc, address: string): void {
  const { object, library, say } = check;
  const target = library.objects.get(push.to)?.object;
  if (target === undefined) return;
  if (object.storage !== 'table' || object.settings !== undefined) say('push.source', address, { o: object.title });
  const place = placeIn(target, push);
  checkCopied(check, push, address, target, place);
  const isPlace = target.storage === 'table' && LINKS.every((code) => place?.[code] !== undefined);
  if (!isPlace) say('push.place', `${address}.to`, { o: target.title });
  const line = push.rows === undefined ? object.fields : object.fields[push.rows]?.sub?.fields;
  const used = push.used === undefined ? undefined : line?.[push.used];
  if (used !== undefined && !holdsQuantity(used)) say('push.type', `${address}.used`, { f: used.title });
  const qty = place?.[push.qty ?? 'qty'];
  if (isPlace && qty !== undefined && !holdsQuantity(qty)) say('push.type', `${address}.qty`, { f: qty.title });
  const limit = push.limit === undefined ? line?.qty : undefined;
  if (limit !== undefined && !isNumeric(limit)) say('push.type', `${address}.limit`, { f: limit.title });
}
/** Fields of equal code copy by themselves: none of a field group into one that everybody reads. */
function checkCopied(
  { object, library, say }: ObjectCheck,
  push: PushDoc,
  address: string,
  target: ResolvedObject,
  place: Many<ResolvedField> | undefined,
): void {
  const ofEach = new Set(OF_EACH.flatMap((block) => Object.keys(library.blocks.get(block)?.fields ?? {})));
  const line = push.rows === undefined ? object.fields : (object.fields[push.rows]?.sub?.fields ?? {});
  const copied = (to: Many<ResolvedField>, from: Many<ResolvedField>, part: 'head' | 'map'): void => {
    for (const field of Object.values(to)) {
      const same = from[field.code];
      if (same === undefined || push[part]?.[field.code] !== undefined || !isTyped(field)) continue;
      if (ofEach.has(field.code) || !copiesByItself(field, same) || mayFlow(same, field)) continue;
      say('grant.leak', `${address}.${part}.${field.code}`, { f: same.title });
    }
  };
  copied(target.fields, object.fields, 'head');
  if (place !== undefined && place !== target.fields) copied(place, line, 'map');
}

const LINKS = ['srcType', 'srcId'] as const;
const holdsQuantity = (field: ResolvedField): boolean =>
  isNumeric(field) && !isMany(field) && field.formulaAt !== 'live';

/** Fields that hold the links of the target: those of its sub-table with `srcRowId`, else of its head. */
function placeIn(target: ResolvedObject, push: PushDoc): Many<ResolvedField> | undefined {
  const into = push.into ?? (target.fields.items?.sub === undefined ? undefined : 'items');
  const rows = Object.values(target.fields).filter(({ sub }) => sub?.fields.srcRowId !== undefined);
  const own = rows.find(({ code }) => code === into);
  if (own !== undefined) return own.sub?.fields;
  const head = target.fields.srcRowId ?? target.fields.srcId;
  if (into === undefined && head !== undefined) return target.fields;
  return rows[0]?.sub?.fields ?? (head === undefined ? undefined : target.fields);
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
