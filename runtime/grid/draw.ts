/** Pixels of the grid. Sizes are given at a window of 1440 and grow with the root font (specification §9: width / 120, base 1440). */
import type { GridColumn } from './types';

const ROW = 31;
const NUMBER = 44;

export interface Metrics {
  readonly row: number;
  readonly number: number;
  /** left edge of each column, then the whole width; the number column is not counted */
  readonly edges: readonly number[];
}

/** Columns share what is left of the window by their width, so that the last edge meets the frame. */
export function metrics(columns: readonly GridColumn[], scale: number, room: number): Metrics {
  const widths = columns.map((column) => Math.round(column.width * scale));
  const number = Math.round(NUMBER * scale);
  const free = Math.floor(room) - number - widths.reduce((a, b) => a + b, 0);
  const elastic = columns.map((column) =>
    column.field.type === 'text' || column.field.type === 'ref' ? column.width : 0,
  );
  const total = elastic.reduce((a, b) => a + b, 0);
  if (free > 0 && total > 0) {
    let left = free;
    elastic.forEach((share, at) => {
      const more = Math.min(left, Math.floor((free * share) / total));
      widths[at] = (widths[at] ?? 0) + more;
      left -= more;
    });
    const last = elastic.findLastIndex((share) => share > 0);
    widths[last] = (widths[last] ?? 0) + left;
  }
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return { row: Math.round(ROW * scale), number, edges };
}

/** Columns that touch the window from `from` to `to`, one more on each side. */
export function columnsInView(edges: readonly number[], from: number, to: number): readonly [number, number] {
  const n = edges.length - 1;
  let first = 0;
  while (first < n - 1 && (edges[first + 1] ?? 0) <= from) first += 1;
  let last = first;
  while (last < n - 1 && (edges[last + 1] ?? 0) < to) last += 1;
  return [Math.max(0, first - 1), Math.min(n - 1, last + 1)];
}
