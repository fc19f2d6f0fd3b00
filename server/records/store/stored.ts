/**
 * Between columns and values: only records and tables know both. A row of the driver (texts for numeric, bigint, dates) becomes a
 * record of the language, and a value becomes what its columns take.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Many } from '../../../schemas/language/document';
import { extProp } from '../../../schemas/language/ext';
import type { Storage } from '../../../schemas/language/kinds/kind';
import { shapeOf } from '../../../schemas/language/record/shape';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { FileValue, Rec, Row, Value } from '../../../schemas/language/value';
import { memo } from '../../registry/memo';
import { columnsOf, SQL_TYPE, storageOf, tableOf } from '../../tables/names';
import { type Cells, gatherCells, type Read } from '../gather';
import { heldOf, holdRows } from '../held';
import type { EngineCtx } from '../host';
import { keptOf } from '../kept';

export type DbRow = Readonly<Record<string, unknown>>;
/** A field with columns. `base` ones are written by the engine itself. */
export interface StoredField {
  readonly field: ResolvedField;
  readonly code: string;
  readonly columns: readonly string[];
  read(row: DbRow): Value;
  /** one entry per column, in order */
  write(value: Value | undefined): readonly unknown[];
}

const stored = new WeakMap<Many<ResolvedField>, readonly StoredField[]>();
/** Stored fields of a head (`object.fields`) or of a sub-table (`field.sub.fields`), in order. */
export function storedFields(fields: Many<ResolvedField>): readonly StoredField[] {
  return memo(stored, fields, () => Object.values(fields).flatMap(storedField));
}

function storedField(field: ResolvedField): StoredField[] {
  if (field.ext) {
    const prop = extProp(field);
    const { read } = codecOf(storageOf(field), field);
    return [{ field, code: field.code, columns: [], read: (row) => read(extOf(row)[prop]), write: () => [] }];
  }
  const columns = columnsOf(field);
  if (columns.length === 0) return [];
  const storage = storageOf(field);
  const [first = '', second] = columns;
  if (second !== undefined)
    return [
      {
        field,
        code: field.code,
        columns,
        read: (row) => pair(row[first], row[second]),
        write: (value) => (Array.isArray(value) ? [value[0] ?? null, value[1] ?? null] : [null, null]),
      },
    ];
  const { read, write } = codecOf(storage, field);
  return [{ field, code: field.code, columns, read: (row) => read(row[first]), write: (value) => [write(value)] }];
}

const extOf = (row: DbRow): Readonly<Record<string, unknown>> =>
  (row.ext as Readonly<Record<string, unknown>> | null | undefined) ?? {};

export interface ColumnCodec {
  read(value: unknown): Value;
  write(value: Value | undefined): unknown;
}
/** How a value of one column is read and written. */
export function codecOf(
  storage: Storage,
  field: Pick<ResolvedField, 'inherit' | 'type' | 'many' | 'kind'>,
): ColumnCodec {
  switch (storage) {
    case 'integer':
    case 'decimal':
      return { read: numberOf, write: plain };
    case 'bool':
      return field.inherit === undefined
        ? { read: (value) => value === true, write: (value) => value === true }
        : { read: (value) => (typeof value === 'boolean' ? value : null), write: plain };
    case 'json':
      return {
        read: (value) => (value as Value | undefined) ?? null,
        write: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
      };
    case 'numeric[]':
      return {
        read: (value) => listOf(value).map((value) => (value === null ? null : Number(value))) as readonly number[],
        write: (value) => listOf(value),
      };
    case 'uuid[]':
      return field.type === 'file'
        ? {
            read: (value) => filesOf(listOf(value)),
            write: (value) => (listOf(value) as readonly FileValue[]).map((file) => file.id),
          }
        : { read: (value) => listOf(value) as string[], write: (value) => listOf(value) };
    case 'text[]':
    case 'date[]':
      return { read: (value) => listOf(value) as string[], write: (value) => listOf(value) };
    default:
      return { read: plain, write: plain };
  }
}
const plain = (value: unknown): Value => (value === undefined || value === '' ? null : value) as Value;
export const numberOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const pair = (from: unknown, to: unknown): Value =>
  (from === null || from === undefined) && (to === null || to === undefined)
    ? null
    : [(from as string | undefined) ?? null, (to as string | undefined) ?? null];
