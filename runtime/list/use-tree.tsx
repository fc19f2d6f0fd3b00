/** The tree table: rows in the order of the tree, the first data column with its caret and indent. */
import { type ReactNode, useMemo, useState } from 'react';
import type { WireRow } from '../data/types';
import { Icon, type Page } from '../page/index';
import { type TableColumn, type TreeRow, treeRows } from '../table/index';
import { isOpenNode, keepNodes, keptNodes, type OpenNodes, withNode } from './open-nodes';
import styles from './use-tree.module.css';

export interface Tree {
  readonly rows: readonly WireRow[];
  readonly columns: readonly TableColumn[];
  /** unfolds or folds every branch; undefined = nothing to fold */
  readonly foldAll?: (open: boolean) => void;
  /** unfolds or folds the branch of a row; false = there was nothing to do */
  readonly fold?: (row: WireRow, open: boolean) => boolean;
}

export const useTree = (page: Page, rows: readonly WireRow[], on: boolean, columns: readonly TableColumn[]): Tree => {
  const [open, setOpen] = useState(() => keptNodes(localStorage, page.code));
  const parent = page.object.tree;
  const nested = useMemo(
    () =>
      on && parent !== undefined ? treeRows(rows, parent, (row, level) => isOpenNode(open, row.id, level)) : undefined,
    [on, parent, rows, open],
  );
  return useMemo(() => {
    if (nested === undefined) return { rows, columns };
    const places = new Map(nested.map((one) => [one.row.id, one]));
    const at = columns.findIndex((column) => !column.key.startsWith('$'));
    const change = (next: OpenNodes): void => {
      setOpen(next);
      keepNodes(localStorage, page.code, next);
    };
    const toggle = (one: TreeRow): void => change(withNode(open, one.row.id, !one.open));
    return {
      foldAll: (all) => change({ all, own: {} }),
      fold: (row, wanted) => {
        const one = places.get(row.id);
        if (one === undefined || one.leaf || one.open === wanted) return false;
        toggle(one);
        return true;
      },
      rows: nested.map((one) => one.row),
      columns: columns.map((column, index) => (index === at ? withCaret(column, places, toggle) : column)),
    };
  }, [nested, rows, columns, open, page.code]);
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
            aria-expanded={place.open}
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
