/** The tree table: rows in the order of the tree, the first data column with its caret and indent. */
import { useMemo, useState } from 'react';
import type { WireRow } from '../data/types';
import type { Page } from '../page/index';
import { type TableColumn, TreeCell, TreeMore, type TreeRow, treeColumn, treeRows } from '../table/index';
import type { CardPlace } from './CardList';
import { isOpenNode, keepNodes, keptNodes, type OpenNodes, withNode } from './open-nodes';
import { useLevels } from './use-levels';
import type { List } from './use-list';

export interface Tree {
  readonly rows: readonly WireRow[];
  readonly columns: readonly TableColumn[];
  /** unfolds or folds every branch; undefined = nothing to fold, or too much */
  readonly foldAll?: (open: boolean) => void;
  /** unfolds or folds the branch of a row; false = there was nothing to do */
  readonly fold?: (row: WireRow, open: boolean) => boolean;
  /** where a row stands; undefined = no tree */
  readonly placeOf?: (row: WireRow) => CardPlace | undefined;
  /** loads what a row of the kind 加载更多 stands for; false = it is a record */
  readonly more?: (row: WireRow) => boolean;
  /** the first level is on its way */
  readonly isLoading?: boolean;
}

/** `parent`: the reference the rows nest by; undefined = no tree. */
export const useTree = (page: Page, list: List, parent: string | undefined, columns: readonly TableColumn[]): Tree => {
  const [open, setOpen] = useState(() => keptNodes(localStorage, page.code));
  const levels = useLevels(page, list, parent !== undefined, open.own);
  const { rows, search, query } = list;
  // the way to what was found stands open
  const isFound = query.q !== undefined || Object.keys(search).length > 0;
  const whole = useMemo(
    () =>
      parent === undefined
        ? undefined
        : treeRows(rows, parent, (row, level) =>
            isFound && row.$above === true ? open.own[row.id] !== false : isOpenNode(open, row.id, level),
          ),
    [parent, rows, open, isFound],
  );
  const nested = levels?.rows ?? whole;
  return useMemo(() => {
    if (nested === undefined) return { rows, columns };
    const places = new Map(nested.map((row) => [row.row.id, row]));
    const at = columns.findIndex((column) => !column.key.startsWith('$'));
    const change = (next: OpenNodes): void => {
      setOpen(next);
      keepNodes(localStorage, page.code, next);
    };
    const toggle = (row: TreeRow): void => change(withNode(open, row.row.id, !row.open));
    const more = (row: WireRow): boolean => levels?.more(row.id) === true;
    return {
      ...(levels === undefined ? { foldAll: (all: boolean) => change({ all, own: {} }) } : {}),
      fold: (row, wanted) => {
        const place = places.get(row.id);
        if (place === undefined || place.leaf || place.open === wanted) return false;
        toggle(place);
        return true;
      },
      placeOf: (row) => {
        const place = places.get(row.id);
        if (place === undefined) return undefined;
        return { ...place, isAbove: row.$above === true, onToggle: () => toggle(place), onMore: () => void more(row) };
      },
      more,
      isLoading: levels?.isLoading === true,
      rows: nested.map((row) => row.row),
      columns: columns.map((column, index) =>
        index === at
          ? withCaret(column, places, toggle, more)
          : levels === undefined
            ? column
            : ofRecords(column, places),
      ),
    };
  }, [nested, levels, rows, columns, open, page.code]);
};

/** A row of the kind 加载更多 has no values. */
const ofRecords = (column: TableColumn, places: ReadonlyMap<string, TreeRow>): TableColumn => ({
  ...column,
  wrap: (row, inner) => (places.get(row.id)?.more === undefined ? inner : null),
});

const withCaret = (
  column: TableColumn,
  places: ReadonlyMap<string, TreeRow>,
  onToggle: (row: TreeRow) => void,
  onMore: (row: WireRow) => void,
): TableColumn =>
  treeColumn(column, (row, inner) => {
    const place = places.get(row.id);
    if (place === undefined) return inner;
    return (
      <TreeCell place={place} onToggle={() => onToggle(place)} byKeys faint={row.$above === true}>
        {place.more === undefined ? <span>{inner}</span> : <TreeMore left={place.more} onMore={() => onMore(row)} />}
      </TreeCell>
    );
  });
