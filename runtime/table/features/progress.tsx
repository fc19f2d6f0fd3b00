/**
 * `as: progress` — 0–100: up to 50 error, over 50 up to 70 warning, above success (specification §4); over 100 the bar is full. With `max`
 * the bar is full there and the value keeps its own text.
 */
import { shareText } from '../../../schemas/language/codec/shown';
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const progressTone = (value: number): 'danger' | 'warning' | 'success' =>
  value <= 50 ? 'danger' : value <= 70 ? 'warning' : 'success';

export const progress: TableFeature = {
  code: 'progress',
  applies: (column) => column.as === 'progress',
  columnProps: (column) => ({ align: 'left', headerAlign: 'left', width: Math.max(column.width, 104) }),
  cell: ({ row, column, text, context }, inner) => {
    const value = row[column.key];
    if (typeof value !== 'number') return inner;
    const full = context.full?.(column, row);
    const percent = full === undefined ? value : full > 0 ? (value / full) * 100 : 0;
    const width = Math.max(0, Math.min(100, percent));
    return (
      <span className={styles.progress} data-tone={progressTone(percent)}>
        <span className={styles.track}>
          <i style={{ width: `${width}%` }} />
        </span>
        <span>{full === undefined ? shareText(value) : text}</span>
      </span>
    );
  },
};
