/** A list as a calendar: the weeks of a month and the rows on each day. Pure; days are 'YYYY-MM-DD'. */
import type { Json } from '../../schemas/language/value';
import type { WireRow } from '../data/types';

const DAY_MS = 86_400_000;
const stamp = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayAt(stamp(day) + days * DAY_MS);
export const monthOf = (day: string): string => day.slice(0, 7);
export const addMonths = (month: string, n: number): string => {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return dayAt(Date.UTC(year, of - 1 + n, 1)).slice(0, 7);
};

/** Whole weeks, Monday first, that hold the month. */
export const weeksOf = (month: string): readonly (readonly string[])[] => {
  const first = `${month}-01`;
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const weekday = (day: string): number => (new Date(stamp(day)).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let day = addDays(first, -weekday(first)); day <= last; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)));
  return weeks;
};

/** Rows by the days they stand on; a span stands on each of its days, at most on those of the weeks shown. */
export const rowsByDay = (
  rows: readonly WireRow[],
  field: string,
  from: string,
  to: string,
): ReadonlyMap<string, readonly WireRow[]> => {
  const days = new Map<string, WireRow[]>();
  for (const row of rows)
    for (const [start, end] of spansOf(row[field])) {
      const last = end < to ? end : to;
      for (let day = start > from ? start : from; day <= last; day = addDays(day, 1)) {
        const list = days.get(day) ?? [];
        list.push(row);
        days.set(day, list);
      }
    }
  return days;
};

const isDay = (value: Json | undefined): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
const spansOf = (value: Json | undefined): readonly (readonly [string, string])[] => {
  if (isDay(value)) return [[value.slice(0, 10), value.slice(0, 10)]];
  if (!Array.isArray(value)) return [];
  const [start, end] = value as readonly Json[];
  const days = (value as readonly Json[]).filter(isDay).map((day) => day.slice(0, 10));
  // several days, or the two ends of a span: a span has times
  if (value.length === 2 && isDay(start) && start.length > 10)
    return [[start.slice(0, 10), isDay(end) ? end.slice(0, 10) : start.slice(0, 10)]];
  return days.map((day) => [day, day]);
};
