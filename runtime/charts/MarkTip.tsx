/** What a tapped mark is, and what can be done with it, as buttons for a finger. */
import { Button } from 'antd';
import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData } from '../../schemas/language/wire';
import styles from './charts.module.css';
import type { MarkActs } from './levels';
import { shownMeasures } from './points';
import { dimText, valueText } from './text';
import type { Words } from './types';
import type { Tapped } from './use-marks';

interface Props {
  readonly tapped: Tapped;
  readonly data: ChartData;
  readonly keys: ChartKeys;
  readonly words: Words;
  readonly isBarred: boolean;
  readonly onSend: (acts: MarkActs) => void;
  readonly onGo: (index: number, acts: MarkActs) => void;
  readonly onClose: () => void;
}

export const MarkTip = ({ tapped: { index, acts }, data, keys, words, isBarred, onSend, onGo, onClose }: Props) => {
  const row = data.rows[index];
  const name = row === undefined ? '合计' : data.dims.map((dim, at) => dimText(dim, row, at, words)).join(' · ');
  const values = row?.v ?? data.total;
  return (
    <div className={styles.tip} role="group" aria-label={name}>
      <p>
        <b>{name}</b>
        {shownMeasures(data, keys).map((measure) => (
          <span key={measure.code}>
            {measure.title} {valueText(measure, values[measure.code], words)}
            {measure.suffix !== undefined && ` ${measure.suffix}`}
          </span>
        ))}
      </p>
      {acts.sends !== undefined && <Button onClick={() => onSend(acts)}>筛选</Button>}
      {acts.deeper !== undefined && (
        <Button type="primary" onClick={() => onGo(index, acts)}>
          下钻
        </Button>
      )}
      {acts.opens && (
        <Button type="primary" onClick={() => onGo(index, acts)}>
          明细
        </Button>
      )}
      {isBarred && <span className={styles.unit}>无权查看明细</span>}
      <Button type="text" onClick={onClose}>
        关闭
      </Button>
    </div>
  );
};
