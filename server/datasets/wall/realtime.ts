/** 设备实时大屏 (50 §5.3): one device with its work, its parameters and their last half hour, what it made, and what it called for. */
import { sql } from 'kysely';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import type {
  RealtimeAlarm,
  RealtimeCount,
  RealtimeCurve,
  RealtimeDevice,
  RealtimeGauge,
  RealtimeHour,
} from '../../../schemas/language/wire-realtime';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import { matchSops, placeOfOperation } from '../../domain/document/sop-match';
import { factoryMs } from '../../iot/factory-time';
import { historyOf } from '../../iot/live/history';
import { isOnCard, type PointRow, paramOf, pointsOf } from '../../iot/live/points';
import { shiftsNow } from '../../iot/live/shift';
import type { RowOf } from '../../rows';
import { outputFacts } from '../iot/output-facts';
import type { WallSpan } from './devices';
import type { WallReach } from './reach';
import { share } from './running';

const PARAM = '5';
const LEAST_GAUGES = 6;
const MOST_GAUGES = 12;
const CURVES = 2;
const CURVE_MS = 30 * 60_000;
const CURVE_POINTS = 180;
const HOUR_SEC = 3600;
const DAY_MS = 86_400_000;
const MOST_ALARMS = 6;

const at = (ctx: Ctx) => (name: string) => sql.id(ctx.org.schema, name);

export const realtimeDevice = async (
  reach: WallReach,
  live: DeviceLive,
  showName: boolean,
): Promise<RealtimeDevice> => {
  const work = await workNow(reach.reader, live.id);
  return {
    ...{ code: live.code, name: live.name },
    ...{ state: live.state === null ? null : Number(live.state), since: live.since, reason: live.reason },
    ...{ order: live.workOrderNbr, op: live.opNbr, material: live.material?.name ?? null },
    employee: showName ? live.employee : null,
    startAt: work === undefined ? null : factoryClock(new Date(Number(work.start))),
    sop: sopText(work?.operation ? await sopOf(reach, { operation: work.operation, equipment: live.id }) : null),
    ...{ cycleSec: live.cycleSec, stdCycleSec: live.stdCycleSec },
  };
};
const sopText = (sop: RowOf<'sopDoc'> | null): RealtimeDevice['sop'] =>
  sop === null ? null : { code: sop.code, revision: String(sop.revision ?? '') };
export interface Work {
  readonly operation: string | null;
  readonly production: string | null;
  /** pieces of the operation a count of the device */
  readonly ratio: number;
  readonly start: string;
}
/** The one deviceLive shows as well. */
export const workNow = async (ctx: Ctx, device: string): Promise<Work | undefined> => {
  const { rows } = await sql<Work>`
    SELECT w.order_process_id AS operation, o.prd_order_nbr_id AS production, coalesce(p.ratio, 1)::float8 AS ratio,
           (extract(epoch FROM w."from") * 1000)::bigint AS start
      FROM ${at(ctx)('device_work')} w LEFT JOIN ${at(ctx)('work_order')} o ON o.id = w.work_order_nbr_id
      LEFT JOIN ${at(ctx)('order_process')} p ON p.id = w.order_process_id
     WHERE w.equipment_id = ${device}::uuid AND w.is_deleted = 0 AND w."from" IS NOT NULL AND w."to" IS NULL
     ORDER BY w."from" DESC, w.id LIMIT 1`.execute(ctx.trx);
  return rows[0];
};
interface SopPlace {
  readonly operation: string;
  readonly equipment: string;
}
/** The first its reader may see, as the operator at the device finds it. */
export const sopOf = async (
  { reader, may }: WallReach,
  { operation, equipment }: SopPlace,
): Promise<RowOf<'sopDoc'> | null> => {
  if (!may('sopDoc:view')) return null;
  const record = await reader.asSystem().records.get('orderProcess', operation);
  if (!record) return null;
  const matches = await matchSops(reader, await placeOfOperation(reader, record, { equipment, date: reader.today }));
  for (const { version } of matches) {
    const seen = await reader.records.get('sopDoc', version.id, { scoped: true });
    if (seen) return seen;
  }
  return null;
};

