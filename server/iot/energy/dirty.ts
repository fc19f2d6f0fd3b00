/** Meters whose use lags behind what it follows from. */
import { sql } from 'kysely';
import type { Trx } from '../../ctx';
import type { At } from '../dirty';

/** Meters of points that were read, in the transaction of their readings; in one order for everybody. */
export const markRead = async (trx: Trx, at: At, points: ReadonlyMap<string, number>): Promise<void> => {
  if (points.size === 0) return;
  await sql`
    INSERT INTO ${at('mw_energy_dirty')} AS d (meter_id, from_ts)
    SELECT m.id, min(p.ts) FROM ${at('energy_meter')} m
      JOIN unnest(${[...points.keys()]}::uuid[], ${[...points.values()]}::bigint[]) p (id, ts)
        ON p.id IN (m.point_total_id, m.point_pressure_id, m.point_temp_id, m.point_reactive_id)
     WHERE m.is_deleted = 0 GROUP BY m.id ORDER BY m.id
    ON CONFLICT (meter_id) DO UPDATE SET from_ts = LEAST(d.from_ts, excluded.from_ts), stamp = d.stamp + 1`.execute(
    trx,
  );
};

export const markMeters = async (trx: Trx, at: At, meters: readonly string[], from: number): Promise<void> => {
  if (meters.length === 0) return;
  await sql`
    INSERT INTO ${at('mw_energy_dirty')} AS d (meter_id, from_ts)
    SELECT id, ${from}::bigint FROM unnest(${[...meters].sort()}::uuid[]) id
    ON CONFLICT (meter_id) DO UPDATE SET from_ts = LEAST(d.from_ts, excluded.from_ts), stamp = d.stamp + 1`.execute(
    trx,
  );
};

/** Meters of which something else than a reading of a point changed: themselves, readings by hand, tariffs, the calendar. */
export const noteMeters = async (trx: Trx, at: At): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    WITH n AS (
      SELECT m.id, md5(concat_ws('|', m.is_deleted, m.energy_type, m.read_mode, m.point_total_id, m.point_pressure_id, m.point_temp_id, m.point_reactive_id,
               m.ratio, m.rollover_max, m.max_rate, m.formula, m.gas_std,
               (SELECT string_agg(r.id || ':' || r.version, ',' ORDER BY r.id) FROM ${at('meter_reading')} r WHERE r.meter_id = m.id AND r.is_deleted = 0),
               (SELECT string_agg(t.id || ':' || t.version, ',' ORDER BY t.id) FROM ${at('tariff')} t
                 WHERE t.energy_type = m.energy_type AND t.is_deleted = 0 AND t.status IN ('60', '80')),
               (SELECT string_agg(c.id || ':' || c.version, ',' ORDER BY c.id) FROM ${at('work_calendar')} c WHERE c.is_deleted = 0),
               (SELECT string_agg(o.id || ':' || o.code, ',' ORDER BY o.id) FROM ${at('energy_meter')} o WHERE o.is_deleted = 0 AND m.read_mode = '3'))) AS rule
        FROM ${at('energy_meter')} m)
    INSERT INTO ${at('mw_energy_meter')} AS k (meter_id, rule) SELECT id, rule FROM n ORDER BY id
    ON CONFLICT (meter_id) DO UPDATE SET rule = excluded.rule WHERE k.rule <> excluded.rule
    RETURNING meter_id AS id`.execute(trx);
  await markMeters(
    trx,
    at,
    rows.map(({ id }) => id),
    0,
  );
};
