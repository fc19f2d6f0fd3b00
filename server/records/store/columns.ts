/** Values of records as columns of tables and back out of them: the only place on the write side that knows physical forms. */
import { numText } from '../../../schemas/language/codec/decimal';
import type { Storage } from '../../../schemas/language/kinds/kind';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { FileValue, Rec, Row, Value } from '../../../schemas/language/value';
import { columnsOf, SQL_TYPE, storageOf } from '../../tables/names';

/** A column of a write: its name, the SQL type its values are cast to, and its value in a record as PostgreSQL text. */
export interface WriteColumn {
  readonly name: string;
  readonly type: string;
  readonly field: string;
  read(holder: Rec | Row): string | null;
}

const known = new WeakMap<ResolvedField, readonly WriteColumn[]>();

/** Columns a field is stored in; none for live formulas, shown values and sub-tables. */
export function writeColumns(field: ResolvedField): readonly WriteColumn[] {
  let columns = known.get(field);
  if (!columns) {
    columns = compile(field);
    known.set(field, columns);
  }
  return columns;
}

function compile(field: ResolvedField): readonly WriteColumn[] {
  const storage = storageOf(field);
  if (storage === 'none' || storage === 'rows') return [];
  const names = columnsOf(field);
  const type = SQL_TYPE[storage];
  const { code } = field;
  if (storage === 'range' || storage === 'timeRange') {
    return names.map((name, part) => ({
      name,
      type,
      field: code,
      read: (holder) => {
        const value = holder[code];
        return Array.isArray(value) ? textOf((value as readonly Value[])[part]) : null;
      },
    }));
  }
  const read = readerOf(storage, field);
  return names.map((name) => ({ name, type, field: code, read: (holder) => read(holder[code] as Value | undefined) }));
}

function readerOf(storage: Storage, field: ResolvedField): (value: Value | undefined) => string | null {
  switch (storage) {
    case 'bool':
      return (value) => (typeof value === 'boolean' ? String(value) : field.inherit === undefined ? 'false' : null);
    case 'json':
      return (value) => (value === null || value === undefined ? null : JSON.stringify(value));
    case 'uuid[]':
      return (value) => arrayOf(value, idOf);
    case 'text[]':
    case 'date[]':
    case 'numeric[]':
      return (value) => arrayOf(value, textOf);
    default:
      return textOf;
  }
}

function textOf(value: Value | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return numText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
/** A file list and a many-reference keep ids only. */
const idOf = (value: Value | undefined): string | null =>
  typeof value === 'object' && value !== null && 'id' in value
    ? String((value as unknown as FileValue).id)
    : textOf(value);

/** Array literal of PostgreSQL: every element quoted, so no text can end it. */
function arrayOf(value: Value | undefined, one: (part: Value | undefined) => string | null): string {
  const parts = Array.isArray(value)
    ? (value as readonly Value[])
    : value === null || value === undefined
      ? []
      : [value];
  return `{${parts.map((part) => quoted(one(part))).join(',')}}`;
}
const quoted = (text: string | null): string =>
  text === null ? 'NULL' : `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
