/** What an unsaved form holds beyond the stored record, as a text that outlives the browser, and how it comes back. */
import { sameValue } from '../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { Hops, SaveBody } from '../data/types';
import type { HopStore } from '../page/hop-store';
import { isKept, rowsChange } from './wire';

type Values = { readonly [code: string]: Value };
export interface DraftRows {
  /** changed columns of changed rows, all columns of new ones */
  readonly set: readonly Row[];
  /** the stored values behind `set`, rows that are records with their version; new rows are not among them */
  readonly was: readonly Row[];
  /** rows taken away, as they were stored */
  readonly gone: readonly Row[];
  /** all rows in their order */
  readonly order: readonly string[];
}
export interface DraftContent {
  /** version of the record it was typed over; null = a new record */
  readonly version: number | null;
  readonly head: Values;
  readonly was: Values;
  readonly subs: { readonly [sub: string]: DraftRows };
  /** labels and values of the records it refers to */
  readonly hops: Hops;
  readonly touched: readonly string[];
  /** a save whose answer never came: it goes out again, under its token, before anything else */
  readonly lost?: SaveBody;
}

/** Secrets stay out of drafts whatever they are encrypted with. */
const isOut = (field: ResolvedField): boolean => isKept(field) || field.secret !== undefined;

/** What of a form is looked at. */
export interface DraftedForm {
  readonly object: ResolvedObject;
  readonly doc: Rec;
  readonly stored: Rec | null;
  readonly env: { readonly hops: HopStore };
  readonly touched: ReadonlySet<string>;
}

/** What was typed, null when it is what is stored. */
export function takeDraft(model: DraftedForm, lost?: SaveBody): DraftContent | null {
  const { stored, doc, object } = model;
  const head: Record<string, Value> = {};
  const was: Record<string, Value> = {};
  const subs: Record<string, DraftRows> = {};
  const ids = new Set<string>();
  for (const field of Object.values(object.fields)) {
    const { code } = field;
    if (isOut(field)) continue;
    if (field.sub !== undefined) {
      const rows = draftRows(field, (doc[code] ?? []) as readonly Row[], (stored?.[code] ?? []) as readonly Row[]);
      if (rows === null) continue;
      subs[code] = rows;
      for (const row of rows.set) noteIds(row, ids);
      continue;
    }
    const now = (doc[code] as Value | undefined) ?? null;
    const before = (stored?.[code] as Value | undefined) ?? null;
    if (sameValue(now, before)) continue;
    head[code] = now;
    if (stored !== null) was[code] = before;
    noteIds({ now }, ids);
  }
  if (Object.keys(head).length + Object.keys(subs).length === 0) return null;
  return {
    version: stored === null ? null : Number(stored.version),
    head,
    was,
    subs,
    hops: model.env.hops.of(ids),
    touched: [...model.touched],
    ...(lost === undefined ? {} : { lost }),
  };
}

function draftRows(field: ResolvedField, rows: readonly Row[], stored: readonly Row[]): DraftRows | null {
  const change = rowsChange(field, rows, stored);
  if (change === null) return null;
  const before = new Map(stored.map((row) => [row.id, row]));
  const secret = Object.values(field.sub?.fields ?? {}).filter((column) => column.secret !== undefined);
  const set = (change.set as readonly Row[]).map((row) => without(row, secret));
  const was = set.flatMap((row) => {
    const old = before.get(row.id);
    return old === undefined ? [] : [pickKeys(old, [...Object.keys(row), ...('version' in old ? ['version'] : [])])];
  });
  const gone = change.del.flatMap((id) => before.get(id) ?? []);
  return { set, was, gone, order: rows.map((row) => row.id) };
}
const without = (row: Row, fields: readonly ResolvedField[]): Row =>
  fields.length === 0
    ? row
    : (Object.fromEntries(Object.entries(row).filter(([key]) => !fields.some((field) => field.code === key))) as Row);
const pickKeys = (row: Row, keys: readonly string[]): Row => ({
  ...(Object.fromEntries(keys.map((key) => [key, row[key] ?? null])) as Row),
  id: row.id,
});
function noteIds(values: Readonly<Record<string, unknown>>, ids: Set<string>): void {
  for (const value of Object.values(values)) {
    if (typeof value === 'string') ids.add(value);
    else if (Array.isArray(value))
      for (const eachValue of value as readonly unknown[]) if (typeof eachValue === 'string') ids.add(eachValue);
  }
}

/** The record as it stood when the draft was begun: today's, with the draft's own fields put back and its version. */
export function baseOf(stored: Rec, draft: DraftContent): Rec {
  if (draft.version === null || stored.version === draft.version) return stored;
  const base: Rec = { ...stored, ...draft.was, version: draft.version };
  for (const [code, { was, gone }] of Object.entries(draft.subs)) {
    const old = new Map(was.map((row) => [row.id, row]));
    const rows = ((stored[code] ?? []) as readonly Row[]).map((row) => ({ ...row, ...old.get(row.id) }));
    const known = new Set(rows.map((row) => row.id));
    base[code] = [...rows, ...[...was, ...gone].filter((row) => !known.has(row.id))] as Row[];
  }
  return base;
}

/** What the form showed: the draft's fields and rows over the stored ones (`null` = a new record). */
export function draftedRecord(stored: Rec | null, draft: DraftContent): Rec {
  const rec: Rec = { ...draft.head };
  for (const [code, rows] of Object.entries(draft.subs))
    rec[code] = draftedRows((stored?.[code] ?? []) as readonly Row[], rows);
  return rec;
}

function draftedRows(base: readonly Row[], { set, gone, order }: DraftRows): Row[] {
  const rows = new Map(base.map((row) => [row.id, row]));
  for (const row of set) rows.set(row.id, { ...rows.get(row.id), ...row });
  for (const row of gone) rows.delete(row.id);
  const at = new Map(order.map((id, n) => [id, n]));
  return [...rows.values()].sort((a, b) => (at.get(a.id) ?? order.length) - (at.get(b.id) ?? order.length));
}
