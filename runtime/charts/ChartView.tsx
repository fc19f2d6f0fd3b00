/** The numbers of a chart as its mark. G2 is its own chunk: a page without pictures loads none of it. */

import { lazy, type ReactNode, Suspense, useRef } from 'react';
import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData } from '../../schemas/language/wire';
import { PageBoundary } from '../page/PageBoundary';
import { ChartWait } from './ChartWait';
import styles from './charts.module.css';
import { NumberTable } from './NumberTable';
import { NumberCard, ProgressList } from './Plain';
import { shownMeasures } from './points';
import { saidOf } from './text';
import type { Words } from './types';
import { useTurning } from './use-turning';

const Plot = lazy(() => import('./Plot').then((module) => ({ default: module.Plot })));

interface Props {
  readonly title: string;
  readonly data: ChartData;
  readonly keys: ChartKeys;
  readonly words: Words;
  readonly font?: number;
  readonly onPick?: ((index: number) => void) | undefined;
  /** nobody scrolls it: what does not fit is shown in turn */
  readonly turns?: boolean;
}

export const ChartView = ({ title, data, keys, words, font = 12, onPick, turns = false }: Props) => {
  switch (keys.chart) {
    case 'number':
      return <NumberCard data={data} keys={keys} words={words} onPick={onPick} />;
    case 'progress':
    case 'rank':
      return <ProgressList data={data} keys={keys} words={words} onPick={onPick} turns={turns} />;
    case undefined:
    case 'table':
      return (
        <Turned turns={turns}>
          <NumberTable data={data} keys={keys} words={words} onPick={onPick} />
        </Turned>
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
          <Suspense fallback={<ChartWait />}>
            <Plot data={data} keys={keys} words={words} said={saidOf(title, data, words)} font={font} onPick={onPick} />
          </Suspense>
        </PageBoundary>
      );
  }
};

const Turned = ({ turns, children }: { readonly turns: boolean; readonly children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useTurning(box, turns);
  return (
    <div ref={box} className={styles.scroll}>
      {children}
    </div>
  );
};
