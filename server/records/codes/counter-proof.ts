/** Counters of automatic numbers against the numbers that are used (domain 10 §6.9): a counter behind them would give one twice. */
import { sql } from 'kysely';
import { columnOf, tableOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { setCounter } from './code-counters';

export interface CounterDifference {
  readonly rule: string;
  readonly scope: string;
  readonly title: string;
  readonly found: number;
  readonly expected: number;
}

/**
 * Counters with a greater number in use; numbers are told by the text before the serial. One that is unique only together with other
 * fields (a batch number with its material) is typed for one and given for another: its numbering looks for the next free one itself.
 */
export async function counterDifferences(ctx: EngineCtx): Promise<readonly CounterDifference[]> {
  const { rows: counters } = await sql<{ rule: string; scope: string; value: number }>`
    SELECT rule, scope, value::float8 AS value FROM ${sql.table(`${ctx.org.schema}.mw_counter`)} ORDER BY rule, scope`.execute(
    ctx.trx,
  );
  const found: CounterDifference[] = [];
  for (const { rule, scope, value } of counters) {
    const [code = '', name = ''] = rule.split('.');
    const object = ctx.registry.find(code);
    const field = object?.fields[name];
    // names of tables and columns come from the documents
    if (!object || field?.type !== 'text' || object.storage !== 'table') continue;
    if (Object.values(object.unique).some(({ fields }) => fields.length > 1 && fields.includes(name))) continue;
    const prefix = scope.split('#', 1)[0] ?? '';
    const column = sql.ref(`t.${columnOf(field)}`);
    const { rows } = await sql<{ used: number | null }>`
      SELECT max(left(substr(${column}, length(${prefix}) + 1), 15)::bigint)::float8 AS used
        FROM ${sql.table(`${ctx.org.schema}.${tableOf(object.object)}`)} t
       WHERE starts_with(${column}, ${prefix}) AND substr(${column}, length(${prefix}) + 1) ~ '^[0-9]{1,10}$'`.execute(
      ctx.trx,
    );
    const used = rows[0]?.used ?? null;
    if (used !== null && used > value)
      found.push({
        rule,
        scope,
        title: `${object.title}·${field.title} ${prefix}`.trim(),
        found: value,
        expected: used,
      });
  }
  return found;
}
export async function mendCounters(ctx: EngineCtx, differences: readonly CounterDifference[]): Promise<void> {
  for (const { rule, scope, expected } of differences)
    await setCounter(ctx, { rule, scope, value: expected, usedAt: ctx.now }, expected);
}
