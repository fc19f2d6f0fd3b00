/** The shift a device is in: its limits, what was counted and planned in it, and how much of it the device ran (50 §2.9, deviceRun). */
import { sql } from 'kysely';
import { type Resource, shiftAt, workOf } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import { timesOn } from '../../calendar/shift';
import type { Ctx } from '../../ctx';
import type { At } from '../dirty';
import { factoryMs } from '../factory-time';

const MINUTE_MS = 60_000;
const VOID = '80';
const PLANNED = '计划';
/** 1: what points and people said of the machines */
const OF_MACHINES = '1';

export interface ShiftNow {
  readonly id: string | null;
  readonly date: string;
  /** ms; null outside of all shifts */
  readonly span: { readonly from: number; readonly to: number } | null;
  /** when it is planned to work */
  readonly net: readonly { readonly from: number; readonly to: number }[];
}

export const shiftsNow = async (ctx: Ctx, devices: readonly string[]): Promise<ReadonlyMap<string, ShiftNow>> => {
  const asks = devices.map((id) => ({ id, day: ctx.now.slice(0, 10) }));
  const resources = await resourcesOf(ctx, asks);
  // devices of one calendar are in one shift
  const known = new Map<Resource['calendar'], ShiftNow>();
  const found = new Map<string, ShiftNow>();
  for (const ask of asks) {
    const resource = resources.get(keyOf(ask));
    if (resource === undefined) continue;
    const now = known.get(resource.calendar) ?? shiftOf(resource, ctx.now);
    known.set(resource.calendar, now);
    found.set(ask.id, now);
  }
  return found;
};
const shiftOf = (resource: Resource, now: string): ShiftNow => {
  const { shift, date } = shiftAt(resource, now);
  if (shift === null) return { id: null, date, span: null, net: [] };
  const midnight = factoryMs(`${date} 00:00:00`);
  const inMs = ({ from, to }: { readonly from: number; readonly to: number }) => ({
    from: midnight + from * MINUTE_MS,
    to: midnight + to * MINUTE_MS,
  });
  const net = workOf(resource, date).find((work) => work.shift.id === shift.id)?.net ?? [];
  return { id: shift.id, date, span: inMs(timesOn(shift, date)), net: net.map(inMs) };
};

export interface Counted {
  readonly number: number;
  readonly bad: number;
}
/** Pieces of the shift in the unit of the operation; a jump nobody decided on is not counted. */
export const countedIn = async (
  ctx: Ctx,
  at: At,
  shifts: ReadonlyMap<string, ShiftNow>,
): Promise<ReadonlyMap<string, Counted>> => {
  const list = [...shifts];
  const byMachines = String(ctx.setting('iot.badSource')) === OF_MACHINES;
  const { rows } = await sql<{ device: string; number: string; bad: string }>`
    WITH n AS (SELECT * FROM unnest(${list.map(([id]) => id)}::uuid[], ${list.map(([, { date }]) => date)}::date[],
      ${list.map(([, { id }]) => id)}::uuid[]) n (device, day, shift)),
    x AS (SELECT n.device, s.number * coalesce(o.ratio, 1) AS number, CASE WHEN ${byMachines} THEN s.unqualified_qty * coalesce(o.ratio, 1) ELSE 0 END AS bad
        FROM n JOIN ${at('output_stat')} s ON s.equipment_id = n.device AND s.shift_date = n.day AND s.shift_id IS NOT DISTINCT FROM n.shift
        LEFT JOIN ${at('device_work')} d ON d.id = s.device_work_id LEFT JOIN ${at('order_process')} o ON o.id = d.order_process_id
       WHERE s.is_deleted = 0 AND s.source <> '4'
      UNION ALL SELECT n.device, 0, b.qty
        FROM n JOIN ${at('bad_stat')} b ON b.equipment_id = n.device AND b.shift_date = n.day AND b.shift_id IS NOT DISTINCT FROM n.shift
       WHERE b.is_deleted = 0 AND b.source = ${byMachines ? '3' : '2'})
    SELECT device, sum(number) AS number, sum(coalesce(bad, 0)) AS bad FROM x GROUP BY 1`.execute(ctx.trx);
  return new Map(rows.map(({ device, number, bad }) => [device, { number: Number(number), bad: Number(bad) }]));
};

/** Dispatched quantities planned to begin in the shift. */
export const dispatchedIn = async (
  ctx: Ctx,
  at: At,
  shifts: ReadonlyMap<string, ShiftNow>,
): Promise<ReadonlyMap<string, number>> => {
  const list = [...shifts].flatMap(([id, { span }]) => (span === null ? [] : { id, ...span }));
  if (list.length === 0) return new Map();
  const { rows } = await sql<{ device: string; qty: string }>`
    SELECT n.device, sum(s.qty) AS qty
      FROM unnest(${list.map(({ id }) => id)}::uuid[], ${list.map(({ from }) => from)}::bigint[], ${list.map(({ to }) => to)}::bigint[]) n (device, start, until)
      JOIN ${at('dispatch_order')} s ON s.equipment_id = n.device AND s.plan_range_from >= to_timestamp(n.start / 1000.0)
       AND s.plan_range_from < to_timestamp(n.until / 1000.0)
     WHERE s.is_deleted = 0 AND s.doc_status <> ${VOID} GROUP BY 1`.execute(ctx.trx);
  return new Map(rows.map(({ device, qty }) => [device, Number(qty)]));
};

/** 稼动率 so far: what it ran of the planned time, without stops that were planned; percent with one decimal. */
export const utilisationIn = async (
  ctx: Ctx,
  at: At,
  shifts: ReadonlyMap<string, ShiftNow>,
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  const spans = [...shifts].flatMap(([id, { net }]) =>
    net.flatMap(({ from, to }) => (from < now ? { id, from, to: Math.min(to, now) } : [])),
  );
  if (spans.length === 0) return new Map();
  const overlap = sql`extract(epoch FROM least(coalesce(s.end_at, n.until), n.until) - greatest(s.start_at, n.start))`;
  const { rows } = await sql<{ device: string; known: string; run: string; off: string }>`
    WITH n AS (SELECT device, to_timestamp(f / 1000.0) AS start, to_timestamp(t / 1000.0) AS until
        FROM unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ from }) => from)}::bigint[], ${spans.map(({ to }) => to)}::bigint[]) n (device, f, t))
    SELECT n.device, count(*) AS known, coalesce(sum(${overlap}) FILTER (WHERE s.state = '1'), 0) AS run,
           coalesce(sum(${overlap}) FILTER (WHERE r.extra = ${PLANNED}), 0) AS off
      FROM n JOIN ${at('device_state')} s ON s.equipment_id = n.device AND s.is_deleted = 0 AND s.start_at < n.until
       AND (s.end_at IS NULL OR s.end_at > n.start)
       -- intervals do not overlap: none before the last one that began until then reaches in
       AND s.start_at >= coalesce((SELECT max(b.start_at) FROM ${at('device_state')} b
             WHERE b.equipment_id = n.device AND b.is_deleted = 0 AND b.start_at <= n.start), n.start)
      LEFT JOIN ${at('support_infor')} r ON r.id = s.reason_id GROUP BY 1`.execute(ctx.trx);
  const planned = new Map<string, number>();
  for (const { id, from, to } of spans) planned.set(id, (planned.get(id) ?? 0) + (to - from) / 1000);
  return new Map(
    rows.flatMap(({ device, run, off }) => {
      const plan = (planned.get(device) ?? 0) - Number(off);
      return plan > 0 ? [[device, Math.round((Number(run) / plan) * 1000) / 10] as const] : [];
    }),
  );
};
