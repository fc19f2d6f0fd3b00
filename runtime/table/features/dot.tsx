/** `as: dot` — a coloured dot before the label, quieter than a tag. */
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const dot: TableFeature = {
  code: 'dot',
  applies: (column) => column.as === 'dot',
  cell: ({ row, column, text, context }, inner) => {
    const { dict } = column.field ?? {};
    const value = row[column.key];
    const found =
      dict !== undefined && value !== null && value !== undefined
        ? context.code?.(dict, String(value)).tone
        : context.tone?.(column, row);
    if (text === '') return inner;
    return (
      <span className={styles.dot} data-tone={found ?? 'info'}>
        {inner}
      </span>
    );
  },
};
