/** Records between the wire and a form: labels that came along, and what of a changed record has to be sent (language §4.2). */

import { decodeRecord, encodeRecord, type RowsChange } from '../../schemas/language/kinds/record-codec';
import { sameValue } from '../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Json, Rec, Row } from '../../schemas/language/value';
import { isGiven, isTyped } from '../../schemas/language/written';
import { uuidv7 } from '../data/ids';
import type { WireRecord, WireRow } from '../data/types';
import type { HopStore } from '../page/hop-store';

export type WireObject = { readonly [key: string]: unknown };

/** The record of an answer; its labels and `_hop` go to the store. */
export function readRecord(object: ResolvedObject, wire: WireRecord, hops: HopStore): Rec {
  const { rec, labels } = decodeRecord(object, wire, { newId: uuidv7, stored: true });
  hops.merge(wire._hop);
  const byObject: Record<string, Record<string, Record<string, Json>>> = {};
  for (const { object: code, id, label } of labels) {
    const target = code === 'self' ? object.object : code;
    let byId = byObject[target];
    if (byId === undefined) byObject[target] = byId = {};
    byId[id] = { label };
  }
  hops.merge(byObject);
  return rec;
}

export const targetOf = (object: ResolvedObject, field: Pick<ResolvedField, 'ref'>): string =>
  field.ref === undefined || field.ref === 'self' ? object.object : field.ref;

/** A value nobody but the server writes: never sent. */
export const isKept = (field: ResolvedField): boolean => !isGiven(field) && field.code !== 'id';

/** What a save sends: a whole record when it is new, else the changed fields and the changed rows. `stored` null = new. */
export function recordToSend(
  object: ResolvedObject,
  rec: Rec,
  stored: Rec | null,
  hidden: ReadonlySet<string>,
): WireObject {
  const sent: Rec = {};
  const changes: Record<string, RowsChange> = {};
  for (const field of Object.values(object.fields)) {
    const { code } = field;
    if (isKept(field) || hidden.has(code) || rec[code] === undefined) continue;
    if (field.sub === undefined) {
      const send = stored === null ? isTyped(field) || rec[code] !== null : !sameValue(rec[code], stored[code]);
      if (send) sent[code] = rec[code];
    } else {
      const rows = (rec[code] as readonly Row[] | undefined) ?? [];
      if (stored === null) sent[code] = rows as Row[];
      else {
        const change = rowsChange(field, rows, (stored[code] as readonly Row[] | undefined) ?? []);
        if (change !== null) changes[code] = change;
      }
    }
  }
  const wire: Record<string, unknown> = encodeRecord(object, sent, undefined, changes);
  if (stored !== null) {
    wire.id = stored.id;
    wire.version = stored.version;
  } else if (typeof rec.id === 'string') wire.id = rec.id;
  return wire;
}

/** Rows that differ, rows that are gone, and the order if it is not the stored one; null = nothing. */
export function rowsChange(field: ResolvedField, rows: readonly Row[], stored: readonly Row[]): RowsChange | null {
  const before = new Map(stored.map((row) => [row.id, row]));
  const fields = Object.values(field.sub?.fields ?? {}).filter((column) => !isKept(column) && column.code !== 'id');
  const set = rows.flatMap((row) => {
    const old = before.get(row.id);
    if (old === row) return [];
    const changed: Row = { id: row.id };
    if (row.lineNo !== undefined && old?.lineNo !== row.lineNo) changed.lineNo = row.lineNo;
    for (const { code } of fields)
      if (row[code] !== undefined && (old === undefined || !sameValue(row[code], old[code]))) changed[code] = row[code];
    return old === undefined || Object.keys(changed).length > 1 ? [changed] : [];
  });
  const now = new Set(rows.map((row) => row.id));
  const del = stored.filter((row) => !now.has(row.id)).map((row) => row.id);
  const remaining = stored.filter((row) => now.has(row.id)).map((row) => row.id);
  const ids = rows.map((row) => row.id);
  const inOrder = remaining.every((id, at) => id === ids[at]);
  if (set.length === 0 && del.length === 0 && inOrder) return null;
  return { set, del, ...(inOrder ? {} : { order: ids }) };
}

/** The record as `pick` and `resolve` take it: the whole head, and of the sub-tables the rows that are asked for. */
export function recordAsContext(
  object: ResolvedObject,
  rec: Rec,
  rows: { readonly [sub: string]: readonly Row[] } = {},
): WireRecord {
  const sent: Rec = {};
  for (const field of Object.values(object.fields)) {
    const value = field.sub === undefined ? rec[field.code] : (rows[field.code] as Row[] | undefined);
    if (field.type !== 'none' && value !== undefined) sent[field.code] = value;
  }
  return { ...encodeRecord(object, sent), id: rec.id ?? null } as unknown as WireRecord;
}

/** `_actions` of the rows, by row id. */
export const rowActionsIn = (wire: WireRecord): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.values(wire).flatMap((value) =>
      Array.isArray(value)
        ? (value as readonly unknown[]).flatMap((row): [string, readonly string[]][] => {
            const { id, _actions } = (row ?? {}) as Partial<WireRow>;
            return typeof id === 'string' && _actions !== undefined ? [[id, _actions]] : [];
          })
        : [],
    ),
  );

/** A list without rows says nothing of how a new record begins: with the rows its document wants at least. */
export const withoutEmptyRows = (rec: Rec): Rec =>
  Object.fromEntries(Object.entries(rec).filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
