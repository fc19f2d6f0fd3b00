/** Writes heads and rows: one statement a head, one statement for all new rows, one for all changed, one for all deleted. */
import type { Many } from '../../../schemas/language/document';
import { extProp } from '../../../schemas/language/ext';
import { isEmpty, sameValue } from '../../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import type { Trx } from '../../ctx';
import { memo } from '../../registry/memo';
import { pinyinOf } from '../../tables/pinyin';
import { isSpoken, pinyinColumn } from '../../tables/searched';
import { type Answered, answerOf, execute, joined, quoted, type Statement, tableText } from '../list/statement';
import { type WriteColumn, writeColumns } from './columns';

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
  also: readonly Statement[],
): Promise<void> {
  const columns = [...insertedBy(object, stamp), ...headColumns(object)];
  const values = columns.map(({ read }) => read(rec));
  await execute(
    trx,
    joined({ text: insertText(schema, object, columns), values }, [...subInserts(schema, object, [rec]), ...also]),
  );
}

/** Inserts heads and rows of new records of one object, all in one statement. */
export async function insertRecords(
  trx: Trx,
  schema: string,
  object: ResolvedObject,
  recs: readonly Rec[],
  stamp: Stamp,
): Promise<void> {
  const columns = [...insertedBy(object, stamp), ...headColumns(object)];
  const text = textOf(
    object,
    `${schema} many`,
    () =>
      `insert into ${tableText(schema, object)} (${list(columns)}) select ${columns.map(typed).join(', ')} from ${unnested(columns)}`,
  );
  await execute(trx, joined({ text, values: arraysOf(columns, recs) }, subInserts(schema, object, recs)));
}

