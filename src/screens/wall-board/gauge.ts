/** Where a value and its limits stand on a gauge, percent of its length: the band between the limits takes the middle half. */
interface Limited {
  readonly value: number | string | null;
  readonly low: number | null;
  readonly high: number | null;
}
export interface Gauge {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}
/** null: there is no value or no limit to hold it against */
export const gaugeOf = ({ value, low, high }: Limited): Gauge | null => {
  if (typeof value !== 'number' || (low === null && high === null)) return null;
  // one limit alone lies at a quarter from its end, over a length of twice its amount
  const width = low !== null && high !== null ? high - low : Math.abs(low ?? high ?? 0) || 1;
  const start = low !== null ? low - width / 2 : (high ?? 0) - width * 1.5;
  const portion = (n: number): number => Math.min(100, Math.max(0, ((n - start) / (2 * width || 1)) * 100));
  return { from: low === null ? 0 : portion(low), to: high === null ? 100 : portion(high), at: portion(value) };
};
