/** Calendar arithmetic under date-time.ts: texts as days since 1970-01-01 and seconds of the day, without any time zone. */

export interface Moment {
  /** days since 1970-01-01 */
  readonly day: number;
  /** seconds of the day, −1 for a plain date */
  readonly second: number;
}

export const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
export const DATETIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
export const TIME = /^(\d{2}):(\d{2}):(\d{2})$/;
export const DAY_SECONDS = 86_400;

/** Monday = 1 */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
const isLeap = (y: number): boolean => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
export const monthDays = (y: number, m: number): number =>
  m === 2 ? (isLeap(y) ? 29 : 28) : m === 4 || m === 6 || m === 9 || m === 11 ? 30 : 31;

/** days since 1970-01-01 of a civil date, and back (proleptic Gregorian, counted from 1 March) */
export function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yoe = y - era * 400;
  const doy = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy - 719_468;
}
export function civil(days: number): { readonly y: number; readonly m: number; readonly d: number } {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const m = mp + (mp < 10 ? 3 : -9);
  return { y: yoe + era * 400 + (m <= 2 ? 1 : 0), m, d: doy - Math.floor((153 * mp + 2) / 5) + 1 };
}

export function parse(text: string): Moment | null {
  const m = text.length === 10 ? DATE.exec(text) : DATETIME.exec(text);
  if (m === null) return null;
  const y = Number(m[1]);
  const month = Number(m[2]);
  const day = Number(m[3]);
  if (y < 1 || month < 1 || month > 12 || day < 1 || day > monthDays(y, month)) return null;
  if (m.length === 4) return { day: daysOf(y, month, day), second: -1 };
  const h = Number(m[4]);
  const min = Number(m[5]);
  const s = Number(m[6]);
  return h > 23 || min > 59 || s > 59 ? null : { day: daysOf(y, month, day), second: h * 3600 + min * 60 + s };
}
const MIN_DAY = daysOf(1, 1, 1);
const MAX_DAY = daysOf(9999, 12, 31);
export function show(at: Moment): string | null {
  if (!(at.day >= MIN_DAY && at.day <= MAX_DAY)) return null;
  const { y, m, d } = civil(at.day);
  const two = (n: number): string => (n < 10 ? `0${n}` : String(n));
  const date = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;
  if (at.second < 0) return date;
  return `${date} ${two(Math.floor(at.second / 3600))}:${two(Math.floor(at.second / 60) % 60)}:${two(at.second % 60)}`;
}
