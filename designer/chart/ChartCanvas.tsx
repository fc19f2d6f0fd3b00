/**
 * The real report or board on its sheet, and the designer's marks over it: what is chosen, its corners, free cells, where a gesture
 * would put something. The page itself takes no click.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { memo, Suspense, useMemo, useSyncExternalStore } from 'react';
import { BoardPage } from '../../runtime/board/index';
import { HostContext, type HostSession, type Page } from '../../runtime/page/index';
import { ReportPage } from '../../runtime/report/index';
import { designHost } from '../canvas/design-host';
import type { DesignQueries } from '../canvas/design-queries';
import { Sheet } from '../canvas/Sheet';
import { type Area, isSameArea } from '../rules/charts';
import styles from './chart.module.css';
import type { Corner } from './gestures';
import { type ChartBox, rectOf } from './grid';
import type { ChartStage } from './stage';
import { type ChartCanvasing, type ChartCanvasProps, useChartCanvas } from './use-chart-canvas';

const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

export const ChartCanvas = (props: ChartCanvasProps) => {
  const { page, width } = props;
  const canvas = useChartCanvas(props);
  const { least } = canvas;
  return (
    <div
      className={styles.ground}
      ref={canvas.ground}
      tabIndex={0}
      role="application"
      aria-label="图表面板，方向键选择，Alt 加方向键移动，Shift 加方向键改大小"
      data-canvas=""
      onKeyDown={canvas.handleKey}
    >
      <Sheet
        label={`${page.title}的页面`}
        width={width}
        scale={canvas.scale}
        least={least}
        height={width > 767 ? least : undefined}
        onDrawn={canvas.measure}
        marks={<ChartMarks {...props} canvas={canvas} />}
      >
        <Drawn page={page} session={props.session} queries={props.queries} />
      </Sheet>
    </div>
  );
};

/** Over the page: it takes the mouse, and shows what is chosen and what can be done there. */
const ChartMarks = ({
  canvas,
  stage,
  isDragging,
  ...props
}: ChartCanvasProps & { readonly canvas: ChartCanvasing }) => {
  const { chosen, first, tracks, hovered, slotRect, gestures } = canvas;
  return (
    <div
      ref={(element) => {
        stage.cover = element;
      }}
      className={styles.cover}
      onPointerDown={gestures.begin}
      onPointerMove={gestures.move}
      onPointerUp={gestures.end}
      onPointerLeave={gestures.leave}
      onDoubleClick={() => first !== undefined && props.onOpen(first.address)}
    >
      <FreeCells canvas={canvas} stage={stage} slot={props.slot} />
      {hovered !== undefined && <i className={styles.hover} style={stage.shown(hovered)} />}
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
  );
};

interface FreeProps {
  readonly canvas: ChartCanvasing;
  readonly stage: ChartStage;
  readonly slot: Area | undefined;
}
/** Cells without a chart, but those that are chosen already. */
const FreeCells = ({ canvas: { tracks, free }, stage, slot }: FreeProps) =>
  tracks === undefined
    ? null
    : free.map((area) => {
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
      });

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
