/** Working time: how far a limit reaches over shifts and days off (domain part 10, 7.6 step 16). */
import { dateAdd, dateDiff, dateOf, partsOf } from '../codec/date-time';

/** Working periods of a day, `['08:00', '12:00']`, in order and without overlap; none on a day off. A night shift is told as two, up to 24:00 and from 00:00. */
export interface WorkCalendar {
  periods(day: string): readonly (readonly [string, string])[];
}
/** Monday to Friday 08:00–12:00 and 13:00–17:00. */
export const PLAIN_WEEK: WorkCalendar = {
  periods: (day) =>
    (partsOf(day)?.weekday ?? 1) > 5
      ? []
      : [
          ['08:00', '12:00'],
          ['13:00', '17:00'],
        ],
};
/** A calendar that never works ends here instead of looking for ever. */
const DAYS = 3660;

/** The moment `minutes` of working time after `from` ('YYYY-MM-DD HH:mm:ss'), to the second. */
export function addWork(from: string, minutes: number, calendar: WorkCalendar): string {
  let left = Math.round(minutes * 60);
  let day = dateOf(from);
  for (let i = 0; i < DAYS; i += 1) {
    const next = dateOf(dateAdd(day, 1) ?? day);
    for (const [start, end] of calendar.periods(day)) {
      const begin = max(`${day} ${start}:00`, from);
      const room = seconds(begin, end === '24:00' ? `${next} 00:00:00` : `${day} ${end}:00`);
      if (room <= 0) continue;
      if (left <= room) return later(begin, left);
      left -= room;
    }
    day = next;
  }
  return later(from, Math.round(minutes * 60));
}
/** The moment `minutes` after `from` by the clock. */
export const addMinutes = (from: string, minutes: number): string => later(from, Math.round(minutes * 60));

export const seconds = (from: string, to: string): number => dateDiff(from, to, 'second')?.n ?? 0;
const later = (from: string, by: number): string => dateAdd(from, by, 'second') ?? from;
const max = (a: string, b: string): string => (a > b ? a : b);
