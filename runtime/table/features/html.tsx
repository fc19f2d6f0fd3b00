/** `as: html` — marked-up text, sanitised, on the one line of a cell; the default look of richText. */
import { SafeHtml } from '../../fields/shared/SafeHtml';
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const html: TableFeature = {
  code: 'html',
  applies: (column) => column.as === 'html',
  cell: ({ row, column, text }, inner) => {
    const value = row[column.key];
    return typeof value === 'string' && value !== '' ? (
      <SafeHtml className={styles.html ?? ''} html={value} text={text} inline />
    ) : (
      inner
    );
  },
};
