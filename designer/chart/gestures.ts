/** One gesture of the pointer over the sheet: a chart moved, made larger by a corner, or free cells joined. */
import type { Area } from '../rules/charts';
import { areaOf, around } from '../rules/charts';
import { type ChartBox, cellAt, chartAt, type Tracks } from './grid';
import type { ChartStage } from './stage';

export type Corner = 'nw' | 'ne' | 'sw' | 'se';
export type Gesture =
  | {
      readonly sort: 'move';
      readonly address: string;
      readonly area: Area;
      readonly grab: { readonly row: number; readonly column: number };
    }
  | { readonly sort: 'size'; readonly address: string; readonly area: Area; readonly corner: Corner }
  | { readonly sort: 'join'; readonly from: Area }
  | { readonly sort: 'order'; readonly address: string };

/** What begins at a point: on a corner, on a chart, on a free cell. */
export function gestureAt(
  stage: ChartStage,
  point: { readonly x: number; readonly y: number },
  corner: Corner | undefined,
  chosen: string | undefined,
  areaOfChart: (address: string) => unknown,
): Gesture | undefined {
  const { tracks } = stage.geometry;
  const chart = chartAt(stage.geometry, point.x, point.y);
  if (tracks === undefined) return chart === undefined ? undefined : { sort: 'order', address: chart.address };
  if (corner !== undefined && chosen !== undefined)
    return { sort: 'size', address: chosen, area: areaOf(areaOfChart(chosen)), corner };
  const at = cellAt(tracks, point.x, point.y);
  if (chart === undefined) return { sort: 'join', from: { ...at, rows: 1, columns: 1 } };
  const area = areaOf(areaOfChart(chart.address));
  return {
    sort: 'move',
    address: chart.address,
    area,
    grab: { row: at.row - area.row, column: at.column - area.column },
  };
}

/** The area a gesture means at a point. */
export function areaMeant(gesture: Exclude<Gesture, { sort: 'order' }>, tracks: Tracks, x: number, y: number): Area {
  const at = { ...cellAt(tracks, x, y), rows: 1, columns: 1 };
  if (gesture.sort === 'join') return around(gesture.from, at);
  const { area } = gesture;
  if (gesture.sort === 'move') {
    const clamp = (to: number, size: number, most: number): number => Math.max(1, Math.min(to, most - size + 1));
    return {
      row: clamp(at.row - gesture.grab.row, area.rows, tracks.rows.length),
      column: clamp(at.column - gesture.grab.column, area.columns, tracks.columns.length),
      rows: area.rows,
      columns: area.columns,
    };
  }
  // the corner across stays where it is
  const fixed = {
    row: gesture.corner.startsWith('n') ? area.row + area.rows - 1 : area.row,
    column: gesture.corner.endsWith('w') ? area.column + area.columns - 1 : area.column,
    rows: 1,
    columns: 1,
  };
  return around(fixed, at);
}

/** Before or behind which chart of a report one would come. */
export function orderAt(
  charts: readonly ChartBox[],
  moved: string,
  x: number,
  y: number,
): { readonly box: ChartBox; readonly isBefore: boolean } | undefined {
  const box = charts.find((chart) => x >= chart.x && x <= chart.x + chart.w && y >= chart.y && y <= chart.y + chart.h);
  return box === undefined || box.address === moved ? undefined : { box, isBefore: x < box.x + box.w / 2 };
}
