/** The span of time a report is asked about, and the one it is compared with. */
import { dateAdd, dateDiff } from '../../../schemas/language/codec/date-time';
import { PERIOD_WORDS, type PeriodWord, period } from '../../../schemas/language/codec/period';
import type { Compare, ReportGrain } from '../../../schemas/language/document-report';
import { SHIFT_DAY } from '../../../schemas/language/expr/shift-days';
import type { ResolvedReport } from '../../../schemas/language/resolved-report';
import { refuse } from '../../errors';
import type { EngineCtx } from '../host';

export type Span = readonly [string, string];

export const isRelative = (value: unknown): value is { readonly rel: string; readonly n?: number } =>
  typeof value === 'object' && value !== null && 'rel' in value;

/** First and last day asked for; undefined without both ends. Longer than the report allows is refused. */
export async function spanOf(
  ctx: EngineCtx,
  report: ResolvedReport,
  search: Readonly<Record<string, unknown>>,
): Promise<Span | undefined> {
  const value = report.time === undefined ? undefined : search[report.time];
  const isShift = isRelative(value) && report.time !== undefined && report.dims[report.time]?.shift === true;
  const span = read(value, isShift ? await shiftToday(ctx) : ctx.today);
  if (span === undefined) return undefined;
  if (daysIn(span) > report.maxDays) throw refuse(`时间范围不能超过${report.maxDays}天`);
  return span;
}
const shiftToday = async (ctx: EngineCtx): Promise<string> => {
  const [day] = (await ctx.host.functions.get(SHIFT_DAY)?.run([[]], ctx)) ?? [];
  return typeof day === 'string' ? day : ctx.today;
};
/** Both ends count. */
const daysIn = (span: Span): number => (dateDiff(span[0], span[1], 'day')?.n ?? 0) + 1;
function read(value: unknown, today: string): Span | undefined {
  if (isRelative(value)) {
    const word = PERIOD_WORDS.find((word) => word === value.rel);
    const found = word === undefined ? null : period(word as PeriodWord, today, value.n);
    return found === null ? undefined : [found[0].slice(0, 10), found[1].slice(0, 10)];
  }
  if (typeof value === 'string' && value.length >= 10) return [value.slice(0, 10), value.slice(0, 10)];
  if (!Array.isArray(value)) return undefined;
  const [from, to] = value as readonly unknown[];
  return typeof from === 'string' && typeof to === 'string' && from !== '' && to !== ''
    ? [from.slice(0, 10), to.slice(0, 10)]
    : undefined;
}

/** How far time has come in the terms of a report: the minute, the day, the day of its shift. */
export async function nowOf(ctx: EngineCtx, report: ResolvedReport): Promise<string> {
  const time = report.time === undefined ? undefined : report.dims[report.time];
  if (time?.type === 'datetime') return `${ctx.now.slice(0, 16)}:00`;
  return time?.shift === true ? shiftToday(ctx) : ctx.today;
}

/** How a moment moves back to what it is compared with: a slot, the span's own length, or a year. */
export type Shift = (day: string) => string;
interface Shifted {
  readonly shift: Shift;
  /** ends of the earlier span, as far as the asked one has come */
  readonly earlier: (now: string, isTimed: boolean) => Span;
}
export function shiftOf(compare: Compare, span: Span, asked: ReportGrain | undefined): Shifted {
  // a whole month is compared with the whole month before
  const grain = asked ?? WHOLE.find((text) => isSlot(span, text));
  const days = daysIn(span);
  const shift: Shift = (day) =>
    compare === 'yoy'
      ? grain === 'week'
        ? weekBefore(day)
        : moved(day, -1, 'year')
      : grain === undefined
        ? moved(day, -days, 'day')
        : moved(day, -1, grain);
  const isEven = grain === undefined || grain === 'hour' || grain === 'week';
  const last = isEven ? undefined : startOfSlot(span[1], grain);
  return {
    shift,
    earlier: (now, isTimed) => {
      const [from, to] = isTimed ? [`${span[0]} 00:00:00`, `${span[1]} 23:59:59`] : span;
      if (from <= now && now < to) return [shift(from), shift(now)];
      // the last day of a slot becomes the last one of the slot before, however long that is
      const isEnd = last !== undefined && grain !== undefined && endOfSlot(last, grain) === span[1];
      return [shift(from), isEnd ? endOfSlot(shift(last), grain) : shift(to)];
    },
  };
}
/** The same day of the week with the same number a year before (ISO 8601); the 53rd of a year before that has 52 is compared with nothing. */
function weekBefore(at: string): string {
  const day = at.slice(0, 10);
  const monday = startOfSlot(day, 'week');
  // a week belongs to the year of its Thursday, the first one holds January 4th
  const year = Number(moved(monday, 3, 'day').slice(0, 4));
  const first = (of: number): string => startOfSlot(`${of}-01-04`, 'week');
  const since = dateDiff(first(year), monday, 'day')?.n ?? 0;
  const weekday = dateDiff(monday, day, 'day')?.n ?? 0;
  const same = moved(first(year - 1), since, 'day');
  return same < first(year)
    ? `${moved(same, weekday, 'day')}${at.slice(10)}`
    : moved(first(year), -1, 'day') + at.slice(10);
}
const WHOLE = ['month', 'quarter', 'year'] as const;
const isSlot = ([from, to]: Span, grain: ReportGrain): boolean =>
  startOfSlot(from, grain) === from && endOfSlot(from, grain) === to;
const moved = (day: string, n: number, unit: ReportGrain): string => {
  const at = dateAdd(day, n, unit);
  return at === null ? day : day.length === 10 ? at.slice(0, 10) : at;
};

/** Starts of all slots of a grain in a span, at most one more than `max`: the axis is complete, also where nothing happened. */
export function slotsOf(span: Span, grain: ReportGrain, max: number): readonly string[] {
  const found: string[] = [];
  const last = grain === 'hour' && span[1].length === 10 ? `${span[1]} 23:59:59` : span[1];
  for (let at = startOfSlot(span[0], grain); at <= last && found.length <= max; at = moved(at, 1, grain))
    found.push(at);
  return found;
}
function startOfSlot(day: string, grain: ReportGrain): string {
  if (grain === 'hour') return day.length === 10 ? `${day} 00:00:00` : `${day.slice(0, 13)}:00:00`;
  if (grain === 'year') return `${day.slice(0, 4)}-01-01`;
  if (grain === 'month') return `${day.slice(0, 7)}-01`;
  if (grain === 'quarter')
    return `${day.slice(0, 4)}-${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
  if (grain !== 'week') return day;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return moved(day, -weekday, 'day');
}
/** Last day of a slot. */
export const endOfSlot = (start: string, grain: ReportGrain): string =>
  grain === 'hour' ? `${start.slice(0, 13)}:59:59` : moved(moved(start, 1, grain), -1, 'day');
