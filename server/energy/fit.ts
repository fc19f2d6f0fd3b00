/** What use by day says of itself: the part that does not follow the work, and what is usual. */
import { divDec, roundHalfUp, sumDec } from '../../schemas/language/codec/decimal';

export interface DayFit {
  /** standard hours of the day */
  readonly work: number;
  readonly use: number;
}
/** fewer days are no line */
const MIN_DAYS = 20;
const DECIMALS = 4;

/** Use of a day without work, by the least-squares line over days; null: too few of them, or all with the same work. */
export const fixedPart = (days: readonly DayFit[]): number | null => {
  if (days.length < MIN_DAYS || new Set(days.map(({ work }) => work)).size < 2) return null;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [work, use] = [mean(days.map((day) => day.work)), mean(days.map((day) => day.use))];
  const joint = mean(days.map((day) => (day.work - work) * (day.use - use)));
  const spread = mean(days.map((day) => (day.work - work) ** 2));
  return roundHalfUp(use - (joint / spread) * work, DECIMALS);
};

export const medianOf = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return roundHalfUp(divDec(sumDec(middle), middle.length) ?? 0, DECIMALS);
};
