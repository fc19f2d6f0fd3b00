/** The paper under the mouse: which gesture begins where, what is carried in from the palette, how near one stands. */
import { type PointerEvent, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import { paperOf, type Strip } from '../../schemas/language/print/index';
import { addPrintDetails, setPrintBand } from '../commands/index';
import { detailsFor } from './bands';
import type { CanvasProps } from './canvas-props';
import { dropAt } from './drop';
import {
  bandGesture,
  columnGesture,
  edgeGesture,
  lassoGesture,
  moveGesture,
  type Snapping,
  sizeGesture,
} from './gestures';
import { isItemAddress } from './model';
import type { Offer } from './offers';
import { PAD, PER_MM } from './scale';
import type { Handle } from './snap';
import type { Gesture, Point } from './use-gesture';
import { type Shown, useShown } from './use-shown';

export interface CanvasActs {
  onItem(event: PointerEvent, address: string): void;
  onGround(event: PointerEvent): void;
  onMenu(at: { readonly clientX: number; readonly clientY: number }, address: string | undefined): void;
  onHandle(event: PointerEvent, address: string, handle: Handle): void;
  onEdge(event: PointerEvent, column: number, left: number): void;
  onColumn(event: PointerEvent, column: number, left: number): void;
  onBand(event: PointerEvent, address: string): void;
  onAddBand(key: string): void;
}

export function useCanvas(props: CanvasProps) {
  const ground = useRef<HTMLDivElement>(null);
  const shown = useShown(props);
  const snapping: Snapping = { ...props.snapping, reach: 5 * shown.pixel };
  const { committed, start } = shown;
  useImperativeHandle(props.handle, () => ({
    carry: (event, offer) => start(event, carryGesture(props, shown, snapping, offer)),
    fit: () => {
      const room = (ground.current?.clientWidth ?? 900) - RAIL - 2 * PAD - 4;
      return Math.max(25, Math.min(200, Math.floor((room / (committed.width * PER_MM)) * 100)));
    },
    focus: () => ground.current?.focus({ preventScroll: true }),
  }));
  useWheelZoom(ground, props.zoom, props.onZoom);
  const acts = canvasActs(props, shown, snapping, () => ground.current?.focus({ preventScroll: true }));
  return { ground, shown, snapping, acts };
}
/** rail and ruler, as the style sheet has them */
const RAIL = 6.5 * 12 + 22;

function canvasActs(props: CanvasProps, shown: Shown, snapping: Snapping, focus: () => void): CanvasActs {
  const { writing, layout, selection, onSelect } = props;
  const { committed, band, table, start } = shown;
  return {
    onItem: (event, address) => {
      focus();
      const others = selection.filter(isItemAddress);
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        onSelect(others.includes(address) ? others.filter((text) => text !== address) : [...others, address]);
        return;
      }
      const taken = selection.includes(address) ? others : [address];
      if (!selection.includes(address)) onSelect([address]);
      const end = (moved: boolean): void => {
        if (!moved && taken.length > 1) onSelect([address]);
      };
      start(event, moveGesture(committed, taken, snapping, end));
    },
    onGround: (event) => {
      focus();
      const under = (event.target as Element).closest('[data-band]')?.getAttribute('data-band') ?? undefined;
      const keep = event.shiftKey || event.ctrlKey ? selection.filter(isItemAddress) : [];
      const choose = (found: readonly string[]): void => onSelect([...new Set([...keep, ...found])]);
      start(
        event,
        lassoGesture(committed, band, choose, () => onSelect(under === undefined ? [] : [under])),
      );
    },
    onMenu: ({ clientX, clientY }, address) => {
      if (address !== undefined && !selection.includes(address)) onSelect([address]);
      props.onMenu({ x: clientX, y: clientY });
    },
    onHandle: (event, address, handle) => {
      event.stopPropagation();
      start(event, sizeGesture(committed, address, handle, snapping));
    },
    onEdge: (event, column, left) => {
      event.stopPropagation();
      if (table !== undefined) start(event, edgeGesture(table.address, column, left, snapping));
    },
    onColumn: (event, column, left) => {
      event.stopPropagation();
      if (table === undefined) return;
      const code = table.columns[column]?.code;
      start(
        event,
        columnGesture(table.address, column, left, () => onSelect([`${table.address}.row.items.${code}`])),
      );
    },
    onBand: (event, address) => start(event, bandGesture(committed, address, snapping)),
    onAddBand: (key) => {
      if (key.startsWith('rows:')) writing.run(addPrintDetails, detailsFor(layout, committed, key.slice(5)));
      else writing.run(setPrintBand, { band: key, height: key === 'bands.background' ? paperOf(layout.doc)[1] : 12 });
    },
  };
}

/** Something of the palette on its way: only over the paper it is asked where it would stand. */
function carryGesture({ layout, labelled }: CanvasProps, shown: Shown, snapping: Snapping, offer: Offer): Gesture {
  const { svg, committed } = shown;
  return {
    cursor: 'copy',
    wish: ({ to, free }, state) => {
      if (svg.current === null || !isOver(to, committed)) return { say: offer.title };
      const around = { layout, strip: committed, state, labelled };
      const { answer, guides = [] } = dropAt(around, offer, to, snapping, free);
      return { answer, guides };
    },
  };
}
const isOver = ({ x, y }: Point, strip: Strip): boolean =>
  x > -2 && y > -2 && x < strip.width + 2 && y < strip.height + 2;

/** Ctrl and the wheel: nearer and farther. */
function useWheelZoom(ground: RefObject<HTMLElement | null>, zoom: number, onZoom: (zoom: number) => void): void {
  useEffect(() => {
    const at = ground.current;
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(Math.max(25, Math.min(400, Math.round(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1)))));
    };
    at?.addEventListener('wheel', wheel, { passive: false });
    return () => at?.removeEventListener('wheel', wheel);
  }, [ground, zoom, onZoom]);
}
