/** What was reported in seven days on 综合看板 (50 §5.6): output of last operations against the plan, quality by day, and reasons of bad pieces. */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { BadShare, DayOutput, DayQuality, SynthesisNumbers } from '../../../schemas/language/wire-synthesis';
import { bookOf } from '../../calendar/book';
import { shiftAt } from '../../calendar/resource';
import type { Ctx } from '../../ctx';
import { effectiveIn, reportFacts } from '../production/report-fact';
import { planByDay, plannedPieces } from './plan';
import { among, type WallReach } from './reach';
import { share } from './running';

const DAYS = 7;
const MOST_REASONS = 5;

export interface Pieces {
  readonly today: string;
  readonly days: readonly DayPieces[];
  readonly bad: readonly { readonly reason: string; readonly qty: number }[];
}
interface DayPieces {
  readonly day: string;
  /** of last operations */
  readonly output: number;
  readonly plan: number;
  /** of all operations */
  readonly reported: number;
  readonly qualified: number;
  readonly firstPass: number;
}
/** null: its reader sees no reports. */
export const piecesOf = async (reach: WallReach): Promise<Pieces | null> => {
  if (!reach.may('prdReport:view')) return null;
  const { reader } = reach;
  const today = await shiftToday(reader);
  const from = dateAdd(today, 1 - DAYS, 'day') ?? today;
  const span = { from, to: today };
  const reports = await reportsIn(reach, span);
  const last = new Set(reports.filter(({ isLast }) => isLast).map(({ id }) => id));
  const groupSplit = String(reader.setting('pay.groupSplit') ?? '1');
  const facts = async (ids: readonly string[]) =>
    reportFacts(reader, { ...span, ids, groupSplit, dims: new Set(['shiftDate']) });
  const all = await facts(reports.map(({ id }) => id));
  const ended = await facts([...last]);
  const orders = await reach.rows('workOrder', []);
  const plan = await plannedPieces(reader, { ...span, units: reach.units, orders });
  const days = Array.from({ length: DAYS }, (_, n) => {
    const day = dateAdd(from, n, 'day') ?? from;
    const of = (rows: typeof all, code: string): number =>
      Number(rows.find(({ shiftDate }) => shiftDate === day)?.[code] ?? 0);
    return {
      ...{ day, output: of(ended, 'qualifiedQty'), plan: planByDay(plan, day) },
      ...{ reported: of(all, 'reportQty'), qualified: of(all, 'qualifiedQty'), firstPass: of(all, 'firstPassQty') },
    };
  });
  const ofToday = reports.filter(({ day }) => day === today).map(({ id }) => id);
  return { today, days, bad: await badOf(reader, ofToday) };
};

export const outputDays = (pieces: Pieces | null): readonly DayOutput[] =>
  (pieces?.days ?? []).map(({ day, output, plan }) => ({ day, qty: output, plan }));
export const qualityDays = (pieces: Pieces | null): readonly DayQuality[] =>
  (pieces?.days ?? []).map(({ day, reported, qualified, firstPass }) => ({
    ...{ day, reported, firstPass: share(firstPass, reported), pass: share(qualified, reported) },
  }));
export const badShares = (pieces: Pieces | null): readonly BadShare[] => {
  const rows = pieces?.bad ?? [];
  const all = rows.reduce((sum, { qty }) => sum + qty, 0);
  let sum = 0;
  return rows.slice(0, MOST_REASONS).map(({ reason, qty }) => {
    sum += qty;
    return { reason, qty, cumulative: share(sum, all) };
  });
};
export const outputToday = (pieces: Pieces | null): SynthesisNumbers['output'] => {
  const last = pieces?.days.at(-1);
  return last === undefined
    ? null
    : { qty: last.output, plan: last.plan, firstPass: share(last.firstPass, last.reported) };
};

/** The day of the shift of now, by the calendar of the factory. */
export const shiftToday = async (ctx: Ctx): Promise<string> => {
  const { standard } = await bookOf(ctx);
  return shiftAt({ calendar: standard, isDevice: true }, ctx.now).date;
};

interface Reported {
  readonly id: string;
  readonly day: string;
  readonly isLast: boolean;
}
const reportsIn = async (
  reach: WallReach,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Reported[]> => {
  const { trx, org } = reach.reader;
  const where = effectiveIn(from, to);
  const ids = await reach.rows('prdReport', where);
  const { rows } = await sql<Reported>`
    SELECT t.id, t.shift_date::text AS day, coalesce(o.is_last, false) AS "isLast"
      FROM ${sql.id(org.schema, 'prd_report')} t LEFT JOIN ${sql.id(org.schema, 'order_process')} o ON o.id = t.order_process_id
     WHERE t.is_deleted = 0 AND ${sql.join(where, sql` AND `)} AND ${among(sql`t.workshop_id`, reach.units)}
       AND ${among(sql`t.id`, ids)}`.execute(trx);
  return rows;
};

const badOf = async ({ trx, org }: Ctx, reports: readonly string[]): Promise<Pieces['bad']> => {
  const { rows } = await sql<{ reason: string; qty: number }>`
    SELECT r.name AS reason, sum(b.qty)::float8 AS qty FROM ${sql.id(org.schema, 'prd_report_bad_rows')} b
      JOIN ${sql.id(org.schema, 'bad_reason')} r ON r.id = b.bad_reason_id
     WHERE b.head_id = ANY(${[...reports]}::uuid[]) GROUP BY r.id, r.name ORDER BY 2 DESC, 1`.execute(trx);
  return rows;
};
