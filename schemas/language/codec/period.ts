/** Relative periods in factory time: the words of period() and of stored relative conditions. */
import { type DateUnit, dateAdd, dateOf, endOf, startOf } from './date-time';

export const PERIOD_WORDS = [
  'today',
  'yesterday',
  'tomorrow',
  'thisShift',
  'thisWeek',
  'lastWeek',
  'nextWeek',
  'thisMonth',
  'lastMonth',
  'nextMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'lastDays',
  'nextDays',
] as const;
export type PeriodWord = (typeof PERIOD_WORDS)[number];

/**
 * First and last day of a period, both inclusive. `now` is a datetime in factory time; n counts the days of lastDays (ending today) and
 * nextDays (starting today).
 */
export function period(word: PeriodWord, now: string, n = 1): readonly [string, string] | null {
  const today = dateOf(now);
  const span = (unit: DateUnit, step: number): readonly [string, string] | null => {
    const at = dateAdd(startOf(today, unit) ?? today, step, unit);
    const end = at === null ? null : endOf(at, unit);
    return at === null || end === null ? null : [at, end];
  };
  const days = (from: number, to: number): readonly [string, string] | null => {
    const a = dateAdd(today, from);
    const b = dateAdd(today, to);
    return a === null || b === null ? null : [a, b];
  };
  switch (word) {
    case 'today':
    // counted from the day of the shift
    case 'thisShift':
      return days(0, 0);
    case 'yesterday':
      return days(-1, -1);
    case 'tomorrow':
      return days(1, 1);
    case 'thisWeek':
      return span('week', 0);
    case 'lastWeek':
      return span('week', -1);
    case 'nextWeek':
      return span('week', 1);
    case 'thisMonth':
      return span('month', 0);
    case 'lastMonth':
      return span('month', -1);
    case 'nextMonth':
      return span('month', 1);
    case 'thisQuarter':
      return span('quarter', 0);
    case 'lastQuarter':
      return span('quarter', -1);
    case 'thisYear':
      return span('year', 0);
    case 'lastYear':
      return span('year', -1);
    case 'lastDays':
      return days(1 - Math.max(1, Math.trunc(n)), 0);
    case 'nextDays':
      return days(0, Math.max(1, Math.trunc(n)) - 1);
  }
}
