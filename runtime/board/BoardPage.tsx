/** A board: search over a grid of cells, each asking for itself; as a large screen without anything but the cells. */
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useLost } from '../charts/index';
import type { BoardItem } from '../data/types';
import { SearchRow } from '../list/SearchRow';
import { useSchemes } from '../list/use-schemes';
import { factoryTime, Icon, type Page, PageTitle, useHost } from '../page/index';
import { Chip } from '../report/Chip';
import { SavedSearches } from '../report/SavedSearches';
import { Cell } from './BoardCell';
import styles from './board.module.css';
import {
  everyOf,
  FRESH_MS,
  inOrder,
  isLate,
  rowHeight,
  SCREEN,
  type Sent,
  screenScale,
  sentBy,
  shortestOf,
  waitOf,
} from './layout';
import { useCarousel, useClock, useNewest, useRoom } from './use-board';
import { type BoardSearch, useBoardSearch } from './use-search';

const BoardPaper = lazy(() => import('./BoardPaper').then((module) => ({ default: module.BoardPaper })));

interface Props {
  readonly page: Page;
  /** shown by a screen that nobody operates: large, without a way out and without records behind its numbers */
  readonly alone?: boolean;
}

export const BoardPage = ({ page, alone = false }: Props) =>
  page.board === undefined ? null : <Board page={page} board={page.board} alone={alone} />;

const Board = ({ page, board, alone }: Required<Props> & { readonly board: BoardItem }) => {
  const host = useHost();
  const client = useQueryClient();
  const isScreen = alone || host.params.get('screen') === '1';
  const search = useBoardSearch(page, board, !alone);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const room = useRoom(frame);
  const now = useClock(host.session.now);
  const newest = useNewest(board, client, host.session.now);
  const isLost = useLost(!alone && board.cells.some((cell) => everyOf(cell) === 0));
  useCarousel(page.code);
  const latest = useRef(host);
  latest.current = host;
  useEffect(() => latest.current.setTitle(page.title), [page.title]);

  const handleScreen = (on: boolean): void => {
    const next = new URLSearchParams(host.params);
    if (on) next.set('screen', '1');
    else next.delete('screen');
    host.setParams(next, { replace: true });
    // the page itself: what is drawn here is drawn anew as a screen
    if (on) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
  };
  const [again, setAgain] = useState({ turn: 0, fresh: false });
  const freshAt = useRef(Number.NEGATIVE_INFINITY);
  const handleAgain = ({ shiftKey, timeStamp }: MouseEvent): void => {
    const fresh = shiftKey && timeStamp - freshAt.current >= FRESH_MS;
    if (fresh) freshAt.current = timeStamp;
    setAgain(({ turn }) => ({ turn: turn + 1, fresh }));
  };
  const [isPaper, setPaper] = useState(false);
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const late = isLate(newest, shortestOf(board.cells, isLost), now);
  const ordered = inOrder(board.cells);
  const cells = search.ready
    ? ordered.map((cell, at) => (
        <Cell
          key={cell.code}
          page={page}
          board={board}
          cell={cell}
          search={search.values}
          large={isScreen}
          sent={sent}
          onSend={(sent) => setSent((all) => sentBy(all, cell.code, sent))}
          alone={alone}
          again={{ ...again, wait: waitOf(at, ordered.length) }}
        />
      ))
    : [];
  const chips = sent.length > 0 && <Chips board={board} sent={sent} onSend={setSent} />;
  const asOf = newest === undefined ? '--' : factoryTime(newest).slice(11, 19);
  const clock = factoryTime(now);
  if (isScreen)
    return (
      <div ref={setFrame} className={styles.screen} data-dark>
        <div
          className={styles.stage}
          style={{
            width: SCREEN.width,
            height: SCREEN.height,
            transform: `translate(-50%, -50%) scale(${screenScale(room.width, room.height)})`,
          }}
        >
          <header className={styles.top}>
            <h1>{page.title}</h1>
            <span className={styles.grow} />
            <span className={styles.live} data-late={late || undefined}>
              {late ? '数据已过时' : '实时'}，截至 {asOf}
            </span>
            <span>
              {clock.slice(0, 10)} {weekday(clock)}
            </span>
            <strong className={styles.clock}>{clock.slice(11, 16)}</strong>
            {!alone && (
              <button type="button" className={styles.leave} aria-label="退出大屏" onClick={() => handleScreen(false)}>
                <Icon name="close" />
              </button>
            )}
          </header>
          {late && <Late asOf={asOf} />}
          {chips}
          <div className={styles.grid} style={gridOf(board, undefined)}>
            {cells}
          </div>
        </div>
      </div>
    );
  return (
    <div className={styles.page}>
      <PageTitle title={page.title} />
      {isPaper && (
        <Suspense fallback={null}>
          <BoardPaper
            page={page}
            board={board}
            searched={search.page}
            search={search.values}
            sent={sent}
            asOf={newest === undefined ? '--' : factoryTime(newest)}
            onClose={() => setPaper(false)}
          />
        </Suspense>
      )}
      <header className={styles.bar}>
        <div className={styles.search}>
          <SearchRow
            page={search.page}
            values={search.values}
            onSearch={search.search}
            onReset={search.reset}
            advanced={<BoardSearches page={page} search={search} />}
          />
        </div>
        <span className={styles.live} data-late={late || isLost || undefined} role="status">
          {isLost && '实时连接已断开，正在重连　'}数据截至 {asOf}
        </span>
        <Button size="small" icon={<Icon name="refresh" />} title="按住 Shift 点击：不用缓存" onClick={handleAgain}>
          刷新
        </Button>
        {board.cells.length > 0 && (
          <Button size="small" onClick={() => setPaper(true)}>
            导出
          </Button>
        )}
        <Button size="small" icon={<Icon name="expand" />} onClick={() => handleScreen(true)}>
          大屏
        </Button>
      </header>
      {late && <Late asOf={asOf} />}
      {chips}
      <div ref={setFrame} className={styles.room}>
        <div
          className={styles.grid}
          data-board-grid=""
          style={gridOf(board, room.height === 0 ? undefined : rowHeight(board, room.height))}
        >
          {cells}
          {board.cells.length === 0 && <p className={styles.none}>看板还没有图表</p>}
        </div>
      </div>
    </div>
  );
};

