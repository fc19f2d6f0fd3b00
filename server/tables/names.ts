/** Physical names: made from codes, at most 40 bytes, and the same on every machine. Only tables, records and db know them. */
import { createHash } from 'node:crypto';
import { kindOf } from '../../schemas/language/kinds';
import type { Storage } from '../../schemas/language/kinds/kind';
import type { ResolvedField } from '../../schemas/language/resolved';

const MAX = 40;

/** Table of an object, or of one of its sub-tables: `purchase_order`, `purchase_order_items`. */
export const tableOf = (object: string, sub?: string): string =>
  short(sub === undefined ? snake(object) : `${snake(object)}_${snake(sub)}`);

/** What a field is stored as; `none` has no column (live formulas, shown values), `rows` has a table. */
export const storageOf = (field: ResolvedField): Storage =>
  field.formulaAt === 'live' ? 'none' : kindOf(field.kind).storage(field);

/** SQL type of each stored form; a range has two columns of its type. */
export const SQL_TYPE: Readonly<Record<Exclude<Storage, 'rows' | 'none'>, string>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  bool: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  time: 'time',
  range: 'timestamptz',
  timeRange: 'time',
  json: 'jsonb',
  uuid: 'uuid',
  'text[]': 'text[]',
  'uuid[]': 'uuid[]',
  'date[]': 'date[]',
  'numeric[]': 'numeric[]',
};

/** Columns of a field in order: none, one, or `x_from` and `x_to` of a range. */
export const columnsOf = (field: ResolvedField): readonly string[] => {
  const storage = storageOf(field);
  // extension fields stand together in the jsonb of the record
  if (field.ext) return [];
  if (storage === 'none' || storage === 'rows') return [];
  const name = snake(field.code);
  if (storage === 'range' || storage === 'timeRange') return [short(`${name}_from`), short(`${name}_to`)];
  return [short(field.type === 'ref' && field.many !== true ? `${name}_id` : name)];
};

/** The column of a field that has exactly one; a range and a field without column are mistakes of the caller. */
export const columnOf = (field: ResolvedField): string => {
  const [column, second] = columnsOf(field);
  if (column === undefined || second !== undefined) throw new Error(`field ${field.path} has not one column`);
  return column;
};

/** Index that keeps a field or an entry of `unique` unique; a violation (23505) names it. */
export const uniqueName = (table: string, code: string): string => short(`${table}_${snake(code)}_u`);
export const indexName = (table: string, columns: readonly string[]): string =>
  short(`${table}_${columns.join('_')}_i`);
/** Index of a searched extension field. */
export const extIndexName = (table: string, prop: string): string => short(`${table}_ext_${snake(prop)}_i`);
export const checkName = (table: string, column: string): string => short(`${table}_${column}_c`);
export const foreignKeyName = (table: string, column: string): string => short(`${table}_${column}_f`);

/** `purchaseOrder` → `purchase_order` */
export const snake = (code: string): string => code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const short = (name: string): string => {
  if (name.length <= MAX) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX - 9)}_${hash}`;
};
