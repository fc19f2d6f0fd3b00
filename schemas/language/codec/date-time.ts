/**
 * Dates as plain text in factory time: 'YYYY-MM-DD', 'YYYY-MM-DD HH:mm:ss', 'HH:mm:ss'. Pure calendar arithmetic on the text, so
 * neither the machine's time zone nor daylight saving can move a day. Unreadable input and years outside 1–9999 answer null.
 */

import {
  civil,
  DATE,
  DATETIME,
  DAY_SECONDS,
  daysOf,
  type Moment,
  monthDays,
  parse,
  show,
  TIME,
  weekdayOf,
} from './calendar';

export type DateUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';
export const DATE_UNITS: readonly DateUnit[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];
/** grains of slot() and of report periods */
export type Grain = DateUnit | 'quarterHour' | 'halfHour';
export const GRAINS: readonly Grain[] = [...DATE_UNITS.filter((unit) => unit !== 'second'), 'quarterHour', 'halfHour'];

export const isDate = (text: string): boolean => DATE.test(text) && parse(text) !== null;
export const isDateTime = (text: string): boolean => DATETIME.test(text) && parse(text) !== null;
export function isTime(text: string): boolean {
  const m = TIME.exec(text);
  return m !== null && Number(m[1]) < 24 && Number(m[2]) < 60 && Number(m[3]) < 60;
}

/** The day of a date or datetime text. */
export const dateOf = (text: string): string => text.slice(0, 10);
/** A date as the datetime of its first second. */
export const toDateTime = (text: string): string => (text.length === 10 ? `${text} 00:00:00` : text);

/**
 * Reads what a user or an outside system wrote: `2026-1-5`, `2026/01/05`, `20260105`, ISO with `T`, fraction and zone. A zone is
 * turned into factory time (UTC+8). Null when it is no date.
 */
export function readDateTime(input: string): string | null {
  // what was stored comes back as it is
  if (DATE.test(input)) return parse(input) === null ? null : `${input} 00:00:00`;
  const m =
    /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      input.trim(),
    );
  if (m === null) return null;
  const two = (part: string | undefined): string => (part ?? '0').padStart(2, '0');
  const text = `${m[1]}-${two(m[2])}-${two(m[3])} ${two(m[4])}:${two(m[5])}:${two(m[6])}`;
  if (!isDateTime(text)) return null;
  const zone = m[7];
  if (zone === undefined) return text;
  const offset =
    zone === 'Z' ? 0 : (zone[0] === '-' ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));
  return dateAdd(text, 8 * 60 - offset, 'minute');
}
export function readDate(input: string): string | null {
  const text = readDateTime(input);
  return text === null ? null : dateOf(text);
}

/**
 * d plus n units (n is cut to a whole number). Months clip: 31 January + 1 month is 28 or 29 February. Hours, minutes and seconds
 * turn a date into a datetime.
 */
export function dateAdd(d: string, n: number, unit: DateUnit = 'day'): string | null {
  const at = parse(d);
  if (at === null || !Number.isFinite(n)) return null;
  const k = Math.trunc(n);
  if (Math.abs(k) > 1e12) return null;
  switch (unit) {
    case 'year':
      return addMonths(at, k * 12);
    case 'quarter':
      return addMonths(at, k * 3);
    case 'month':
      return addMonths(at, k);
    case 'week':
      return show({ day: at.day + k * 7, second: at.second });
    case 'day':
      return show({ day: at.day + k, second: at.second });
    case 'hour':
      return addSeconds(at, k * 3600);
    case 'minute':
      return addSeconds(at, k * 60);
    case 'second':
      return addSeconds(at, k);
  }
}

/**
 * b − a. Whole days, weeks, months, quarters, years (cut towards zero, months by the clipping rule of dateAdd); hours, minutes and
 * seconds as a fraction `seconds / divisor` that the caller rounds.
 */
export function dateDiff(
  a: string,
  b: string,
  unit: DateUnit = 'day',
): { readonly n: number; readonly per: number } | null {
  const from = parse(a);
  const to = parse(b);
  if (from === null || to === null) return null;
  const seconds = (to.day - from.day) * DAY_SECONDS + Math.max(to.second, 0) - Math.max(from.second, 0);
  switch (unit) {
    case 'second':
      return { n: seconds, per: 1 };
    case 'minute':
      return { n: seconds, per: 60 };
    case 'hour':
      return { n: seconds, per: 3600 };
    case 'day':
      return whole(seconds / DAY_SECONDS);
    case 'week':
      return whole(seconds / (DAY_SECONDS * 7));
    case 'month':
      return whole(wholeMonths(from, to));
    case 'quarter':
      return whole(wholeMonths(from, to) / 3);
    case 'year':
      return whole(wholeMonths(from, to) / 12);
  }
}