/** Writes whole heads of an object whether they are there or not, deleted ones among them; creation stays as it was. */
export async function upsertRecords(
  trx: Trx,
  schema: string,
  object: ResolvedObject,
  recs: readonly Rec[],
  stamp: Stamp,
): Promise<void> {
  const columns = [...insertedBy(object, stamp), ...headColumns(object)];
  const kept = new Set(['id', 'version', 'created_by_id', 'created_at', 'ext']);
  const text = textOf(object, `${schema} upsert`, () => {
    const sets = columns
      .filter(({ name }) => !kept.has(name))
      .map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`);
    return `insert into ${tableText(schema, object)} as t (${list(columns)}) select ${columns.map(typed).join(', ')} from ${unnested(columns)} on conflict (id) do update set ${sets.join(', ')}, version = t.version + 1, is_deleted = 0`;
  });
  await execute(trx, { text, values: arraysOf(columns, recs) });
}

const subInserts = (schema: string, object: ResolvedObject, recs: readonly Rec[]): Statement[] =>
  subTables(object).flatMap((field) => {
    const owned = recs.flatMap((rec) =>
      ((rec[field.code] as readonly Row[] | undefined) ?? []).map((row): Owned => ({ row, headId: rec.id as string })),
    );
    return owned.length === 0 ? [] : [rowsInsert(schema, object, field, owned)];
  });
type Inserted = Pick<WriteColumn, 'name' | 'type' | 'read'>;
const insertedBy = (object: ResolvedObject, { userId, now }: Stamp): readonly Inserted[] => [
  { name: 'id', type: 'uuid', read: (rec) => rec.id as string },
  { name: 'version', type: 'integer', read: (rec) => String(rec.version ?? 1) },
  { name: 'created_by_id', type: 'uuid', read: () => userId },
  { name: 'created_at', type: 'timestamptz', read: () => now },
  { name: 'updated_by_id', type: 'uuid', read: () => userId },
  { name: 'updated_at', type: 'timestamptz', read: () => now },
  { name: 'ext', type: 'jsonb', read: (rec) => extText(object.fields, rec) },
];
const texts = new WeakMap<object, Map<string, string>>();
/** The text of a statement over the columns of a head or a sub-table. */
const textOf = (of: object, schema: string, make: () => string): string =>
  memo(
    memo(texts, of, () => new Map<string, string>()),
    schema,
    make,
  );
const insertText = (schema: string, object: ResolvedObject, all: readonly Inserted[]): string =>
  textOf(
    object,
    schema,
    () =>
      `insert into ${tableText(schema, object)} (${list(all)}) values (${all.map(({ type }) => cast(type)).join(', ')})`,
  );

/** Writes the named head fields and what is `also` to be written; `version`, `updatedBy`, `updatedAt` always. Answers them as they stand now. */
export async function updateHead(
  trx: Trx,
  schema: string,
  object: ResolvedObject,
  rec: Rec,
  fields: ReadonlySet<string>,
  stamp: Stamp,
  also: readonly Statement[],
): Promise<Answered | undefined> {
  const sets: (readonly [name: string, type: string, value: string | null])[] = [
    ['version', 'integer', String(rec.version)],
    ['updated_by_id', 'uuid', stamp.userId],
    ['updated_at', 'timestamptz', stamp.now],
  ];
  if (fields.has('ext')) sets.push(['ext', 'jsonb', extText(object.fields, rec)]);
  if (fields.has('isDeleted')) sets.push(['is_deleted', 'smallint', String(rec.isDeleted ?? 0)]);
  for (const column of headColumns(object)) {
    if (fields.has(column.field)) sets.push([column.name, column.type, column.read(rec)]);
  }
  const named = sets.map(([name, type]) => `${quoted(name)} = ${cast(type)}`).join(', ');
  const answered = sets.map(([name]) => quoted(name)).join(', ');
  const text = `update ${tableText(schema, object)} set ${named} where id = ?::uuid returning ${answered}`;
  const [row] = await answerOf(trx, joined({ text, values: [...sets.map(([, , value]) => value), rec.id] }, also));
  return row;
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
    await execute(trx, {
      text: `delete from ${tableText(schema, object, change.sub)} where head_id = ?::uuid and id = any(?::uuid[])`,
      values: [headId, change.deleted],
    });
  }
  if (change.updated.length > 0) await updateRows(trx, schema, object, field, headId, change);
  if (change.inserted.length > 0)
    await execute(
      trx,
      rowsInsert(
        schema,
        object,
        field,
        change.inserted.map((row) => ({ row, headId })),
      ),
    );
}

/** A row and the record it belongs to. */
interface Owned {
  readonly row: Row;
  readonly headId: string;
}
function rowsInsert(schema: string, object: ResolvedObject, field: ResolvedField, owned: readonly Owned[]): Statement {
  const columns = [...rowBase(field), ...rowColumns(field)];
  const all = [{ name: 'head_id', type: 'uuid' }, ...columns];
  const text = textOf(
    field,
    `${schema} ${object.object}`,
    () =>
      `insert into ${tableText(schema, object, field.code)} (${list(all)}) select ${all.map(typed).join(', ')} from ${unnested(all)}`,
  );
  const rows = owned.map(({ row }) => row);
  return { text, values: [owned.map(({ headId }) => headId), ...arraysOf(columns, rows)] };
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
  const sets = columns.map((column) => `${quoted(column.name)} = ${typed(column)}`).join(', ');
  await execute(trx, {
    text: `update ${tableText(schema, object, field.code)} as t set ${sets} from ${unnested(source)} where t.head_id = ?::uuid and t.id = r.id::uuid`,
    values: [...arraysOf(source, change.updated), headId],
  });
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

const list = (columns: readonly Pick<WriteColumn, 'name'>[]): string =>
  columns.map(({ name }) => quoted(name)).join(', ');
const cast = (type: string): string => `cast(? as ${type})`;

type Named = Pick<WriteColumn, 'name' | 'type'>;
/** Arrays of arrays cannot be unnested, so such columns travel as text and are cast. */
const carrier = (column: Named): string =>
  column.type.endsWith('[]') || column.type === 'jsonb' ? 'text' : column.type;
const typed = (column: Named): string => `r.${quoted(column.name)}::${column.type}`;
const unnested = (columns: readonly Named[]): string =>
  `unnest(${columns.map((column) => `?::${carrier(column)}[]`).join(', ')}) as r(${list(columns)})`;
const arraysOf = (columns: readonly Pick<WriteColumn, 'read'>[], rows: readonly (Rec | Row)[]): unknown[] =>
  columns.map((column) => rows.map((row) => column.read(row)));
