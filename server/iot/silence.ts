/**
 * Who is silent (50 §2.8): a box that sent nothing for three heartbeats is offline since its last data, until the earliest message that
 * came since. What it had buffered is such a message too.
 */
import { sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { type At, markRules, markStates } from './dirty';

const BEATS = 3;

/** Boxes that were silent for three heartbeats, with their stations and devices; stations that were while their box was not. */
export const findSilent = (db: Db, { schema }: OrgInfo, now: number): Promise<void> =>
  inTx(db, async (trx) => {
    const at: At = (table) => sql.id(schema, table);
    const moment = sql`to_timestamp(${now}::bigint / 1000.0)`;
    const { rows: gone } = await sql<{ id: string; least: string }>`
      UPDATE ${at('cloud_box')} SET status = '0'
       WHERE status = '1' AND last_at < ${moment} - make_interval(secs => ${BEATS} * heartbeat_sec::int)
      RETURNING id, ${BEATS} * heartbeat_sec::bigint * 1000 AS least`.execute(trx);
    const { rows: stations } = await sql<{ id: string }>`
      UPDATE ${at('base_station')} s SET status = '0' FROM ${at('cloud_box')} b
       WHERE s.box_id = b.id AND s.status = '1' AND s.last_at < ${moment} - make_interval(secs => ${BEATS} * b.heartbeat_sec::int)
      RETURNING s.id`.execute(trx);
    const { rows: silences } = await sql<Silence>`
      INSERT INTO ${at('mw_iot_silence')} (box_id, from_ts, least_ms)
      SELECT n.id, (extract(epoch FROM coalesce((SELECT max(p.value_at) FROM ${at('data_point')} p WHERE p.box_id = n.id AND p.is_deleted = 0), b.last_at))
               * 1000)::bigint, n.least
        FROM unnest(${gone.map(({ id }) => id)}::uuid[], ${gone.map(({ least }) => least)}::bigint[]) n (id, least)
        JOIN ${at('cloud_box')} b ON b.id = n.id
      ON CONFLICT (box_id, from_ts) DO UPDATE SET life_ts = NULL
      RETURNING box_id, from_ts`.execute(trx);
    await markSilences(trx, at, silences);
    await tell(trx, schema, 'cloudBox', gone);
    await tell(trx, schema, 'baseStation', stations);
  });
const MOST_IDS = 200;
const tell = async (
  trx: Trx,
  schema: string,
  object: string,
  rows: readonly { readonly id: string }[],
): Promise<void> => {
  if (rows.length === 0) return;
  const ids = rows.slice(0, MOST_IDS).map(({ id }) => id);
  await sql`SELECT pg_notify('mw_live', ${`v ${schema} ${object} ${ids.join(',')}`})`.execute(trx);
};

interface Silence {
  readonly box_id: string;
  readonly from_ts: string;
}
export type Sign = readonly [box: string, ts: number];
/** Whatever a box says of the time after it fell silent ends its silence there; the earliest of all counts. */
export const storeLife = async (trx: Trx, at: At, signs: readonly Sign[]): Promise<void> => {
  if (signs.length === 0) return;
  const { rows } = await sql<Silence>`
    WITH n AS (SELECT s.box_id, s.from_ts, min(l.ts) AS ts FROM ${at('mw_iot_silence')} s
        JOIN unnest(${signs.map(([box]) => box)}::uuid[], ${signs.map(([, ts]) => ts)}::bigint[]) l (box_id, ts)
          ON l.box_id = s.box_id AND l.ts > s.from_ts AND (s.life_ts IS NULL OR l.ts < s.life_ts) GROUP BY 1, 2)
    UPDATE ${at('mw_iot_silence')} s SET life_ts = n.ts FROM n WHERE s.box_id = n.box_id AND s.from_ts = n.from_ts
    RETURNING s.box_id, s.from_ts`.execute(trx);
  await markSilences(trx, at, rows);
};
const markSilences = async (trx: Trx, at: At, silences: readonly Silence[]): Promise<void> => {
  await markRules(trx, at, await watchedOf(trx, at, silences));
  await markStates(trx, at, await devicesOf(trx, at, silences));
};

/** Devices with signals on these boxes, from the silence on. */
const devicesOf = async (trx: Trx, at: At, silences: readonly Silence[]): Promise<ReadonlyMap<string, number>> => {
  if (silences.length === 0) return new Map();
  const { rows } = await sql<{ id: string; from_ts: string }>`
    SELECT d.equipment_id AS id, min(s.from_ts) AS from_ts FROM ${at('mw_iot_device')} d
      CROSS JOIN jsonb_array_elements(d.rule->'signals') g
      JOIN unnest(${silences.map(({ box_id }) => box_id)}::text[], ${silences.map(({ from_ts }) => from_ts)}::bigint[]) s (box_id, from_ts)
        ON s.box_id = g->>'box' GROUP BY 1`.execute(trx);
  return new Map(rows.map(({ id, from_ts }) => [id, Number(from_ts)]));
};
/** Devices with any signal on these boxes, from the silence on. */
const watchedOf = async (trx: Trx, at: At, silences: readonly Silence[]): Promise<ReadonlyMap<string, number>> => {
  if (silences.length === 0) return new Map();
  const { rows } = await sql<{ id: string; from_ts: string }>`
    SELECT m.equipment_id AS id, min(s.from_ts) AS from_ts
      FROM unnest(${silences.map(({ box_id }) => box_id)}::uuid[], ${silences.map(({ from_ts }) => from_ts)}::bigint[]) s (box_id, from_ts)
      JOIN ${at('data_point')} p ON p.box_id = s.box_id JOIN ${at('point_map')} m ON m.data_point_id = p.id GROUP BY 1`.execute(
    trx,
  );
  return new Map(rows.map(({ id, from_ts }) => [id, Number(from_ts)]));
};

export interface Quiet {
  readonly box: string;
  readonly from: number;
  readonly to: number | null;
}
/** When boxes were offline, as far as it reaches beyond a moment; what was filled up from their buffers is none. */
export const quietOf = async (trx: Trx, at: At, boxes: readonly string[], since: number): Promise<readonly Quiet[]> => {
  const { rows } = await sql<{ box: string; from: string; to: string | null }>`
    SELECT box_id AS box, from_ts AS from, life_ts AS to FROM ${at('mw_iot_silence')}
     WHERE box_id = ANY(${boxes}::uuid[]) AND (life_ts IS NULL OR (life_ts > ${since} AND life_ts - from_ts > least_ms))
     ORDER BY from_ts, box_id`.execute(trx);
  return rows.map(({ box, from, to }) => ({ box, from: Number(from), to: to === null ? null : Number(to) }));
};
