/** The tree table: rows in the order of the tree, the first data column with its caret and indent. */
import { type ReactNode, useMemo, useState } from 'react';
import type { WireRow } from '../data/types';
import { Icon, type Page } from '../page/index';
import { type TableColumn, type TreeRow, treeRows } from '../table/index';
import styles from './use-tree.module.css';

/** levels open at first */
const OPEN_LEVELS = 2;

export const useTree = (
  page: Page,
  rows: readonly WireRow[],
  on: boolean,
  columns: readonly TableColumn[],
): { readonly rows: readonly WireRow[]; readonly columns: readonly TableColumn[] } => {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const parent = page.object.tree;
  const nested = useMemo(
    () =>
      on && parent !== undefined
        ? treeRows(rows, parent, (row, level) => toggled.get(row.id) ?? level < OPEN_LEVELS)
        : undefined,
    [on, parent, rows, toggled],
  );
  return useMemo(() => {
    if (nested === undefined) return { rows, columns };
    const places = new Map(nested.map((one) => [one.row.id, one]));
    const at = columns.findIndex((column) => !column.key.startsWith('$'));
    const toggle = (one: TreeRow): void => setToggled((now) => new Map(now).set(one.row.id, !one.open));
    return {
      rows: nested.map((one) => one.row),
      columns: columns.map((column, index) => (index === at ? withCaret(column, places, toggle) : column)),
    };
  }, [nested, rows, columns]);
};

const withCaret = (
  column: TableColumn,
  places: ReadonlyMap<string, TreeRow>,
  onToggle: (row: TreeRow) => void,
): TableColumn => ({
  ...column,
  width: Math.max(column.width, 200),
  wrap: (row: WireRow, inner: ReactNode) => {
    const place = places.get(row.id);
    if (place === undefined) return inner;
    return (
      <span className={styles.cell} style={{ paddingLeft: `${place.level * 1.6667}rem` }}>
        {place.leaf ? (
          <i />
        ) : (
          <button
            type="button"
            data-own=""
            data-open={place.open || undefined}
            tabIndex={-1}
            aria-label={place.open ? '收起' : '展开'}
            onClick={() => onToggle(place)}
          >
            <Icon name="right" />
          </button>
        )}
        <span>{inner}</span>
      </span>
    );
  },
});
