/** 班次日期 of 停机记录: that of the shift an interval begins in (20 §10.7), so that what stood at night counts for the day it started. */
import { sql } from 'kysely';
import { shiftAt } from '../calendar/resource';
import { keyOf, resourcesOf } from '../calendar/resources';
import type { Ctx } from '../ctx';
import { factoryText } from './factory-time';

/** Of rows that have none yet: a beginning never moves. null = all rows. */
export const dateStates = async (ctx: Ctx, ids: readonly string[] | null): Promise<void> => {
  const table = sql.id(ctx.org.schema, 'device_state');
  const { rows } = await sql<{ id: string; device: string; at: string }>`
    SELECT id, equipment_id AS device, (extract(epoch FROM start_at) * 1000)::bigint AS at FROM ${table}
     WHERE shift_date IS NULL AND is_deleted = 0 AND (${ids === null}::boolean OR id = ANY(${ids ?? []}::uuid[]))`.execute(
    ctx.trx,
  );
  if (rows.length === 0) return;
  const begun = rows.map(({ id, device, at }) => {
    const moment = factoryText(Number(at));
    return { id, moment, ask: { id: device, day: moment.slice(0, 10) } };
  });
  const asks = new Map(begun.map(({ ask }) => [keyOf(ask), ask]));
  const resources = await resourcesOf(ctx, [...asks.values()]);
  const dated = begun.map(({ id, moment, ask }) => {
    const resource = resources.get(keyOf(ask));
    const { shift, date } = resource === undefined ? { shift: null, date: ask.day } : shiftAt(resource, moment);
    return { id, shift: shift?.id ?? null, date };
  });
  await sql`UPDATE ${table} s SET shift_date = n.date::date, shift_id = n.shift
    FROM unnest(${dated.map(({ id }) => id)}::uuid[], ${dated.map(({ date }) => date)}::text[], ${dated.map(({ shift }) => shift)}::uuid[])
      n (id, date, shift) WHERE s.id = n.id`.execute(ctx.trx);
};
