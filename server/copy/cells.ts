/** The values of a record that are copied, its references as business keys with the record they mean in the target. */

import { isMany } from '../../schemas/language/kinds/index';
import { isEmpty, sameValue } from '../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { isTyped, writtenBy } from '../../schemas/language/written';
import { isRef, targetOf } from '../records/read/wire';
import { copyable } from '../registry/copyable';
import type { Books } from './books';

/** A record that is referred to, by `<object> <key>`. */
export interface RefCell {
  readonly at: string;
  readonly object: string;
  /** it stands in the target already */
  readonly id: string | undefined;
  readonly name: string;
}
export interface Cell {
  readonly field: ResolvedField;
  readonly value: Value;
  readonly refs?: readonly RefCell[];
}
export interface Filled {
  readonly head: readonly Cell[];
  readonly rows: ReadonlyMap<string, readonly (readonly Cell[])[]>;
}
/** A reference nobody can follow in the target. */
export interface Lost {
  readonly field: ResolvedField;
  readonly ref: RefCell;
}

/** Fields both organisations have and people write. What the product keeps, computes or seals is the target's own. */
export function copied(source: ResolvedObject, target: ResolvedObject): readonly ResolvedField[] {
  return Object.values(source.fields).filter((field) => field.sub === undefined && isCopied(field, target.fields));
}
export function copiedRows(
  source: ResolvedObject,
  target: ResolvedObject,
): readonly { readonly sub: string; readonly fields: readonly ResolvedField[] }[] {
  return Object.values(source.fields).flatMap((field) => {
    const there = target.fields[field.code]?.sub;
    if (!field.sub || !there || !isTyped(field)) return [];
    return [
      { sub: field.code, fields: Object.values(field.sub.fields).filter((field) => isCopied(field, there.fields)) },
    ];
  });
}
function isCopied(field: ResolvedField, there: Readonly<Record<string, ResolvedField>>): boolean {
  const other = there[field.code];
  if (other === undefined || other.type !== field.type || field.type === 'file' || field.secret) return false;
  const writer = writtenBy(field);
  return writer === 'user' || writer === 'number' || (writer === 'server' && field.code === 'isDisabled');
}

export interface Reader {
  readonly source: Books;
  readonly target: Books;
  readonly objects: ReadonlyMap<string, ResolvedObject>;
}
export async function fill(reader: Reader, object: ResolvedObject, there: ResolvedObject, rec: Rec): Promise<Filled> {
  const head: Cell[] = [];
  for (const field of copied(object, there)) head.push(await cellOf(reader, object, field, heldIn(rec, field)));
  const rows = new Map<string, Cell[][]>();
  for (const { sub, fields } of copiedRows(object, there)) {
    const list: Cell[][] = [];
    for (const row of rowsOf(rec, sub)) {
      const cells: Cell[] = [];
      for (const field of fields) cells.push(await cellOf(reader, object, field, heldIn(row as unknown as Rec, field)));
      list.push(cells);
    }
    rows.set(sub, list);
  }
  return { head, rows };
}
async function cellOf(reader: Reader, object: ResolvedObject, field: ResolvedField, value: Value): Promise<Cell> {
  if (!isRef(field) || isEmpty(value)) return { field, value };
  const code = targetOf(object, field);
  const [from, to] = await Promise.all([reader.source(code), reader.target(code)]);
  const refs = (Array.isArray(value) ? (value as readonly string[]) : [String(value)]).flatMap((id): RefCell[] => {
    const key = from.keyOf(id);
    // what is deleted there is no reference any more
    return key === undefined ? [] : [{ at: `${code} ${key}`, object: code, id: to.idOf(key), name: from.nameOf(id) }];
  });
  return { field, value, refs };
}

/**
 * References that lead nowhere: neither in the target nor among what comes along. Those to what is never copied (people, documents) count
 * only where the field cannot be empty.
 */
export function lostIn(filled: Filled, coming: (at: string) => boolean, objects: Reader['objects']): readonly Lost[] {
  return [...filled.head, ...[...filled.rows.values()].flat(2)].flatMap(({ field, refs = [] }) =>
    refs.flatMap((ref): Lost[] => {
      if (ref.id !== undefined || coming(ref.at)) return [];
      const object = objects.get(ref.object);
      return field.required === true || (object && copyable(object)) ? [{ field, ref }] : [];
    }),
  );
}

/** The record of the target holds the same. */
export function isSame(filled: Filled, rec: Rec): boolean {
  if (!filled.head.every((cell) => sameCell(cell, heldIn(rec, cell.field)))) return false;
  return [...filled.rows].every(([sub, list]) => {
    const rows = rowsOf(rec, sub);
    return (
      rows.length === list.length &&
      list.every((cells, n) => cells.every((cell) => sameCell(cell, heldIn(rows[n] as unknown as Rec, cell.field))))
    );
  });
}
const sameCell = ({ field, value, refs }: Cell, other: Value): boolean => {
  // a value that is only the default may be hidden, and so empty, there
  if (refs === undefined)
    return sameValue(value, other) || (isEmpty(other) && sameValue(value, field.default as Value));
  const ids = (Array.isArray(other) ? (other as readonly string[]) : isEmpty(other) ? [] : [String(other)]).toSorted();
  const wanted = refs.map(({ id }) => id ?? '').filter((id) => id !== '' || field.required === true);
  return JSON.stringify(wanted.toSorted()) === JSON.stringify(ids);
};

/** As a record to save; a reference is what was made for it, else what stands there, else nothing. */
export function recordOf(filled: Filled, find: (ref: RefCell) => string | undefined, newId: () => string): Rec {
  const rec: Rec = {};
  for (const cell of filled.head) put(rec, cell, find);
  for (const [sub, list] of filled.rows)
    rec[sub] = list.map((cells, n): Row => {
      const row: Rec = {};
      for (const cell of cells) put(row, cell, find);
      return { ...(row as { [field: string]: Value }), id: newId(), lineNo: (n + 1) * 10 };
    });
  return rec;
}
function put(into: Rec, { field, value, refs }: Cell, find: (ref: RefCell) => string | undefined): void {
  const ids = refs?.flatMap((ref) => find(ref) ?? []);
  into[field.code] = ids === undefined ? value : isMany(field) ? ids : (ids[0] ?? null);
}

export const heldIn = (rec: Rec, field: ResolvedField): Value => (rec[field.code] as Value | undefined) ?? null;
export const rowsOf = (rec: Rec, sub: string): readonly Row[] =>
  ((rec[sub] as readonly Row[] | undefined) ?? []).toSorted((a, b) => Number(a.lineNo ?? 0) - Number(b.lineNo ?? 0));
