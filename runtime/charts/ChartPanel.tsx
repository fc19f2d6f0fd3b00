/** A chart with its frame: title and unit, states, the table behind it, a click to the records of a mark. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { ChartData } from '../../schemas/language/wire';
import { HttpError } from '../data/http';
import { useHost } from '../page/index';
import { ChartMenu } from './ChartMenu';
import { ChartView } from './ChartView';
import styles from './charts.module.css';
import { chartClient } from './client';
import { type Emitted, emittedBy, type Level, levelled, nextLevel } from './levels';
import { aimed, presented } from './part';
import { shownMeasures } from './points';
import { unitsOf } from './text';
import type { CellAsk, Words } from './types';
import { drillBody, useDrill } from './use-drill';
import { useTold } from './use-told';

interface Props {
  readonly title: string;
  readonly ask: CellAsk;
  readonly words: Words;
  /** px at 1440 */
  readonly font?: number;
  /** seconds between two questions; undefined = only when asked */
  readonly every?: number | undefined;
  /** where a mark leads, when not to the records of the report */
  readonly canDrill?: boolean;
  /** without its menu: large screens */
  readonly isPlain?: boolean;
  /** words beside the title: what did not reach this chart */
  readonly remark?: string | undefined;
  /** takes what a mark sends to other charts (`emit`); null = the chart sends nothing any more */
  readonly onEmit?: ((sent: Emitted | null) => void) | undefined;
  /** what it sends now */
  readonly emitted?: string | undefined;
}

/** seconds between two questions of a chart that would be told but may not watch */
const UNTOLD = 60;

export const ChartPanel = ({
  title,
  ask: asked,
  words,
  font,
  every,
  canDrill = true,
  isPlain = false,
  remark,
  onEmit,
  emitted,
}: Props) => {
  const host = useHost();
  const drill = useDrill();
  const box = useRef<HTMLDivElement>(null);
  const [path, setPath] = useState<readonly Level[]>([]);
  const ask = levelled(asked, path);
  const query = useQuery({
    queryKey: ['chart', ask],
    queryFn: async ({ signal }) => presented(await chartClient.cell(ask, signal), ask.chart),
    enabled: host.active,
    placeholderData: keepPreviousData,
    ...(every === undefined
      ? {}
      : {
          refetchInterval: ({ state }: { readonly state: { readonly data?: ChartData | undefined } }) =>
            !host.active || (every === 0 && state.data?.live !== undefined) ? false : (every || UNTOLD) * 1000,
        }),
  });
  const data = query.data;
  useTold(every === 0 ? data?.live : undefined, () => void query.refetch());
  const isStale = query.error !== null && data !== undefined;
  const units = data === undefined ? [] : unitsOf(shownMeasures(data, ask.chart));
  // a chart over a list opens no other list: what it shows stands below
  const isOpen = canDrill && data?.drill === true && ask.list === undefined;
  const handlePick = (index: number): void => {
    if (data === undefined) return;
    const sent = onEmit === undefined ? undefined : emittedBy(ask.chart, data, index, words);
    if (sent !== undefined) {
      onEmit?.(sent.label === emitted ? null : sent);
      return;
    }
    const deeper = nextLevel(asked.chart, path, data, index, words);
    if (deeper !== undefined) {
      setPath([...path, deeper]);
      return;
    }
    const row = data.rows[index] ?? { k: [], l: [], v: data.total };
    void drill(ask.report, drillBody(ask, { row, rows: data.rows, dims: index < 0 ? [] : data.dims }, words)).catch(
      () => undefined,
    );
  };
  const isMore = (onEmit !== undefined && ask.chart.emit !== undefined) || ask.chart.drillDims !== undefined;
  const pick = isOpen || isMore ? handlePick : undefined;
  return (
    <section className={styles.panel} aria-label={title} data-stale={isStale || undefined}>
      <header className={styles.head}>
        <h3>{title}</h3>
        {units.length > 0 && <span className={styles.unit}>{units.join('，')}</span>}
        {path.length > 0 && (
          <button type="button" className={styles.back} onClick={() => setPath(path.slice(0, -1))}>
            ‹ {path.map((one) => one.label).join(' / ')}
          </button>
        )}
        {emitted !== undefined && (
          <button type="button" className={styles.back} title="取消筛选" onClick={() => onEmit?.(null)}>
            筛选：{emitted} ×
          </button>
        )}
        {remark !== undefined && <span className={styles.remark}>{remark}</span>}
        {data?.note !== undefined && <span className={styles.remark}>{data.note}</span>}
        <span className={styles.grow} />
        {!isPlain && (
          <ChartMenu
            title={title}
            ask={ask}
            data={data}
            words={words}
            box={box}
            onPick={pick}
            onAgain={() => void query.refetch()}
          />
        )}
      </header>
      <div ref={box} className={styles.body} aria-busy={query.isFetching}>
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
                {...(font === undefined ? {} : { font })}
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
          <div className={styles.wait} />
        )}
      </div>
    </section>
  );
};
