/** Days a device plan falls on (20 §6): its cycle from the first day on, and what becomes of days on which nothing is open. */
import { dateAdd, dateDiff, partsOf } from '../../../schemas/language/codec/date-time';

export const CYCLE = { shift: '1', day: '2', week: '3', month: '4', quarter: '5', year: '6' } as const;
export const HOLIDAY = { keep: '0', before: '1', after: '2', skip: '3' } as const;
/** 月末 among the days of a month */
export const LAST_DAY = 99;

export interface PlanRule {
  readonly cycleUnit: string;
  readonly interval: number;
  /** 1 Monday to 7 Sunday */
  readonly weekDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly startDate: string;
  readonly endDate?: string | null;
  readonly holidayRule: string;
}
export interface PlannedDay {
  readonly date: string;
  /** the day of the cycle, when another was taken */
  readonly instead?: string;
}

const FAR = 40_000;
const NEAR = 60;

/** The next days from a day on; `isOpen` says whether the device works. */
export function planDays(
  rule: PlanRule,
  from: string,
  isOpen: (date: string) => boolean,
  count = 10,
): readonly PlannedDay[] {
  const days: PlannedDay[] = [];
  const taken = new Set<string>();
  for (const planned of cycleDays(rule)) {
    if (days.length >= count || (rule.endDate && planned > rule.endDate)) break;
    const date = settled(planned, rule.holidayRule, isOpen);
    if (date === null || date < from || taken.has(date)) continue;
    taken.add(date);
    days.push(date === planned ? { date } : { date, instead: planned });
  }
  return days;
}

/** Days of the cycle in order, without end but for a limit against cycles that hold none. */
function* cycleDays(rule: PlanRule): Generator<string> {
  const { startDate: start, interval } = rule;
  const plus = (days: number): string => dateAdd(start, days, 'day') ?? start;
  switch (rule.cycleUnit) {
    case CYCLE.week: {
      const monday = plus(1 - weekdayOf(start));
      for (let week = 0; week < FAR / 7; week += interval)
        for (const day of [...rule.weekDays].sort((a, b) => a - b)) {
          const date = dateAdd(monday, week * 7 + day - 1, 'day') ?? start;
          if (date >= start) yield date;
        }
      return;
    }
    case CYCLE.month: {
      const first = `${start.slice(0, 8)}01`;
      for (let month = 0; month < FAR / 28; month += interval) {
        const begin = dateAdd(first, month, 'month') ?? first;
        const length = dateDiff(begin, dateAdd(begin, 1, 'month') ?? begin, 'day')?.n ?? 30;
        // a day the month does not have is its last one
        const days = new Set(rule.monthDays.map((day) => Math.min(day, length)));
        for (const day of [...days].sort((a, b) => a - b)) {
          const date = dateAdd(begin, day - 1, 'day') ?? begin;
          if (date >= start) yield date;
        }
      }
      return;
    }
    case CYCLE.quarter:
    case CYCLE.year: {
      const months = (rule.cycleUnit === CYCLE.year ? 12 : 3) * interval;
      for (let step = 0; step < FAR / 90; step++) yield dateAdd(start, step * months, 'month') ?? start;
      return;
    }
    default:
      for (let day = 0; day < FAR; day += interval) yield plus(day);
  }
}

/** The day that is taken for a day of the cycle; null = none. */
function settled(date: string, rule: string, isOpen: (date: string) => boolean): string | null {
  if (rule === HOLIDAY.keep || isOpen(date)) return date;
  if (rule === HOLIDAY.skip) return null;
  const step = rule === HOLIDAY.before ? -1 : 1;
  for (let days = 1; days <= NEAR; days++) {
    const other = dateAdd(date, days * step, 'day') ?? date;
    if (isOpen(other)) return other;
  }
  return date;
}

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (date: string): number => partsOf(date)?.weekday ?? 1;

const WEEK = '一二三四五六日';
export const weekdayName = (day: number): string => `周${WEEK[day - 1] ?? ''}`;

/** `每2周 周一、周四` */
export function cycleText(rule: Pick<PlanRule, 'cycleUnit' | 'interval' | 'weekDays' | 'monthDays'>): string {
  const every = (unit: string): string => `每${rule.interval === 1 ? '' : rule.interval}${unit}`;
  const inOrder = (days: readonly number[]): number[] => [...days].sort((a, b) => a - b);
  switch (rule.cycleUnit) {
    case CYCLE.shift:
      return every(rule.interval === 1 ? '班' : '个班');
    case CYCLE.week:
      return `${every('周')} ${inOrder(rule.weekDays).map(weekdayName).join('、')}`;
    case CYCLE.month:
      return `${every(rule.interval === 1 ? '月' : '个月')} ${inOrder(rule.monthDays)
        .map((day) => (day === LAST_DAY ? '月末' : `${day}日`))
        .join('、')}`;
    case CYCLE.quarter:
      return every(rule.interval === 1 ? '季' : '个季');
    case CYCLE.year:
      return every('年');
    default:
      return every(rule.interval === 1 ? '日' : '天');
  }
}
