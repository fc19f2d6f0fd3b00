/** Seconds a piece a device takes now: over its last bookings of half an hour. */
import { sql } from 'kysely';
import type { Trx } from '../../ctx';
import type { At } from '../dirty';

const LAST = 5;
const WITHIN_MS = 1_800_000;

export const cyclesNow = async (
  trx: Trx,
  at: At,
  devices: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ device: string; sec: number }>`
    WITH m AS (SELECT id, equipment_id AS device, coalesce(count_kind, '1') = '1' AS total FROM ${at('point_map')}
        WHERE equipment_id = ANY(${[...devices]}::uuid[]) AND signal_type = '1' AND is_disabled = '0' AND is_deleted = 0),
    -- totals; where there are none, good and bad together
    s AS (SELECT device, array_agg(id) AS maps FROM m WHERE total OR NOT EXISTS (SELECT FROM m o WHERE o.device = m.device AND o.total) GROUP BY 1)
    SELECT s.device, ((max(c.to_ts) - min(c.from_ts)) / 1000.0 / sum(c.pieces))::float8 AS sec
      FROM s CROSS JOIN LATERAL (SELECT from_ts, to_ts, pieces FROM ${at('mw_iot_count')}
             WHERE map_id = ANY(s.maps) AND to_ts > ${now - WITHIN_MS} AND to_ts <= ${now} AND pieces > 0 AND NOT suspect
             ORDER BY to_ts DESC LIMIT ${LAST}) c
     GROUP BY 1`.execute(trx);
  return new Map(rows.map(({ device, sec }) => [device, sec]));
};
