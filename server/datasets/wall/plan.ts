/**
 * What days were to make (80 §3.1): of each operation its confirmed tasks over the minutes they run, else its dispatches, else the dates of
 * its work order over the working minutes of its workshop. Days are those of shifts.
 */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import {
  addDec,
  divNum,
  mulNum,
  roundNum,
  subDec,
  subNum,
  sumDec,
  toNumber,
} from '../../../schemas/language/codec/decimal';
import { workOf } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import { clockText } from '../../scheduling/moment';
import { momentText } from '../moment';
import { among } from './reach';

export interface PlanAsk {
  /** days, both ends */
  readonly from: string;
  readonly to: string;
  readonly units: readonly string[] | 'all';
  /** work orders in the reader's rows */
  readonly orders: readonly string[] | 'all';
}
export interface PlanRow {
  readonly day: string;
  readonly workOrder: string;
  readonly line: string | null;
  readonly qty: number;
}
interface Planned {
  readonly operation: string;
  readonly workOrder: string;
  readonly workshop: string | null;
  readonly line: string | null;
  readonly decimals: number;
  readonly source: 'task' | 'dispatch' | 'order';
  readonly qty: number;
  readonly from: string;
  readonly to: string;
  readonly segments:
    | readonly { readonly day: number; readonly from: number; readonly to: number; readonly kind: string }[]
    | null;
}
const MINUTE_MS = 60_000;

/** Of last operations; what an operation was to make on days outside of the span is told apart before it is left out. */
export const plannedPieces = async (ctx: Ctx, ask: PlanAsk): Promise<readonly PlanRow[]> => {
  const rows = await plannedIn(ctx, ask);
  const best = new Map<string, Planned['source']>();
  const order = ['task', 'dispatch', 'order'] as const;
  for (const { operation, source } of rows) {
    const known = best.get(operation);
    if (known === undefined || order.indexOf(source) < order.indexOf(known)) best.set(operation, source);
  }
  const used = rows.filter(({ operation, source }) => best.get(operation) === source);
  const minutes = await minutesOf(ctx, used);
  return used.flatMap((row) => {
    const days = [...(row.segments === null ? minutes(row) : runDays(row.segments))];
    const parts = byRemainder(
      row.qty,
      days.map(([, weight]) => weight),
      row.decimals,
    );
    return days.flatMap(([day], n) =>
      ask.from <= day && day <= ask.to && parts[n]
        ? [{ day, workOrder: row.workOrder, line: row.line, qty: parts[n] }]
        : [],
    );
  });
};
export const planByDay = (rows: readonly PlanRow[], day: string): number =>
  sumDec(rows.filter((row) => row.day === day).map(({ qty }) => qty));

/** Cut to the decimals; what is left goes one by one to the largest remainders, of equal ones to the earlier day. */
const byRemainder = (qty: number, weights: readonly number[], decimals: number): readonly number[] => {
  const total = sumDec(weights);
  const exact = weights.map((weight) => divNum(mulNum(qty, weight), total) ?? 0);
  const parts = exact.map((part) => toNumber(roundNum(part, decimals, 'floor')));
  const order = exact
    .map((part, n) => ({ n, rest: toNumber(subNum(part, parts[n] ?? 0)) }))
    .sort((a, b) => b.rest - a.rest || a.n - b.n);
  const step = toNumber(roundNum(10 ** -decimals, decimals));
  let left = subDec(qty, sumDec(parts));
  for (const { n } of order) {
    if (left <= 0) break;
    // the last bit of a quantity with more decimals than its unit
    const more = Math.min(step, left);
    parts[n] = addDec(parts[n] ?? 0, more);
    left = subDec(left, more);
  }
  return parts;
};

