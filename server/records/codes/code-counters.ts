/** Counters of automatic numbers as people see and move them; serials are taken in codes.ts. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface Counter {
  /** `purchaseOrder.nbr` */
  readonly rule: string;
  /** rendered text before the serial, `#`, period */
  readonly scope: string;
  readonly value: number;
  /** factory time */
  readonly usedAt: string;
}

const table = (ctx: Ctx) => sql.table(`${ctx.org.schema}.mw_counter`);
const COLUMNS = sql.raw(
  "rule, scope, value::float8 as value, to_char(updated_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as \"usedAt\"",
);

/** The counters used last, of one rule or of all. */
export async function countersOf(ctx: Ctx, rule: string | undefined, limit: number): Promise<readonly Counter[]> {
  const own = rule === undefined ? sql`true` : sql`rule = ${rule}`;
  const { rows } = await sql<Counter>`select ${COLUMNS} from ${table(ctx)} where ${own}
    order by updated_at desc limit ${limit}`.execute(ctx.trx);
  return rows;
}

/** The counter of a scope, named whole or by the text before its period. */
export async function counterOf(
  ctx: Ctx,
  rule: string,
  scope: string,
  lock: 'lock' | 'read' = 'read',
): Promise<Counter | undefined> {
  const { rows } = await sql<Counter>`select ${COLUMNS} from ${table(ctx)}
    where rule = ${rule} and (scope = ${scope} or split_part(scope, '#', 1) = ${scope})
    order by updated_at desc limit 1 ${sql.raw(lock === 'lock' ? 'for update' : '')}`.execute(ctx.trx);
  return rows[0];
}

export async function setCounter(ctx: Ctx, { rule, scope }: Counter, value: number): Promise<void> {
  await sql`update ${table(ctx)} set value = ${value}, updated_at = now()
    where rule = ${rule} and scope = ${scope}`.execute(ctx.trx);
}
