/** The gestures of the paper: moving, resizing, catching with a frame, heights of bands, widths and order of columns, dropping. */

import type { DetailsDoc } from '../../schemas/language/print/document';
import type { Strip, StripBand } from '../../schemas/language/print/index';
import { valueAt } from '../../schemas/language/steps/index';
import {
  movePrintColumn,
  type Placing,
  placePrintItems,
  printColumns,
  setColumnEdge,
  setPrintBand,
  tenths,
} from '../commands/index';
import { allBands, bandAtY, bandOfItem, boxesOf, type SheetBox } from './model';
import { type Handle, type SnapField, snapMove, snapSize, touches, unionOf } from './snap';
import type { Gesture, Motion } from './use-gesture';

export interface Snapping {
  /** mm; 0 = off */
  readonly grid: number;
  /** pulls to other things */
  readonly pulls: boolean;
  /** mm a pull reaches at this zoom */
  readonly reach: number;
}

export function fieldOf(
  strip: Strip,
  moving: ReadonlySet<string>,
  { grid, pulls, reach }: Snapping,
  free: boolean,
  origin: { readonly x: number; readonly y: number },
): SnapField {
  const [top, right, bottom, left] = strip.margins;
  return {
    others: pulls && !free ? [...boxesOf(strip)].flatMap(([address, box]) => (moving.has(address) ? [] : [box])) : [],
    page: { x: left, y: top, w: strip.width - left - right, h: strip.height - top - bottom },
    reach: pulls && !free ? reach : 0,
    grid: free ? 0 : grid,
    origin,
  };
}

/** Boxes moved by a way on the sheet; each goes to the band it is then in. The background is a sheet of its own. */
export function placings(strip: Strip, addresses: readonly string[], dx: number, dy: number): readonly Placing[] {
  const boxes = boxesOf(strip);
  return addresses.flatMap((address): readonly Placing[] => {
    const box = boxes.get(address);
    const own = allBands(strip).find((band) => band.address === bandOfItem(address));
    if (box === undefined || own === undefined) return [];
    const to = { ...box, x: box.x + dx, y: box.y + dy };
    const band = own === strip.background ? own : (homeOf(strip, own, to, dy) ?? own);
    return [{ address, band: band.address, box: within(to, band) }];
  });
}
/** Upwards the top edge decides, downwards too, as soon as it has left the band. */
const homeOf = (strip: Strip, own: StripBand, box: SheetBox, dy: number): StripBand | undefined =>
  dy === 0 || (box.y >= own.top - 0.01 && box.y < own.top + own.height) ? own : bandAtY(strip, box.y + 0.01);
const within = (box: SheetBox, band: StripBand): SheetBox => ({
  x: Math.max(0, tenths(box.x - band.left)),
  y: Math.max(0, tenths(box.y - band.top)),
  w: box.w,
  h: box.h,
});

export function moveGesture(
  strip: Strip,
  addresses: readonly string[],
  snapping: Snapping,
  end: (moved: boolean) => void,
): Gesture {
  const moving = new Set(addresses);
  const boxes = boxesOf(strip);
  const chosen = addresses.flatMap((address) => boxes.get(address) ?? []);
  const whole = unionOf(chosen);
  const band = allBands(strip).find((band) => band.address === bandOfItem(addresses[0] ?? ''));
  return {
    cursor: 'move',
    wish: (motion, state) => {
      let [dx, dy] = [motion.to.x - motion.from.x, motion.to.y - motion.from.y];
      if (motion.straight) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
      const field = fieldOf(strip, moving, snapping, motion.free, { x: band?.left ?? 0, y: band?.top ?? 0 });
      const snapped = snapMove(whole, dx, dy, field);
      if (motion.straight && dx === 0) dy = snapped.dy;
      else if (motion.straight) dx = snapped.dx;
      else [dx, dy] = [snapped.dx, snapped.dy];
      return {
        answer: placePrintItems(state, { places: placings(strip, addresses, dx, dy) }),
        guides: snapped.guides,
        say: `${tenths(whole.x + dx - (band?.left ?? 0))}, ${tenths(Math.max(0, whole.y + dy - (band?.top ?? 0)))}`,
      };
    },
    end: (_, moved) => end(moved),
  };
}

