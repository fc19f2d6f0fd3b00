/** `tone` — expressions over the row that colour the text; the tone also makes it heavier, so it does not hang on colour alone. */
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const tone: TableFeature = {
  code: 'tone',
  applies: (column) => column.tone !== undefined && column.as !== 'tag',
  cell: ({ row, column, text, context }, inner) => {
    const found = text === '' ? undefined : context.tone?.(column, row);
    return found === undefined ? (
      inner
    ) : (
      <span className={styles.tone} data-tone={found}>
        {inner}
      </span>
    );
  },
};