/** Parameters of the card first; where they are few, others of the device fill the place. */
export const realtimePoints = async (ctx: Ctx, device: string): Promise<readonly PointRow[]> => {
  const points = await pointsOf(ctx.trx, at(ctx), [device]);
  const others = points.filter((row) => row.signal_type === PARAM && !isOnCard(row));
  const card = points.filter(isOnCard).slice(0, MOST_GAUGES);
  return [...card, ...others.slice(0, Math.max(0, LEAST_GAUGES - card.length))];
};
export const realtimeGauges = (ctx: Ctx, points: readonly PointRow[]): readonly RealtimeGauge[] =>
  points.map((row) => paramOf(row, factoryMs(ctx.now)));

/** The first two that are numbers. */
export const realtimeCurves = async (ctx: Ctx, points: readonly PointRow[]): Promise<readonly RealtimeCurve[]> => {
  const drawn = points.filter((row) => row.value !== null && row.bit_no === null).slice(0, CURVES);
  const to = factoryMs(ctx.now);
  const from = to - CURVE_MS;
  const ask = { points: drawn.map(({ point }) => point), from, to: to + 1, most: CURVE_POINTS };
  const histories = await historyOf(ctx.trx, at(ctx), ask);
  return drawn.map((row, n) => {
    const { name, unit, decimals, low, high } = paramOf(row, to);
    const values = (histories[n]?.values ?? []).map(
      ([ts, , , mean]) => [ts / 1000, mean * Number(row.factor) + Number(row.offset ?? 0)] as const,
    );
    return { name, unit, decimals, low, high, from: from / 1000, to: to / 1000, values };
  });
};

export const realtimeCount = (
  live: DeviceLive,
  energy: { readonly power: number | null; readonly use: number | null },
): RealtimeCount => {
  const { number, plan, unqualifiedQty: bad, utilisation } = live;
  return { number, plan, bad, passRate: share(Math.max(0, number - bad), number), utilisation, ...energy };
};

/** Pieces of every hour of the span, beside what its planned minutes give at the standard cycle. */
export const realtimeHours = async (ctx: Ctx, live: DeviceLive, span: WallSpan): Promise<readonly RealtimeHour[]> => {
  const [from, to] = span.days;
  const rows = await outputFacts(ctx, {
    ...{ from, to, dims: new Set(['slotAt']), devices: [live.id] },
    badSource: '1',
  });
  const made = new Map(rows.map(({ slotAt, number }) => [String(slotAt), Number(number)]));
  const net = (await shiftsNow(ctx, [live.id])).get(live.id)?.net ?? [];
  const first = Math.floor(span.from / HOUR_SEC) * HOUR_SEC;
  const count = Math.ceil((span.to - first) / HOUR_SEC);
  return Array.from({ length: count }, (_, n) => {
    const start = first + n * HOUR_SEC;
    const planned = net.reduce(
      (sum, part) => sum + Math.max(0, Math.min(part.to / 1000, start + HOUR_SEC) - Math.max(part.from / 1000, start)),
      0,
    );
    const number = made.get(factoryClock(new Date(start * 1000)).slice(0, 16)) ?? 0;
    return {
      ...{ at: start, number: Math.round(number * 100) / 100 },
      standard: live.stdCycleSec === null ? 0 : Math.floor(planned / live.stdCycleSec),
    };
  });
};

/** Warnings of 24 hours but those people ignored, the newest first. */
export const realtimeAlarms = async (ctx: Ctx, device: string): Promise<readonly RealtimeAlarm[]> => {
  const since = factoryMs(ctx.now) - DAY_MS;
  const ms = (name: string) => sql`(extract(epoch FROM ${sql.ref(name)}) * 1000)::bigint`;
  const from = (table: string) => sql`
    SELECT level, text, ${ms('open_at')} AS opened, ${ms('end_at')} AS ended FROM ${at(ctx)(table)}
     WHERE equipment_id = ${device}::uuid AND is_deleted = 0 AND doc_status <> '80' AND open_at >= to_timestamp(${since / 1000})`;
  const { rows } = await sql<{ level: string; text: string; opened: string; ended: string | null }>`
    ${from('threshold_warning')} UNION ALL ${from('fault_warning')} ORDER BY opened DESC, text LIMIT ${MOST_ALARMS}`.execute(
    ctx.trx,
  );
  return rows.map(({ level, text, opened, ended }) => ({
    ...{ level: Number(level), text, openAt: factoryClock(new Date(Number(opened))) },
    endAt: ended === null ? null : factoryClock(new Date(Number(ended))),
  }));
};
