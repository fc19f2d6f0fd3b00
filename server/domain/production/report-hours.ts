/** Hours and shares of the people of a report (30 P9, P10). */
import { sumDec } from '../../../schemas/language/codec/decimal';
import { shiftOfRecord, timesOn } from '../../calendar/shift';
import type { Ctx } from '../../ctx';
import { hoursOf, type Span } from '../../production/hours';
import { splitBy } from '../../production/split';
import type { DraftOf, RowOf } from '../../rows';
import { ms, PAUSED, RUNS, spansOf } from './intervals';

type Draft = DraftOf<'prdReport'>;
type Workers = Draft['workers'];
const OPEN = Number.MAX_SAFE_INTEGER;

/** Who worked: as somebody wrote it, else the people of the start, else who reports. */
export const workersOf = (record: Pick<Draft, 'workers'>, start: RowOf<'prdStart'> | null, ctx: Ctx): Workers => {
  if (record.workers.length > 0) return record.workers;
  const there = start === null ? [ctx.session.me.employee] : start.workers.map(({ employee }) => employee);
  return [...new Set(there)]
    .filter((employee): employee is string => employee !== null)
    .map((employee) => ({
      id: ctx.newId(),
      employee,
      ratio: start?.workers.find((row) => row.employee === employee)?.ratio ?? 1,
    }));
};

/** The rows with their hours. */
export const withHours = async (
  record: Draft,
  workers: Workers,
  start: RowOf<'prdStart'> | null,
  ctx: Ctx,
): Promise<Workers> => {
  if (typeof record.endTime !== 'string' || typeof record.startTime !== 'string') return workers;
  const from = await sinceOf(record, start, ctx);
  const span = { from: ms(from), to: ms(record.endTime) };
  const elsewhere = await otherStarts(record, workers, { from, to: record.endTime }, ctx);
  const hours = hoursOf({
    span,
    away: [...(start === null ? [] : spansOf(start.intervals, PAUSED)), ...(await breaksOf(record, ctx))],
    workers: workers.map(({ employee }) => ({
      id: employee ?? '',
      present: presentOf(start, employee ?? '', span),
      elsewhere: elsewhere.get(employee ?? '') ?? [],
    })),
  });
  return workers.map((row, n) => ({ ...row, hours: hours[n] ?? 0 }));
};

/** Since the report before it, else since the start. */
const sinceOf = async (record: Draft, start: RowOf<'prdStart'> | null, ctx: Ctx): Promise<string> => {
  const own = record.startTime ?? '';
  if (start === null) return own;
  const before = await ctx
    .asSystem()
    .records.find('prdReport', 'prdStart == param.start && docStatus != 90 && id != param.id && endTime <= param.end', {
      param: { start: start.id, id: record.id, end: record.endTime ?? ctx.now },
      sort: '-endTime',
      limit: 1,
    });
  return before[0]?.endTime ?? start.startTime ?? own;
};

/** When he was on the start; without one, all the time of the report. */
const presentOf = (start: RowOf<'prdStart'> | null, employee: string, span: Span): readonly Span[] => {
  const rows = start?.workers.filter((row) => row.employee === employee) ?? [];
  if (rows.length === 0) return [span];
  return rows.map(({ joinTime, leaveTime }) => ({
    from: joinTime === null ? span.from : ms(joinTime),
    to: leaveTime === null ? OPEN : ms(leaveTime),
  }));
};

