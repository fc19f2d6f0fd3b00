/** Signals whose derived rows lag behind their readings: noted in the transaction of the readings, so that a crash forgets none. */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../ctx';

/** a table of the organisation */
export type At = (table: string) => RawBuilder<unknown>;

/** By signal the moment from which on it lags; the earliest of all that are said holds. */
export const markDirty = async (trx: Trx, at: At, from: ReadonlyMap<string, number>): Promise<void> => {
  if (from.size === 0) return;
  // one order for everybody: two that mark the same signals wait for each other, never in a ring
  const maps = [...from.keys()].sort();
  await sql`
    INSERT INTO ${at('mw_iot_dirty')} AS d (map_id, from_ts)
    SELECT * FROM unnest(${maps}::uuid[], ${maps.map((map) => from.get(map))}::bigint[])
    ON CONFLICT (map_id) DO UPDATE SET from_ts = LEAST(d.from_ts, excluded.from_ts), due_at = 0, stamp = d.stamp + 1`.execute(
    trx,
  );
};

/** By device the moment from which on its run states lag. */
export const markStates = async (trx: Trx, at: At, from: ReadonlyMap<string, number>): Promise<void> => {
  if (from.size === 0) return;
  const devices = [...from.keys()].sort();
  await sql`
    INSERT INTO ${at('mw_iot_state_dirty')} AS d (equipment_id, from_ts)
    SELECT * FROM unnest(${devices}::uuid[], ${devices.map((device) => from.get(device))}::bigint[])
    ON CONFLICT (equipment_id) DO UPDATE SET from_ts = LEAST(d.from_ts, excluded.from_ts), due_at = 0, stamp = d.stamp + 1`.execute(
    trx,
  );
};
