/** References of a sheet: by business key, by a name that only one record has, or by the whole label. One query per object. */

import { sql } from 'kysely';
import { factsOf } from '../../../schemas/language/kinds/index';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { columnOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { labelSql } from '../read/labels';
import { tableSql } from '../store/stored';

/** Ids behind a text: the business key wins, else every record of that name. */
export type Found = ReadonlyMap<string, readonly string[]>;

export async function findTexts(ctx: EngineCtx, target: ResolvedObject, texts: readonly string[]): Promise<Found> {
  const codes = [...target.label, ...numberOf(target)].filter((code) => {
    const field = target.fields[code];
    return field !== undefined && field.type === 'text' && field.formulaAt !== 'live' && field.grant === undefined;
  });
  const keys = [...new Set([...numberOf(target), ...codes])];
  const names = keys.map((code) => sql.ref(`t.${columnOf(target.fields[code]!)}`));
  const columns = [...names, labelSql(target, 't')];
  const alive = target.fields.isDeleted ? sql`t.is_deleted = 0 and ` : sql``;
  const { rows } = await sql<{ id: string; k: (string | null)[] }>`
    select t.id, array[${sql.join(columns.map((column) => sql`${column}::text`))}] as k
    from ${tableSql(ctx.org.schema, target)} t
    where ${alive}(${sql.join(
      columns.map((column) => sql`${column}::text = any(${[...new Set(texts)]}::text[])`),
      sql` or `,
    )})`.execute(ctx.trx);
  const found = new Map<string, { rank: number; ids: string[] }>();
  for (const { id, k } of rows)
    k.forEach((text, rank) => {
      if (text === null) return;
      const known = found.get(text);
      if (!known || rank < known.rank) found.set(text, { rank, ids: [id] });
      else if (rank === known.rank && !known.ids.includes(id)) known.ids.push(id);
    });
  return new Map([...found].map(([text, { ids }]) => [text, ids]));
}

const numberOf = (object: ResolvedObject): string[] =>
  Object.values(object.fields)
    .filter((field) => factsOf(field).isNumbered)
    .map((field) => field.code);
