/** A chart with its frame: title and unit, states, the table behind it, a click to the records of a mark. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../data/http';
import { useHost } from '../page/index';
import { ChartMenu } from './ChartMenu';
import { ChartView } from './ChartView';
import { ChartWait } from './ChartWait';
import styles from './charts.module.css';
import { chartClient } from './client';
import { type Emitted, type Level, levelled } from './levels';
import { MarkTip } from './MarkTip';
import { aimed, presented } from './part';
import { shownMeasures } from './points';
import { unitsOf } from './text';
import type { CellAsk, Words } from './types';
import { useMarks } from './use-marks';
import { usePace } from './use-pace';

/** One turn of asking a whole board: each of its charts after its wait (ms), past the server's cache or out of it. */
export interface Again {
  readonly turn: number;
  readonly wait: number;
  readonly fresh: boolean;
}
interface Props {
  readonly title: string;
  readonly ask: CellAsk;
  readonly words: Words;
  /** px at 1440 */
  readonly font?: number;
  /** seconds between two questions; undefined = only when asked */
  readonly every?: number | undefined;
  /** asked anew by a person */
  readonly again?: Again | undefined;
  /** where a mark leads, when not to the records of the report */
  readonly canDrill?: boolean;
  /** without its menu: large screens */
  readonly isPlain?: boolean;
  /** words beside the title: what did not reach this chart */
  readonly remark?: string | undefined;
  /** takes what a mark sends to other charts (`emit`); null = the chart sends nothing any more */
  readonly onEmit?: ((sent: Emitted | null) => void) | undefined;
  /** puts it on a board, as it is asked now */
  readonly onKeep?: ((ask: CellAsk) => void) | undefined;
  /** what it sends now */
  readonly emitted?: string | undefined;
}

export const ChartPanel = ({
  title,
  ask: asked,
  words,
  font,
  every,
  again,
  canDrill = true,
  isPlain = false,
  remark,
  onEmit,
  onKeep,
  emitted,
}: Props) => {
  const host = useHost();
  const [path, setPath] = useState<readonly Level[]>([]);
  const ask = levelled(asked, path);
  const isFresh = useRef(false);
  const query = useQuery({
    queryKey: ['chart', ask],
    queryFn: async ({ signal }) => {
      const fresh = isFresh.current;
      isFresh.current = false;
      return presented(await chartClient.cell(fresh ? { ...ask, fresh } : ask, signal), ask.chart);
    },
    enabled: host.active,
    placeholderData: keepPreviousData,
    // what has a pace is asked again by it
    ...(every === undefined ? {} : { retry: false }),
  });
  const data = query.data;
  const frame = useRef<HTMLElement>(null);
  usePace({ query, every, active: host.active, frame });
  const latest = useRef(query);
  latest.current = query;
  const { turn = 0, wait = 0, fresh = false } = again ?? {};
  useEffect(() => {
    if (turn === 0) return;
    const timer = setTimeout(() => {
      isFresh.current = fresh;
      void latest.current.refetch({ cancelRefetch: false });
    }, wait);
    return () => clearTimeout(timer);
  }, [turn, wait, fresh]);
  const isStale = query.error !== null && data !== undefined;
  const units = data === undefined ? [] : unitsOf(shownMeasures(data, ask.chart));
  const [isMenu, setMenu] = useState(false);
  const marks = useMarks({
    asked,
    ask,
    data,
    words,
    path,
    onPath: setPath,
    canDrill,
    onEmit,
    emitted,
    onLong: () => setMenu(!isPlain),
  });
  const { pick, tapped } = marks;
  return (
    // focused by a click, so that Escape is heard here
    <section
      ref={frame}
      tabIndex={-1}
      className={styles.panel}
      aria-label={title}
      data-stale={isStale || undefined}
      {...marks.handlers}
    >
      <header className={styles.head}>
        <h3>{title}</h3>
        {units.length > 0 && <span className={styles.unit}>{units.join('，')}</span>}
        {path.length > 0 && <Crumbs path={path} onPath={setPath} />}
        {remark !== undefined && <span className={styles.remark}>{remark}</span>}
        {data?.note !== undefined && <span className={styles.remark}>{data.note}</span>}
        <span className={styles.grow} />
        {!isPlain && (
          <ChartMenu
            title={title}
            ask={ask}
            data={data}
            words={words}
            frame={frame}
            isOpen={isMenu}
            onOpen={(open) => {
              if (open || !marks.isResting()) setMenu(open);
            }}
            onPick={pick}
            onKeep={onKeep === undefined ? undefined : () => onKeep(ask)}
            onAgain={() => void query.refetch()}
          />
        )}
      </header>
      <div
        className={styles.body}
        aria-busy={query.isFetching}
        title={marks.isBarred && pick === undefined ? '无权查看明细' : undefined}
      >
        {data !== undefined ? (
          <>
            {data.rows.length === 0 && data.dims.length > 0 ? (
              <p className={styles.empty}>暂无数据</p>
            ) : (
              <ChartView
                title={title}
                data={data}
                keys={aimed(ask.chart, data.goal)}
                words={words}
                onPick={pick}
                turns={isPlain}
                {...(font === undefined ? {} : { font })}
              />
            )}
            {tapped !== undefined && (
              <MarkTip
                tapped={tapped}
                data={data}
                keys={ask.chart}
                words={words}
                isBarred={marks.isBarred}
                onSend={marks.send}
                onGo={marks.go}
                onClose={marks.closeTip}
              />
            )}
            {isStale && (
              <button type="button" className={styles.failed} onClick={() => void query.refetch()}>
                数据加载失败，点击重试
              </button>
            )}
          </>
        ) : query.error !== null ? (
          <div className={styles.empty} role="alert">
            <p>{query.error instanceof HttpError ? query.error.msg : '数据加载失败'}</p>
            <Button size="small" onClick={() => void query.refetch()}>
              重试
            </Button>
          </div>
        ) : (
          <ChartWait />
        )}
      </div>
    </section>
  );
};

/** How deep the chart was gone into: 全部 / 尺寸超差 / 车削. */
const Crumbs = ({
  path,
  onPath,
}: {
  readonly path: readonly Level[];
  readonly onPath: (path: readonly Level[]) => void;
}) => (
  <nav className={styles.crumbs} aria-label="下钻路径">
    {['全部', ...path.map(({ label }) => label)].map((label, at) => {
      const key = path
        .slice(0, at)
        .map(({ dim, value }) => `${dim}=${value}`)
        .join();
      return at === path.length ? (
        <span key={key} aria-current="location">
          {label}
        </span>
      ) : (
        <button key={key} type="button" onClick={() => onPath(path.slice(0, at))}>
          {label}
        </button>
      );
    })}
  </nav>
);
