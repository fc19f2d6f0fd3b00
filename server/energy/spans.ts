/**
 * Days, weeks, months of fees and years as the energy reports show them (50 §6). A month of fees that begins on another day than the first
 * is named by it: its days are told as days of that month, which has just as many.
 */
import { dateAdd, dateDiff, endOf, startOf } from '../../schemas/language/codec/date-time';

export const SPAN = ['day', 'week', 'month', 'year'] as const;
export type SpanGrain = (typeof SPAN)[number];
export interface Days {
  readonly from: string;
  readonly to: string;
}
export interface Period extends Days {
  /** what it is called */
  readonly key: string;
  /** the period before, and the one a year ago: as much of them as this one shows */
  readonly prev: Days;
  readonly yoy: Days;
}

const moved = (day: string, n: number, unit: 'day' | SpanGrain = 'day'): string =>
  (dateAdd(day, n, unit) ?? day).slice(0, 10);
const startIn = (day: string, grain: SpanGrain): string => (startOf(day, grain) ?? day).slice(0, 10);
const LAST_DAY = '9999-12-31';
const endIn = (day: string, grain: SpanGrain): string => (endOf(day, grain) ?? LAST_DAY).slice(0, 10);

/** Days between the calendar and the days of fees. */
export const feeShift = (grain: SpanGrain, billDay: number): number =>
  grain === 'month' || grain === 'year' ? billDay - 1 : 0;
export const shifted = ({ from, to }: Days, days: number): Days => ({ from: moved(from, days), to: moved(to, days) });

export const keyOf = (day: string, grain: SpanGrain): string => {
  if (grain === 'day') return day;
  if (grain === 'week') return `${startIn(day, 'week')}周`;
  return day.slice(0, grain === 'month' ? 7 : 4);
};

/** The periods of a span in order, its last one as far as today has come. */
export const periodsOf = ({ from, to }: Days, grain: SpanGrain, today: string): readonly Period[] => {
  const found: Period[] = [];
  for (let at: string | null = startIn(from, grain); at !== null && at <= to; at = dateAdd(at, 1, grain)) {
    const days = { from: at < from ? from : at, to: endIn(at, grain) > to ? to : endIn(at, grain) };
    const last = days.from <= today && today < days.to ? today : days.to;
    found.push({
      ...{ ...days, key: keyOf(at, grain) },
      prev: before(days.from, last, grain, (day) => moved(day, -1, grain)),
      yoy: before(days.from, last, grain, (day) => (grain === 'week' ? moved(day, -364) : moved(day, -1, 'year'))),
    });
  }
  return found;
};
/** A period that is over is compared with the whole of the other, however long that is. */
const before = (from: string, last: string, grain: SpanGrain, back: (day: string) => string): Days => ({
  from: back(from),
  to: endIn(last, grain) === last ? endIn(back(startIn(last, grain)), grain) : back(last),
});

export const dayCount = ({ from, to }: Days): number => (dateDiff(from, to, 'day')?.n ?? 0) + 1;
