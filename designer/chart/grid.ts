/** Where the drawn charts and the free cells of a board stand on the sheet, in px of the page. Pure but for reading the drawn page. */
import type { Rect } from '../canvas/boxes';
import type { Area } from '../rules/charts';

export interface ChartBox extends Rect {
  readonly address: string;
}
interface Track {
  readonly at: number;
  readonly size: number;
}
export interface Tracks {
  readonly rows: readonly Track[];
  readonly columns: readonly Track[];
}
export interface Geometry {
  readonly charts: readonly ChartBox[];
  /** the grid of a board; none for a report, and where a board is one column */
  readonly tracks?: Tracks;
}
export const NOTHING: Geometry = { charts: [] };

export function geometryOf(root: HTMLElement): Geometry {
  const charts = [...root.querySelectorAll<HTMLElement>('[data-cell], [data-chart]')].map((element): ChartBox => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const { cell, chart } = element.dataset;
    return {
      address: cell === undefined ? `list.charts.${chart}` : `cells.${cell}`,
      x: left,
      y: top,
      w: width,
      h: height,
    };
  });
  const grid = root.querySelector<HTMLElement>('[data-board-grid]');
  const view = root.ownerDocument.defaultView;
  if (grid === null || view === null) return { charts };
  const style = view.getComputedStyle(grid);
  if (style.display !== 'grid') return { charts };
  const { left, top } = grid.getBoundingClientRect();
  const gap = Number.parseFloat(style.columnGap) || 0;
  return {
    charts,
    tracks: {
      columns: tracksOf(style.gridTemplateColumns, left, gap),
      rows: tracksOf(style.gridTemplateRows, top, gap),
    },
  };
}
/** `300px 300px` as where each begins. */
export function tracksOf(template: string, from: number, gap: number): readonly Track[] {
  let at = from;
  return template
    .split(' ')
    .map((part) => Number.parseFloat(part))
    .filter((size) => Number.isFinite(size))
    .map((size) => {
      const track = { at, size };
      at += size + gap;
      return track;
    });
}

export function rectOf({ rows, columns }: Tracks, area: Area): Rect | undefined {
  const [top, bottom] = [rows[area.row - 1], rows[area.row + area.rows - 2]];
  const [left, right] = [columns[area.column - 1], columns[area.column + area.columns - 2]];
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return undefined;
  return { x: left.at, y: top.at, w: right.at + right.size - left.at, h: bottom.at + bottom.size - top.at };
}
/** The cell nearest to a point. */
export function cellAt(
  { rows, columns }: Tracks,
  x: number,
  y: number,
): { readonly row: number; readonly column: number } {
  return { row: nearest(rows, y), column: nearest(columns, x) };
}
function nearest(tracks: readonly Track[], at: number): number {
  const found = tracks.findIndex((track) => at < track.at + track.size);
  return found < 0 ? Math.max(1, tracks.length) : found + 1;
}
export const chartAt = ({ charts }: Geometry, x: number, y: number): ChartBox | undefined =>
  charts.find((box) => x >= box.x && y >= box.y && x <= box.x + box.w && y <= box.y + box.h);

/** Cells of the grid where nothing stands. */
export function freeCells({ rows, columns }: Tracks, taken: readonly Area[]): readonly Area[] {
  const isTaken = (row: number, column: number): boolean =>
    taken.some(
      (area) =>
        row >= area.row && row < area.row + area.rows && column >= area.column && column < area.column + area.columns,
    );
  return rows.flatMap((_, r) =>
    columns.flatMap((__, c) => (isTaken(r + 1, c + 1) ? [] : [{ row: r + 1, column: c + 1, rows: 1, columns: 1 }])),
  );
}
/** The next chart in a direction: the nearest whose middle lies that way. */
export function neighbour(charts: readonly ChartBox[], from: string | undefined, key: string): ChartBox | undefined {
  const start = charts.find((box) => box.address === from);
  if (start === undefined) return charts[0];
  const middle = (box: Rect) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
  const { x, y } = middle(start);
  const isThere = (box: ChartBox): boolean => {
    const to = middle(box);
    if (key === 'ArrowRight') return to.x > x + 1 && box.y < start.y + start.h && start.y < box.y + box.h;
    if (key === 'ArrowLeft') return to.x < x - 1 && box.y < start.y + start.h && start.y < box.y + box.h;
    return key === 'ArrowDown' ? to.y > y + 1 : to.y < y - 1;
  };
  const far = (box: ChartBox): number => Math.abs(middle(box).x - x) + Math.abs(middle(box).y - y);
  return charts.filter((box) => box !== start && isThere(box)).sort((a, b) => far(a) - far(b))[0];
}
