/** Which month is looked at, the way to its neighbours and back to this one; beside it what the caller says of it. */
import type { ReactNode } from 'react';
import { Icon } from '../page/index';
import { addMonths, monthOf } from './days';
import styles from './month.module.css';

interface Props {
  readonly month: string;
  readonly today: string;
  readonly onMonth: (month: string) => void;
  readonly children?: ReactNode;
}
export const MonthBar = ({ month, today, onMonth, children }: Props) => (
  <div className={styles.bar}>
    <button type="button" aria-label="上个月" onClick={() => onMonth(addMonths(month, -1))}>
      <Icon name="left" />
    </button>
    <h3 aria-live="polite">
      {month.slice(0, 4)}年{Number(month.slice(5))}月
    </h3>
    <button type="button" aria-label="下个月" onClick={() => onMonth(addMonths(month, 1))}>
      <Icon name="right" />
    </button>
    {month !== monthOf(today) && (
      <button type="button" onClick={() => onMonth(monthOf(today))}>
        本月
      </button>
    )}
    {children}
  </div>
);
