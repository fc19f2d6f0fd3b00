/** How the signals of devices say their run states, as versions: a changed map acts from the next reading on (50 §2.7, §2.8). */
import { sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { type At, markStates } from './dirty';
import type { DeviceRule, RunState, Signal } from './state';

export interface DeviceVersion {
  readonly from: number;
  readonly rule: DeviceRule;
}

/** Notes what changed in the maps of an organisation since it was asked last. */
export const noteDevices = (db: Db, { schema }: OrgInfo, now: number): Promise<void> =>
  inTx(db, async (trx) => {
    const at: At = (table) => sql.id(schema, table);
    const rules = await rulesOf(trx, at);
    const { rows: changed } = await sql<{ equipment_id: string; from_ts: string }>`
      WITH latest AS (SELECT DISTINCT ON (equipment_id) equipment_id, rule FROM ${at('mw_iot_device')} ORDER BY equipment_id, from_ts DESC),
      n AS (SELECT * FROM unnest(${[...rules.keys()]}::uuid[], ${[...rules.values()].map((rule) => JSON.stringify(rule))}::jsonb[])
        n (equipment_id, rule))
      INSERT INTO ${at('mw_iot_device')} (equipment_id, from_ts, rule)
      SELECT equipment_id, CASE WHEN l.rule IS NULL THEN 0 ELSE ${now}::bigint END, coalesce(n.rule, '{"signals": []}')
        FROM n FULL JOIN latest l USING (equipment_id) WHERE coalesce(n.rule, '{"signals": []}') IS DISTINCT FROM l.rule
      ON CONFLICT (equipment_id, from_ts) DO UPDATE SET rule = excluded.rule
      RETURNING equipment_id, from_ts`.execute(trx);
    await markStates(trx, at, new Map(changed.map(({ equipment_id, from_ts }) => [equipment_id, Number(from_ts)])));
  });

/** All versions of a device, the first one first. */
export const deviceVersions = async (trx: Trx, at: At, device: string): Promise<readonly DeviceVersion[]> => {
  const { rows } = await sql<{ from_ts: string; rule: DeviceRule }>`
    SELECT from_ts, rule FROM ${at('mw_iot_device')} WHERE equipment_id = ${device} ORDER BY from_ts`.execute(trx);
  return rows.map(({ from_ts, rule }) => ({ from: Number(from_ts), rule }));
};

type Digits = string | null;
interface MapRow {
  readonly id: string;
  readonly equipment: string;
  readonly point: string;
  readonly box: string;
  readonly signal_type: string;
  readonly bit_no: Digits;
  readonly factor: string;
  readonly offset: Digits;
  readonly valid_min: Digits;
  readonly valid_max: Digits;
  readonly count_mode: string | null;
  readonly idle_sec: Digits;
}
interface StateRowOf {
  readonly head_id: string;
  readonly raw_from: string;
  readonly raw_to: string;
  readonly run_state: string;
  readonly keep_to: Digits;
  readonly hold_sec: Digits;
}
interface AlarmRowOf {
  readonly head_id: string;
  readonly raw: string;
  readonly code: string;
}
const PULSE = '2';
const COUNT = '1';
const STATE = '2';
const IDLE_SEC = 120;

const rulesOf = async (trx: Trx, at: At): Promise<ReadonlyMap<string, DeviceRule>> => {
  const { rows } = await sql<MapRow>`
    SELECT m.id, m.equipment_id AS equipment, p.id AS point, p.box_id AS box, m.signal_type, m.bit_no, m.factor, m."offset", m.valid_min,
           m.valid_max, m.count_mode, m.idle_sec
      FROM ${at('point_map')} m JOIN ${at('data_point')} p ON p.id = m.data_point_id
     WHERE m.signal_type IN ('1', '2', '3') AND m.is_disabled = '0' AND m.is_deleted = 0 AND p.is_deleted = 0 ORDER BY m.id`.execute(
    trx,
  );
  const { rows: states } = await sql<StateRowOf>`
    SELECT head_id, raw_from, raw_to, run_state, keep_to, hold_sec FROM ${at('point_map_states')} ORDER BY head_id, raw_from`.execute(
    trx,
  );
  const { rows: alarms } = await sql<AlarmRowOf>`
    SELECT a.head_id, a.raw, f.code FROM ${at('point_map_alarms')} a JOIN ${at('fault_type')} f ON f.id = a.fault_type_id
     WHERE f.stop_default ORDER BY a.head_id, a.raw`.execute(trx);
  const rules = new Map<string, { signals: Signal[] }>();
  for (const row of rows) {
    const rule = rules.get(row.equipment) ?? { signals: [] };
    rules.set(row.equipment, rule);
    rule.signals.push(signalOf(row, states, alarms));
  }
  return rules;
};
const numberOf = (digits: Digits): number | null => (digits === null ? null : Number(digits));
const signalOf = (row: MapRow, states: readonly StateRowOf[], alarms: readonly AlarmRowOf[]): Signal => {
  const reads = {
    ...{ map: row.id, point: row.point, box: row.box, bit: numberOf(row.bit_no) },
    ...{ factor: Number(row.factor), offset: numberOf(row.offset) ?? 0 },
    ...{ validMin: numberOf(row.valid_min), validMax: numberOf(row.valid_max) },
  };
  if (row.signal_type === COUNT) {
    const idleMs = (numberOf(row.idle_sec) ?? IDLE_SEC) * 1000;
    return { ...reads, kind: 'count', pulse: row.count_mode === PULSE, idleMs };
  }
  if (row.signal_type === STATE) {
    const rows = states.flatMap(({ head_id, raw_from, raw_to, run_state, keep_to, hold_sec }) => {
      const state = POINT_STATES[run_state];
      if (head_id !== row.id || state === undefined) return [];
      const from = Number(raw_from);
      return {
        from,
        to: Number(raw_to),
        state,
        keepTo: numberOf(keep_to) ?? from,
        holdMs: (numberOf(hold_sec) ?? 0) * 1000,
      };
    });
    return { ...reads, kind: 'state', rows };
  }
  const stops = alarms.flatMap(({ head_id, raw, code }) => (head_id === row.id ? { raw: Number(raw), code } : []));
  return { ...reads, kind: 'alarm', stops };
};
const POINT_STATES: Readonly<Record<string, RunState>> = { 1: 1, 2: 2, 3: 3, 4: 4 };
