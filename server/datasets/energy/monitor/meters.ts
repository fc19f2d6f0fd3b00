/**
 * Meters as they are now (50 §6.4): the newest values of their points and what they used since midnight, in a few statements whatever
 * their number. Whose meters they are is asked before.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { addDec, mulDec, roundHalfUp } from '../../../../schemas/language/codec/decimal';
import type { LiveValue, MeterLive } from '../../../../schemas/language/wire-energy';
import { factoryClock } from '../../../clock';
import type { Ctx } from '../../../ctx';
import { parseFormula } from '../../../energy/formula';
import { kvarOf } from '../../../energy/now';
import { standardVolume } from '../../../energy/slots';
import { publishedSlots, tablesOf } from '../../../iot/energy/closed';
import { READ } from '../../../iot/energy/sources';
import { factoryMs } from '../../../iot/factory-time';

const MISSED_CYCLES = 3;
/** 坏: the value says nothing */
const BAD_Q = 2;
const WATCHED = ['power', 'u', 'i', 'pf', 'pressure', 'temp', 'total'] as const;
type Point = (typeof WATCHED)[number];

interface MeterRow extends Readonly<Record<Point, string | null>> {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly unit: string;
  readonly level: string;
  readonly energyType: string;
  readonly readMode: string;
  readonly isFee: boolean;
  readonly gasStd: boolean;
  readonly formula: string | null;
  readonly lastValue: number | null;
  readonly lastMs: string | null;
}
interface PointNow {
  readonly value: number;
  readonly at: number;
  readonly stale: boolean;
}
const ms = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(extract(epoch FROM ${at}) * 1000)::bigint`;

const meterRows = async (ctx: Ctx): Promise<readonly MeterRow[]> => {
  const { rows } = await sql<MeterRow>`
    SELECT id, code, name, parent_id AS parent, factory_unit_id AS unit, level, energy_type AS "energyType", read_mode AS "readMode",
           coalesce(is_fee, false) AS "isFee", coalesce(gas_std, false) AS "gasStd", formula, last_value::float8 AS "lastValue",
           ${ms(sql`last_at`)} AS "lastMs", point_power_id AS power, point_u_id AS u, point_i_id AS i, point_pf_id AS pf,
           point_pressure_id AS pressure, point_temp_id AS temp, point_total_id AS total
      FROM ${tablesOf(ctx)('energy_meter')} WHERE is_deleted = 0 AND is_disabled = '0' ORDER BY code`.execute(ctx.trx);
  return rows;
};
const pointsNow = async (ctx: Ctx, ids: readonly string[], now: number): Promise<ReadonlyMap<string, PointNow>> => {
  const { rows } = await sql<{ id: string; value: number; at: string; cycle: number; silence: number }>`
    SELECT id, value::float8 AS value, ${ms(sql`value_at`)} AS at, coalesce(cycle_sec, 0)::float8 AS cycle,
           coalesce(max_silence_sec, 0)::float8 AS silence
      FROM ${tablesOf(ctx)('data_point')}
     WHERE id = ANY(${[...ids]}::uuid[]) AND value IS NOT NULL AND value_at IS NOT NULL AND coalesce(q::int, 0) < ${BAD_Q}`.execute(
    ctx.trx,
  );
  return new Map(
    rows.map(({ id, value, at, cycle, silence }) => {
      // a point that speaks on change is silent for so long at most
      const patience = (cycle > 0 ? cycle : silence) * MISSED_CYCLES * 1000;
      return [id, { value, at: Number(at), stale: now - Number(at) > patience }];
    }),
  );
};
/** By meter, since the midnight of today. */
const usedToday = async (ctx: Ctx): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ meter: string; use: number }>`
    SELECT meter_id AS meter, sum(use)::float8 AS use FROM ${publishedSlots(tablesOf(ctx))} s
     WHERE slot >= ${factoryMs(`${ctx.today} 00:00:00`)}::bigint GROUP BY 1`.execute(ctx.trx);
  return new Map(rows.map(({ meter, use }) => [meter, use]));
};

export interface MeterNow extends MeterLive {
  readonly energyType: string;
  /** ms of the newest reading of its register */
  readonly readAt: number | null;
}
/** All meters in use. Amounts never stand in their rows. */
export const metersNow = async (ctx: Ctx): Promise<readonly MeterNow[]> => {
  const rows = await meterRows(ctx);
  const ids = rows.flatMap((row) => WATCHED.flatMap((point) => row[point] ?? []));
  const points = await pointsNow(ctx, ids, factoryMs(ctx.now));
  const today = await usedToday(ctx);
  const codes = new Map(rows.map((row) => [row.code, row]));
  const flowOf = (row: MeterRow, seen: ReadonlySet<string>): PointNow | null => {
    if (row.readMode !== READ.virtual) return atNorm(row, points);
    if (seen.has(row.code)) return null;
    const parts = (parseFormula(row.formula ?? '') ?? []).map(({ code, factor }) => {
      const part = codes.get(code);
      const flow = part === undefined ? null : flowOf(part, new Set([...seen, row.code]));
      return flow && { ...flow, value: mulDec(flow.value, factor) };
    });
    const known = parts.flatMap((part) => part ?? []);
    // without one of its parts it says nothing
    if (known.length === 0 || known.length < parts.length) return null;
    return known.reduce((sum, part) => ({
      value: addDec(sum.value, part.value),
      at: Math.min(sum.at, part.at),
      stale: sum.stale || part.stale,
    }));
  };
  return rows.map((row) => meterOf(row, flowOf(row, new Set()), points, today.get(row.id) ?? null));
};

/** Flow of gas at its norm where the meter counts so. */
const atNorm = (row: MeterRow, points: ReadonlyMap<string, PointNow>): PointNow | null => {
  const flow = points.get(row.power ?? '');
  if (flow === undefined) return null;
  const [pressure, temp] = [points.get(row.pressure ?? ''), points.get(row.temp ?? '')];
  if (!row.gasStd || pressure === undefined || temp === undefined) return flow;
  return { ...flow, value: standardVolume(flow.value, pressure.value, temp.value) };
};
const meterOf = (
  row: MeterRow,
  flow: PointNow | null,
  points: ReadonlyMap<string, PointNow>,
  today: number | null,
): MeterNow => {
  const value = (point: Point): LiveValue | null => told(points.get(row[point] ?? '') ?? null);
  const [pf, total] = [value('pf'), points.get(row.total ?? '')];
  const heard = [flow, total].flatMap((point) => point ?? []);
  const lastMs = total?.at ?? (row.lastMs === null ? null : Number(row.lastMs));
  return withVersion({
    ...{ id: row.id, code: row.code, name: row.name, parent: row.parent, unit: row.unit, level: row.level },
    ...{ isFee: row.isFee, readMode: row.readMode, energyType: row.energyType },
    ...{ flow: told(flow), volts: value('u'), amps: value('i'), pf },
    kvar: flow === null || pf === null ? null : kvarOf(flow.value, pf.value),
    ...{ pressure: value('pressure'), temp: value('temp'), today },
    stale: row.readMode !== READ.manual && !heard.some((point) => !point.stale),
    lastValue: total?.value ?? row.lastValue,
    lastAt: lastMs === null ? null : factoryClock(new Date(lastMs)),
    readAt: lastMs,
  });
};
const told = (point: PointNow | null): LiveValue | null =>
  point && { value: roundHalfUp(point.value, 3), at: factoryClock(new Date(point.at)), stale: point.stale };

/** When a value was read is no change of it. */
const withVersion = (row: Omit<MeterNow, 'version'>): MeterNow => {
  const { lastAt: _, readAt: __, ...seen } = row;
  const text = JSON.stringify(seen, (key, value: unknown) => (key === 'at' ? undefined : value));
  return { ...row, version: createHash('sha1').update(text).digest('hex').slice(0, 12) };
};