/** First day or second of the unit; weeks start on Monday. A date stays a date. */
export function startOf(d: string, unit: DateUnit): string | null {
  const at = parse(d);
  if (at === null) return null;
  const first = startDay(at.day, unit);
  if (at.second < 0) return show({ day: first, second: -1 });
  const step = unit === 'hour' ? 3600 : unit === 'minute' ? 60 : unit === 'second' ? 1 : DAY_SECONDS;
  return show({ day: first, second: at.second - (at.second % step) });
}

/** Last day or second of the unit. */
export function endOf(d: string, unit: DateUnit): string | null {
  const at = parse(d);
  const first = startOf(d, unit);
  if (at === null || first === null) return null;
  if (at.second < 0 && (unit === 'hour' || unit === 'minute' || unit === 'second')) return first;
  const last = { day: nextStart(startDay(at.day, unit), unit) - 1, second: at.second < 0 ? -1 : DAY_SECONDS - 1 };
  if (unit === 'hour') return show({ day: at.day, second: at.second - (at.second % 3600) + 3599 });
  if (unit === 'minute') return show({ day: at.day, second: at.second - (at.second % 60) + 59 });
  if (unit === 'second') return show(at);
  return show(last);
}

/** Start of the slot of a grain that holds d. */
export function slot(d: string, grain: Grain): string | null {
  if (grain !== 'quarterHour' && grain !== 'halfHour') return startOf(d, grain);
  const at = parse(d);
  if (at === null) return null;
  const step = grain === 'quarterHour' ? 900 : 1800;
  return show(at.second < 0 ? at : { day: at.day, second: at.second - (at.second % step) });
}

export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Monday = 1 */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}
export function partsOf(d: string): DateParts | null {
  const at = parse(d);
  if (at === null) return null;
  const { y, m, d: day } = civil(at.day);
  const s = Math.max(at.second, 0);
  return {
    year: y,
    month: m,
    day,
    weekday: weekdayOf(at.day),
    hour: Math.floor(s / 3600),
    minute: Math.floor(s / 60) % 60,
    second: s % 60,
  };
}

/** `yyyyMMdd`, `yyyy-MM`, `HH:mm`, `yy`, `M月d日`, `E` (weekday 1–7) …; other characters stay. */
export function formatDate(d: string, format: string): string {
  const at = isTime(d) ? partsOf(`2000-01-01 ${d}`) : partsOf(d);
  if (at === null) return d;
  const pad = (n: number, width: number): string => String(n).padStart(width, '0');
  return format.replace(/yyyy|YYYY|yy|YY|MM|M|dd|DD|d|HH|H|mm|ss|E/g, (token) => {
    switch (token) {
      case 'yyyy':
      case 'YYYY':
        return pad(at.year, 4);
      case 'yy':
      case 'YY':
        return pad(at.year % 100, 2);
      case 'MM':
        return pad(at.month, 2);
      case 'M':
        return String(at.month);
      case 'dd':
      case 'DD':
        return pad(at.day, 2);
      case 'd':
        return String(at.day);
      case 'HH':
        return pad(at.hour, 2);
      case 'H':
        return String(at.hour);
      case 'mm':
        return pad(at.minute, 2);
      case 'ss':
        return pad(at.second, 2);
      default:
        return String(at.weekday);
    }
  });
}

const whole = (n: number): { readonly n: number; readonly per: number } => ({ n: Math.trunc(n) + 0, per: 1 });

function wholeMonths(from: Moment, to: Moment): number {
  const a = civil(from.day);
  const b = civil(to.day);
  const n = (b.y - a.y) * 12 + b.m - a.m;
  const anchor = { day: clipped(from.day, n), second: Math.max(from.second, 0) };
  const order = anchor.day - to.day || anchor.second - Math.max(to.second, 0);
  return n > 0 && order > 0 ? n - 1 : n < 0 && order < 0 ? n + 1 : n;
}

const addMonths = (at: Moment, n: number): string | null =>
  Math.abs(n) > 200_000 ? null : show({ day: clipped(at.day, n), second: at.second });

/** the day n months later, clipped to the last of its month */
function clipped(day: number, n: number): number {
  const { y, m, d } = civil(day);
  const months = y * 12 + m - 1 + n;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return daysOf(year, month, Math.min(d, monthDays(year, month)));
}

function addSeconds(at: Moment, n: number): string | null {
  const total = at.day * DAY_SECONDS + Math.max(at.second, 0) + n;
  const day = Math.floor(total / DAY_SECONDS);
  return show({ day, second: total - day * DAY_SECONDS });
}

function startDay(day: number, unit: DateUnit): number {
  if (unit === 'week') return day - weekdayOf(day) + 1;
  if (unit !== 'year' && unit !== 'quarter' && unit !== 'month') return day;
  const { y, m } = civil(day);
  return daysOf(y, unit === 'year' ? 1 : unit === 'quarter' ? m - ((m - 1) % 3) : m, 1);
}
function nextStart(first: number, unit: DateUnit): number {
  if (unit === 'week') return first + 7;
  const months = unit === 'year' ? 12 : unit === 'quarter' ? 3 : unit === 'month' ? 1 : 0;
  return months === 0 ? first + 1 : clipped(first, months);
}
