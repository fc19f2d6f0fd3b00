/** Rows on the days of a month. The month narrows what is asked for; a day with more rows than fit unfolds. */
import { useState } from 'react';
import type { WireRow } from '../data/types';
import { MonthBar, MonthSheet, weeksOf } from '../month/index';
import { factoryTime, type Page, useHost } from '../page/index';
import { content, FEATURES, type TableColumn, type TableContext } from '../table/index';
import styles from './CalendarView.module.css';
import { cardShape } from './Card';
import { rowsByDay } from './calendar';

interface Props {
  readonly page: Page;
  readonly field: string;
  readonly label: string;
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly WireRow[];
  /** rows the month holds, more than are shown */
  readonly more: boolean;
  readonly context: TableContext;
  readonly isStale: boolean;
  readonly onOpen: (row: WireRow) => void;
}
const FIT = 3;

export const CalendarView = (props: Props) => {
  const { page, field, label, month, onMonth, columns, rows, more, context, isStale, onOpen } = props;
  const { session } = useHost();
  const [open, setOpen] = useState<string>();
  const today = factoryTime(session.now()).slice(0, 10);
  const weeks = weeksOf(month);
  const days = rowsByDay(rows, field, weeks[0]?.[0] ?? '', weeks.at(-1)?.[6] ?? '');
  const { head, tags, facts } = cardShape(columns, { without: field });
  const second = facts.find((column) => column.field?.type === 'text' || column.field?.type === 'ref');
  const item = (row: WireRow) => {
    // the day is narrow: what it is about comes before its number
    const said = [second, head].flatMap((column) => (column === undefined ? [] : [column.text(row, 0)]));
    return (
      <button key={row.id} type="button" className={styles.item} title={said.join(' ')} onClick={() => onOpen(row)}>
        <span>{said.filter((text) => text !== '').join(' ')}</span>
        {tags.slice(-1).map((column) => (
          <span key={column.key}>{content(column, row, 0, FEATURES, context)}</span>
        ))}
      </button>
    );
  };
  return (
    <div className={styles.calendar}>
      <MonthBar month={month} today={today} onMonth={onMonth}>
        <span className={styles.by}>按{page.object.fields[field]?.title ?? ''}</span>
        {more && <span role="status">只显示前{rows.length}条，请缩小查询范围</span>}
      </MonthBar>
      <MonthSheet label={label} month={month} today={today} isStale={isStale}>
        {(day) => {
          const own = days.get(day) ?? [];
          const shown = open === day ? own : own.slice(0, own.length > FIT ? FIT - 1 : FIT);
          return (
            <>
              {shown.map(item)}
              {own.length > shown.length && (
                <button type="button" className={styles.more} onClick={() => setOpen(day)}>
                  还有{own.length - shown.length}条
                </button>
              )}
              {open === day && own.length > FIT && (
                <button type="button" className={styles.more} onClick={() => setOpen(undefined)}>
                  收起
                </button>
              )}
            </>
          );
        }}
      </MonthSheet>
    </div>
  );
};
