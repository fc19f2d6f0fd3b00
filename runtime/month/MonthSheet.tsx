/** The weeks of a month, Monday first, with the days of its neighbours that fill them; the caller draws what lies on a day. */
import type { ReactNode } from 'react';
import { monthOf, weeksOf } from './days';
import styles from './month.module.css';

interface Props {
  readonly label: string;
  readonly month: string;
  readonly today: string;
  readonly isStale?: boolean;
  /** what stands beside the number of a day */
  readonly aside?: (day: string) => ReactNode;
  /** a day nobody works */
  readonly isRest?: (day: string) => boolean;
  readonly children: (day: string) => ReactNode;
}
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

export const MonthSheet = ({ label, month, today, isStale = false, aside, isRest, children }: Props) => (
  <table className={styles.sheet} aria-label={`${label} ${month}`} data-stale={isStale || undefined}>
    <thead>
      <tr>
        {WEEKDAYS.map((day) => (
          <th key={day} scope="col">
            {day}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(month).map((week) => (
        <tr key={week[0]}>
          {week.map((day) => (
            <td
              key={day}
              data-other={monthOf(day) !== month || undefined}
              data-today={day === today || undefined}
              data-rest={isRest?.(day) || undefined}
            >
              <div className={styles.head}>
                <time dateTime={day}>{Number(day.slice(8))}</time>
                {aside?.(day)}
              </div>
              {children(day)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