const plannedIn = async ({ trx, org }: Ctx, { from, to, units, orders }: PlanAsk): Promise<readonly Planned[]> => {
  const at = (name: string) => sql.id(org.schema, name);
  // a night shift of the last day ends on the next
  const [since, until] = [`${from} 00:00:00+08`, `${dateAdd(to, 2, 'day') ?? to} 00:00:00+08`];
  const { rows } = await sql<Planned>`
    WITH o AS (
      SELECT o.id, o.work_order_nbr_id AS work, o.workshop_id AS workshop, w.line_id AS line, o.plan_qty, coalesce(u.decimals, 0) AS decimals,
             w.plan_range_from AS f, w.plan_range_to AS t
        FROM ${at('order_process')} o JOIN ${at('work_order')} w ON w.id = o.work_order_nbr_id
        LEFT JOIN ${at('material')} m ON m.id = o.material_id LEFT JOIN ${at('unit')} u ON u.id = m.unit_id
       WHERE o.is_deleted = 0 AND o.is_last AND w.is_deleted = 0 AND w.doc_status <> '90'
         AND ${among(sql`o.workshop_id`, units)} AND ${among(sql`w.id`, orders)}),
    x AS (
      SELECT o.*, 'task' AS source, s.qty, s.plan_start AS a, s.plan_end AS b, s.segments
        FROM o JOIN ${at('schedule_task')} s ON s.order_process_id = o.id
       WHERE s.is_deleted = 0 AND s.scenario_id IS NULL AND s.status = '1'
      UNION ALL SELECT o.*, 'dispatch', d.qty, d.plan_range_from, d.plan_range_to, NULL
        FROM o JOIN ${at('dispatch_order')} d ON d.order_process_id = o.id
       WHERE d.is_deleted = 0 AND d.doc_status <> '80' AND d.plan_range_from IS NOT NULL
      UNION ALL SELECT o.*, 'order', o.plan_qty, o.f, o.t, NULL FROM o WHERE o.f IS NOT NULL)
    SELECT id AS operation, work AS "workOrder", workshop, line, decimals::int AS decimals, source, qty::float8 AS qty,
           ${momentText('a')} AS "from", ${momentText('b')} AS "to", segments
      FROM x WHERE id IN (SELECT id FROM x WHERE a < ${until}::timestamptz AND coalesce(b, a) >= ${since}::timestamptz)
     ORDER BY id, a`.execute(trx);
  return rows;
};

const runDays = (segments: NonNullable<Planned['segments']>): ReadonlyMap<string, number> => {
  const days = new Map<string, number>();
  for (const { day, from, to, kind } of segments) {
    if (kind !== 'run') continue;
    const date = clockText(day * 24 * 60).slice(0, 10);
    days.set(date, (days.get(date) ?? 0) + to - from);
  }
  return days;
};
const MOST_DAYS = 92;
/** Working minutes of the workshop within a range by the day of the shift; a range outside of all shifts stands on its first day. */
const minutesOf = async (
  ctx: Ctx,
  rows: readonly Planned[],
): Promise<(row: Planned) => ReadonlyMap<string, number>> => {
  const asks = [...new Set(rows.flatMap(({ workshop }) => workshop ?? []))].map((id) => ({ id, day: ctx.today }));
  const resources = await resourcesOf(ctx, asks);
  return ({ workshop, from, to }) => {
    const resource = workshop === null ? undefined : resources.get(keyOf({ id: workshop, day: ctx.today }));
    const [start, end] = [factoryMs(from), factoryMs(to ?? from)];
    const days = new Map<string, number>();
    let day = dateAdd(from.slice(0, 10), -1, 'day') ?? from.slice(0, 10);
    for (let n = 0; n < MOST_DAYS && resource !== undefined && day <= (to ?? from).slice(0, 10); n++) {
      const midnight = factoryMs(`${day} 00:00:00`);
      const minutes = workOf(resource, day)
        .flatMap(({ net }) => net)
        .reduce((sum, { from, to }) => {
          const [a, b] = [Math.max(start, midnight + from * MINUTE_MS), Math.min(end, midnight + to * MINUTE_MS)];
          return sum + Math.max(0, b - a) / MINUTE_MS;
        }, 0);
      if (minutes > 0) days.set(day, minutes);
      day = dateAdd(day, 1, 'day') ?? '9999-12-31';
    }
    return days.size > 0 ? days : new Map([[from.slice(0, 10), 1]]);
  };
};
