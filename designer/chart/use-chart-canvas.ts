/** The panel under the mouse: where everything on it stands, and the gesture that moves, sizes, orders or joins. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { rowHeight } from '../../runtime/board/index';
import type { HostSession, Page } from '../../runtime/page/index';
import type { DesignQueries } from '../canvas/design-queries';
import { useRoom } from '../canvas/use-room';
import { type Area, isSameArea } from '../rules/charts';
import { areaMeant, type Corner, type Gesture, gestureAt, orderAt } from './gestures';
import { type ChartBox, chartAt, freeCells, type Geometry, geometryOf, NOTHING, neighbour, rectOf } from './grid';
import type { ChartStage } from './stage';

export interface ChartCanvasProps {
  readonly page: Page;
  readonly session: HostSession;
  readonly queries: DesignQueries;
  readonly width: number;
  readonly stage: ChartStage;
  readonly selection: readonly string[];
  /** free cells that are chosen */
  readonly slot: Area | undefined;
  readonly areas: readonly Area[];
  readonly areaOf: (address: string) => unknown;
  readonly isDragging: boolean;
  readonly onSelect: (address: string, add: boolean) => void;
  readonly onSlot: (area: Area | undefined) => void;
  /** why a chart may not take an area, without doing it */
  readonly refusal: (address: string, area: Area) => string | undefined;
  readonly onPlace: (address: string, area: Area) => void;
  /** a chart of a report before or behind another */
  readonly onOrder: (address: string, at: string, isBefore: boolean) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onOpen: (address: string) => void;
  readonly tools: (box: ChartBox) => ReactNode;
  /** what is offered at chosen free cells */
  readonly offer: ReactNode;
}
const MARGIN = 14;

export type ChartCanvasing = ReturnType<typeof useChartCanvas>;

export function useChartCanvas(props: ChartCanvasProps) {
  const { page, width, stage, selection, slot } = props;
  const ground = useRef<HTMLDivElement>(null);
  const room = useRoom(ground);
  const [geometry, setGeometry] = useState<Geometry>(NOTHING);
  const scale = room.width === 0 ? 1 : Math.min(1, (room.width - 2 * MARGIN) / width);
  stage.scale = scale;
  stage.geometry = geometry;
  const shown = new Map(geometry.charts.map((box) => [box.address, box]));
  const chosen = selection.flatMap((address) => shown.get(address) ?? []);
  const [first] = chosen;
  const { tracks } = geometry;
  const gestures = useGestures(props, ground, geometry, first);
  return {
    ground,
    scale,
    least: Math.max(heightOf(page), (room.height - 2 * MARGIN) / scale),
    tracks,
    /** boxes of what is chosen, the first of them, and of what the pointer is over */
    chosen,
    first,
    hovered: gestures.over === undefined || selection.includes(gestures.over) ? undefined : shown.get(gestures.over),
    free: tracks === undefined ? [] : freeCells(tracks, props.areas),
    slotRect: slot === undefined || tracks === undefined ? undefined : rectOf(tracks, slot),
    gestures,
    measure: (root: Parameters<typeof geometryOf>[0]): void => setGeometry(geometryOf(root)),
    handleKey: (event: KeyboardEvent<HTMLElement>): void => {
      const isArrow = event.key.startsWith('Arrow');
      if (isArrow && !event.altKey && !event.shiftKey && !event.ctrlKey && slot === undefined) {
        const next = neighbour(geometry.charts, first?.address, event.key);
        event.preventDefault();
        if (next !== undefined) props.onSelect(next.address, false);
        return;
      }
      props.onKey(event);
    },
  };
}

