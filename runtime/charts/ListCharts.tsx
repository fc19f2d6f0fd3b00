/** Charts over the rows of a list: the same conditions, folded away by who needs the room. */
import { useState } from 'react';
import type { ListBody } from '../data/types';
import { Icon, type Page } from '../page/index';
import { ChartPanel } from './ChartPanel';
import styles from './charts.module.css';
import { heightOf, partAsk } from './part';

interface Props {
  readonly page: Page;
  readonly body: ListBody;
}
const keyOf = (page: string): string => `millwright.charts.${page}`;

export const ListCharts = ({ page, body }: Props) => {
  const [open, setOpen] = useState(() => localStorage.getItem(keyOf(page.code)) !== 'folded');
  const charts = Object.entries(page.object.list.charts ?? {}).filter(
    ([, chart]) =>
      chart.report !== undefined &&
      page.can(`${chart.report}:view`) &&
      (chart.grant === undefined || page.can(chart.grant)),
  );
  if (charts.length === 0) return null;
  const {
    current: _current,
    size: _size,
    columns: _columns,
    ids: _ids,
    sort: _sort,
    ...filter
  } = body as ListBody & { readonly ids?: unknown };
  const toggle = (): void => {
    localStorage.setItem(keyOf(page.code), open ? 'folded' : 'open');
    setOpen(!open);
  };
  return (
    <section className={styles.over} aria-label="图表">
      <button type="button" className={styles.foldBar} aria-expanded={open} onClick={toggle}>
        图表 <Icon name={open ? 'up' : 'down'} />
      </button>
      {open && (
        <div className={styles.overRow}>
          {charts.map(([code, chart]) => {
            const ask = partAsk(chart);
            return (
              ask !== undefined && (
                <div key={code} className={styles.overCell} style={heightOf(chart)} data-span={chart.span ?? 2}>
                  <ChartPanel
                    title={chart.title ?? code}
                    words={{ dict: (dict) => page.dicts.get(dict) }}
                    ask={{ ...ask, list: { page: page.code, ...(filter as object) } }}
                    every={chart.every}
                  />
                </div>
              )
            );
          })}
        </div>
      )}
    </section>
  );
};