/** Names and sizes of files belong to the file store; a record holds their ids. */
const filesOf = (ids: readonly unknown[]): FileValue[] => ids.map((id) => ({ id: String(id), name: '', size: 0 }));

/** `"org_demo"."purchase_order"`; tables of the installation stand in `platform`. Names come from documents, never from a request. */
export function tableSql(schema: string, object: ResolvedObject, sub?: string): RawBuilder<unknown> {
  return sql.table(`${object.storage === 'platform' ? 'platform' : schema}.${tableOf(object.object, sub)}`);
}

const selections = new WeakMap<Many<ResolvedField>, string>();
/** The columns a record or row is made of, as `t.…`: not what is kept beside them for searches. */
export const selectedText = (object: ResolvedObject, field?: ResolvedField): string =>
  memo(selections, field?.sub?.fields ?? object.fields, () =>
    // tables made by hand may lack some
    object.storage === 'table'
      ? selected(object, field)
          .map((name) => `t."${name}"`)
          .join(', ')
      : 't.*',
  );
const selected = (object: ResolvedObject, field?: ResolvedField): readonly string[] => {
  const own = storedFields(field?.sub?.fields ?? object.fields).flatMap(({ columns }) => columns);
  return [...new Set([...(field ? ['id', 'head_id', 'line_no'] : ['id']), ...own, 'ext'])];
};
/** where the columns that every row of a sub-table has stand among the selected ones */
const [ID_CELL, HEAD_CELL, LINE_CELL] = [0, 1, 2] as const;

const reads = new WeakMap<Many<ResolvedField>, Map<string, Read>>();
/** The read of heads by id, or of the rows of a sub-table by the id of the head. */
export const readOf = (schema: string, object: ResolvedObject, field?: ResolvedField): Read => {
  const fields = field?.sub?.fields ?? object.fields;
  return memo(
    memo(reads, fields, () => new Map<string, Read>()),
    `${schema} ${object.object}`,
    () => makeRead(schema, object, field, fields),
  );
};
function makeRead(
  schema: string,
  object: ResolvedObject,
  field: ResolvedField | undefined,
  fields: Many<ResolvedField>,
): Read {
  const table = `"${object.storage === 'platform' ? 'platform' : schema}"."${tableOf(object.object, field?.code)}"`;
  const key = field ? 'head_id' : 'id';
  const own = storedFields(fields);
  const instants = own.flatMap(({ field, columns }) => {
    const storage = storageOf(field);
    return storage !== 'none' && storage !== 'rows' && SQL_TYPE[storage] === 'timestamptz' ? columns : [];
  });
  const order = field ? ' order by t.head_id, t.line_no, t.id' : '';
  return {
    text: `select ${selectedText(object, field)} from ${table} as t where t.${key} = any($1::uuid[])${order}`,
    instants,
    inCells: field !== undefined && object.storage === 'table',
  };
}

const blanks = new WeakMap<Many<ResolvedField>, () => object>();
/** Room for the stored values of a head or a row; all of them are written. */
const blankOf = (fields: Many<ResolvedField>, more: readonly string[]): (() => object) =>
  memo(blanks, fields, () => shapeOf([...more, ...storedFields(fields).map(({ code }) => code)]));

/** A row of the head's table as a record without sub-tables. */
export function readHead(object: ResolvedObject, row: DbRow): Rec {
  const rec = blankOf(object.fields, [])() as Rec;
  for (const field of storedFields(object.fields)) rec[field.code] = field.read(row);
  if (row.ext !== undefined) rec.ext = row.ext as Value;
  return rec;
}
/** The fields of a head whose columns are all there: what a write answers. */
export function readPart(object: ResolvedObject, row: DbRow): Rec {
  const isThere = ({ columns, field }: StoredField): boolean =>
    field.ext ? row.ext !== undefined : columns.every((column) => row[column] !== undefined);
  const own = storedFields(object.fields).filter(isThere);
  const rec: Rec = Object.fromEntries(own.map(({ code, read }) => [code, read(row)]));
  if (row.ext !== undefined) rec.ext = row.ext as Value;
  return rec;
}
/** A row of a sub-table's table. */
function readRow(fields: Many<ResolvedField>, row: DbRow): Row {
  const out = blankOf(fields, ['id', 'lineNo'])() as Row;
  out.id = String(row.id);
  out.lineNo = numberOf(row.line_no) ?? 0;
  for (const field of storedFields(fields)) out[field.code] = field.read(row);
  if (row.ext !== undefined) out.ext = row.ext as Value;
  return out;
}

