/** Geometry of the table, pure: widths in pixels, edges, which columns are in view. */
import type { TableColumn } from './types';

export interface Placed {
  readonly column: TableColumn;
  /** style of header, cell and footer alike; one identity per layout, so rows compare it by reference */
  readonly style: { readonly width: number };
}
export interface Layout {
  readonly left: readonly Placed[];
  readonly middle: readonly Placed[];
  readonly right: readonly Placed[];
  /** left edge of each middle column, then the end of the last; counted from the end of the left ones */
  readonly edges: readonly number[];
  readonly leftWidth: number;
  readonly rightWidth: number;
  readonly total: number;
}

/** `room` is the inner width of the table, `scale` the root font over 12. Growing columns share what is left, and give up some of theirs when it is too little. */
export const layOut = (all: readonly TableColumn[], room: number, scale: number): Layout => {
  const columns = loosened(all, room, scale);
  const widths = columns.map((column) => Math.round(Math.max(column.width, column.minWidth) * scale));
  const free = Math.floor(room) - sum(widths);
  if (free > 0) spread(columns, widths, free);
  else if (free < 0 && room > 0) shrink(columns, widths, -free, scale);
  const placed = columns.map((column, index) => ({ column, width: widths[index] ?? 0 }));
  const left = placed.filter(({ column }) => column.pin === 'left');
  const right = placed.filter(({ column }) => column.pin === 'right');
  const middle = placed.filter(({ column }) => column.pin === undefined);
  const edges = [0];
  for (const { width } of middle) edges.push((edges.at(-1) ?? 0) + width);
  const place = (list: typeof placed): readonly Placed[] =>
    list.map(({ column, width }) => ({ column, style: { width } }));
  return {
    left: place(left),
    right: place(right),
    middle: place(middle),
    edges,
    leftWidth: sum(left.map(({ width }) => width)),
    rightWidth: sum(right.map(({ width }) => width)),
    total: sum(widths),
  };
};

/** px at 1440 of a digit of a total, and of what stands around it */
const DIGIT = 8;
const AROUND = 22;

/** A total is never cut: its column is as wide as it needs, unless the user chose a width. */
export const withTotals = (
  columns: readonly TableColumn[],
  totals: Readonly<Record<string, string>>,
): readonly TableColumn[] =>
  columns.map((column) => {
    const needs = (totals[column.key]?.length ?? 0) * DIGIT + AROUND;
    const isShort = totals[column.key] !== undefined && column.exact !== true && column.width < needs;
    return isShort ? { ...column, width: needs, minWidth: Math.max(column.minWidth, needs) } : column;
  });

/** What scrolls gets at least so much; a table that is narrower than the second keeps what the document pinned. */
const LEAST_ROOM = 200;
const LEAST_TABLE = 480;

/** Where little room is left between pinned columns, those of data let go: at the right, then all but the first at the left. */
const loosened = (columns: readonly TableColumn[], room: number, scale: number): readonly TableColumn[] => {
  const isTight = (list: readonly TableColumn[]): boolean =>
    room - sum(list.map(({ pin, width, minWidth }) => (pin === undefined ? 0 : Math.max(width, minWidth) * scale))) <
    LEAST_ROOM * scale;
  if (room < LEAST_TABLE * scale || !isTight(columns)) return columns;
  const isData = ({ key }: TableColumn): boolean => !key.startsWith('$');
  const loose = columns.map((column) =>
    column.pin === 'right' && isData(column) ? { ...column, pin: undefined } : column,
  );
  if (!isTight(loose)) return loose;
  const first = loose.find((column) => column.pin === 'left' && isData(column));
  return loose.map((column) =>
    column.pin === 'left' && isData(column) && column !== first ? { ...column, pin: undefined } : column,
  );
};

const spread = (columns: readonly TableColumn[], widths: number[], free: number): void => {
  const growing = columns.map((column, index) => (column.grows && column.pin === undefined ? (widths[index] ?? 0) : 0));
  const shares =
    sum(growing) > 0
      ? growing
      : columns.map((column, index) => (column.pin === undefined && column.exact !== true ? (widths[index] ?? 0) : 0));
  const all = sum(shares);
  if (all === 0) return;
  let rest = free;
  const last = shares.findLastIndex((share) => share > 0);
  shares.forEach((share, index) => {
    if (share === 0) return;
    const more = index === last ? rest : Math.floor((free * share) / all);
    widths[index] = (widths[index] ?? 0) + more;
    rest -= more;
  });
};

/** How much of its width a growing column gives up where that makes all columns fit, and where the table scrolls sideways anyway. */
const GIVE = 0.3;
const GIVE_SCROLLING = 0.15;

const shrink = (columns: readonly TableColumn[], widths: number[], lack: number, scale: number): void => {
  const growing = columns.map((column, index) => (column.grows && column.pin === undefined ? (widths[index] ?? 0) : 0));
  const all = sum(growing);
  if (all === 0) return;
  const share = lack <= all * GIVE ? lack / all : GIVE_SCROLLING;
  growing.forEach((width, index) => {
    if (width === 0) return;
    // what its values need is not given up
    const least = Math.min(width, Math.round((columns[index]?.minWidth ?? 0) * scale));
    widths[index] = Math.max(least, width - Math.ceil(width * share));
  });
};

/** First and last middle column that touch the view from `from` over `width` pixels, one more on each side. */
export const inView = (edges: readonly number[], from: number, width: number): readonly [number, number] => {
  const count = edges.length - 1;
  if (count <= 0) return [0, -1];
  const first = lastAtMost(edges, from);
  const last = lastAtMost(edges, from + width);
  return [Math.max(0, first - 1), Math.min(count - 1, last + 1)];
};

const lastAtMost = (edges: readonly number[], at: number): number => {
  let low = 0;
  let high = edges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, edges.length - 2);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
