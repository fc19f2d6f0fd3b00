/** What lies under a point of the chart, and where a bar is drawn: one answer for painting, pressing and screen readers. */
import type { Bar } from './bars';
import type { ChartRow } from './rows';
import { minuteAt, type TimeScale, xOf } from './time-scale';
import { barsWithin, rowAt } from './window';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** px at 1440 between a bar and the edges of its row */
const GAP = 5;
/** narrower is not to be seen */
const LEAST = 3;
/** px from its end where a bar is taken at its edge */
const EDGE = 6;

export const boxOf = (scale: TimeScale, row: ChartRow, bar: Bar): Box => {
  const x = xOf(scale, bar.start);
  const width = Math.max(LEAST, xOf(scale, bar.end) - x);
  const place = row.places?.get(bar.id);
  if (place === undefined) {
    const lanes = row.resource === null ? 1 : Math.max(1, bar.task.lanes);
    return { x, width, y: row.top + GAP, height: row.height * lanes - 2 * GAP };
  }
  const share = (row.height - 2 * GAP) / place.lanes;
  return { x, width, y: row.top + GAP + share * place.lane, height: Math.max(6, share - (place.lanes > 1 ? 2 : 0)) };
};

export interface Hit {
  readonly row: ChartRow | null;
  readonly minute: number;
  readonly bar: Bar | null;
  /** at the end of the bar, wide enough to be taken there */
  readonly atEdge: boolean;
}
/** A finger needs a wider bar than a pointer: `slack` px around. */
export const hitAt = (
  {
    scale,
    rows,
    slack = 0,
  }: { readonly scale: TimeScale; readonly rows: readonly ChartRow[]; readonly slack?: number },
  x: number,
  y: number,
): Hit => {
  const row = rowAt(rows, y);
  const minute = minuteAt(scale, x);
  if (row === null) return { row, minute, bar: null, atEdge: false };
  const reach = (Math.max(LEAST, slack) + LEAST) / scale.pxPerMin;
  const at = rows.indexOf(row);
  // a bar of several lanes begins in a row above
  for (let n = at; n >= 0 && (n === at || rows[n]!.resource?.id === row.resource?.id); n -= 1) {
    if (n !== at && row.resource === null) break;
    const under = rows[n]!;
    for (const bar of barsWithin(under, minute - reach, minute + reach).toReversed()) {
      const box = boxOf(scale, under, bar);
      if (x < box.x - slack || x > box.x + box.width + slack || y < box.y || y > box.y + box.height) continue;
      const atEdge = box.width > 4 * EDGE && x > box.x + box.width - EDGE - slack;
      return { row, minute, bar, atEdge };
    }
  }
  return { row, minute, bar: null, atEdge: false };
};
