/**
 * Statements that are written again and again, as text with a `?` for each value: made once, sent prepared. Names in them come from
 * documents, values never stand in the text.
 */
import { CompiledQuery, type QueryResult } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Trx } from '../../ctx';
import { prepareOften } from '../../db/prepared';
import { bounded, textBytes } from '../../registry/bounded';
import { memo } from '../../registry/memo';
import { tableOf } from '../../tables/names';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `"org_demo"."purchase_order"`; tables of the installation stand in `platform`. */
export const tableText = (schema: string, object: ResolvedObject, sub?: string): string =>
  `${quoted(object.storage === 'platform' ? 'platform' : schema)}.${quoted(tableOf(object.object, sub))}`;

/** A statement with others that change data, in one way to the database. */
export const joined = (statement: Statement, parts: readonly Statement[]): Statement =>
  parts.length === 0
    ? statement
    : {
        text: `with ${parts.map(({ text }, at) => `part${at} as (${text})`).join(', ')} ${statement.text}`,
        values: [...parts.flatMap(({ values }) => values), ...statement.values],
      };

const numbered = bounded(4_000_000, textBytes);
/** `?` as PostgreSQL wants it: `$1`, `$2` … */
const numberedText = (text: string): string =>
  memo(numbered, text, () => {
    let n = 0;
    return text.replace(/\?/g, () => `$${++n}`);
  });

/** Answers how many rows the last of its parts wrote. */
export async function execute(trx: Trx, statement: Statement): Promise<number> {
  const { numAffectedRows } = await send(trx, statement);
  return Number(numAffectedRows ?? 0);
}
/** A row by the names of its columns. */
export type Answered = Readonly<Record<string, unknown>>;
/** Answers the rows of a statement that has some. */
export const answerOf = async (trx: Trx, statement: Statement): Promise<readonly Answered[]> =>
  (await send(trx, statement)).rows;

function send(trx: Trx, { text, values }: Statement): Promise<QueryResult<Answered>> {
  const own = numberedText(text);
  prepareOften(own);
  return trx.executeQuery(CompiledQuery.raw(own, [...values]));
}