export function sizeGesture(strip: Strip, address: string, handle: Handle, snapping: Snapping): Gesture {
  const box = boxesOf(strip).get(address);
  const band = allBands(strip).find((band) => band.address === bandOfItem(address));
  return {
    cursor: `${handle}-resize`,
    wish: ({ from, to, free }, state) => {
      if (box === undefined || band === undefined) return {};
      const field = fieldOf(strip, new Set([address]), snapping, free, { x: band.left, y: band.top });
      const sized = snapSize(box, handle, to.x - from.x, to.y - from.y, field);
      const inner = within(sized.box, band);
      return {
        answer: placePrintItems(state, { places: [{ address, box: inner }], gesture: '调整大小' }),
        guides: sized.guides,
        say: `${tenths(inner.w)} × ${tenths(inner.h)}`,
      };
    },
  };
}

/** A frame around things; `add` keeps what was chosen. */
export function lassoGesture(
  strip: Strip,
  within: string | undefined,
  choose: (addresses: readonly string[]) => void,
  click: () => void,
): Gesture {
  const frame = ({ from, to }: Motion): SheetBox => ({
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    w: Math.abs(to.x - from.x),
    h: Math.abs(to.y - from.y),
  });
  return {
    wish: (motion) => ({ lasso: frame(motion) }),
    end: (motion, moved) => {
      if (!moved) return click();
      const area = frame(motion);
      const found = [...boxesOf(strip)].filter(
        ([address, box]) =>
          touches(area, { ...box, w: Math.max(box.w, 0.1), h: Math.max(box.h, 0.1) }) &&
          (bandOfItem(address) !== 'bands.background' || within === 'bands.background'),
      );
      choose(found.map(([address]) => address));
    },
  };
}

export function bandGesture(strip: Strip, address: string, snapping: Snapping): Gesture {
  const band = allBands(strip).find((band) => band.address === address);
  return {
    cursor: 'row-resize',
    wish: ({ from, to, free }, state) => {
      const height = (band?.height ?? 0) + to.y - from.y;
      const step = free || snapping.grid === 0 ? 0.1 : snapping.grid;
      const wanted = Math.max(0, Math.round(height / step) * step);
      return { answer: setPrintBand(state, { band: address, height: wanted }), say: `高 ${tenths(wanted)}` };
    },
  };
}

export function edgeGesture(details: string, column: number, left: number, snapping: Snapping): Gesture {
  return {
    cursor: 'col-resize',
    wish: ({ to, free, straight }, state) => {
      const step = free || snapping.grid === 0 ? 0.1 : snapping.grid / 2;
      const edge = Math.round((to.x - left) / step) * step;
      const answer = setColumnEdge(state, { details, column, edge, push: straight });
      const table = valueAt(state.documents[state.open ?? '']?.text ?? {}, details) as DetailsDoc | undefined;
      const at = table === undefined ? undefined : printColumns(table)[column];
      return { answer, say: at === undefined ? '' : `宽 ${tenths(Math.max(3, edge - at.x))}` };
    },
  };
}

export function columnGesture(details: string, column: number, left: number, click: () => void): Gesture {
  return {
    cursor: 'grabbing',
    wish: ({ to }, state) => {
      const table = valueAt(state.documents[state.open ?? '']?.text ?? {}, details) as DetailsDoc | undefined;
      if (table === undefined) return {};
      const columns = printColumns(table);
      const others = columns.filter((_, i) => i !== column);
      const place = others.filter((column) => column.x + column.w / 2 < to.x - left).length;
      return { answer: movePrintColumn(state, { details, column, to: place }), say: columns[column]?.title ?? '' };
    },
    end: (_, moved) => {
      if (!moved) click();
    },
  };
}
