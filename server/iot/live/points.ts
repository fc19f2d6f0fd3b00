/** The signals of devices with the newest value of their points, as the map reads it (50 §2.7). */
import { type RawBuilder, sql } from 'kysely';
import type { LiveParam } from '../../../schemas/language/wire-device';
import { factoryClock } from '../../clock';
import type { Trx } from '../../ctx';
import type { At } from '../dirty';
import { meant } from '../reads';

const MISSED_CYCLES = 3;
const STATE = '2';
const PARAM = '5';
/** 坏: the value says nothing */
const BAD_Q = 2;

type Digits = string | null;
export interface PointRow {
  readonly id: string;
  readonly device: string;
  readonly point: string;
  readonly box: string;
  readonly online: boolean;
  readonly box_at: Digits;
  readonly code: string;
  readonly name: string;
  readonly signal_type: string;
  readonly on_card: boolean | null;
  readonly bit_no: Digits;
  readonly factor: string;
  readonly offset: Digits;
  readonly valid_min: Digits;
  readonly valid_max: Digits;
  readonly decimals: Digits;
  readonly unit: string | null;
  readonly low: Digits;
  readonly high: Digits;
  readonly value: Digits;
  readonly txt: string | null;
  readonly at_ms: Digits;
  readonly q: Digits;
  readonly cycle_sec: Digits;
  readonly silence_sec: Digits;
}
export const pointsOf = async (trx: Trx, at: At, devices: readonly string[]): Promise<readonly PointRow[]> => {
  const { rows } = await sql<PointRow>`
    SELECT m.id, m.equipment_id AS device, p.id AS point, p.box_id AS box, coalesce(b.status = '1' AND b.is_disabled = '0', false) AS online,
           ${ms(sql`b.last_at`)} AS box_at, m.code, m.name, m.signal_type, m.show_on_card AS on_card, m.bit_no, m.factor, m."offset", m.valid_min,
           m.valid_max, m.decimals, coalesce(u.symbol, u.name, p.unit_text) AS unit, coalesce(m.low, p.low) AS low, coalesce(m.high, p.high) AS high,
           p.value, p.value_text AS txt, ${ms(sql`p.value_at`)} AS at_ms, p.q, p.cycle_sec, p.max_silence_sec AS silence_sec
      FROM ${at('point_map')} m JOIN ${at('data_point')} p ON p.id = m.data_point_id JOIN ${at('cloud_box')} b ON b.id = p.box_id
      LEFT JOIN ${at('unit')} u ON u.id = m.unit_id
     WHERE m.equipment_id = ANY(${[...devices]}::uuid[]) AND m.is_disabled = '0' AND m.is_deleted = 0 AND p.is_deleted = 0
     ORDER BY m.equipment_id, m.code`.execute(trx);
  return rows;
};
const ms = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(extract(epoch FROM ${at}) * 1000)::bigint`;

const numberOf = (digits: Digits): number | null => (digits === null ? null : Number(digits));
/** null: it says nothing a signal may mean */
export const signalValue = (row: PointRow): number | null => {
  if (row.value === null || Number(row.q ?? 0) >= BAD_Q) return null;
  return meant(
    {
      ...{ map: row.id, point: row.point, box: row.box, bit: numberOf(row.bit_no) },
      ...{ factor: Number(row.factor), offset: numberOf(row.offset) ?? 0 },
      ...{ validMin: numberOf(row.valid_min), validMax: numberOf(row.valid_max) },
    },
    Number(row.value),
  );
};

export const paramOf = (row: PointRow, now: number): LiveParam => {
  const value = signalValue(row);
  const [low, high, at] = [numberOf(row.low), numberOf(row.high), numberOf(row.at_ms)];
  const cycle = Number(row.cycle_sec ?? 0);
  // a point that speaks on change is silent for so long at most
  const patience = cycle > 0 ? cycle * MISSED_CYCLES : Number(row.silence_sec ?? 0) * MISSED_CYCLES;
  const decimals = numberOf(row.decimals) ?? 0;
  return {
    ...{ id: row.id, code: row.code, name: row.name, unit: row.unit, decimals },
    value: value === null ? row.txt : Number(value.toFixed(decimals)),
    q: numberOf(row.q),
    at: at === null ? null : factoryClock(new Date(at)),
    band: value === null ? null : low !== null && value < low ? 'low' : high !== null && value > high ? 'high' : null,
    ...{ low, high },
    stale: at === null || now - at > patience * 1000,
  };
};
export const isOnCard = (row: PointRow): boolean => row.signal_type === PARAM && row.on_card === true;

export interface Heard {
  readonly online: boolean | null;
  readonly lastAt: string | null;
}
/** The box that carries the state of a device; without one any of its boxes (50 §2.8). */
export const heardOf = (rows: readonly PointRow[]): Heard => {
  const states = rows.filter(({ signal_type }) => signal_type === STATE);
  const carriers = states.length > 0 ? states : rows;
  if (carriers.length === 0) return { online: null, lastAt: null };
  const last = Math.max(...carriers.map(({ box_at }) => Number(box_at ?? 0)));
  return {
    online: carriers.some(({ online }) => online),
    lastAt: last === 0 ? null : factoryClock(new Date(last)),
  };
};
