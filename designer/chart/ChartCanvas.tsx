/**
 * The real report or board on its sheet, and the designer's marks over it: what is chosen, its corners, free cells, where a gesture
 * would put something. The page itself takes no click.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { BoardPage, rowHeight } from '../../runtime/board/index';
import { HostContext, type HostSession, type Page } from '../../runtime/page/index';
import { ReportPage } from '../../runtime/report/index';
import { designHost } from '../canvas/design-host';
import type { DesignQueries } from '../canvas/design-queries';
import { Sheet } from '../canvas/Sheet';
import { useRoom } from '../canvas/use-room';
import type { Area } from '../rules/charts';
import { isSameArea } from '../rules/charts';
import styles from './chart.module.css';
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
const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

export const ChartCanvas = (props: ChartCanvasProps) => {
  const { page, width, stage, selection, slot, isDragging } = props;
  const ground = useRef<HTMLDivElement>(null);
  const room = useRoom(ground);
  const [geometry, setGeometry] = useState<Geometry>(NOTHING);
  const [over, setOver] = useState<string>();
  const gesture = useRef<{ readonly of: Gesture; readonly x: number; readonly y: number; isMoving: boolean }>(
    undefined,
  );
  const scale = room.width === 0 ? 1 : Math.min(1, (room.width - 2 * MARGIN) / width);
  stage.scale = scale;
  stage.geometry = geometry;
  const least = Math.max(heightOf(page), (room.height - 2 * MARGIN) / scale);
  const shown = new Map(geometry.charts.map((box) => [box.address, box]));
  const chosen = selection.flatMap((address) => shown.get(address) ?? []);
  const [first] = chosen;
  const { tracks } = geometry;
  const free = tracks === undefined ? [] : freeCells(tracks, props.areas);
  const slotRect = slot === undefined || tracks === undefined ? undefined : rectOf(tracks, slot);

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
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && !event.altKey && !event.shiftKey && !event.ctrlKey && slot === undefined) {
      const next = neighbour(geometry.charts, first?.address, event.key);
      event.preventDefault();
      if (next !== undefined) props.onSelect(next.address, false);
      return;
    }
    props.onKey(event);
  };
  return (
    <div
      className={styles.ground}
      ref={ground}
      tabIndex={0}
      role="application"
      aria-label="图表面板，方向键选择，Alt 加方向键移动，Shift 加方向键改大小"
      data-canvas=""
      onKeyDown={handleKey}
    >
      <Sheet
        label={`${page.title}的页面`}
        width={width}
        scale={scale}
        least={least}
        height={width > 767 ? least : undefined}
        onDrawn={(root) => setGeometry(geometryOf(root))}
        marks={
          <div
            ref={(element) => {
              stage.cover = element;
            }}
            className={styles.cover}
            onPointerDown={begin}
            onPointerMove={move}
            onPointerUp={end}
            onPointerLeave={() => setOver(undefined)}
            onDoubleClick={() => first !== undefined && props.onOpen(first.address)}
          >
            {tracks !== undefined &&
              free.map((area) => {
                const rect = rectOf(tracks, area);
                const isChosen = slot !== undefined && isSameArea(slot, area);
                return rect === undefined || isChosen ? null : (
                  <i
                    key={`${area.row} ${area.column}`}
                    className={styles.free}
                    data-slot={`${area.row},${area.column}`}
                    style={stage.shown(rect)}
                  >
                    <span className={styles.plus}>＋ 图表</span>
                  </i>
                );
              })}
            {over !== undefined && !selection.includes(over) && shown.get(over) !== undefined && (
              <i className={styles.hover} style={stage.shown(shown.get(over) as ChartBox)} />
            )}
            {chosen.map((box) => (
              <i key={box.address} className={styles.ring} style={stage.shown(box)} data-ring={box.address}>
                {tracks !== undefined &&
                  chosen.length === 1 &&
                  CORNERS.map((corner) => <b key={corner} data-corner={corner} />)}
              </i>
            ))}
            {slotRect !== undefined && (
              <div
                className={styles.slot}
                style={stage.shown(slotRect)}
                data-chosen-slot=""
                onPointerDown={(event) => event.stopPropagation()}
                onPointerUp={(event) => event.stopPropagation()}
              >
                {props.offer}
              </div>
            )}
            <AimMark stage={stage} />
            {chosen.length === 1 && first !== undefined && !isDragging && (
              <div
                className={styles.tools}
                style={toolsAt(stage, first)}
                onPointerDown={(event) => event.stopPropagation()}
                onPointerUp={(event) => event.stopPropagation()}
                onDoubleClick={(event) => event.stopPropagation()}
              >
                {props.tools(first)}
              </div>
            )}
          </div>
        }
      >
        <Drawn page={page} session={props.session} queries={props.queries} />
      </Sheet>
    </div>
  );
};
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
const toolsAt = (stage: ChartStage, box: ChartBox) => {
  const { left, top, width } = stage.shown(box);
  return { right: `calc(100% - ${left + width - 8}px)`, top: top + 8 };
};

const AimMark = ({ stage }: { readonly stage: ChartStage }) => {
  const aim = useSyncExternalStore(stage.onAim, () => stage.aim);
  if (aim === undefined) return null;
  const { left, top, width, height } = stage.shown(aim.rect);
  return (
    <>
      <i className={styles.aim} data-refused={aim.refused && ''} style={{ left, top, width, height }} />
      <span
        className={styles.tip}
        data-refused={aim.refused && ''}
        role="status"
        style={{ left: left + 8, top: top + 8 }}
      >
        {aim.refused ?? aim.words}
      </span>
    </>
  );
};

interface DrawnProps {
  readonly page: Page;
  readonly session: HostSession;
  readonly queries: DesignQueries;
}
/** Drawn again when the page or its numbers are others; a pointer that moves over the sheet does not. */
const Drawn = memo(({ page, session, queries }: DrawnProps) => {
  const host = useMemo(() => designHost(session), [session]);
  return (
    <QueryClientProvider client={queries}>
      <HostContext value={host}>
        <Suspense fallback={null}>
          {page.sort === 'board' ? <BoardPage page={page} /> : <ReportPage page={page} />}
        </Suspense>
      </HostContext>
    </QueryClientProvider>
  );
});
