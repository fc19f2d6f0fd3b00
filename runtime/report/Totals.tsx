import type { Json } from '../../schemas/language/value';
import type { ChartMeasure } from '../../schemas/language/wire';
import { changeText, numberText } from '../charts/index';
import type { ReportItem } from '../data/types';
import type { Page } from '../page/index';
import type { TableColumn } from '../table/index';
import type { ReportData } from './asks';
import { measureText, numberOf } from './columns';
import styles from './report.module.css';

/** The totals of the whole filter as large numbers. */
export const Totals = ({
  page,
  report,
  summary,
  isCompared,
}: {
  readonly page: Page;
  readonly report: ReportItem;
  readonly summary: Readonly<Record<string, Json>>;
  readonly isCompared: boolean;
}) => (
  <dl className={styles.totals}>
    {Object.keys(page.object.list.summary).flatMap((code) => {
      const measure = report.measures[code] as unknown as ChartMeasure | undefined;
      if (measure === undefined) return [];
      const value = numberOf(summary[code]);
      // pieces and kilograms have no sum
      if (value === null && measure.total === 'sum') return [];
      const moved = isCompared ? changeText(measure, value, numberOf(summary[`${code}$prev`])) : undefined;
      return [
        <div key={code}>
          <dt>{measure.title}</dt>
          <dd>
            {numberText(measure, value)}
            {measure.suffix !== undefined && value !== null && <small>{measure.suffix}</small>}
            {moved !== undefined && (
              <span className={styles.change} data-good={moved.good === undefined ? undefined : String(moved.good)}>
                {moved.text}
              </span>
            )}
          </dd>
        </div>,
      ];
    })}
  </dl>
);

/** The same totals under the columns. */
export const summaryOf = (
  page: Page,
  report: ReportItem,
  data: ReportData | undefined,
  columns: readonly TableColumn[],
) => {
  if (data?.summary === undefined) return undefined;
  const values: Record<string, string> = {};
  for (const code of Object.keys(page.object.list.summary)) {
    const measure = report.measures[code] as unknown as ChartMeasure | undefined;
    if (measure === undefined || !columns.some((column) => column.key === code)) continue;
    values[code] = measureText(measure, numberOf(data.summary[code]));
  }
  return { label: `合计（${data.total} 组）`, values };
};
