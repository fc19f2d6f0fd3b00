/** The numbers of a chart as its mark. G2 is its own chunk: a page without pictures loads none of it. */

import { lazy, Suspense } from 'react';
import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData } from '../../schemas/language/wire';
import { PageBoundary } from '../page/PageBoundary';
import styles from './charts.module.css';
import { NumberCard, NumberTable, ProgressList } from './Plain';
import { shownMeasures } from './points';
import { saidOf } from './text';
import type { Words } from './types';

const Plot = lazy(() => import('./Plot').then((module) => ({ default: module.Plot })));

interface Props {
  readonly title: string;
  readonly data: ChartData;
  readonly keys: ChartKeys;
  readonly words: Words;
  readonly font?: number;
  readonly onPick?: ((index: number) => void) | undefined;
}

export const ChartView = ({ title, data, keys, words, font = 12, onPick }: Props) => {
  switch (keys.chart) {
    case 'number':
      return <NumberCard data={data} keys={keys} words={words} onPick={onPick} />;
    case 'progress':
    case 'rank':
      return <ProgressList data={data} keys={keys} words={words} onPick={onPick} />;
    case undefined:
    case 'table':
      return (
        <div className={styles.scroll}>
          <NumberTable data={data} words={words} onPick={onPick} />
        </div>
      );
    default:
      // parts of a whole are never below nothing
      if (
        keys.chart === 'pie' &&
        data.rows.some((row) => shownMeasures(data, keys).some(({ code }) => (row.v[code] ?? 0) < 0))
      )
        return <p className={styles.empty}>饼图不能显示负数</p>;
      return (
        <PageBoundary>
          <Suspense fallback={<div className={styles.wait} />}>
            <Plot data={data} keys={keys} words={words} said={saidOf(title, data, words)} font={font} onPick={onPick} />
          </Suspense>
        </PageBoundary>
      );
  }
};
