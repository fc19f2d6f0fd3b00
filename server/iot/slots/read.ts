/** What reports read of points: their slots, and what never became a reading. Points nobody asked for are not read. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

/** ms; `to` does not belong to it */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}
export type Level = 'minute' | 'hour' | 'day';
export interface PointSlot {
  readonly point: string;
  /** when it begins, ms */
  readonly at: number;
  /** usable readings */
  readonly n: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly sum: number | null;
  readonly last: number | null;
  /** what it rose by */
  readonly delta: number;
  readonly late: number;
  /** ms that readings stood for, and such as are not 0 */
  readonly goodMs: number;
  readonly onMs: number;
  readonly est: boolean;
  readonly deltaEst: boolean;
}
const TABLES: Readonly<Record<Level, string>> = {
  minute: 'mw_iot_minute',
  hour: 'mw_iot_hour',
  day: 'mw_iot_day',
};

export const slotsOf = async (
  ctx: Ctx,
  points: readonly string[],
  { level, from, to }: Stretch & { readonly level: Level },
): Promise<readonly PointSlot[]> => {
  const { rows } = await sql<PointSlot & Readonly<Record<'at' | 'goodMs' | 'onMs', string>>>`
    SELECT point_id AS point, ts AS at, n, v_min AS min, v_max AS max, v_sum AS sum, v_last AS last, delta, late,
           good_ms AS "goodMs", on_ms AS "onMs", est, delta_est AS "deltaEst"
      FROM ${sql.id(ctx.org.schema, TABLES[level])}
     WHERE point_id = ANY(${[...points]}::uuid[]) AND ts >= ${from}::bigint AND ts < ${to}::bigint`.execute(ctx.trx);
  return rows.map((row) => ({ ...row, at: Number(row.at), goodMs: Number(row.goodMs), onMs: Number(row.onMs) }));
};

/** By point the hour of its first reading. */
export const firstHours = async (ctx: Ctx, points: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ point: string; ts: string }>`
    SELECT p.id AS point, h.ts FROM unnest(${[...points]}::uuid[]) p (id)
     CROSS JOIN LATERAL (SELECT ts FROM ${sql.id(ctx.org.schema, 'mw_iot_hour')} WHERE point_id = p.id ORDER BY ts LIMIT 1) h`.execute(
    ctx.trx,
  );
  return new Map(rows.map(({ point, ts }) => [point, Number(ts)]));
};

/** Refused values by point, lost messages by box. */
export const dropsOf = async (
  ctx: Ctx,
  ids: readonly string[],
  { from, to }: Stretch,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ of: string; n: string }>`
    SELECT of_id AS of, sum(n) AS n FROM ${sql.id(ctx.org.schema, 'mw_iot_drop')}
     WHERE of_id = ANY(${[...ids]}::uuid[]) AND hour >= ${from}::bigint AND hour < ${to}::bigint GROUP BY 1`.execute(
    ctx.trx,
  );
  return new Map(rows.map(({ of, n }) => [of, Number(n)]));
};
