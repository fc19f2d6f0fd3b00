/** The first cell of a row of a tree: indented by its level, with the caret that unfolds its branch. */
import type { ReactNode } from 'react';
import { Icon } from '../page/index';
import styles from './tree-cell.module.css';
import type { TableColumn } from './types';

/** Where a row stands in its tree. */
export interface TreePlace {
  readonly level: number;
  readonly leaf: boolean;
  readonly open: boolean;
}
interface Props {
  readonly place: TreePlace;
  readonly onToggle: () => void;
  /** arrow keys of the table fold it: Tab passes it by */
  readonly byKeys?: boolean;
  /** the row is shown only because of what lies below it */
  readonly faint?: boolean;
  readonly children: ReactNode;
}

export const TreeCell = ({ place, onToggle, byKeys = false, faint = false, children }: Props) => (
  <span className={styles.cell} data-above={faint || undefined} style={{ paddingLeft: `${place.level * 1.6667}rem` }}>
    {place.leaf ? <i /> : <TreeCaret place={place} onToggle={onToggle} byKeys={byKeys} />}
    {children}
  </span>
);

/** Unfolds and folds the branch of a row. */
export const TreeCaret = ({ place, onToggle, byKeys = false }: Pick<Props, 'place' | 'onToggle' | 'byKeys'>) => (
  <button
    type="button"
    className={styles.caret}
    data-own=""
    data-open={place.open || undefined}
    tabIndex={byKeys ? -1 : undefined}
    aria-label={place.open ? '收起' : '展开'}
    aria-expanded={place.open}
    onClick={onToggle}
  >
    <Icon name="right" />
  </button>
);

/** A branch that did not come whole: loads the next of it. */
export const TreeMore = ({ left, onMore }: { readonly left: number; readonly onMore: () => void }) => (
  <button type="button" className={styles.more} data-own="" tabIndex={-1} onClick={onMore}>
    加载更多{left > 0 && `（还有${left}个）`}
  </button>
);

/** px a column needs to be the one that holds the carets */
const LEAST = 200;
export const treeColumn = (column: TableColumn, wrap: NonNullable<TableColumn['wrap']>): TableColumn => ({
  ...column,
  width: Math.max(column.width, LEAST),
  wrap,
});