const takes = new WeakMap<Many<ResolvedField>, (cells: Cells) => Row>();
/** `readRow` of cells: by place instead of by name, what one column holds without a closure a field. */
const takeOf = (object: ResolvedObject, field: ResolvedField, fields: Many<ResolvedField>): ((cells: Cells) => Row) =>
  memo(takes, fields, () => {
    const names = selected(object, field);
    const at = (column: string | undefined): number => names.indexOf(column ?? '');
    const ext = at('ext');
    const single: { readonly code: string; readonly at: number; readonly read: ColumnCodec['read'] }[] = [];
    const other: { readonly code: string; readonly read: (cells: Cells) => Value }[] = [];
    for (const { field: own, code, columns, read } of storedFields(fields)) {
      const [first, second] = columns;
      if (first === undefined) other.push({ code, read: (cells) => read({ ext: cells[ext] }) });
      else if (second !== undefined) other.push({ code, read: (cells) => pair(cells[at(first)], cells[at(second)]) });
      else single.push({ code, at: at(first), read: codecOf(storageOf(own), own).read });
    }
    const blank = blankOf(fields, ['id', 'lineNo']);
    return (cells) => {
      const out = blank() as Row;
      out.id = cells[ID_CELL] as string;
      out.lineNo = numberOf(cells[LINE_CELL]) ?? 0;
      for (const { code, at, read } of single) out[code] = read(cells[at]);
      for (const { code, read } of other) out[code] = read(cells);
      out.ext = cells[ext] as Value;
      return out;
    };
  });

/** Rows of a sub-table of many heads, in order of line, one query. */
export async function loadRows(
  ctx: EngineCtx,
  object: ResolvedObject,
  field: ResolvedField,
  headIds: readonly string[],
): Promise<Map<string, Row[]>> {
  const kept = keptOf(ctx, object);
  if (kept) {
    const known = memo(kept.rows, field.code, () => new Map<string, readonly Row[]>());
    const missing = headIds.filter((id) => !known.has(id));
    for (const [id, rows] of await readRows(ctx, object, field, missing)) known.set(id, rows);
    return new Map(headIds.map((id) => [id, rowsOf(known.get(id))]));
  }
  const held = heldOf(ctx, object);
  if (!held) return readRows(ctx, object, field, headIds);
  const { turn } = held;
  const known = new Map(held.rows.get(field.code));
  const read = await readRows(
    ctx,
    object,
    field,
    headIds.filter((id) => !known.has(id)),
  );
  holdRows(held, field.code, read, turn);
  return new Map(
    headIds.map((id) => {
      const rows = known.get(id) ?? read.get(id) ?? [];
      return [id, held.rows.get(field.code)?.get(id) === rows || known.has(id) ? rowsOf(rows) : [...rows]];
    }),
  );
}

/** Rows for a caller who completes and changes them. */
const rowsOf = (rows: readonly Row[] | undefined): Row[] => (rows ?? []).map((row) => ({ ...row }));

async function readRows(
  ctx: EngineCtx,
  object: ResolvedObject,
  field: ResolvedField,
  headIds: readonly string[],
): Promise<Map<string, Row[]>> {
  const byHead = new Map<string, Row[]>(headIds.map((id) => [id, []]));
  const fields = field.sub?.fields;
  if (!fields || headIds.length === 0) return byHead;
  const found = await gatherCells(ctx, readOf(ctx.org.schema, object, field), headIds);
  if ('cells' in found) {
    const take = takeOf(object, field, fields);
    for (const cells of found.cells) byHead.get(cells[HEAD_CELL] as string)?.push(take(cells));
  } else for (const row of [...found.rows].sort(byLine)) byHead.get(String(row.head_id))?.push(readRow(fields, row));
  return byHead;
}

/** Reads that were joined come in no order. */
const byLine = (a: DbRow, b: DbRow): number =>
  Number(a.line_no) - Number(b.line_no) || (String(a.id) < String(b.id) ? -1 : 1);
