/** Rows of a list on the days of a calendar. Pure; days are 'YYYY-MM-DD'. */
import type { Json } from '../../schemas/language/value';
import type { WireRow } from '../data/types';
import { addDays } from '../month/index';

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
