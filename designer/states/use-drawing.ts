/** Mouse and keys over the picture: boxes are moved, arrows drawn from one to another, the picture itself pushed along. */
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { BOX, type Places, type Point } from './layout';
import type { StateModel } from './model';
import { drawArrows } from './paths';

export interface StateDiagramProps {
  readonly model: StateModel;
  readonly places: Places;
  readonly view: { readonly x: number; readonly y: number; readonly scale: number };
  readonly counts?: { readonly [code: string]: number } | undefined;
  /** code of the selected action */
  readonly selected?: string | undefined;
  /** code of the state that is open */
  readonly chosen?: string | undefined;
  readonly readonly?: boolean;
  readonly onSelect: (action: string) => void;
  readonly onConnect: (from: string, to: string) => void;
  readonly onMove: (code: string, at: Point) => void;
  /** a state was clicked, or F2 pressed on it */
  readonly onOpen: (code: string) => void;
  readonly onCut: (action: string, from: string) => void;
  readonly onPan: (by: Point) => void;
}
export type Dragging =
  | { readonly k: 'box'; readonly code: string; readonly start: Point; readonly by: Point }
  | { readonly k: 'arrow'; readonly from: string; readonly at: Point }
  | { readonly k: 'pan' };

export type Drawing = ReturnType<typeof useDrawing>;

export function useDrawing({
  model,
  places,
  view,
  readonly = false,
  onConnect,
  onMove,
  onOpen,
  onPan,
}: StateDiagramProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [dragging, setDragging] = useState<Dragging>();
  const [linking, setLinking] = useState<{ readonly from: string; readonly to: string }>();
  const moved = useMemo(() => {
    if (dragging?.k !== 'box') return places;
    const now = new Map(places);
    const at = places.get(dragging.code);
    if (at !== undefined) now.set(dragging.code, { x: at.x + dragging.by.x, y: at.y + dragging.by.y });
    return now;
  }, [places, dragging]);
  const drawn = useMemo(() => drawArrows(model.arrows, moved), [model.arrows, moved]);

  const pointOf = (event: PointerEvent): Point => {
    const box = svg.current?.getBoundingClientRect();
    return {
      x: (event.clientX - (box?.left ?? 0)) / view.scale - view.x,
      y: (event.clientY - (box?.top ?? 0)) / view.scale - view.y,
    };
  };
  const begin = (event: PointerEvent, next: Dragging): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    svg.current?.setPointerCapture(event.pointerId);
    setDragging(next);
  };
  const handleMove = (event: PointerEvent): void => {
    if (dragging === undefined) return;
    const at = pointOf(event);
    if (dragging.k === 'box')
      setDragging({ ...dragging, by: { x: at.x - dragging.start.x, y: at.y - dragging.start.y } });
    else if (dragging.k === 'arrow') setDragging({ ...dragging, at });
    else onPan({ x: event.movementX / view.scale, y: event.movementY / view.scale });
  };
  const handleUp = (event: PointerEvent): void => {
    if (dragging?.k === 'box') {
      const place = places.get(dragging.code);
      if (Math.hypot(dragging.by.x, dragging.by.y) <= 4) onOpen(dragging.code);
      else if (place !== undefined && !readonly)
        onMove(dragging.code, { x: place.x + dragging.by.x, y: place.y + dragging.by.y });
    } else if (dragging?.k === 'arrow') {
      const to = boxAt(moved, pointOf(event));
      if (to !== undefined) onConnect(dragging.from, to);
    }
    setDragging(undefined);
  };
  const handleKey = (event: KeyboardEvent, code: string): void => {
    if (event.key === 'F2') {
      event.preventDefault();
      onOpen(code);
    }
    if (readonly) return;
    const codes = model.states.map((state) => state.code);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (linking === undefined) setLinking({ from: code, to: next(codes, code, 1) });
      else {
        setLinking(undefined);
        onConnect(linking.from, linking.to);
      }
    } else if (event.key === 'Escape') setLinking(undefined);
    else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const by = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1;
      if (linking !== undefined) setLinking({ ...linking, to: next(codes, linking.to, by) });
      else if (event.shiftKey) {
        const at = places.get(code);
        const across = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
        if (at !== undefined) onMove(code, { x: at.x + (across ? by * 8 : 0), y: at.y + (across ? 0 : by * 8) });
      } else svg.current?.querySelector<SVGGElement>(`[data-state="${next(codes, code, by)}"]`)?.focus();
    }
  };
  return {
    svg,
    dragging,
    linking,
    /** the boxes and arrows as the running drag has them */
    moved,
    drawn,
    /** the state an arrow would lead to now */
    target: linking?.to ?? (dragging?.k === 'arrow' ? boxAt(moved, dragging.at) : undefined),
    pan: (event: PointerEvent): void => begin(event, { k: 'pan' }),
    takeBox: (event: PointerEvent, code: string): void =>
      begin(event, { k: 'box', code, start: pointOf(event), by: { x: 0, y: 0 } }),
    drawFrom: (event: PointerEvent, from: string): void => begin(event, { k: 'arrow', from, at: pointOf(event) }),
    handleMove,
    handleUp,
    cancel: (): void => setDragging(undefined),
    handleKey,
    endLink: (): void => setLinking(undefined),
  };
}

const next = (codes: readonly string[], code: string, by: number): string =>
  codes[(codes.indexOf(code) + by + codes.length) % codes.length] ?? code;
/** The box at a point, or just beside it. */
const boxAt = (places: Places, point: Point): string | undefined =>
  [...places].find(
    ([, box]) =>
      point.x >= box.x - 6 &&
      point.x <= box.x + BOX.width + 6 &&
      point.y >= box.y - 6 &&
      point.y <= box.y + BOX.height + 6,
  )?.[0];