/** Other starts of the same people in the time of the report, as the spans in which each ran with him on it. */
const otherStarts = async (
  record: Draft,
  workers: Workers,
  { from, to }: { readonly from: string; readonly to: string },
  ctx: Ctx,
): Promise<ReadonlyMap<string, readonly (readonly Span[])[]>> => {
  const { records } = ctx.asSystem();
  const people = workers.flatMap(({ employee }) => (typeof employee === 'string' ? [employee] : []));
  if (people.length === 0) return new Map();
  const found = await records.find(
    'prdStart',
    'docStatus in [30, 40, 60] && !isImplied && (empty(param.own) || id != param.own) && startTime < param.to && (empty(endTime) || endTime > param.from) && exists(workers, employee in param.people)',
    { param: { own: record.prdStart ?? null, from, to, people } },
  );
  const starts = await records.many(
    'prdStart',
    found.map(({ id }) => id),
    { rows: ['workers', 'intervals'], stored: true },
  );
  return new Map(
    people.map((employee) => [
      employee,
      starts.flatMap(({ workers: rows, intervals }) => {
        const mine = rows.filter((row) => row.employee === employee);
        if (mine.length === 0) return [];
        const present = mine.map(({ joinTime, leaveTime }) => ({
          from: joinTime === null ? 0 : ms(joinTime),
          to: leaveTime === null ? OPEN : ms(leaveTime),
        }));
        return [spansOf(intervals, RUNS).flatMap((run) => present.flatMap((here) => meeting(run, here)))];
      }),
    ]),
  );
};
const meeting = (a: Span, b: Span): readonly Span[] => {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  return from < to ? [{ from, to }] : [];
};

/** Breaks of the shift on its day: people rest in all of them. */
const breaksOf = async (record: Draft, ctx: Ctx): Promise<readonly Span[]> => {
  if (typeof record.shift !== 'string' || typeof record.shiftDate !== 'string') return [];
  const found = await ctx.asSystem().records.get('shift', record.shift);
  const shift = found && shiftOfRecord(found);
  if (!shift) return [];
  const midnight = ms(`${record.shiftDate} 00:00:00`);
  return timesOn(shift, record.shiftDate).breaks.map(({ from, to }) => ({
    from: midnight + from * MINUTE,
    to: midnight + to * MINUTE,
  }));
};
const MINUTE = 60_000;

/** Good pieces shared among the people by hours, by ratio or equally: as the team does, else as pay.groupSplit says. */
export const withShares = async (
  record: Draft,
  { workers, old, decimals }: { readonly workers: Workers; readonly old: Draft | null; readonly decimals: number },
  ctx: Ctx,
): Promise<Workers> => {
  const good = record.qualifiedQty ?? 0;
  const isTyped = workers.every(({ qty }) => typeof qty === 'number');
  // shares that came of the last save follow the number, what somebody typed is held against it
  const isKept = isTyped && !(old !== null && isSame(workers, old) && old.qualifiedQty !== record.qualifiedQty);
  if (isKept) return workers;
  const mode = await splitMode(record, ctx);
  const weights = workers.map(({ hours, ratio }) => (mode === '1' ? (hours ?? 0) : mode === '2' ? (ratio ?? 1) : 1));
  const parts = splitBy(good, weights, decimals);
  return workers.map((row, n) => ({ ...row, qty: parts[n] ?? 0 }));
};
const isSame = (workers: Workers, old: Draft): boolean =>
  workers.length === old.workers.length &&
  workers.every((row) => old.workers.find(({ id }) => id === row.id)?.qty === row.qty);

const splitMode = async (record: Draft, ctx: Ctx): Promise<string> => {
  if (typeof record.team === 'string') {
    const [team] = await ctx.asSystem().records.many('team', [record.team], { stored: true });
    if (team?.splitMode) return team.splitMode;
  }
  return String(ctx.setting('pay.groupSplit') ?? '1');
};

export const hoursSum = (workers: Workers): number => sumDec(workers.map(({ hours }) => hours ?? 0));

/** What everybody could have worked in the time of a report. */
export const mostHours = (report: Timed): number =>
  Math.round(((ms(report.endTime) - ms(report.startTime)) / 3_600_000) * peopleOf(report) * 10_000) / 10_000;
export const tooManyHours = (report: Timed, hours: number): string | null => {
  const most = mostHours(report);
  return hours <= most ? null : `工时${hours}超过${peopleOf(report)}人的时间${most}`;
};
/** a report that names nobody is of one */
const peopleOf = ({ workers }: Timed): number => Math.max(workers.length, 1);
interface Timed {
  readonly startTime: string;
  readonly endTime: string;
  readonly workers: readonly unknown[];
}
