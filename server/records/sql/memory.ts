/** Rows of an unsaved record as a json table: the columns an expression reads, named and typed as the stored table has them. */
import type { Many } from '../../../schemas/language/document';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { Row, Value } from '../../../schemas/language/value';
import { columnsOf, storageOf } from '../../tables/names';
import { SqlFormError } from './scope';

const TYPES: Readonly<Partial<Record<ReturnType<typeof storageOf>, string>>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  bool: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  time: 'time',
  uuid: 'uuid',
  'text[]': 'text[]',
  'uuid[]': 'uuid[]',
  'date[]': 'date[]',
  'numeric[]': 'numeric[]',
};

export function columnTypes(
  fields: Many<ResolvedField>,
  codes: readonly string[],
  rows: readonly Row[],
): { readonly json: readonly Record<string, unknown>[]; readonly definition: string } {
  const columns = codes
    .filter((code) => code !== 'id' && code !== 'lineNo')
    .map((code) => {
      const field = fields[code];
      const type = field === undefined ? undefined : TYPES[storageOf(field)];
      const name = field === undefined ? undefined : columnsOf(field)[0];
      if (type === undefined || name === undefined) throw new SqlFormError(code);
      return { code, name, type, bool: type === 'boolean' };
    });
  const json = rows.map((row, i) => {
    const record: Record<string, unknown> = { id: row.id, line_no: row.lineNo ?? (i + 1) * 10 };
    for (const { code, name, bool } of columns) record[name] = bool ? row[code] === true : nothing(row[code]);
    return record;
  });
  const definition = ['"id" text', '"line_no" bigint', ...columns.map(({ name, type }) => `"${name}" ${type}`)].join(
    ', ',
  );
  return { json, definition };
}
const nothing = (value: Value | undefined): Value => (value === undefined || value === '' ? null : value);
