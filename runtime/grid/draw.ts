/** Pixels of the grid. Sizes are given at a window of 1440 and grow with the root font (specification §9: width / 120, base 1440). */
import { rowFor } from '../page/use-touch';
import type { GridColumn } from './types';

const ROW = 31;
const NUMBER = 44;

export interface Metrics {
  readonly row: number;
  readonly number: number;
  /** left edge of each column, then the whole width; the number column is not counted */
  readonly edges: readonly number[];
  /** columns at the left that do not scroll */
  readonly pinned: number;
  /** of a cell of each column, the same object for all rows */
  readonly cells: readonly CellStyle[];
  /** of the half of a row that stays at the left: number and pinned columns */
  readonly lead: LineStyle;
  /** of the half that scrolls sideways */
  readonly line: LineStyle;
}
export interface LineStyle {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly lineHeight: string;
}
export interface CellStyle {
  readonly width: number;
  /** its place, when it is pinned */
  readonly left?: number;
}

/** Columns share what is left of the window by their width, so that the last edge meets the frame; dragged ones (`own`) do not. */
export function metrics(
  columns: readonly GridColumn[],
  scale: number,
  room: number,
  own: ReadonlyMap<string, number> = new Map(),
  touch = false,
): Metrics {
  const widths = columns.map((column) => Math.round((own.get(column.code) ?? column.width) * scale));
  const number = Math.round(NUMBER * scale);
  const free = Math.floor(room) - number - widths.reduce((a, b) => a + b, 0);
  const elastic = columns.map((column) =>
    (column.field.type === 'text' || column.field.type === 'ref') && !own.has(column.code) ? column.width : 0,
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
  const row = Math.round(rowFor(ROW, touch) * scale);
  const pinned = columns.filter((column) => column.pinned).length;
  const still = number + (edges[pinned] ?? 0);
  const high = { height: row, lineHeight: `${row - 1}px` };
  return {
    row,
    number,
    edges,
    pinned,
    cells: widths.map((width, c) => (c < pinned ? { width, left: number + (edges[c] ?? 0) } : { width })),
    lead: { left: 0, width: still, ...high },
    line: { left: still, width: number + (edges.at(-1) ?? 0) - still, ...high },
  };
}

/** Scrolling columns that touch the window, one more on each side; pinned ones are always drawn. */
export function columnsInView(
  { edges, pinned, number }: Metrics,
  left: number,
  room: number,
): readonly [number, number] {
  const n = edges.length - 1;
  const from = left + (edges[pinned] ?? 0);
  const to = left + room - number;
  let first = pinned;
  while (first < n - 1 && (edges[first + 1] ?? 0) <= from) first += 1;
  let last = first;
  while (last < n - 1 && (edges[last + 1] ?? 0) < to) last += 1;
  return [Math.max(pinned, first - 1), Math.min(n - 1, last + 1)];
}

/** Width that the scrolling columns before the window take. */
export const gapBefore = ({ edges, pinned }: Metrics, from: number): number =>
  (edges[from] ?? 0) - (edges[pinned] ?? 0);
/** Indices of the columns to draw: the pinned ones, then the window. */
export function drawn({ pinned }: Metrics, from: number, to: number): readonly number[] {
  const list: number[] = [];
  for (let c = 0; c < pinned; c += 1) list.push(c);
  for (let c = from; c <= to; c += 1) list.push(c);
  return list;
}

/** A rectangle of the body in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** Cells `left`..`right` of rows `top`..`bottom`, measured from the left edge of the body. */
export const boxOf = (
  { edges, row, number }: Metrics,
  {
    top,
    bottom,
    left,
    right,
  }: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number },
): Box => ({
  left: number + (edges[left] ?? 0),
  top: top * row,
  width: (edges[right + 1] ?? 0) - (edges[left] ?? 0),
  height: (bottom - top + 1) * row,
});
