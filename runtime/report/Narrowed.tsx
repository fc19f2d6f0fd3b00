/** What narrows the report without standing in its search row, as it came with a chart: each to be taken away. */
import type { ReportItem, SearchValues } from '../data/types';
import type { Page } from '../page/index';
import { Chip } from './Chip';
import { unseenOf } from './query';
import styles from './report.module.css';

interface Props {
  readonly page: Page;
  readonly report: ReportItem;
  readonly search: SearchValues;
  /** the chart had a condition of its own */
  readonly hasWhere: boolean;
  readonly onSearch: (search: SearchValues) => void;
  readonly onWhere: () => void;
}

export const Narrowed = ({ page, report, search, hasWhere, onSearch, onWhere }: Props) => {
  const keys = unseenOf(page, search);
  if (keys.length === 0 && !hasWhere) return null;
  const title = (key: string): string => {
    const dim = report.dims[key] ?? report.params[key];
    const value = search[key];
    const item = page.dicts.get(dim?.dict ?? '')?.items.find(({ code }) => code === value);
    return `${dim?.title ?? key}${item === undefined ? '（已限定）' : `：${item.title}`}`;
  };
  const without = (key: string): SearchValues => {
    const { [key]: _gone, ...rest } = search;
    return rest;
  };
  return (
    <div className={styles.narrowed} role="group" aria-label="来自图表的条件">
      <span className={styles.word}>来自图表</span>
      {keys.map((key) => (
        <Chip key={key} text={title(key)} onRemove={() => onSearch(without(key))} />
      ))}
      {hasWhere && <Chip text="图表的固定条件" onRemove={onWhere} />}
    </div>
  );
};
