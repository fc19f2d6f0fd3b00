/** How count signals read their points, as versions: a changed map acts from the next reading on (50 §2.7). */
import { sql } from 'kysely';
import { mulDec } from '../../schemas/language/codec/decimal';
import type { Db, OrgInfo, Trx } from '../ctx';
import { inTx } from '../db/tx';
import type { CounterRule } from './counter';
import { type At, markDirty } from './dirty';

export interface CountSignal extends CounterRule {
  readonly point: string;
  readonly factor: number;
  readonly offset: number;
  readonly validMin: number | null;
  readonly validMax: number | null;
}
/** It holds from a moment until the next version's; null: the signal reads no point. */
export interface SignalVersion {
  readonly from: number;
  readonly signal: CountSignal | null;
}
const PULSE = '2';

/** Notes what changed in the maps of an organisation since it was asked last. */
export const noteSignals = (db: Db, { schema }: OrgInfo, now: number): Promise<void> =>
  inTx(db, async (trx) => {
    const at: At = (table) => sql.id(schema, table);
    const { rows } = await sql<MapRow>`
      SELECT m.id, m.data_point_id AS point, m.factor, m."offset", m.valid_min, m.valid_max, m.count_mode, m.max_rate, m.rollover_max,
             m.back_tol, m.confirm_reads, m.confirm_sec, m.debounce_ms, m.min_gap_ms, coalesce(m.per_shot, e.cavity, 1) AS per_shot,
             m.signal_type = '1' AND m.is_disabled = '0' AND m.is_deleted = 0 AND m.data_point_id IS NOT NULL AS reads
        FROM ${at('point_map')} m JOIN ${at('equipment')} e ON e.id = m.equipment_id
       WHERE m.signal_type = '1' OR EXISTS (SELECT FROM ${at('mw_iot_signal')} s WHERE s.map_id = m.id)`.execute(trx);
    const { rows: changed } = await sql<{ map_id: string; from_ts: string }>`
      WITH latest AS (SELECT DISTINCT ON (map_id) map_id, rule FROM ${at('mw_iot_signal')} ORDER BY map_id, from_ts DESC)
      INSERT INTO ${at('mw_iot_signal')} (map_id, from_ts, rule)
      SELECT n.map_id, CASE WHEN l.map_id IS NULL THEN 0 ELSE ${now}::bigint END, n.rule
        FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => JSON.stringify(signalOf(row)))}::jsonb[]) n (map_id, rule)
        LEFT JOIN latest l USING (map_id)
       WHERE n.rule IS DISTINCT FROM coalesce(l.rule, 'null')
      ON CONFLICT (map_id, from_ts) DO UPDATE SET rule = excluded.rule
      RETURNING map_id, from_ts`.execute(trx);
    await markDirty(trx, at, new Map(changed.map(({ map_id, from_ts }) => [map_id, Number(from_ts)])));
  });

/** All versions of a signal, the first one first. */
export const versionsOf = async (trx: Trx, at: At, map: string): Promise<readonly SignalVersion[]> => {
  const { rows } = await sql<{ from_ts: string; rule: CountSignal | null }>`
    SELECT from_ts, rule FROM ${at('mw_iot_signal')} WHERE map_id = ${map} ORDER BY from_ts`.execute(trx);
  return rows.map(({ from_ts, rule }) => ({ from: Number(from_ts), signal: rule }));
};

type Digits = string | null;
interface MapRow {
  readonly id: string;
  readonly point: string | null;
  readonly reads: boolean;
  readonly factor: string;
  readonly offset: Digits;
  readonly valid_min: Digits;
  readonly valid_max: Digits;
  readonly count_mode: string | null;
  readonly max_rate: Digits;
  readonly rollover_max: Digits;
  readonly back_tol: Digits;
  readonly confirm_reads: Digits;
  readonly confirm_sec: Digits;
  readonly debounce_ms: Digits;
  readonly min_gap_ms: Digits;
  readonly per_shot: string;
}
const numberOf = (digits: Digits): number | null => (digits === null ? null : Number(digits));
const signalOf = (row: MapRow): CountSignal | null => {
  if (!row.reads || row.point === null) return null;
  const factor = Number(row.factor);
  return {
    point: row.point,
    factor,
    offset: numberOf(row.offset) ?? 0,
    validMin: numberOf(row.valid_min),
    validMax: numberOf(row.valid_max),
    pulse: row.count_mode === PULSE,
    maxRate: numberOf(row.max_rate),
    rolloverMax: numberOf(row.rollover_max),
    backTol: numberOf(row.back_tol) ?? 0,
    confirmReads: numberOf(row.confirm_reads) ?? 3,
    confirmMs: (numberOf(row.confirm_sec) ?? 60) * 1000,
    debounceMs: numberOf(row.debounce_ms) ?? 0,
    minGapMs: numberOf(row.min_gap_ms) ?? 0,
    per: mulDec(factor, Number(row.per_shot)),
  };
};
