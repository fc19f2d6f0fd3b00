/** One drag over palette and canvas: what is carried, the place it is over, and what letting go does. */
import type { DragEndEvent, DragMoveEvent, DragStartEvent } from '@dnd-kit/core';
import { useEffect, useRef, useState } from 'react';
import type { Box, Rect } from '../canvas/boxes';
import { CANVAS } from '../canvas/Canvas';
import { boxAt, boxesIn, type Dragged, type Place, placeAt } from '../canvas/places';
import type { Stage } from '../canvas/stage';
import type { OutlineFace } from '../outline/outline-of';
import type { LayoutCode } from '../palette/kinds';
import type { Carried, Spot } from './acts';

export interface Carrying {
  readonly carried: Carried;
  readonly title: string;
  readonly icon: string;
}
export interface DragState {
  readonly carrying: Carrying | undefined;
  /** something is carried, or a frame is drawn */
  readonly isDragging: boolean;
  readonly start: (event: DragStartEvent) => void;
  readonly move: (event: DragMoveEvent) => void;
  readonly end: (event: DragEndEvent) => void;
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
interface Point {
  readonly x: number;
  readonly y: number;
}

export function useDrag(options: Options): DragState {
  const { stage, face, selection } = options;
  const [carrying, setCarrying] = useState<Carrying>();
  const [isDragging, setDragging] = useState(false);
  const from = useRef<Point>({ x: 0, y: 0 });
  const dragged = useRef<Dragged>(undefined);
  /** what the rules said of the places this drag was over: nothing else changes them */
  const refusals = useRef(new Map<string, string | undefined>());
  const pointer = usePointer();

  const stop = (): void => {
    setCarrying(undefined);
    setDragging(false);
    stage.setAim(undefined);
    dragged.current = undefined;
  };
  const start = (event: DragStartEvent): void => {
    const { clientX, clientY } = event.activatorEvent as PointerEvent;
    from.current = { x: clientX, y: clientY };
    const found = event.active.id === CANVAS ? fromCanvas(stage, from.current, selection) : fromChip(event);
    // the ground draws a frame that chooses several
    if (found !== undefined) {
      dragged.current = asDragged(found.carrying.carried, found.box, face);
      setCarrying(found.carrying);
    }
    refusals.current.clear();
    setDragging(true);
    stage.setAim({});
  };
  const move = (event: DragMoveEvent): void => {
    const to = pointer.current ?? { x: from.current.x + event.delta.x, y: from.current.y + event.delta.y };
    if (dragged.current === undefined || carrying === undefined) {
      const frame = frameOf(stage, from.current, to);
      stage.setAim({ frame });
      return;
    }
    const place = placeUnder(stage, to, dragged.current);
    stage.setAim(place === undefined ? {} : { place, refused: refused(carrying.carried, place) });
  };
  const refused = (carried: Carried, { list, after }: Place): string | undefined => {
    const key = JSON.stringify([list, after]);
    const known = refusals.current;
    if (!known.has(key)) known.set(key, options.refusal(carried, { list, after }));
    return known.get(key);
  };
  const end = (): void => {
    const { aim } = stage;
    if (carrying !== undefined && aim?.place !== undefined && aim.refused === undefined)
      options.onDrop(carrying, { list: aim.place.list, after: aim.place.after });
    else if (aim?.frame !== undefined) options.onFrame(boxesIn(stage.boxes, aim.frame).map((box) => box.address));
    stop();
  };
  return { carrying, isDragging, start, move, end, cancel: stop };
}

/** Where the pointer is: what was scrolled meanwhile does not count. */
function usePointer(): { readonly current: Point | null } {
  const last = useRef<Point | null>(null);
  useEffect(() => {
    const note = (event: PointerEvent): void => {
      last.current = { x: event.clientX, y: event.clientY };
    };
    window.addEventListener('pointermove', note, { capture: true, passive: true });
    return () => window.removeEventListener('pointermove', note, { capture: true });
  }, []);
  return last;
}

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
    ? selection.filter((address) => stage.boxes.some((one) => one.address === address && one.list === box.list))
    : [box.address];
  const title = together.length > 1 ? `${box.title} 等 ${together.length} 项` : box.title;
  return { carrying: { carried: { sort: 'nodes', addresses: together }, title, icon: 'grip' }, box };
}
function fromChip({ active }: DragStartEvent): Found | undefined {
  const [sort, code = ''] = String(active.id).split(':');
  const { title = '', icon = 'text' } = (active.data.current ?? {}) as { title?: string; icon?: string };
  if (sort === 'kind' || sort === 'field') return { carrying: { carried: { sort, code }, title, icon } };
  if (sort === 'layout') return { carrying: { carried: { sort, code: code as LayoutCode }, title, icon } };
  return undefined;
}

/** Which things it may come between. */
function asDragged(carried: Carried, box: Box | undefined, face: OutlineFace): Dragged {
  if (box !== undefined) {
    const as = box.sort === 'table' ? 'field' : box.sort;
    if (face === 'list' && (as === 'column' || as === 'search')) return { as: { column: true, search: true } };
    return { as: { [as]: true }, address: box.address };
  }
  if (face === 'list') return { as: { column: true, search: true } };
  if (carried.sort === 'layout') return { as: carried.code === 'table' ? { field: true } : { group: true, tab: true } };
  return { as: carried.sort === 'kind' ? { field: true, cell: true } : { field: true } };
}

function placeUnder(stage: Stage, at: Point, dragged: Dragged): Place | undefined {
  const local = stage.at(at.x, at.y);
  return local === undefined ? undefined : placeAt(stage.boxes, local.x, local.y, dragged);
}
function frameOf(stage: Stage, a: Point, b: Point): Rect | undefined {
  const one = stage.at(a.x, a.y);
  const cover = stage.cover?.getBoundingClientRect();
  if (one === undefined || cover === undefined) return undefined;
  const two = { x: (b.x - cover.left) / stage.scale, y: (b.y - cover.top) / stage.scale };
  return {
    x: Math.min(one.x, two.x),
    y: Math.min(one.y, two.y),
    w: Math.abs(two.x - one.x),
    h: Math.abs(two.y - one.y),
  };
}
