/** What the reminders of the night read: what ends before a day, what is short, and what was said already. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { type Found, SOURCES } from './expiring';

export interface Ending {
  readonly object: string;
  readonly event: string;
  readonly found: readonly Found[];
}
/** Everything that ends up to a day, by the event that says so. */
export async function endingUpTo(ctx: Ctx, day: string): Promise<readonly Ending[]> {
  const all: Ending[] = [];
  for (const { object, event, rows } of SOURCES)
    if (event !== undefined) {
      const found = await rows((name) => sql.id(ctx.org.schema, name), sql`${day}::date`).execute(ctx.trx);
      all.push({ object, event: `${object}.${event}`, found: found.rows });
    }
  return all;
}

export interface Short {
  readonly id: string;
  readonly code: string;
  readonly safety: string;
  readonly qty: string;
}
/** Materials whose stock that may be used is below their safety. */
export async function belowSafety(ctx: Ctx): Promise<readonly Short[]> {
  const table = (name: string) => sql.id(ctx.org.schema, name);
  const { rows } = await sql<Short>`
    select m.id, m.code, m.safety_stock::text as safety, coalesce(s.qty, 0)::text as qty from ${table('material')} m
      left join (select material_id, sum(qty) as qty from ${table('stock_balance')} where quality_status = '1' group by material_id) s
             on s.material_id = m.id
     where m.is_deleted = 0 and m.is_disabled = '0' and m.safety_stock > 0 and coalesce(s.qty, 0) < m.safety_stock
     order by m.code`.execute(ctx.trx);
  return rows;
}

/** Record and key of what an event said; events are kept longer than a step lasts, so nothing else has to remember. */
export async function saidBefore(ctx: Ctx, event: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ said: string }>`
    select record_id || ' ' || jsonb_array_elements_text(data -> 'keys') as said
      from ${sql.id(ctx.org.schema, 'mw_outbox')} where event = ${event} and jsonb_typeof(data -> 'keys') = 'array'`.execute(
    ctx.trx,
  );
  return new Set(rows.map((row) => row.said));
}
