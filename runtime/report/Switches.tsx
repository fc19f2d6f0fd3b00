/** 分组, 周期, 对比 and what is shown: one row of switches under the search. */
import { Button, Dropdown, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import type { ReportItem } from '../data/types';
import { Icon } from '../page/index';
import type { Look, ReportQuery } from './query';
import styles from './report.module.css';

const GRAINS: Readonly<Record<string, string>> = {
  hour: '时',
  day: '日',
  week: '周',
  month: '月',
  quarter: '季',
  year: '年',
};
const MAX_GROUPS = 3;

interface Props {
  readonly report: ReportItem;
  readonly query: ReportQuery;
  /** measures the columns of the pivot may show */
  readonly cells: readonly { readonly code: string; readonly title: string }[];
  readonly asOf: string | undefined;
  /** its day is left out */
  readonly today: string;
  readonly hasCharts: boolean;
  readonly hasSpan: boolean;
  readonly onChange: (change: Partial<ReportQuery>) => void;
  readonly actions: ReactNode;
}

export const Switches = ({ report, query, cells, asOf, today, hasCharts, hasSpan, onChange, actions }: Props) => {
  const title = (code: string): string => report.dims[code]?.title ?? code;
  const free = report.groupBy.filter(
    (code) => !query.by.includes(code) && code !== report.pivot && report.dims[code] !== undefined,
  );
  const none = { value: '', label: '不分' };
  return (
    <div className={styles.switches} role="toolbar" aria-label="报表分组">
      <div className={styles.asks}>
        <span className={styles.word}>分组</span>
        {query.by.map((code) => (
          <span key={code} className={styles.chip}>
            {title(code)}
            <button
              type="button"
              aria-label={`去掉分组${title(code)}`}
              onClick={() => onChange({ by: query.by.filter((text) => text !== code) })}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        {free.length > 0 && query.by.length < MAX_GROUPS && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: free.map((code) => ({ key: code, label: title(code) })),
              onClick: ({ key }) => onChange({ by: [...query.by, key] }),
            }}
          >
            <Button size="small" type="dashed" icon={<Icon name="plus" />}>
              加一项
            </Button>
          </Dropdown>
        )}
        {report.periods.length > 0 && (
          <>
            <span className={styles.word}>周期</span>
            <Segmented
              size="small"
              aria-label="周期"
              value={query.period}
              options={[
                ...report.periods.map((grain) => ({ value: grain as string, label: GRAINS[grain] ?? grain })),
                none,
              ]}
              onChange={(value) => onChange({ period: value })}
            />
          </>
        )}
        {report.compare.length > 0 && (
          <>
            <span className={styles.word}>对比</span>
            <Segmented
              size="small"
              aria-label="对比"
              value={query.compare ?? ''}
              options={[
                { value: '', label: '不比' },
                ...report.compare.map((compare) => ({
                  value: compare as string,
                  label: compare === 'prev' ? '环比' : '同比',
                  disabled: !hasSpan,
                })),
              ]}
              onChange={(value) => onChange({ compare: value === 'prev' || value === 'yoy' ? value : undefined })}
            />
          </>
        )}
        {cells.length > 1 && (
          <>
            <span className={styles.word}>展开</span>
            <Select
              size="small"
              aria-label="展开的指标"
              popupMatchSelectWidth={false}
              value={query.cell ?? report.cell ?? cells[0]?.code ?? ''}
              options={cells.map(({ code, title }) => ({ value: code, label: title }))}
              onChange={(value) => onChange({ cell: value })}
            />
          </>
        )}
      </div>
      <div className={styles.acts}>
        {asOf !== undefined && (
          <span className={styles.asOf}>数据截至 {asOf.slice(asOf.startsWith(today) ? 11 : 5, 16)}</span>
        )}
        {hasCharts && (
          <Segmented
            size="small"
            aria-label="显示"
            value={query.look}
            options={[
              { value: 'chart', label: '图' },
              { value: 'table', label: '表' },
              { value: 'both', label: '图和表' },
            ]}
            onChange={(value) => onChange({ look: value as Look })}
          />
        )}
        {actions}
      </div>
    </div>
  );
};
