/** A board: search over a grid of cells, each asking for itself; as a large screen without anything but the cells. */
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Json } from '../../schemas/language/value';
import { ChartPanel, chartKeys, partAsk } from '../charts/index';
import type { BoardItem, SearchValues } from '../data/types';
import { readQuery, reduceQuery, writeQuery } from '../list/query';
import { SearchRow } from '../list/SearchRow';
import { factoryTime, Icon, type Page, PageTitle, useHost, usePage } from '../page/index';
import { searchOf, withSearch } from '../report/query';
import styles from './board.module.css';
import { carouselSeconds, inOrder, isLate, placeOf, reached, received, rowHeight, SCREEN, screenScale } from './layout';

interface Props {
  readonly page: Page;
  /** shown by a screen that nobody operates: large, without a way out and without records behind its numbers */
  readonly alone?: boolean;
}

export const BoardPage = ({ page, alone = false }: Props) =>
  page.board === undefined ? null : <Board page={page} board={page.board} alone={alone} />;

const EVERY = 60;
/** 0 = told by the live channel */
const everyOf = ({ every }: BoardItem['cells'][number]): number =>
  every === 0 || (every !== undefined && every >= 10) ? every : EVERY;
/** What a mark of one cell sends to the others. */
interface Sent {
  readonly cell: string;
  readonly label: string;
  readonly values: Readonly<Record<string, Json>>;
}

const Board = ({ page, board, alone }: Required<Props> & { readonly board: BoardItem }) => {
  const host = useHost();
  const client = useQueryClient();
  const isScreen = alone || host.params.get('screen') === '1';
  const searched = useMemo(() => searchPage(page, board), [page, board]);
  const today = factoryTime(host.session.now()).slice(0, 10);
  const search = useMemo(() => searchOf(searched, host.params, `${today} 12:00:00`), [searched, host.params, today]);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const room = useRoom(frame);
  const newest = useNewest(board, client);
  const now = useClock(host.session.now);
  const every = Math.min(...board.cells.map((cell) => everyOf(cell) || EVERY), EVERY);
  useCarousel(page.code);
  const latest = useRef(host);
  latest.current = host;
  useEffect(() => latest.current.setTitle(page.title), [page.title]);

  const write = (values: SearchValues): void => {
    const next = writeQuery(reduceQuery(readQuery(host.params), { type: 'search', search: values }), host.params);
    host.setParams(withSearch(searched, next, values, `${today} 12:00:00`), { replace: true });
  };
  const handleScreen = (on: boolean): void => {
    const next = new URLSearchParams(host.params);
    if (on) next.set('screen', '1');
    else next.delete('screen');
    host.setParams(next, { replace: true });
    // the page itself: what is drawn here is drawn anew as a screen
    if (on) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
  };
  const [sent, setSent] = useState<Sent | null>(null);
  const late = isLate(newest, every, now);
  const cells = inOrder(board.cells).map((cell) => (
    <Cell
      key={cell.code}
      page={page}
      board={board}
      cell={cell}
      search={search}
      large={isScreen}
      sent={sent}
      onSend={setSent}
      alone={alone}
    />
  ));
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
          <div className={styles.grid} style={gridOf(board, undefined)}>
            {cells}
          </div>
        </div>
      </div>
    );
  return (
    <div className={styles.page}>
      <PageTitle title={page.title} />
      <header className={styles.bar}>
        <div className={styles.search}>
          <SearchRow page={searched} values={search} onSearch={write} onReset={() => write({})} />
        </div>
        <span className={styles.live} data-late={late || undefined}>
          数据截至 {asOf}
        </span>
        <Button
          size="small"
          icon={<Icon name="refresh" />}
          onClick={() => void client.invalidateQueries({ queryKey: ['chart'] })}
        >
          刷新
        </Button>
        <Button size="small" icon={<Icon name="expand" />} onClick={() => handleScreen(true)}>
          大屏
        </Button>
      </header>
      {late && <Late asOf={asOf} />}
      <div ref={setFrame} className={styles.room}>
        <div
          className={styles.grid}
          data-board-grid=""
          style={gridOf(board, room.height === 0 ? undefined : rowHeight(board, room.height))}
        >
          {cells}
          {cells.length === 0 && <p className={styles.none}>看板还没有图表</p>}
        </div>
      </div>
    </div>
  );
};

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

interface CellProps {
  readonly page: Page;
  readonly board: BoardItem;
  readonly cell: BoardItem['cells'][number];
  readonly search: SearchValues;
  readonly large: boolean;
  readonly sent: Sent | null;
  readonly onSend: (sent: Sent | null) => void;
  readonly alone: boolean;
}

