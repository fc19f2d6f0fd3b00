/** `placeholder` — what an empty cell says, quietly. */
import type { TableFeature } from '../types';
import styles from './features.module.css';

export const placeholder: TableFeature = {
  code: 'placeholder',
  applies: (column) => column.placement?.placeholder !== undefined,
  cell: ({ column, text }, inner) =>
    text === '' ? <span className={styles.quiet}>{column.placement?.placeholder}</span> : inner,
};
