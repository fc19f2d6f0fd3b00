/** Values that come into an open form from elsewhere, without what a change by the user would bring: answers, other records, drafts. */
import type { Model } from '../../schemas/language/record/model';
import { withoutBlankRows } from '../../schemas/language/record/rows';
import { isEmpty, sameValue } from '../../schemas/language/record/values';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { WireRecord } from '../data/types';
import type { BrowserEnv } from '../page/browser-env';
import { isKept, readRecord, rowsChange, type WireObject } from './wire';

/** The form that takes them. */
export interface TakingForm {
  readonly object: ResolvedObject;
  readonly model: Model;
  readonly env: BrowserEnv;
  readonly doc: Rec;
  readonly stored: Rec | null;
  readonly subs: ReadonlyMap<string, TakingSub>;
  noteRows(sub: string, ids: Iterable<string>): void;
}
interface TakingSub {
  readonly store: { readonly rows: readonly Row[] };
  replace(rows: readonly Row[]): void;
}
/** Writes one field of the head. */
type Put = (code: string, value: Value) => void;

/** The fields that a partial record in wire form names. */
export function takePart(form: TakingForm, wire: WireObject, put: Put): void {
  const rec = readRecord(form.object, wire as WireRecord, form.env.hops);
  const sent = new Set(Object.keys(wire).map((key) => key.replace(/Id$/, '')));
  for (const [code, sub] of form.subs) {
    const rows = rec[code] as Row[] | undefined;
    if (rows !== undefined && code in wire) sub.replace(rows);
  }
  for (const field of Object.values(form.object.fields)) {
    if (field.sub !== undefined || (!sent.has(field.code) && !(field.code in wire))) continue;
    put(field.code, (rec[field.code] as Value | undefined) ?? null);
  }
}
/** A record made from another document: rows behind those with content, head values where nothing stands yet. */
export function takeBeside(form: TakingForm, wire: WireRecord, put: Put): void {
  const rec = readRecord(form.object, wire, form.env.hops);
  const now = withoutBlankRows(form.model, form.doc, form.stored);
  for (const field of Object.values(form.object.fields)) {
    const { code } = field;
    if (isKept(field) || rec[code] === undefined) continue;
    const sub = form.subs.get(code);
    if (sub === undefined) {
      if (isEmpty(form.doc[code]) && !isEmpty(rec[code])) put(code, rec[code] as Value);
      continue;
    }
    const rows = rec[code] as readonly Row[];
    if (rows.length === 0) continue;
    sub.replace([...((now[code] as readonly Row[] | undefined) ?? []), ...rows]);
    form.noteRows(
      code,
      rows.map((row) => row.id),
    );
  }
}
/** Values as the user left them. */
export function takeOver(form: TakingForm, values: Rec, put: Put): void {
  for (const field of Object.values(form.object.fields)) {
    const { code } = field;
    if (!(code in values) || isKept(field)) continue;
    const sub = form.subs.get(code);
    if (sub === undefined) {
      if (!sameValue(values[code], form.doc[code])) put(code, (values[code] as Value | undefined) ?? null);
      continue;
    }
    const before = new Set(sub.store.rows);
    const rows = (values[code] as readonly Row[] | undefined) ?? [];
    if (rowsChange(field, rows, sub.store.rows) === null) continue;
    sub.replace(rows);
    form.noteRows(
      code,
      sub.store.rows.filter((row) => !before.has(row)).map((row) => row.id),
    );
  }
}
