/** The part of the grid that is in view: rows and columns that are drawn, and how the cursor brings others there. */
import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../schemas/language/value';
import { useScale } from '../page/scale';
import { useTouch } from '../page/use-touch';
import type { GridControl } from './control';
import { columnsInView, type Metrics, metrics } from './draw';

/** Rows drawn ahead above and below the window. */
const AHEAD = 6;

export function useGridWindow(control: GridControl, frame: RefObject<HTMLElement | null>) {
  const { store, columns } = control.host;
  const scale = useScale();
  const room = useRoom(frame);
  const { own } = control.widths;
  const touch = useTouch();
  const sizes = useMemo(
    () => metrics(columns, scale, room.width, own, touch),
    [columns, scale, room.width, own, touch],
  );
  const [at, setAt] = useState<Place>({ row: 0, left: 0, order: 0, goal: null });
  const reached = useRef<Goal | null>(null);
  const count = store.rows.length;
  const width = sizes.number + (sizes.edges.at(-1) ?? 0);
  const [from, to] = columnsInView(sizes, at.left, room.width || 1e4);
  const first = Math.max(0, Math.min(at.row, count - 1) - AHEAD);
  // a row that leaves the window lends its place in the page to one that comes in
  const slots = Math.ceil(room.height / sizes.row) + 2 * AHEAD + 1;
  const last = Math.min(count - 1, at.row + Math.ceil(room.height / sizes.row) + AHEAD);

  // before it is measured there is no window to fill: rows drawn for it would be drawn twice
  const drawn = room.height === 0 ? [] : inPlace(store.rows, first, last, slots, at.order);

  useEffect(() => {
    control.page = Math.max(1, Math.floor((room.height - HEAD * scale) / sizes.row) - 1);
    control.focus = () => frame.current?.querySelector<HTMLElement>('[data-live]')?.focus({ preventScroll: true });
    control.reveal = (r, c, keepFocus = false) => {
      if (frame.current !== null) {
        const { scrollTop, scrollLeft } = frame.current;
        const top = topFor(frame.current, sizes, r, HEAD * scale);
        const left = c >= sizes.pinned ? leftFor(frame.current, sizes, c) : scrollLeft;
        if (top !== scrollTop || left !== scrollLeft) {
          // drawn together with what else changed; scrolled when it is drawn, for a new row makes the room it is scrolled to
          setAt((now) => ({ ...now, row: Math.floor(top / sizes.row), left: quantum(left), goal: { top, left } }));
        }
      }
      if (!keepFocus) queueMicrotask(control.focus);
    };
  }, [control, frame, sizes, scale, room.height]);
  useLayoutEffect(() => {
    const { current } = frame;
    if (at.goal === null || at.goal === reached.current || current === null) return;
    reached.current = at.goal;
    current.scrollTop = at.goal.top;
    current.scrollLeft = at.goal.left;
    setAt((now) => placeOf(now, current, sizes));
  }, [at.goal, frame, sizes]);
  // the reading order is put right when the rows have come to rest
  useEffect(() => {
    if (at.order === first) return;
    const rest = setTimeout(() => setAt((now) => ({ ...now, order: first })), REST_MS);
    return () => clearTimeout(rest);
  }, [at.order, first]);

  /** Draws again only when another row or block of columns comes into the window. */
  const handleScroll = (event: UIEvent<HTMLDivElement>): void => {
    const next = placeOf(at, event.currentTarget, sizes);
    if (next !== at) setAt(next);
  };
  return { sizes, scale, count, width, from, to, slots, drawn, handleScroll };
}

/** Size of the frame without its scroll bars; a grid behind another tab has none and keeps the last one. */
function useRoom(frame: { readonly current: HTMLElement | null }): { readonly width: number; readonly height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0)
        setRoom((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

/** What is drawn: the first row and the left edge in view, and the row that stood first when the rows last came to rest. */
interface Place {
  readonly row: number;
  readonly left: number;
  readonly order: number;
  /** where the frame is to be scrolled once this is drawn */
  readonly goal: Goal | null;
}
interface Goal {
  readonly top: number;
  readonly left: number;
}
const REST_MS = 200;

/** The same object while nothing else comes into view. */
function placeOf(now: Place, { scrollTop, scrollLeft }: HTMLElement, sizes: Metrics): Place {
  const [row, left] = [Math.floor(scrollTop / sizes.row), quantum(scrollLeft)];
  return row === now.row && left === now.left ? now : { ...now, row, left };
}

/**
 * Rows `first`..`last` in the order of the page. While one scrolls a row that comes in takes the place in the page of the one that left
 * (`order` is the row that stood first before): moving it there would make the browser lay it out anew.
 */
function inPlace(
  rows: readonly Row[],
  first: number,
  last: number,
  slots: number,
  order: number,
): readonly { readonly id: string; readonly at: number }[] {
  const list = rows.slice(first, last + 1).map(({ id }, n) => ({ id, at: first + n }));
  const cut = slots - ((((first - order) % slots) + slots) % slots);
  return [...list.slice(cut), ...list.slice(0, cut)];
}

/** Sideways scrolling redraws every 64 pixels only; one column on each side is drawn ahead. */
const quantum = (left: number): number => Math.floor(left / 64) * 64;

function leftFor(frame: HTMLElement, { edges, pinned, number }: Metrics, c: number): number {
  const from = edges[c] ?? 0;
  const to = edges[c + 1] ?? 0;
  const kept = edges[pinned] ?? 0;
  const room = frame.clientWidth - number;
  const left = frame.scrollLeft;
  return from - kept < left ? from - kept : to > left + room ? to - room : left;
}

/** height of the heads, pixels at a window of 1440 */
const HEAD = 32;

function topFor(frame: HTMLElement, { row }: Metrics, r: number, head: number): number {
  const room = frame.clientHeight - head;
  const from = r * row;
  const top = frame.scrollTop;
  return from < top ? from : from + row > top + room ? from + row - room : top;
}
