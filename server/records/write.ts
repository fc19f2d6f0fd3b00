/** Writes heads and rows: one statement a head, one statement for all new rows, one for all changed, one for all deleted. */
import { type RawBuilder, sql } from 'kysely';
import type { Many } from '../../schemas/language/document';
import { extProp } from '../../schemas/language/ext';
import { isEmpty, sameValue } from '../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { Trx } from '../ctx';
import { memo } from '../registry/memo';
import { pinyinOf } from '../tables/pinyin';
import { isSpoken, pinyinColumn } from '../tables/searched';
import { type WriteColumn, writeColumns } from './columns';
import { tableSql } from './stored';

/** Who writes, and when in factory time. */
export interface Stamp {
  readonly userId: string;
  readonly now: string;
}
export interface RowsChange {
  readonly sub: string;
  readonly inserted: readonly Row[];
  /** changed rows with the columns any of them changed */
  readonly updated: readonly Row[];
  readonly fields: readonly string[];
  readonly deleted: readonly string[];
}

/** Inserts head and rows of a new record and what else is `also` to be written, all in one statement. */
export async function insertRecord(
  trx: Trx,
  schema: string,
  object: ResolvedObject,
  rec: Rec,
  stamp: Stamp,
  also: readonly RawBuilder<unknown>[],
): Promise<void> {
  const columns = headColumns(object);
  const fixed: readonly (readonly [string, string, string | null])[] = [
    ['id', 'uuid', rec.id as string],
    ['version', 'integer', String(rec.version ?? 1)],
    ['created_by_id', 'uuid', stamp.userId],
    ['created_at', 'timestamptz', stamp.now],
    ['updated_by_id', 'uuid', stamp.userId],
    ['updated_at', 'timestamptz', stamp.now],
    ['ext', 'jsonb', extText(object.fields, rec)],
  ];
  const names = [...fixed.map(([name]) => name), ...columns.map((column) => column.name)];
  const values = [
    ...fixed.map(([, type, value]) => cast(value, type)),
    ...columns.map((column) => cast(column.read(rec), column.type)),
  ];
  const head = sql`insert into ${tableSql(schema, object)} (${list(names)}) values (${sql.join(values)})`;
  const subs = subTables(object).flatMap((field) => {
    const rows = (rec[field.code] as readonly Row[] | undefined) ?? [];
    return rows.length === 0 ? [] : [rowsInsert(schema, object, field, rec.id as string, rows)];
  });
  await withParts(head, [...subs, ...also]).execute(trx);
}
/** A statement with others that change data, in one way to the database. */
const withParts = (statement: RawBuilder<unknown>, parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length === 0
    ? statement
    : sql`with ${sql.join(parts.map((part, at) => sql`${sql.ref(`part${at}`)} as (${part})`))} ${statement}`;

/** Writes the named head fields and what is `also` to be written; `version`, `updatedBy`, `updatedAt` always. */
export async function updateHead(
  trx: Trx,
  schema: string,
  object: ResolvedObject,
  rec: Rec,
  fields: ReadonlySet<string>,
  stamp: Stamp,
  also: readonly RawBuilder<unknown>[],
): Promise<void> {
  const sets: RawBuilder<unknown>[] = [
    sql`${sql.ref('version')} = ${cast(String(rec.version), 'integer')}`,
    sql`${sql.ref('updated_by_id')} = ${cast(stamp.userId, 'uuid')}`,
    sql`${sql.ref('updated_at')} = ${cast(stamp.now, 'timestamptz')}`,
  ];
  if (fields.has('ext')) sets.push(sql`${sql.ref('ext')} = ${cast(extText(object.fields, rec), 'jsonb')}`);
  if (fields.has('isDeleted'))
    sets.push(sql`${sql.ref('is_deleted')} = ${cast(String(rec.isDeleted ?? 0), 'smallint')}`);
  for (const column of headColumns(object)) {
    if (fields.has(column.field)) sets.push(sql`${sql.ref(column.name)} = ${cast(column.read(rec), column.type)}`);
  }
  const head = sql`update ${tableSql(schema, object)} set ${sql.join(sets)} where id = ${cast(rec.id as string, 'uuid')}`;
  await withParts(head, also).execute(trx);
}

/** Applies the change of one sub-table: deletes first, so a number of a deleted row may come again. */
export async function writeRows(
  trx: Trx,
  schema: string,
  object: ResolvedObject,
  headId: string,
  change: RowsChange,
): Promise<void> {
  const field = object.fields[change.sub];
  if (!field?.sub) return;
  if (change.deleted.length > 0) {
    await sql`delete from ${tableSql(schema, object, change.sub)}
      where head_id = ${cast(headId, 'uuid')} and id = any(${cast(arrayText(change.deleted), 'uuid[]')})`.execute(trx);
  }
  if (change.updated.length > 0) await updateRows(trx, schema, object, field, headId, change);
  if (change.inserted.length > 0) await rowsInsert(schema, object, field, headId, change.inserted).execute(trx);
}

function rowsInsert(
  schema: string,
  object: ResolvedObject,
  field: ResolvedField,
  headId: string,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const columns = [...rowBase(field), ...rowColumns(field)];
  const names = columns.map((column) => column.name);
  return sql`insert into ${tableSql(schema, object, field.code)} (head_id, ${list(names)})
    select ${cast(headId, 'uuid')}, ${selected(columns)} from ${unnested(columns, rows)}`;
}

async function updateRows(
  trx: Trx,
  schema: string,
  object: ResolvedObject,
  field: ResolvedField,
  headId: string,
  change: RowsChange,
): Promise<void> {
  const wanted = new Set(change.fields);
  const columns = [...rowBase(field), ...rowColumns(field)].filter(
    (column) => column.field !== 'id' && wanted.has(column.field),
  );
  if (columns.length === 0) return;
  const source = [ID_COLUMN, ...columns];
  const sets = columns.map((column) => sql`${sql.ref(column.name)} = ${typed(column)}`);
  await sql`update ${tableSql(schema, object, field.code)} as t set ${sql.join(sets)}
    from ${unnested(source, change.updated)} where t.head_id = ${cast(headId, 'uuid')} and t.id = r.id::uuid`.execute(
    trx,
  );
}

/** Difference of two lists of rows by id; columns nobody changed are not written. */
export function rowsChange(field: ResolvedField, before: readonly Row[], after: readonly Row[]): RowsChange {
  const old = new Map(before.map((row) => [row.id, row]));
  const kept = new Set(after.map((row) => row.id));
  const ext = extFields(field.sub?.fields ?? {}).map((column) => column.code);
  const codes = ['lineNo', 'ext', ...ext, ...rowColumns(field).map((column) => column.field)];
  const fields = new Set<string>();
  const inserted: Row[] = [];
  const updated: Row[] = [];
  for (const row of after) {
    const stored = old.get(row.id);
    if (!stored) {
      inserted.push(row);
      continue;
    }
    const changed =
      stored === row ? [] : codes.filter((code) => row[code] !== undefined && !sameValue(stored[code], row[code]));
    if (changed.length === 0) continue;
    updated.push(row);
    for (const code of changed) fields.add(ext.includes(code) ? 'ext' : code);
  }
  return {
    sub: field.code,
    inserted,
    updated,
    fields: [...fields],
    deleted: before.filter((row) => !kept.has(row.id)).map((row) => row.id),
  };
}

/** Codes of stored head fields that differ. */
export function changedFields(object: ResolvedObject, before: Rec, after: Rec): Set<string> {
  const ext = extFields(object.fields).map((field) => field.code);
  const codes = [...new Set(headColumns(object).map((column) => column.field)), 'ext', ...ext, 'isDeleted'];
  const changed = codes.filter((code) => after[code] !== undefined && !sameValue(before[code], after[code]));
  return new Set(changed.map((code) => (ext.includes(code) ? 'ext' : code)));
}

const headCache = new WeakMap<ResolvedObject, readonly WriteColumn[]>();
function headColumns(object: ResolvedObject): readonly WriteColumn[] {
  let columns = headCache.get(object);
  if (!columns) {
    columns = Object.values(object.fields)
      .filter((field) => field.base !== true)
      .flatMap((field) => [...writeColumns(field), ...(isSpoken(object, field) ? [pinyinOfField(field)] : [])]);
    headCache.set(object, columns);
  }
  return columns;
}
/** written with its text, because it changes with it */
const pinyinOfField = (field: ResolvedField): WriteColumn => ({
  name: pinyinColumn(field),
  type: 'text',
  field: field.code,
  read: (holder) => {
    const text = holder[field.code];
    return typeof text === 'string' ? pinyinOf(text) : null;
  },
});
const rowCache = new WeakMap<ResolvedField, readonly WriteColumn[]>();
function rowColumns(field: ResolvedField): readonly WriteColumn[] {
  let columns = rowCache.get(field);
  if (!columns) {
    columns = Object.values(field.sub?.fields ?? {})
      .filter((column) => column.base !== true)
      .flatMap(writeColumns);
    rowCache.set(field, columns);
  }
  return columns;
}
const ROW_BASE: readonly WriteColumn[] = [
  { name: 'id', type: 'uuid', field: 'id', read: (row) => row.id as string },
  { name: 'line_no', type: 'integer', field: 'lineNo', read: (row) => String(row.lineNo ?? 10) },
];
const [ID_COLUMN] = ROW_BASE as readonly [WriteColumn, WriteColumn];
/** with the extension fields of the rows, packed again */
const rowBase = (field: ResolvedField): readonly WriteColumn[] => [
  ...ROW_BASE,
  { name: 'ext', type: 'jsonb', field: 'ext', read: (row) => extText(field.sub?.fields ?? {}, row) },
];

/** What the jsonb holds: values of extension fields over what else was there (fields that are switched off keep theirs). */
function extText(fields: Many<ResolvedField>, holder: Rec | Row): string {
  const ext = { ...((holder.ext as Readonly<Record<string, unknown>> | null | undefined) ?? {}) };
  for (const field of extFields(fields)) {
    const value = holder[field.code];
    if (value === undefined) continue;
    if (isEmpty(value as Value)) delete ext[extProp(field)];
    else ext[extProp(field)] = value;
  }
  return JSON.stringify(ext);
}
const extLists = new WeakMap<Many<ResolvedField>, readonly ResolvedField[]>();
const extFields = (fields: Many<ResolvedField>): readonly ResolvedField[] =>
  memo(extLists, fields, () => Object.values(fields).filter((field) => field.ext));
const subTables = (object: ResolvedObject): readonly ResolvedField[] =>
  Object.values(object.fields).filter((field) => field.sub);

const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));
const cast = (value: string | null, type: string): RawBuilder<unknown> => sql`cast(${value} as ${sql.raw(type)})`;
const arrayText = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/** Arrays of arrays cannot be unnested, so such columns travel as text and are cast. */
const carrier = (column: WriteColumn): string =>
  column.type.endsWith('[]') || column.type === 'jsonb' ? 'text' : column.type;
const typed = (column: WriteColumn): RawBuilder<unknown> => sql`r.${sql.ref(column.name)}::${sql.raw(column.type)}`;
const selected = (columns: readonly WriteColumn[]): RawBuilder<unknown> => sql.join(columns.map(typed));
function unnested(columns: readonly WriteColumn[], rows: readonly Row[]): RawBuilder<unknown> {
  const arrays = columns.map(
    (column) => sql`${rows.map((row) => column.read(row))}::${sql.raw(`${carrier(column)}[]`)}`,
  );
  return sql`unnest(${sql.join(arrays)}) as r(${list(columns.map((column) => column.name))})`;
}
