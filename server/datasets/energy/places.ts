/** Of water: the quietest hour of each night, and how many people use it. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import type { Days } from '../../energy/spans';
import { publishedSlots, tablesOf } from '../../iot/energy/closed';

const HOUR_MS = 3_600_000;

export interface Night {
  readonly meter: string;
  readonly day: string;
  /** m³ in its quietest hour of 00–05 */
  readonly least: number;
}
/** An hour that was not read as a whole says nothing. */
export const nightsIn = async (ctx: Ctx, meters: readonly string[], { from, to }: Days): Promise<readonly Night[]> => {
  const slots = HOUR_MS / (Number(ctx.setting('energy.slotMin')) * 60_000);
  const { rows } = await sql<Night>`
    SELECT meter, (hour AT TIME ZONE 'Asia/Shanghai')::date::text AS day, min(use)::float8 AS least FROM (
      SELECT meter_id AS meter, date_trunc('hour', to_timestamp(slot / 1000.0)) AS hour, sum(use) AS use, count(*) AS n
        FROM ${publishedSlots(tablesOf(ctx))} s
       WHERE meter_id = ANY(${[...meters]}::uuid[])
         AND slot >= (extract(epoch FROM ${from}::timestamp AT TIME ZONE 'Asia/Shanghai') * 1000)::bigint
         AND slot < (extract(epoch FROM (${to}::timestamp + interval '1 day') AT TIME ZONE 'Asia/Shanghai') * 1000)::bigint
       GROUP BY 1, 2) h
     WHERE n >= ${slots}::numeric AND extract(hour FROM hour AT TIME ZONE 'Asia/Shanghai') < 5
     GROUP BY 1, 2`.execute(ctx.trx);
  return rows;
};

const LEFT = '3';
/** People of a department and those below it; without one all of them. */
export const headsOf = async (ctx: Ctx): Promise<(dept: string | null) => number | null> => {
  const { rows } = await sql<{ dept: string; heads: number }>`
    WITH RECURSIVE w AS (
      SELECT id AS top, id FROM ${sql.id(ctx.org.schema, 'dept')} WHERE is_deleted = 0
      UNION SELECT w.top, n.id FROM w JOIN ${sql.id(ctx.org.schema, 'dept')} n ON n.parent_id = w.id AND n.is_deleted = 0)
    SELECT w.top AS dept, count(e.id)::int AS heads
      FROM w LEFT JOIN ${sql.id(ctx.org.schema, 'employee')} e
        ON e.dept_id = w.id AND e.is_deleted = 0 AND e.is_disabled = '0' AND e.emp_status <> ${LEFT}
     GROUP BY 1`.execute(ctx.trx);
  const heads = new Map(rows.map((row) => [row.dept, row.heads]));
  const all = Math.max(0, ...heads.values());
  return (dept) => (dept === null ? all : (heads.get(dept) ?? null));
};
