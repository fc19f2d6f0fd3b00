/** `tone` — expressions over the row, or limits of the field, that colour the text; the tone also makes it heavier, so it does not hang on colour alone. */
import type { TableColumn, TableFeature } from '../types';
import styles from './features.module.css';

export const tone: TableFeature = {
  code: 'tone',
  applies: (column) =>
    (column.tone !== undefined || column.toneOf !== undefined || hasLimits(column)) && column.as !== 'tag',
  cell: ({ row, column, text, context }, inner) => {
    const found =
      text === ''
        ? undefined
        : (column.toneOf?.(row) ??
          context.tone?.(column, row) ??
          (isBeyond(column, row[column.key]) ? 'danger' : undefined));
    return found === undefined ? (
      inner
    ) : (
      <span className={styles.tone} data-tone={found}>
        {inner}
      </span>
    );
  },
};

const hasLimits = ({ field }: TableColumn): boolean =>
  typeof field?.low === 'number' || typeof field?.high === 'number';
/** Limits that are expressions need the whole record: forms and details show them. */
const isBeyond = (column: TableColumn, value: unknown): boolean => {
  if (Array.isArray(value)) return value.some((item) => isBeyond(column, item));
  const { low, high } = column.field ?? {};
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return (
    typeof number === 'number' &&
    ((typeof low === 'number' && number < low) || (typeof high === 'number' && number > high))
  );
};
