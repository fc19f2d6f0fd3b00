/** What the use and the fee of meters follow from, as the organisation has it. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../ctx';
import type { MeterReading } from '../../energy/register';
import type { Tariff } from '../../energy/tariff';
import type { At } from '../dirty';

export interface Meter {
  readonly id: string;
  readonly code: string;
  readonly energyType: string;
  readonly readMode: string;
  readonly point: string | null;
  readonly pressure: string | null;
  readonly temp: string | null;
  readonly reactive: string | null;
  readonly ratio: string;
  readonly rollover: string | null;
  readonly maxRate: string | null;
  readonly formula: string | null;
  readonly gasStd: boolean | null;
}
export const READ = { auto: '1', manual: '2', virtual: '3' } as const;
const SWAP = '3';

export const metersOf = async ({ trx }: Ctx, at: At): Promise<readonly Meter[]> =>
  (
    await sql<Meter>`
    SELECT id, code, energy_type AS "energyType", read_mode AS "readMode", point_total_id AS point, point_pressure_id AS pressure,
           point_temp_id AS temp,
           point_reactive_id AS reactive, ratio, rollover_max AS rollover, max_rate AS "maxRate", formula, gas_std AS "gasStd"
      FROM ${at('energy_meter')} WHERE is_deleted = 0`.execute(trx)
  ).rows;

/** Readings of points, whether a signal reads them or a meter alone. */
export const rawOf = (at: At): RawBuilder<unknown> =>
  sql`(SELECT point_id, ts, value, q FROM ${at('mw_iot_key')} UNION ALL SELECT point_id, ts, value, q FROM ${at('mw_iot_fast')})`;

/** Readings of a meter from a moment on; of one that is read by itself people only tell its swaps. */
export const readingsOf = async (
  { trx }: Ctx,
  at: At,
  { id, point, readMode }: Meter,
  from: number,
): Promise<readonly MeterReading[]> => {
  const { rows } = await sql<{ ts: string; x: number; side: string | null; ratio: string | null }>`
    SELECT ts, value AS x, NULL AS side, NULL::numeric AS ratio FROM ${rawOf(at)} r
     WHERE ${readMode === READ.auto} AND point_id = ${point}::uuid AND ts >= ${from}::bigint AND q <= 1 AND value IS NOT NULL
    UNION ALL
    SELECT (extract(epoch FROM read_at) * 1000)::bigint, value::float8, swap_side, ratio FROM ${at('meter_reading')}
     WHERE meter_id = ${id}::uuid AND is_deleted = 0 AND read_at >= to_timestamp(${from}::bigint / 1000.0)
       AND (${readMode === READ.manual} OR source = ${SWAP})
     ORDER BY ts, side NULLS FIRST`.execute(trx);
  return rows.map(({ ts, x, side, ratio }) => ({
    ts: Number(ts),
    x,
    ...(side === '1' && ratio !== null ? { endsAt: Number(ratio) } : {}),
    ...(side === '2' ? { begins: true } : {}),
  }));
};

/** Mean of a point in slots that had readings. */
export const meansOf = async (
  { trx }: Ctx,
  at: At,
  point: string | null,
  span: { readonly from: number; readonly slotMs: number },
): Promise<ReadonlyMap<number, number>> => {
  if (point === null) return new Map();
  const { rows } = await sql<{ slot: string; mean: number }>`
    SELECT ts / ${span.slotMs}::bigint * ${span.slotMs}::bigint AS slot, avg(value) AS mean
      FROM ${rawOf(at)} r
     WHERE point_id = ${point}::uuid AND ts >= ${span.from}::bigint AND q <= 1 AND value IS NOT NULL GROUP BY 1`.execute(
    trx,
  );
  return new Map(rows.map(({ slot, mean }) => [Number(slot), mean]));
};

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const numberOf = (digits: unknown): number | null => (digits === null || digits === undefined ? null : Number(digits));
const listOf = (months: unknown): readonly number[] =>
  (Array.isArray(months) ? months : String(months ?? '').split(',')).map(Number);

/** Published versions of an energy, and those that were. */
export const tariffsOf = async (ctx: Ctx, energyType: string): Promise<readonly Tariff[]> => {
  const records = ctx.asSystem().records;
  const found = await records.find('tariff', 'status in [60, 80]');
  const rows = await records.many(
    'tariff',
    found.filter((tariff) => tariff.energyType === energyType).map(({ id }) => id),
    { rows: true },
  );
  return rows.map((tariff) => ({
    id: tariff.id,
    energyType,
    startDate: String(tariff.startDate),
    endDate: tariff.endDate ?? null,
    flatPrice: numberOf(tariff.flatPrice),
    prices: new Map((tariff.prices ?? []).map(({ period, price }) => [String(period), Number(price)])),
    slots: (tariff.slots ?? []).map(({ months, dayType, from, to, period }) => ({
      months: listOf(months),
      dayType: String(dayType),
      from: minuteOf(String(from)),
      // midnight at the end of a day is written as its beginning
      to: minuteOf(String(to)) || 1440,
      period: String(period),
    })),
    tiers: (tariff.tiers ?? []).map(({ fromQty, toQty, price }) => ({
      from: Number(fromQty),
      to: numberOf(toQty),
      price: Number(price),
    })),
    tierCycle: String(tariff.tierCycle) === '2' ? 'year' : 'month',
    sewagePrice: numberOf(tariff.sewagePrice) ?? 0,
    sewageRate: numberOf(tariff.sewageRate) ?? 0,
    resPrice: numberOf(tariff.resPrice) ?? 0,
  }));
};
