/**
 * What a rule closes in a record or row that is not stored yet: the save keeps of such a field what default, fill and rules bring,
 * never what was typed before it closed, so a form goes back to that.
 */

import type { Env } from '../env';
import type { Rec, Row, Value } from '../value';
import { isTyped } from '../written';
import { cellPath, type Kept } from './fill';
import type { FieldModel, Model } from './model';
import { newRecord, newRow } from './new';
import { type Changed, runEvents } from './on-set';
import { ruleStates, type States } from './states';
import { sameValue } from './values';
import { workOn } from './work';

/** A typed value that the save would not take, and the one it would keep. */
export interface ClosedValue {
  readonly field: FieldModel;
  readonly row?: Row;
  readonly value: Value;
}
export interface TypedSoFar {
  /** paths the user typed: `contact`, `items[<id>].price` */
  readonly touched: Kept;
  /** the stored record, null of a new one */
  readonly old: Rec | null;
  readonly states: States;
  /** rows to look at, by sub-table */
  readonly rows: { readonly [sub: string]: readonly Row[] };
}
type Closed = Pick<ClosedValue, 'field' | 'row'>;
const NOTHING: Kept = { has: () => false };

export function closedValues(model: Model, env: Env, rec: Rec, typed: TypedSoFar): readonly ClosedValue[] {
  const closed = [...closedHeads(model, typed), ...closedCells(model, env, rec, typed)];
  if (closed.length === 0) return [];
  const kept = keptOf(model, env, rec, typed.old, closed);
  return closed
    .filter((at) => !sameValue(valueAt(rec, at), valueAt(kept, at)))
    .map((at) => ({ ...at, value: valueAt(kept, at) }));
}

const valueAt = (rec: Rec, { field, row }: Closed): Value => {
  const holder = row === undefined ? rec : rowsOf(rec, field.sub).find(({ id }) => id === row.id);
  return (holder?.[field.code] as Value | undefined) ?? null;
};
const rowsOf = (rec: Rec | null, sub = ''): readonly Row[] => (rec?.[sub] as readonly Row[] | undefined) ?? [];
const pathOf = ({ field, row }: Closed): string => cellPath(field.code, field.sub, row?.id);

/** Of a stored record the stored state says what is closed: nothing of it is dropped. */
function closedHeads(model: Model, { touched, old, states }: TypedSoFar): readonly Closed[] {
  if (old !== null) return [];
  return [...model.head.fields.values()]
    .filter(({ code, field }) => touched.has(code) && states.readonly.has(code) && isTyped(field))
    .map((field) => ({ field }));
}

function closedCells(model: Model, env: Env, rec: Rec, { touched, old, states, rows }: TypedSoFar): readonly Closed[] {
  return Object.entries(rows).flatMap(([sub, list]) => {
    const stored = new Set(rowsOf(old, sub).map(({ id }) => id));
    const fields = [...(model.subs.get(sub)?.fields.values() ?? [])].filter(({ field }) => isTyped(field));
    return list.flatMap((row) => {
      const typed = stored.has(row.id) ? [] : fields.filter((field) => touched.has(pathOf({ field, row })));
      if (typed.length === 0) return [];
      const locks = ruleStates(model, rec, env, { sub, row, head: states, old }).readonly;
      return typed.filter(({ code }) => locks.has(code)).map((field): Closed => ({ field, row }));
    });
  });
}

/** The record as the save would make it without what is closed. */
function keptOf(model: Model, env: Env, rec: Rec, old: Rec | null, closed: readonly Closed[]): Rec {
  const gone = new Set(closed.map(pathOf));
  const left: Rec = Object.fromEntries(Object.entries(rec).filter(([code]) => !gone.has(code)));
  const changed = new Map(closed.flatMap(({ field, row }) => (row === undefined ? [] : [[row.id, field.sub ?? '']])));
  for (const sub of new Set(changed.values())) {
    const rows = rowsOf(rec, sub).map(
      (row) =>
        Object.fromEntries(
          Object.entries(row).filter(([code]) => !gone.has(cellPath(code, sub, row.id))),
        ) as unknown as Row,
    );
    left[sub] = rows;
    // of a new record all rows are made anew, with their head
    if (old !== null)
      left[sub] = rows.map((row, at) =>
        changed.has(row.id) ? newRow(model, sub, env, { ...left, [sub]: rows.slice(0, at) }, row) : row,
      );
  }
  const work = workOn(model, old === null ? newRecord(model, env, left) : left);
  const sent: Kept = { has: (path) => !gone.has(path) };
  runEvents(work, env, triggers(model, rec, gone, changed), { typed: NOTHING, sent, confirm: 'run', old });
  return work.rec;
}

/** Everything else is sent, so the rules that it triggers count again for what is closed; fills were made with the record. */
function triggers(model: Model, rec: Rec, gone: ReadonlySet<string>, rows: ReadonlyMap<string, string>): Changed[] {
  return [...model.fields.values()].flatMap(({ path, code, sub }): Changed[] => {
    if (sub === undefined) return gone.has(code) || rec[code] === undefined ? [] : [{ path, filled: true }];
    return [...rows].flatMap(([rowId, of]) =>
      of !== sub || gone.has(cellPath(code, sub, rowId)) ? [] : [{ path, rowId, filled: true }],
    );
  });
}