/** A press is a gesture once it has moved; before that it chooses. */
function useGestures(
  props: ChartCanvasProps,
  ground: RefObject<HTMLElement | null>,
  geometry: Geometry,
  first: ChartBox | undefined,
) {
  const { stage, isDragging } = props;
  const { tracks } = geometry;
  const [over, setOver] = useState<string>();
  const gesture = useRef<{ readonly of: Gesture; readonly x: number; readonly y: number; isMoving: boolean }>(
    undefined,
  );
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const point = stage.at(event.clientX, event.clientY);
    if (point === undefined) return;
    const corner = (event.target as HTMLElement).dataset.corner as Corner | undefined;
    const of = gestureAt(stage, point, corner, first?.address, props.areaOf);
    if (of === undefined) return;
    gesture.current = { of, x: event.clientX, y: event.clientY, isMoving: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const meant = (event: PointerEvent<HTMLElement>): Meant | undefined => {
    const point = stage.at(event.clientX, event.clientY);
    const now = gesture.current;
    if (point === undefined || now === undefined) return undefined;
    if (now.of.sort === 'order') {
      const to = orderAt(geometry.charts, now.of.address, point.x, point.y);
      return to && { order: to };
    }
    return tracks === undefined ? undefined : { area: areaMeant(now.of, tracks, point.x, point.y) };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const now = gesture.current;
    if (now === undefined) {
      if (isDragging) return;
      const point = stage.at(event.clientX, event.clientY);
      setOver(point && chartAt(geometry, point.x, point.y)?.address);
      return;
    }
    if (!now.isMoving && Math.hypot(event.clientX - now.x, event.clientY - now.y) < 5) return;
    now.isMoving = true;
    setOver(undefined);
    const to = meant(event);
    if (to?.order !== undefined) {
      const { box, isBefore } = to.order;
      stage.setAim({
        rect: { ...box, x: isBefore ? box.x - 3 : box.x + box.w - 3, w: 6 },
        words: isBefore ? '放到它前面' : '放到它后面',
      });
    } else if (to?.area !== undefined && tracks !== undefined) {
      const rect = rectOf(tracks, to.area);
      if (rect !== undefined)
        stage.setAim({ rect, words: wordsOf(now.of, to.area), refused: refusedOf(now.of, to.area) });
    } else stage.setAim(undefined);
  };
  const refusedOf = (of: Gesture, area: Area): string | undefined => {
    if (of.sort === 'order') return undefined;
    if (of.sort === 'join') return props.refusal('', area);
    return isSameArea(of.area, area) ? undefined : props.refusal(of.address, area);
  };
  const end = (event: PointerEvent<HTMLElement>): void => {
    const now = gesture.current;
    gesture.current = undefined;
    stage.setAim(undefined);
    ground.current?.focus({ preventScroll: true });
    if (now === undefined) return;
    if (!now.isMoving) {
      if (now.of.sort === 'join') props.onSlot(now.of.from);
      else props.onSelect(now.of.address, event.ctrlKey || event.metaKey || event.shiftKey);
      return;
    }
    gesture.current = now;
    const to = meant(event);
    gesture.current = undefined;
    if (to?.order !== undefined && now.of.sort === 'order')
      props.onOrder(now.of.address, to.order.box.address, to.order.isBefore);
    else if (to?.area !== undefined && now.of.sort === 'join') {
      if (props.refusal('', to.area) === undefined) props.onSlot(to.area);
    } else if (to?.area !== undefined && (now.of.sort === 'move' || now.of.sort === 'size')) {
      props.onSelect(now.of.address, false);
      if (!isSameArea(now.of.area, to.area)) props.onPlace(now.of.address, to.area);
    }
  };
  return { over, begin, move, end, leave: (): void => setOver(undefined) };
}

interface Meant {
  readonly area?: Area;
  readonly order?: { readonly box: ChartBox; readonly isBefore: boolean };
}
const wordsOf = (of: Gesture, area: Area): string => {
  const size = `${area.rows} 行 ${area.columns} 列`;
  if (of.sort === 'join') return `合并 ${size}`;
  return of.sort === 'size' ? size : `第 ${area.row} 行第 ${area.column} 列`;
};

/** px the whole page needs, so that nothing on the sheet scrolls */
function heightOf(page: Page): number {
  if (page.board !== undefined) {
    const { rows, gap } = page.board;
    return 96 + rows * rowHeight(page.board, 0) + (rows - 1) * gap;
  }
  // two columns, a wide one takes a line of its own
  let lines = 0;
  let isHalf = false;
  for (const { span } of Object.values(page.report?.charts ?? {})) {
    if (span === 2 || !isHalf) lines++;
    isHalf = span !== 2 && !isHalf;
  }
  return 560 + lines * 224;
}