const Cell = ({ page, board, cell, search, large, sent, onSend, alone }: CellProps) => {
  const place = placeOf(cell.at);
  const { values, missed } = reached(board, cell, search);
  const own = partAsk(cell);
  const ask =
    own === undefined
      ? undefined
      : {
          ...own,
          chart: chartKeysOf(cell),
          search: {
            ...(own.search as Record<string, Json> | undefined),
            ...reachedValues(values, search),
            ...received(board, cell, sent),
          },
        };
  return (
    <div
      className={styles.cell}
      style={{ gridRow: place.row, gridColumn: place.column }}
      data-cell={cell.code}
      data-kind={cell.chart ?? 'text'}
      data-large={large || undefined}
    >
      {cell.report === undefined ? (
        <p className={styles.words}>{cell.title}</p>
      ) : (
        ask !== undefined && (
          <ChartPanel
            title={cell.title ?? cell.code}
            ask={ask}
            words={{ dict: (code) => page.dicts.get(code) }}
            font={large ? 14 : 12}
            isPlain={large}
            canDrill={!alone}
            every={everyOf(cell)}
            onEmit={(one) => onSend(one === null ? null : { ...one, cell: cell.code })}
            emitted={sent?.cell === cell.code ? sent.label : undefined}
            remark={missed.length === 0 ? undefined : `未受「${missed.join('、')}」筛选`}
          />
        )
      )}
    </div>
  );
};

/** One cell of a board by itself: with what the search of the board begins with. */
export const BoardCell = ({ code, cell: wanted }: { readonly code: string; readonly cell: string }) => {
  const host = useHost();
  const state = usePage(code);
  if (state.status === 'loading') return <p className={styles.none}>加载中…</p>;
  if (state.status === 'error') return <CellFailed text={state.error.msg} onRetry={state.retry} />;
  const { page } = state;
  const cell = page.board?.cells.find((one) => one.code === wanted);
  if (page.board === undefined || cell === undefined) return <p className={styles.none}>看板里已没有这张图</p>;
  const now = `${factoryTime(host.session.now()).slice(0, 10)} 12:00:00`;
  const search = searchOf(searchPage(page, page.board), new URLSearchParams(), now);
  return (
    <div className={styles.single}>
      <Cell
        page={page}
        board={page.board}
        cell={cell}
        search={search}
        large={false}
        alone={false}
        sent={null}
        onSend={unsent}
      />
    </div>
  );
};
const unsent = (): void => undefined;
const CellFailed = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) => (
  <p className={styles.none}>
    {text}{' '}
    <button type="button" onClick={onRetry}>
      重试
    </button>
  </p>
);
const reachedValues = (codes: readonly string[], search: SearchValues): Record<string, Json> =>
  Object.fromEntries(codes.map((code) => [code, search[code] as Json]));
const chartKeysOf = (cell: BoardItem['cells'][number]) => ({
  ...chartKeys(cell),
  ...(cell.where === undefined ? {} : { where: cell.where }),
});

/** The board as a page whose search row has the dims of its reports. */
const searchPage = (page: Page, board: BoardItem): Page => {
  const fields = Object.fromEntries(
    board.search.flatMap((item) =>
      item.field === undefined || item.shows === undefined
        ? []
        : [[item.field, { ...item.shows, code: item.field, path: item.field }]],
    ),
  );
  const first = board.cells.find((cell) => cell.report !== undefined)?.report ?? page.code;
  return {
    ...page,
    // candidates of a reference are asked of a report that has it
    code: first,
    object: {
      ...page.object,
      fields,
      list: {
        ...page.object.list,
        search: board.search.map(({ shows, targets: _targets, ...item }) => ({
          ...item,
          title: item.title ?? shows?.title ?? item.field ?? '',
        })),
      },
    },
  };
};

/** The size of what stands there now; a new size draws anew, being measured does not. */
const useRoom = (element: HTMLElement | null) => {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setRoom((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return room;
};

/** When the newest answer of a cell came: milliseconds. */
const useNewest = (board: BoardItem, client: ReturnType<typeof useQueryClient>): number | undefined => {
  const codes = new Set(board.cells.map((cell) => cell.report));
  const read = (): number =>
    Math.max(
      0,
      ...client
        .getQueryCache()
        .findAll({ queryKey: ['chart'] })
        .filter((query) => codes.has((query.queryKey[1] as { readonly report?: string } | undefined)?.report))
        .map((query) => query.state.dataUpdatedAt),
    );
  const at = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    read,
    () => 0,
  );
  return at === 0 ? undefined : at;
};
/** Moves on with every half minute: clock, date and whether the numbers are old. */
const useClock = (now: () => number): number => {
  const [at, setAt] = useState(now);
  const read = useRef(now);
  read.current = now;
  useEffect(() => {
    const timer = setInterval(() => setAt(read.current()), 5000);
    return () => clearInterval(timer);
  }, []);
  return at;
};
/** `?play=a,b&seconds=30`: the next board of the list after its time, never sooner than 20 s. */
const useCarousel = (code: string): void => {
  const host = useHost();
  const latest = useRef(host);
  latest.current = host;
  const list = host.params.get('play') ?? '';
  const seconds = carouselSeconds(host.params.get('seconds'));
  useEffect(() => {
    const boards = list.split(',').filter((one) => one !== '');
    if (boards.length < 2) return;
    const next = boards[(boards.indexOf(code) + 1) % boards.length] ?? '';
    const timer = setTimeout(() => {
      const { urlOf, openPage, params } = latest.current;
      const url = urlOf(next);
      if (url !== undefined) openPage(`${url}?${params.toString()}`);
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [list, seconds, code]);
};
const weekday = (time: string): string =>
  `周${'日一二三四五六'[new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''}`;
