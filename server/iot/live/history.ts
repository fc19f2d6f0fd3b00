/** Readings of points over a span, thinned so that peaks survive: a bucket keeps its least and greatest value (50 §7). */
import { sql } from 'kysely';
import type { PointBucket, PointHistory } from '../../../schemas/language/wire-device';
import type { Trx } from '../../ctx';
import type { At } from '../dirty';

export interface HistoryAsk {
  readonly points: readonly string[];
  /** ms, [from, to) */
  readonly from: number;
  readonly to: number;
  /** of a point */
  readonly most: number;
}
/** Points of mapped signals of these devices alone. */
export const mappedTo = async (
  trx: Trx,
  at: At,
  points: readonly string[],
  devices: readonly string[] | 'all',
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT m.data_point_id AS id FROM ${at('point_map')} m
     WHERE m.data_point_id = ANY(${[...points]}::uuid[]) AND m.is_deleted = 0
       ${devices === 'all' ? sql`` : sql`AND m.equipment_id = ANY(${[...devices]}::uuid[])`}`.execute(trx);
  return rows.map(({ id }) => id);
};

export const historyOf = async (trx: Trx, at: At, ask: HistoryAsk): Promise<readonly PointHistory[]> => {
  const { points, from, to, most } = ask;
  const { rows } = await sql<{ point: string; ts: string; low: number; high: number; mean: number; q: number }>`
    WITH r AS (
      SELECT point_id, ts, value, q, count(*) OVER (PARTITION BY point_id) AS n FROM (
        SELECT point_id, ts, value, q FROM ${at('mw_iot_key')} WHERE point_id = ANY(${[...points]}::uuid[]) AND ts >= ${from} AND ts < ${to}
        UNION ALL
        SELECT point_id, ts, value, q FROM ${at('mw_iot_fast')} WHERE point_id = ANY(${[...points]}::uuid[]) AND ts >= ${from} AND ts < ${to}
      ) a WHERE value IS NOT NULL)
    SELECT point_id AS point, min(ts) AS ts, min(value) AS low, max(value) AS high, avg(value) AS mean, max(q) AS q FROM r
     GROUP BY point_id, CASE WHEN n <= ${most} THEN ts ELSE (ts - ${from}) / ${Math.max(1, Math.ceil((to - from) / most))}::bigint END
     ORDER BY 1, 2`.execute(trx);
  return points.map((pointId) => ({
    ...{ pointId, level: 'raw' },
    values: rows.flatMap(({ point, ts, low, high, mean, q }): readonly PointBucket[] =>
      point === pointId ? [[Number(ts), low, high, mean, q]] : [],
    ),
  }));
};
