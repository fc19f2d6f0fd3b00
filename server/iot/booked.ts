/** What count signals of a device booked (`mw_iot_count`), read for its output. */
import { sql } from 'kysely';
import type { Trx } from '../ctx';
import type { At } from './dirty';
import type { Long, Near } from './output-slots';

export interface Maps {
  readonly device: string;
  /** signals that say how many there are: totals, or where there is none good and bad */
  readonly made: readonly string[];
  /** those of bad ones by the reason they stand for; '' = none is said */
  readonly bad: ReadonlyMap<string, readonly string[]>;
  readonly all: readonly string[];
}
const BAD = '3';

export const mapsOf = async (trx: Trx, at: At, device: string): Promise<Maps> => {
  const { rows } = await sql<{ id: string; kind: string; reason: string | null }>`
    SELECT m.id, coalesce(m.count_kind, '1') AS kind, m.bad_reason_id AS reason FROM ${at('point_map')} m
     WHERE m.equipment_id = ${device} AND EXISTS (SELECT FROM ${at('mw_iot_signal')} s WHERE s.map_id = m.id) ORDER BY m.id`.execute(
    trx,
  );
  const totals = rows.filter(({ kind }) => kind === '1');
  const ids = (list: typeof rows): readonly string[] => list.map(({ id }) => id);
  const bad = new Map<string, readonly string[]>();
  for (const { id, kind, reason } of rows)
    if (kind === BAD) bad.set(reason ?? '', [...(bad.get(reason ?? '') ?? []), id]);
  return {
    device,
    made: ids(totals.length > 0 ? totals : rows),
    bad,
    all: ids(rows),
  };
};

export interface Limits {
  /** readings further apart say nothing of when */
  readonly gapMs: number;
  /** what is received so long after it was read came late */
  readonly lateMs: number;
}
export const bookedOf = async (
  trx: Trx,
  at: At,
  { device, made, bad }: Maps,
  bounds: readonly number[],
  limits: Limits,
): Promise<{ readonly near: readonly Near[]; readonly long: readonly Long[] }> => {
  const near: Near[] = [];
  const long: Long[] = [];
  const read = async (maps: readonly string[], what: Pick<Near, 'kind' | 'reason'>): Promise<void> => {
    if (maps.length === 0) return;
    for (const row of await nearOf(trx, at, maps, bounds, limits)) near.push({ ...row, ...what });
    for (const row of await longOf(trx, at, maps, bounds, limits)) long.push({ ...row, ...what });
  };
  await read(made, { kind: 'made' });
  near.push(...(await addedOf(trx, at, device, bounds)));
  for (const [reason, maps] of bad) await read(maps, { kind: 'bad', reason: reason === '' ? null : reason });
  return { near, long };
};
/** What events of the device stand for. */
const addedOf = async (trx: Trx, at: At, device: string, bounds: readonly number[]): Promise<readonly Near[]> => {
  const { rows } = await sql<{ span: number; pieces: string }>`
    SELECT width_bucket(ts, ${bounds}::bigint[]) - 1 AS span, sum(qty) AS pieces FROM ${at('mw_iot_added')}
     WHERE equipment_id = ${device} AND ts >= ${bounds[0]} GROUP BY 1 ORDER BY 1`.execute(trx);
  return rows.map(({ span, pieces }) => ({ span, kind: 'made', pieces: Number(pieces), late: false }));
};
const nearOf = async (
  trx: Trx,
  at: At,
  maps: readonly string[],
  bounds: readonly number[],
  { gapMs, lateMs }: Limits,
): Promise<readonly Omit<Near, 'kind'>[]> => {
  const { rows } = await sql<{ span: number; pieces: string; late: boolean }>`
    SELECT width_bucket(to_ts, ${bounds}::bigint[]) - 1 AS span, sum(pieces) AS pieces, bool_or(recv_at - to_ts > ${lateMs}) AS late
      FROM ${at('mw_iot_count')} WHERE map_id = ANY(${maps}::uuid[]) AND NOT suspect AND to_ts >= ${bounds[0]} AND to_ts - from_ts <= ${gapMs}
     GROUP BY 1 ORDER BY 1`.execute(trx);
  return rows.map(({ span, pieces, late }) => ({ span, pieces: Number(pieces), late }));
};
const longOf = async (
  trx: Trx,
  at: At,
  maps: readonly string[],
  bounds: readonly number[],
  { gapMs, lateMs }: Limits,
): Promise<readonly Omit<Long, 'kind'>[]> => {
  const { rows } = await sql<{ from_ts: string; to_ts: string; pieces: string; late: boolean }>`
    SELECT from_ts, to_ts, pieces, recv_at - to_ts > ${lateMs} AS late FROM ${at('mw_iot_count')}
     WHERE map_id = ANY(${maps}::uuid[]) AND NOT suspect AND to_ts >= ${bounds[0]} AND to_ts - from_ts > ${gapMs} ORDER BY map_id, src, to_ts`.execute(
    trx,
  );
  return rows.map(({ from_ts, to_ts, pieces, late }) => ({
    from: Number(from_ts),
    to: Number(to_ts),
    pieces: Number(pieces),
    late,
  }));
};

export interface Suspect {
  readonly map: string;
  readonly ts: number;
  readonly pieces: number;
}
/** Pieces no machine can make, from a moment on: a person decides. */
export const suspectsOf = async (trx: Trx, at: At, { made }: Maps, since: number): Promise<readonly Suspect[]> => {
  const { rows } = await sql<{ map_id: string; ts: string; pieces: string }>`
    SELECT map_id, to_ts AS ts, sum(pieces) AS pieces FROM ${at('mw_iot_count')}
     WHERE map_id = ANY(${made}::uuid[]) AND suspect AND to_ts >= ${since} GROUP BY 1, 2 ORDER BY 2, 1`.execute(trx);
  return rows.map(({ map_id, ts, pieces }) => ({ map: map_id, ts: Number(ts), pieces: Number(pieces) }));
};