/** Values stay as they were left, so no scheme is one to open with. */
const BoardSearches = ({ page, search }: { readonly page: Page; readonly search: BoardSearch }) => (
  <SavedSearches schemes={useSchemes(page, undefined)} now={search.content} onApply={search.apply} hasDefault={false} />
);

const Late = ({ asOf }: { readonly asOf: string }) => (
  <p className={styles.late} role="alert">
    连接已断开，显示的是 {asOf} 的数据，正在重连
  </p>
);

const gridOf = (board: BoardItem, height: number | undefined) => ({
  gap: board.gap,
  gridTemplateColumns:
    board.cellWidth === undefined
      ? `repeat(${board.columns}, minmax(0, 1fr))`
      : `repeat(${board.columns}, ${board.cellWidth}px)`,
  gridTemplateRows:
    height === undefined ? `repeat(${board.rows}, minmax(0, 1fr))` : `repeat(${board.rows}, ${height}px)`,
});

interface ChipsProps {
  readonly board: BoardItem;
  readonly sent: readonly Sent[];
  readonly onSend: (sent: readonly Sent[]) => void;
}
/** What the cells send each other now. */
const Chips = ({ board, sent, onSend }: ChipsProps) => (
  <div className={styles.chips} role="group" aria-label="图表筛选">
    {sent.map(({ cell, label }) => (
      <Chip
        key={cell}
        text={`${board.cells.find(({ code }) => code === cell)?.title ?? cell}：${label}`}
        onRemove={() => onSend(sent.filter((sent) => sent.cell !== cell))}
      />
    ))}
    <Button type="link" size="small" onClick={() => onSend([])}>
      清除筛选
    </Button>
  </div>
);
const weekday = (time: string): string =>
  `周${'日一二三四五六'[new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''}`;
