/** What the rows of the selection window say of themselves: what cannot be taken is grey and tells why, what was used lately says so. */
import type { PickData, PickRow, WireRow } from '../data/types';
import { isLockedRow, type TableColumn } from '../table/index';
import styles from './PickDialog.module.css';

export const reasonOf = (row: WireRow): string => (typeof row._lock === 'string' ? row._lock : '已停用');

/** Rows with what forbids them: switched off, or in the table already. */
export function marked(data: PickData | null, taken: ReadonlyMap<string, string> | undefined): readonly PickRow[] {
  const rows = data?.records ?? [];
  if (taken === undefined || taken.size === 0) return rows;
  return rows.map((row) => {
    const reason = taken.get(row.id);
    return reason === undefined ? row : { ...row, $isDisabled: true, _lock: reason };
  });
}

/** px at 1440 of the column that tells reasons */
const LEAST_WIDTH = 90;
const MOST_WIDTH = 160;

/** A column with the reason, only when some row has one. */
export function withReason(columns: readonly TableColumn[], rows: readonly PickRow[]): readonly TableColumn[] {
  const first = columns[0];
  if (first === undefined || !rows.some((row) => isLockedRow(row) || row.$recent === true)) return columns;
  const longest = Math.max(...rows.map((row) => (isLockedRow(row) ? reasonOf(row).length : 0)));
  const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, longest * 14 + 22));
  const reason: TableColumn = {
    ...first,
    key: '$reason',
    title: '说明',
    width,
    minWidth: width,
    pin: 'right',
    grows: false,
    sortable: false,
    field: undefined,
    text: (row) => (isLockedRow(row) ? reasonOf(row) : row.$recent === true ? '最近使用' : ''),
  };
  const grey = columns.map(
    (column): TableColumn => ({
      ...column,
      render: (row, index) =>
        isLockedRow(row) ? (
          <span className={styles.off} title={reasonOf(row)}>
            {column.text(row, index)}
          </span>
        ) : (
          (column.render?.(row, index) ?? column.text(row, index))
        ),
    }),
  );
  return [...grey, reason];
}
