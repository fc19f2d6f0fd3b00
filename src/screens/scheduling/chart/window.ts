/** What of the rows can be seen: rows between two heights, bars between two times. Both are found by halving, whatever there is. */
import type { Bar } from './bars';
import type { ChartRow } from './rows';

/** The first place whose value is above `limit`, of values that never fall. */
const firstAbove = (count: number, value: (at: number) => number, limit: number): number => {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(middle) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Places of the rows that reach into [top, bottom): first and the one after the last. */
export const rowsWithin = (rows: readonly ChartRow[], top: number, bottom: number): readonly [number, number] => {
  const from = firstAbove(rows.length, (at) => rows[at]!.top + rows[at]!.height, top);
  let to = from;
  while (to < rows.length && rows[to]!.top < bottom) to += 1;
  return [from, to];
};
export const rowAt = (rows: readonly ChartRow[], y: number): ChartRow | null => {
  const at = firstAbove(rows.length, (n) => rows[n]!.top + rows[n]!.height, y);
  const row = rows[at];
  return row !== undefined && row.top <= y ? row : null;
};
export const heightOf = (rows: readonly ChartRow[]): number => {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.top + last.height;
};
/** Bars of a row that reach into [from, to), by start. */
export const barsWithin = ({ bars, ends }: ChartRow, from: number, to: number): readonly Bar[] => {
  const found: Bar[] = [];
  for (let at = firstAbove(ends.length, (n) => ends[n]!, from); at < bars.length; at += 1) {
    const bar = bars[at]!;
    if (bar.start >= to) break;
    if (bar.end > from) found.push(bar);
  }
  return found;
};

/** The first bar that begins after what is seen of the rows; null = one is seen, or none comes. */
export const nextBar = (
  rows: readonly ChartRow[],
  from: number,
  to: number,
): { readonly row: ChartRow; readonly bar: Bar } | null => {
  if (rows.some((row) => barsWithin(row, from, to).length > 0)) return null;
  const later = rows.flatMap((row) => row.bars.flatMap((bar) => (bar.start >= from ? [{ row, bar }] : [])));
  return later.toSorted((a, b) => a.bar.start - b.bar.start)[0] ?? null;
};
