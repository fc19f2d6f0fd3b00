/** References that several columns of a sheet name together: a work order and the number of its operation. One query per reference. */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Json } from '../../../schemas/language/value';
import type { Table } from '../../excel/read-sheet';
import { columnOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { isRef, targetOf } from '../read/wire';
import { tableSql } from '../store/stored';
import { readCell } from './cells';
import type { Found } from './references';
import type { ImportColumn, ImportSheet } from './sheet';

type Place = { readonly at: number; readonly column: ImportColumn };
type Cells = Table[number];
export type Named = { readonly id: string } | { readonly problem: string };

/** Finds what a line names by all columns of a reference; undefined where it fills none of them in. */
export type PartsOf = (first: ImportColumn, cells: Cells) => Named | undefined;

export async function findParts(
  ctx: EngineCtx,
  sheet: ImportSheet,
  table: Table,
  places: readonly Place[],
  refs: ReadonlyMap<string, Found>,
): Promise<PartsOf> {
  const found = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const together = (column: ImportColumn): readonly Place[] =>
    places.filter((place) => place.column.of === column.of && place.column.sub === column.sub);
  const textOf = (place: Place, cells: Cells): string | undefined => {
    const { field } = place.column;
    const cell = cells[place.at];
    if (cell === null || cell === undefined || String(cell).trim() === '') return undefined;
    if (isRef(field)) return refs.get(targetOf(sheet.object, field))?.get(String(cell).trim())?.[0] ?? '';
    const read = readCell(cell, field, (code) => ctx.registry.dicts.get(code));
    return 'wire' in read ? String(read.wire as Json) : '';
  };
  const keyOf = (all: readonly Place[], cells: Cells): string =>
    JSON.stringify(all.map((place) => textOf(place, cells) ?? null));
  for (const { column } of places) {
    if (column.of === undefined || found.has(column.of.path)) continue;
    const all = together(column);
    const target = ctx.registry.find(targetOf(sheet.object, column.of));
    if (target === undefined) continue;
    const keys = [...new Set(table.slice(1).map((cells) => keyOf(all, cells)))].filter((key) => !key.includes('null'));
    found.set(column.of.path, keys.length === 0 ? new Map() : await idsBy(ctx, target, all, keys));
  }
  return (first, cells) => {
    if (first.of === undefined) return undefined;
    const all = together(first);
    const texts = all.map((place) => textOf(place, cells));
    if (texts.every((text) => text === undefined)) return undefined;
    const missing = all.find((_, n) => texts[n] === undefined);
    if (missing !== undefined) return { problem: `请填写${missing.column.title}` };
    const ids = found.get(first.of.path)?.get(keyOf(all, cells)) ?? [];
    const said = all.map(({ at, column }) => `${column.title}${String(cells[at]).trim()}`).join('');
    if (ids.length > 1) return { problem: `「${said}」对应${ids.length}条记录` };
    return ids[0] === undefined ? { problem: `「${said}」不存在` } : { id: ids[0] };
  };
}

/** By the texts of the columns, in their order. */
async function idsBy(
  ctx: EngineCtx,
  target: ResolvedObject,
  all: readonly Place[],
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = all.map(({ column }) => sql`${sql.ref(`t.${columnOf(column.field)}`)}::text`);
  const alive = target.fields.isDeleted ? sql`t.is_deleted = 0 and ` : sql``;
  const texts = all.map((_, n) => sql`k ->> ${sql.lit(n)}`);
  const { rows } = await sql<{ id: string; k: string[] }>`
    select t.id, array[${sql.join(columns)}] as k from ${tableSql(ctx.org.schema, target)} t
    where ${alive}(${sql.join(columns)}) in
      (select ${sql.join(texts)} from jsonb_array_elements(${`[${keys.join()}]`}::jsonb) k)`.execute(ctx.trx);
  const ids = new Map<string, string[]>();
  for (const { id, k } of rows) ids.set(JSON.stringify(k), [...(ids.get(JSON.stringify(k)) ?? []), id]);
  return ids;
}
