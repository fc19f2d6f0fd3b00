/** How fast devices are now: seconds a piece over their last bookings, and what they counted in half an hour. */
import { sql } from 'kysely';
import type { Trx } from '../../ctx';
import type { At } from '../dirty';

const LAST = 5;
const WITHIN_MS = 1_800_000;

/** m: count signals of devices; s: those that tell all pieces, by device */
const countSignals = (at: At, devices: readonly string[]) => sql`
    m AS (SELECT id, equipment_id AS device, coalesce(count_kind, '1') = '1' AS total FROM ${at('point_map')}
        WHERE equipment_id = ANY(${[...devices]}::uuid[]) AND signal_type = '1' AND is_disabled = '0' AND is_deleted = 0),
    -- totals; where there are none, good and bad together
    s AS (SELECT device, array_agg(id) AS maps FROM m WHERE total OR NOT EXISTS (SELECT FROM m o WHERE o.device = m.device AND o.total) GROUP BY 1)`;

export const cyclesNow = async (
  trx: Trx,
  at: At,
  devices: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ device: string; sec: number }>`
    WITH ${countSignals(at, devices)}
    SELECT s.device, ((max(c.to_ts) - min(c.from_ts)) / 1000.0 / sum(c.pieces))::float8 AS sec
      FROM s CROSS JOIN LATERAL (SELECT from_ts, to_ts, pieces FROM ${at('mw_iot_count')}
             WHERE map_id = ANY(s.maps) AND to_ts > ${now - WITHIN_MS} AND to_ts <= ${now} AND pieces > 0 AND NOT suspect
             ORDER BY to_ts DESC LIMIT ${LAST}) c
     GROUP BY 1`.execute(trx);
  return new Map(rows.map(({ device, sec }) => [device, sec]));
};

/** Pieces of the last half hour; null: no signal counts them. */
export const piecesLately = async (trx: Trx, at: At, device: string, now: number): Promise<number | null> => {
  const { rows } = await sql<{ pieces: number }>`
    WITH ${countSignals(at, [device])}
    SELECT (SELECT coalesce(sum(pieces), 0) FROM ${at('mw_iot_count')}
             WHERE map_id = ANY(s.maps) AND to_ts > ${now - WITHIN_MS} AND to_ts <= ${now} AND NOT suspect)::float8 AS pieces FROM s`.execute(
    trx,
  );
  return rows[0]?.pieces ?? null;
};
