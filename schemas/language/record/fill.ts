/** Fill: what a picked reference brings along (§2.3). */
import type { Env } from '../env';
import type { Row, Value } from '../value';
import { readPath } from './hop';
import type { FieldModel } from './model';
import { emptyOf, intoField, isEmpty } from './values';
import type { Work } from './work';

/** Address of a value: `contact`, or `items[<row id>].price`. */
export const cellPath = (code: string, sub?: string, rowId?: string): string =>
  sub === undefined ? code : `${sub}[${rowId}].${code}`;

/** Paths a fill or on-set must not write: typed in this form, or sent by the client. */
export interface Kept {
  has(path: string): boolean;
  /** the same for a cell, where it can be told without its address */
  hasCell?(sub: string, rowId: string | undefined, code: string): boolean;
}
export const isKept = (kept: Kept, code: string, sub: string | undefined, rowId: string | undefined): boolean =>
  sub !== undefined && kept.hasCell ? kept.hasCell(sub, rowId, code) : kept.has(cellPath(code, sub, rowId));

/**
 * Fills from the reference that `field` now holds; answers the codes that changed. Read-only targets are always written (emptied with
 * the reference), others only when a record is picked and nobody typed or sent them.
 */
export function applyFill(
  work: Work,
  env: Env,
  field: FieldModel,
  row: { readonly at: number; readonly row: Row } | undefined,
  kept: Kept,
  pickHops?: { readonly [path: string]: Value },
): readonly string[] {
  const target = field.field.ref === 'self' ? work.model.obj.object : field.field.ref;
  if (!target || field.fill.length === 0 || field.field.many) return [];
  const place = field.sub === undefined ? work.model.head : work.model.subs.get(field.sub);
  const holder = row?.row ?? work.rec;
  const id = holder[field.code];
  const changed: string[] = [];
  let waits = false;
  for (const fill of field.fill) {
    const to = place?.fields.get(fill.target);
    if (!to || (!fill.always && isKept(kept, fill.target, field.sub, row?.row.id))) continue;
    let value: Value | undefined;
    if (typeof id !== 'string') {
      if (!fill.always) continue;
      value = emptyOf(to.field);
    } else {
      const key = fill.from.join('.');
      const brought = pickHops && Object.hasOwn(pickHops, key) ? pickHops[key] : undefined;
      value = brought === undefined ? readPath(env, work.model.lib, target, id, fill.from) : brought;
    }
    if (value === undefined) waits = true;
    // a record that says nothing about it does not empty what must be filled
    else if (!fill.always && to.field.required === true && isEmpty(value)) continue;
    else if (put(work, to, row?.at, intoField(to.field, value))) changed.push(fill.target);
  }
  if (waits) work.waits.push({ fill: field.path, ...(row ? { rowId: row.row.id } : {}) });
  return changed;
}

/** Writes one value at the head or in a row; true when it changed. */
export function put(work: Work, field: FieldModel, at: number | undefined, value: Value): boolean {
  if (field.sub === undefined) return work.setHead(field.code, value);
  return at !== undefined && work.setRow(field.sub, at, field.code, value);
}
