import { sql } from 'kysely';
import type { Env, QueryNeed, Scope } from '../../schemas/language/env';
import type { Bound } from '../../schemas/language/expr/check';
import type { Value } from '../../schemas/language/value';
import type { EngineCtx } from './host';
import { readerOf } from './read/read-value';
import { newLevel, type SqlScope, toSql } from './sql';

/** Subselects of one statement; more go into further statements. */
const BATCH = 200;

/**
 * Answers of queries over other objects, many in one statement. Their outer values (the record, the row) are in the scope of the need; no
 * row scope narrows them: rules, checks and formulas see all rows.
 */
export async function answerQueries(
  ctx: EngineCtx,
  env: Env,
  needs: readonly QueryNeed[],
): Promise<Map<string, Value>> {
  const answers = new Map<string, Value>();
  for (let from = 0; from < needs.length; from += BATCH) {
    const batch = needs.slice(from, from + BATCH);
    const parts = batch.map((need, index) => {
      const object = ctx.registry.find(need.object);
      const level = object && newLevel(object, `z${index}`);
      const scope: SqlScope = {
        lib: ctx.registry.lib,
        schema: ctx.org.schema,
        object: (code) => ctx.registry.find(code),
        // a query reads `self` only inside its own rows: the level gives the statement its aliases
        places: level ? { self: level } : {},
        scope: { ...(need.scope as Scope), env },
      };
      return sql`(${toSql(need.node as Bound, scope)}) as ${sql.ref(`a${index}`)}`;
    });
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(parts)}`.execute(ctx.trx);
    const row = rows[0] ?? {};
    for (const [index, need] of batch.entries())
      answers.set(need.key, readerOf((need.node as Bound).ty)(row[`a${index}`]));
  }
  return answers;
}
