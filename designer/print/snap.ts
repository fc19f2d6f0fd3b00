/** Where a thing that is dragged comes to rest: at the edges and middles of others, at the margins, else on the grid. Pure, in mm. */
import { tenths } from '../commands/index';
import type { SheetBox } from './model';

export interface Guide {
  /** a vertical line at x, or a horizontal one at y */
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
export interface SnapField {
  readonly others: readonly SheetBox[];
  /** the area inside the margins */
  readonly page: SheetBox;
  /** mm a pull reaches */
  readonly reach: number;
  /** mm of the grid; 0 = none */
  readonly grid: number;
  /** where the grid begins: the corner of the band */
  readonly origin: { readonly x: number; readonly y: number };
}
export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

interface Pull {
  readonly by: number;
  readonly at: number;
}
/** Lines of a box along an axis: start, middle, end. */
const linesOf = (box: SheetBox, axis: 'x' | 'y'): readonly number[] =>
  axis === 'x' ? [box.x, box.x + box.w / 2, box.x + box.w] : [box.y, box.y + box.h / 2, box.y + box.h];

function pullOf(lines: readonly number[], field: SnapField, axis: 'x' | 'y'): Pull | undefined {
  let best: Pull | undefined;
  const targets = [...field.others, field.page].flatMap((box) => linesOf(box, axis));
  for (const line of lines)
    for (const at of targets) {
      const by = at - line;
      if (Math.abs(by) <= field.reach && (best === undefined || Math.abs(by) < Math.abs(best.by) - 1e-6))
        best = { by, at };
    }
  return best;
}
const onGrid = (value: number, origin: number, grid: number): number =>
  grid === 0 ? tenths(value) : origin + Math.round((value - origin) / grid) * grid;

/** A box that was moved by (dx, dy): the way it really goes. */
export function snapMove(box: SheetBox, dx: number, dy: number, field: SnapField): Snapped {
  const there = { ...box, x: box.x + dx, y: box.y + dy };
  const [x, y] = [pullOf(linesOf(there, 'x'), field, 'x'), pullOf(linesOf(there, 'y'), field, 'y')];
  const to = {
    ...there,
    x: x === undefined ? onGrid(there.x, field.origin.x, field.grid) : there.x + x.by,
    y: y === undefined ? onGrid(there.y, field.origin.y, field.grid) : there.y + y.by,
  };
  return { dx: to.x - box.x, dy: to.y - box.y, guides: guidesOf(to, field, x, y) };
}

export type Handle = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';
export const HANDLES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
const LEAST = 0.5;

/** A box whose handle was moved by (dx, dy). */
export function snapSize(
  box: SheetBox,
  handle: Handle,
  dx: number,
  dy: number,
  field: SnapField,
): { readonly box: SheetBox; readonly guides: readonly Guide[] } {
  let [left, right, top, bottom] = [box.x, box.x + box.w, box.y, box.y + box.h];
  let [x, y]: (Pull | undefined)[] = [undefined, undefined];
  if (handle.includes('e') || handle.includes('w')) {
    const isLeft = handle.includes('w');
    const edge = (isLeft ? left : right) + dx;
    x = pullOf([edge], field, 'x');
    const to = x === undefined ? onGrid(edge, field.origin.x, field.grid) : edge + x.by;
    if (isLeft) left = Math.min(to, right - (box.w === 0 ? 0 : LEAST));
    else right = Math.max(to, left + (box.w === 0 ? 0 : LEAST));
  }
  if (handle.includes('n') || handle.includes('s')) {
    const isTop = handle.includes('n');
    const edge = (isTop ? top : bottom) + dy;
    y = pullOf([edge], field, 'y');
    const to = y === undefined ? onGrid(edge, field.origin.y, field.grid) : edge + y.by;
    if (isTop) top = Math.min(to, bottom - (box.h === 0 ? 0 : LEAST));
    else bottom = Math.max(to, top + (box.h === 0 ? 0 : LEAST));
  }
  const to = { x: left, y: top, w: right - left, h: bottom - top };
  return { box: to, guides: guidesOf(to, field, x, y) };
}

/** Lines through what the box now touches. */
function guidesOf(box: SheetBox, field: SnapField, x: Pull | undefined, y: Pull | undefined): readonly Guide[] {
  const guides: Guide[] = [];
  for (const [axis, pull] of [
    ['x', x],
    ['y', y],
  ] as const) {
    if (pull === undefined) continue;
    const touched = [...field.others, field.page].filter((box) =>
      linesOf(box, axis).some((line) => Math.abs(line - pull.at) < 0.01),
    );
    const ends = [box, ...touched].flatMap((box) => (axis === 'x' ? [box.y, box.y + box.h] : [box.x, box.x + box.w]));
    guides.push({ axis, at: pull.at, from: Math.min(...ends), to: Math.max(...ends) });
  }
  return guides;
}

export const unionOf = (boxes: readonly SheetBox[]): SheetBox => {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    w: Math.max(...boxes.map((box) => box.x + box.w)) - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) - y,
  };
};
export const touches = (a: SheetBox, b: SheetBox): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
