/**
 * Which rows and columns are in view. One scroll listener reads both offsets before anything is drawn: reading one after the other has
 * changed the page would force a layout in every frame.
 */
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { inView, type Layout } from './layout';
import type { ColumnWindow } from './TableRow';

type Rows = Virtualizer<HTMLDivElement, Element>;
export interface TableWindow {
  readonly columns: ColumnWindow;
  readonly items: readonly VirtualItem[];
  /** height of all rows */
  readonly total: number;
  scrollTo(index: number): void;
}
const OVERSCAN = 5;
const REST_MS = 150;

export const useWindow = (
  scroller: RefObject<HTMLDivElement | null>,
  layout: Layout,
  height: number,
  count: number,
  room: number,
  /** a row that stays mounted wherever the view is (its cell is edited); columns are then drawn whole */
  kept?: number,
): TableWindow => {
  const left = useRef(0);
  const [, redraw] = useState('');
  const width = room - layout.leftWidth - layout.rightWidth;
  const [from, to] =
    kept === undefined ? inView(layout.edges, left.current, width) : [0, Math.max(0, layout.middle.length - 1)];
  const shape = useRef({ edges: layout.edges, width });
  useEffect(() => {
    shape.current = { edges: layout.edges, width };
  }, [layout.edges, width]);

  const observeOffset = useCallback((instance: Rows, tell: (offset: number, scrolling: boolean) => void) => {
    const element = instance.scrollElement;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let top = element.scrollTop;
    const read = (): void => {
      const { scrollTop, scrollLeft } = element;
      if (scrollLeft !== left.current) {
        left.current = scrollLeft;
        redraw(inView(shape.current.edges, scrollLeft, shape.current.width).join());
      }
      if (scrollTop === top) return;
      top = scrollTop;
      tell(top, true);
      clearTimeout(timer);
      timer = setTimeout(() => tell(top, false), REST_MS);
    };
    tell(top, false);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', read);
    };
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), kept), [kept]),
    observeElementRect: observeShown,
    observeElementOffset: observeOffset,
  });
  useEffect(() => {
    if (height > 0) virtual.measure();
  }, [virtual, height]);

  const columns = useMemo(
    () => ({
      layout,
      height,
      middle: layout.middle.slice(from, to + 1),
      before: layout.edges[from] ?? 0,
      after: (layout.edges.at(-1) ?? 0) - (layout.edges[to + 1] ?? 0),
    }),
    [layout, height, from, to],
  );
  return {
    columns,
    items: virtual.getVirtualItems(),
    total: virtual.getTotalSize(),
    scrollTo: (index) => virtual.scrollToIndex(index),
  };
};

const withRow = (shown: number[], kept: number | undefined): number[] =>
  kept === undefined || kept < 0 || shown.includes(kept) ? shown : [...shown, kept].toSorted((a, b) => a - b);

/** Height for the row window; a table behind another tab has none and keeps its rows. */
const observeShown = (
  instance: Rows,
  tell: (rect: { width: number; height: number }) => void,
): (() => void) | undefined => {
  const element = instance.scrollElement;
  if (element === null) return undefined;
  const read = (): void => {
    const { clientWidth, clientHeight } = element;
    if (clientHeight > 0) tell({ width: clientWidth, height: clientHeight });
  };
  read();
  const observer = new ResizeObserver(read);
  observer.observe(element);
  return () => observer.disconnect();
};

/** Inner width of the scroller; a hidden table keeps the width it had. */
export const useWidth = (scroller: RefObject<HTMLDivElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = (): void => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
};
