/** A chart for paper: what it shows, in its frame, with nothing to press. */
import { useQuery } from '@tanstack/react-query';
import { HttpError } from '../data/http';
import { ChartView } from './ChartView';
import styles from './charts.module.css';
import { chartClient } from './client';
import { aimed, presented } from './part';
import { hasNumbers, shownMeasures } from './points';
import { unitsOf } from './text';
import type { CellAsk, Words } from './types';

interface Props {
  readonly title: string;
  readonly ask: CellAsk;
  readonly words: Words;
}

export const ChartPaper = ({ title, ask, words }: Props) => {
  // what the board shows now, not what it would show by now
  const { data, error } = useQuery({
    queryKey: ['chart', ask],
    queryFn: async ({ signal }) => presented(await chartClient.cell(ask, signal), ask.chart),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const units = data === undefined ? [] : unitsOf(shownMeasures(data, ask.chart));
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h3>{title}</h3>
        {units.length > 0 && <span className={styles.unit}>{units.join('，')}</span>}
        {data?.note !== undefined && <span className={styles.remark}>{data.note}</span>}
      </header>
      <div className={styles.body} aria-busy={data === undefined && error === null}>
        {data === undefined ? (
          error !== null && <p className={styles.empty}>{error instanceof HttpError ? error.msg : '数据加载失败'}</p>
        ) : !hasNumbers(data) ? (
          <p className={styles.empty}>暂无数据</p>
        ) : (
          <ChartView title={title} data={data} keys={aimed(ask.chart, data.goal)} words={words} />
        )}
      </div>
    </section>
  );
};
