/** One interval of 停机记录 cut into parts for several reasons. Cuts are whole seconds; the last part ends where the interval did. */
import { sql } from 'kysely';
import { factoryClock } from '../clock';
import type { Ctx } from '../ctx';
import { dateStates } from './state-shift';

export interface Part {
  readonly seconds: number;
  readonly reason: string | null;
  readonly note: string | null;
}
/** Adds the parts behind the first one, which takes so many seconds; answers where that one ends. */
export const insertParts = async (
  ctx: Ctx,
  { id, after }: { readonly id: string; readonly after: number },
  parts: readonly Part[],
): Promise<string | null> => {
  const table = sql.id(ctx.org.schema, 'device_state');
  let offset = after;
  const made: string[] = [];
  for (const [n, { seconds, reason, note }] of parts.entries()) {
    const isLast = n === parts.length - 1;
    const part = ctx.newId();
    made.push(part);
    await sql`
      INSERT INTO ${table} (id, equipment_id, factory_unit_id, state, source, fault_code, work_order_nbr_id, split, start_at, end_at, duration_sec,
          reason_id, reason_note, reason_by_id, reason_at)
      SELECT ${part}, equipment_id, factory_unit_id, state, source, fault_code, work_order_nbr_id, true,
             date_trunc('second', start_at) + make_interval(secs => ${offset}::int),
             CASE WHEN ${isLast}::boolean THEN end_at ELSE date_trunc('second', start_at) + make_interval(secs => ${offset + seconds}::int) END,
             ${seconds}::bigint, ${reason}::uuid, ${note}, ${ctx.session.me.id}::uuid, ${`${ctx.now}+08`}::timestamptz
        FROM ${table} WHERE id = ${id}`.execute(ctx.trx);
    offset += seconds;
  }
  await dateStates(ctx, made);
  const { rows } = await sql<{ at: string }>`
    SELECT (extract(epoch FROM date_trunc('second', start_at)) * 1000)::bigint + ${after * 1000}::bigint AS at FROM ${table} WHERE id = ${id}`.execute(
    ctx.trx,
  );
  return rows[0] === undefined ? null : factoryClock(new Date(Number(rows[0].at)));
};
