/** What stands in the frame of a chart: its marks and what one of them says, nothing, a fault, or the wait for it. */
import { Button } from 'antd';
import type { ChartData } from '../../schemas/language/wire';
import { HttpError } from '../data/http';
import { ChartView } from './ChartView';
import { ChartWait } from './ChartWait';
import styles from './charts.module.css';
import { MarkTip } from './MarkTip';
import { aimed } from './part';
import { hasNumbers } from './points';
import type { CellAsk, Words } from './types';
import type { useMarks } from './use-marks';

interface Props {
  readonly title: string;
  readonly ask: CellAsk;
  readonly data: ChartData | undefined;
  readonly error: Error | null;
  readonly words: Words;
  readonly marks: ReturnType<typeof useMarks>;
  /** large screens: it turns by itself where it is too long */
  readonly isPlain: boolean;
  readonly font: number | undefined;
  readonly onAgain: () => void;
}

export const ChartBody = ({ title, ask, data, error, words, marks, isPlain, font, onAgain }: Props) => {
  if (data === undefined)
    return error === null ? (
      <ChartWait />
    ) : (
      <div className={styles.empty} role="alert">
        <p>{error instanceof HttpError ? error.msg : '数据加载失败'}</p>
        <Button size="small" onClick={onAgain}>
          重试
        </Button>
      </div>
    );
  return (
    <>
      {!hasNumbers(data) ? (
        <p className={styles.empty}>暂无数据</p>
      ) : (
        <ChartView
          title={title}
          data={data}
          keys={aimed(ask.chart, data.goal)}
          words={words}
          onPick={marks.pick}
          turns={isPlain}
          {...(font === undefined ? {} : { font })}
        />
      )}
      {marks.tapped !== undefined && (
        <MarkTip
          tapped={marks.tapped}
          data={data}
          keys={ask.chart}
          words={words}
          isBarred={marks.isBarred}
          onSend={marks.send}
          onGo={marks.go}
          onClose={marks.closeTip}
        />
      )}
      {error !== null && (
        <button type="button" className={styles.failed} onClick={onAgain}>
          数据加载失败，点击重试
        </button>
      )}
    </>
  );
};
