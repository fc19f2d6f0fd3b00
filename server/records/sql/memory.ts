/** Rows of an unsaved record as a table: one json parameter, read with the names and types of the stored columns. */
import { type RawBuilder, sql } from 'kysely';
import type { Many } from '../../../schemas/language/document';
import type { ResolvedField } from '../../../schemas/language/resolved';
import { columnsOf, SQL_TYPE, storageOf } from '../../tables/names';
import { SqlFormError } from './scope';

/** A derived table over json rows with the columns of the named fields; rows without lineNo keep the order of the list. */
export function memoryTable(
  fields: Many<ResolvedField>,
  codes: Iterable<string>,
  json: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const types = ['"id" uuid', '"lineNo" bigint'];
  const columns = ['"id"', 'coalesce("lineNo", at * 10) as "line_no"'];
  for (const code of codes) {
    if (code === 'id' || code === 'lineNo') continue;
    const field = fields[code];
    const storage = field === undefined ? 'none' : storageOf(field);
    const [name, second] = field === undefined ? [] : columnsOf(field);
    if (storage === 'none' || storage === 'rows' || storage === 'json' || name === undefined || second !== undefined)
      throw new SqlFormError(code);
    const type = SQL_TYPE[storage];
    types.push(`"${code}" ${type}`);
    columns.push(
      type === 'boolean'
        ? `coalesce("${code}", false) as "${name}"`
        : type === 'text'
          ? `nullif("${code}", '') as "${name}"`
          : `"${code}" as "${name}"`,
    );
  }
  return sql`(select ${sql.raw(columns.join(', '))} from rows from (jsonb_to_recordset(coalesce(${json}, '[]')) as (${sql.raw(types.join(', '))})) with ordinality as f(${sql.raw([...types.map((text) => text.split(' ')[0]), 'at'].join(', '))}))`;
}
