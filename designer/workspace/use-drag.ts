/** One drag over palette and canvas: what is carried, the place it is over, and what letting go does. */
import { useRef, useState } from 'react';
import type { Box, Rect } from '../canvas/boxes';
import { CANVAS } from '../canvas/Canvas';
import { boxAt, boxesIn, type Dragged, type Place, placeAt } from '../canvas/places';
import type { Stage } from '../canvas/stage';
import type { OutlineFace } from '../outline/outline-of';
import type { LayoutCode } from '../palette/kinds';
import type { Point, Tag, Taken } from '../parts/Dragging';
import type { Carried, Spot } from './acts';

export interface Carrying extends Tag {
  readonly carried: Carried;
}
export interface DragState {
  /** something is carried, or a frame is drawn */
  readonly isDragging: boolean;
  readonly start: (taken: Taken, at: Point) => Tag | undefined;
  readonly move: (taken: Taken, to: Point) => void;
  readonly end: () => void;
  readonly cancel: () => void;
}
interface Options {
  readonly stage: Stage;
  readonly face: OutlineFace;
  readonly selection: readonly string[];
  readonly refusal: (carried: Carried, spot: Spot) => string | undefined;
  readonly onDrop: (carrying: Carrying, spot: Spot) => void;
  readonly onFrame: (addresses: readonly string[]) => void;
}

export function useDrag(options: Options): DragState {
  const { stage, face, selection } = options;
  const [isDragging, setDragging] = useState(false);
  const from = useRef<Point>({ x: 0, y: 0 });
  const carrying = useRef<Carrying>(undefined);
  const dragged = useRef<Dragged>(undefined);
  /** what the rules said of the places this drag was over: nothing else changes them */
  const refusals = useRef(new Map<string, string | undefined>());

  const stop = (): void => {
    carrying.current = undefined;
    setDragging(false);
    stage.setAim(undefined);
    dragged.current = undefined;
  };
  const start = (taken: Taken, at: Point): Tag | undefined => {
    from.current = at;
    const found = taken.id === CANVAS ? fromCanvas(stage, at, selection) : fromChip(taken);
    // the ground draws a frame that chooses several
    if (found !== undefined) dragged.current = asDragged(found.carrying.carried, found.box, face);
    carrying.current = found?.carrying;
    refusals.current.clear();
    setDragging(true);
    stage.setAim({});
    return found?.carrying;
  };
  const move = (_: Taken, to: Point): void => {
    if (dragged.current === undefined || carrying.current === undefined) {
      stage.setAim({ frame: frameOf(stage, from.current, to) });
      return;
    }
    const place = placeUnder(stage, to, dragged.current);
    const { place: before } = stage.aim ?? {};
    // most moves stay between the same two things
    if (place?.list === before?.list && place?.after === before?.after && isSame(place?.line, before?.line)) return;
    stage.setAim(place === undefined ? {} : { place, refused: refused(carrying.current.carried, place) });
  };
  const refused = (carried: Carried, { list, after }: Place): string | undefined => {
    const key = JSON.stringify([list, after]);
    const known = refusals.current;
    if (!known.has(key)) known.set(key, options.refusal(carried, { list, after }));
    return known.get(key);
  };
  const end = (): void => {
    const { aim } = stage;
    if (carrying.current !== undefined && aim?.place !== undefined && aim.refused === undefined)
      options.onDrop(carrying.current, { list: aim.place.list, after: aim.place.after });
    else if (aim?.frame !== undefined) options.onFrame(boxesIn(stage.boxes, aim.frame).map((box) => box.address));
    stop();
  };
  return { isDragging, start, move, end, cancel: stop };
}

const isSame = (rect: Rect | undefined, other: Rect | undefined): boolean =>
  rect?.x === other?.x && rect?.y === other?.y && rect?.w === other?.w && rect?.h === other?.h;

interface Found {
  readonly carrying: Carrying;
  readonly box?: Box;
}
/** What is chosen moves together; anything else moves alone. */
function fromCanvas(stage: Stage, at: Point, selection: readonly string[]): Found | undefined {
  const local = stage.at(at.x, at.y);
  const box = local === undefined ? undefined : boxAt(stage.boxes, local.x, local.y);
  if (box === undefined || (box.sort === 'group' && !selection.includes(box.address))) return undefined;
  const together = selection.includes(box.address)
    ? selection.filter((address) =>
        stage.boxes.some((eachBox) => eachBox.address === address && eachBox.list === box.list),
      )
    : [box.address];
  const title = together.length > 1 ? `${box.title} 等 ${together.length} 项` : box.title;
  return { carrying: { carried: { sort: 'nodes', addresses: together }, title, icon: 'grip' }, box };
}
function fromChip({ id, title = '', icon = 'text' }: Taken): Found | undefined {
  const [sort, code = ''] = id.split(':');
  if (sort === 'kind' || sort === 'field') return { carrying: { carried: { sort, code }, title, icon } };
  if (sort === 'layout') return { carrying: { carried: { sort, code: code as LayoutCode }, title, icon } };
  return undefined;
}

/** Which things it may come between. */
function asDragged(carried: Carried, box: Box | undefined, face: OutlineFace): Dragged {
  if (box !== undefined) {
    const as = box.sort;
    if (face === 'list' && (as === 'column' || as === 'search')) return { as: { column: true, search: true } };
    const { address, isComputed = false } = box;
    return { as: { [as]: true }, address, isComputed };
  }
  if (face === 'list') return { as: { column: true, search: true } };
  if (carried.sort === 'layout') return { as: carried.code === 'table' ? { table: true } : { group: true, tab: true } };
  const isComputed = carried.sort === 'kind' && carried.code === 'formula';
  return { as: carried.sort === 'kind' ? { field: true, cell: true } : { field: true }, isComputed };
}

function placeUnder(stage: Stage, at: Point, dragged: Dragged): Place | undefined {
  const local = stage.at(at.x, at.y);
  return local === undefined ? undefined : placeAt(stage.boxes, local.x, local.y, dragged);
}
function frameOf(stage: Stage, a: Point, b: Point): Rect | undefined {
  const item = stage.at(a.x, a.y);
  const cover = stage.cover?.getBoundingClientRect();
  if (item === undefined || cover === undefined) return undefined;
  const two = { x: (b.x - cover.left) / stage.scale, y: (b.y - cover.top) / stage.scale };
  return {
    x: Math.min(item.x, two.x),
    y: Math.min(item.y, two.y),
    w: Math.abs(two.x - item.x),
    h: Math.abs(two.y - item.y),
  };
}
