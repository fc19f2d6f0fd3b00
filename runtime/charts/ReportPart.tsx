/** A report inside another page: the chart its part names, else its numbers as a table. */
import type { Part } from '../../schemas/language/resolved';
import type { Page } from '../page/index';
import { ChartPanel } from './ChartPanel';
import styles from './charts.module.css';
import { heightOf, partAsk, type ReadDoc } from './part';

interface Props {
  readonly page: Page;
  readonly part: Part;
  readonly doc: ReadDoc;
  /** said while a value of `with` is missing */
  readonly empty?: string;
}

export const ReportPart = ({ page, part, doc, empty = '暂无数据' }: Props) => {
  const ask = partAsk(part, doc);
  if (ask === undefined) return <p className={styles.empty}>{empty}</p>;
  return (
    <div className={styles.part} style={heightOf(ask.chart)}>
      <ChartPanel
        title={part.title ?? ''}
        words={{ dict: (code) => page.dicts.get(code) }}
        ask={ask}
        every={part.every}
      />
    </div>
  );
};
