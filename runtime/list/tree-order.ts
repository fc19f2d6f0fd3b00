/** The order of siblings in a tree table: a row goes before or behind another one, or one place up or down by Alt and an arrow. */
import { orderField } from '../../schemas/language/record/ordered';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { labelOf, type RunOptions } from '../actions/index';
import type { WireRow } from '../data/types';
import type { Host, Page } from '../page/index';
import type { TableColumn } from '../table/index';
import { actionsAt, allows } from './row-actions';
import { besideText } from './side-drop';
import type { List } from './use-list';
import type { Tree } from './use-tree';

export interface TreeOrder {
  readonly put: (row: WireRow, to: WireRow, at: 'before' | 'behind') => void;
  /** false = there is nothing to change places with */
  readonly shift: (row: WireRow, by: -1 | 1) => boolean;
  /** the columns with what keys offer on a row */
  readonly columns: readonly TableColumn[];
}
type Run = (action: ResolvedAction, rows: readonly WireRow[], options?: RunOptions) => void;

/** undefined = the list is not in that order, its object has none, or the user may not change it. */
export function treeOrder(
  host: Host,
  page: Page,
  list: Pick<List, 'sort'>,
  tree: Tree,
  run: Run,
): TreeOrder | undefined {
  const order = orderField(page.object);
  const [first] = list.sort;
  const move = actionsAt(page, 'tree').find((action) => action.code === 'move');
  if (order === undefined || move === undefined || first?.key !== order || first.order === 'desc') return undefined;
  const levelOf = (row: WireRow): number => tree.placeOf?.(row)?.level ?? 0;
  const near = (row: WireRow, by: -1 | 1): WireRow | undefined => sibling(tree.rows, levelOf, row, by);
  const parentOf = (row: WireRow): WireRow | undefined => parent(tree.rows, levelOf, row);
  const put: TreeOrder['put'] = (row, to, at) => {
    if (!allows(row, move)) return;
    const send = (): void => run(move, [row], { answers: { [at]: to.id } });
    if (parentOf(row)?.id === parentOf(to)?.id) send();
    else
      void host.feedback
        .confirm(`${besideText(labelOf(page.object, row), labelOf(page.object, to), at)}，是否继续？`)
        .then((sure) => {
          if (sure) send();
        });
  };
  const shift: TreeOrder['shift'] = (row, by) => {
    const to = near(row, by);
    if (to === undefined || to.$isDisabled === true || !allows(row, move)) return false;
    put(row, to, by < 0 ? 'before' : 'behind');
    return true;
  };
  const at = tree.columns.findIndex((column) => !column.key.startsWith('$'));
  return {
    put,
    shift,
    columns: tree.columns.map((column, index) =>
      index !== at
        ? column
        : {
            ...column,
            ways: (row) => [
              ...(column.ways?.(row) ?? []),
              ...([-1, 1] as const).flatMap((by) =>
                near(row, by) === undefined || !allows(row, move)
                  ? []
                  : [
                      {
                        key: `shift${by}`,
                        title: by < 0 ? '上移（Alt+↑）' : '下移（Alt+↓）',
                        danger: false,
                        go: () => void shift(row, by),
                      },
                    ],
              ),
            ],
          },
    ),
  };
}

type LevelOf = (row: WireRow) => number;

/** The next row of the same level, within the same branch. */
export function sibling(rows: readonly WireRow[], levelOf: LevelOf, row: WireRow, by: -1 | 1): WireRow | undefined {
  const level = levelOf(row);
  for (let at = rows.findIndex(({ id }) => id === row.id) + by; at >= 0 && at < rows.length; at += by) {
    const row = rows[at] as WireRow;
    const deep = levelOf(row);
    if (deep < level) return undefined;
    if (deep === level) return row;
  }
  return undefined;
}
/** The row it stands below. */
const parent = (rows: readonly WireRow[], levelOf: LevelOf, row: WireRow): WireRow | undefined =>
  rows
    .slice(
      0,
      rows.findIndex(({ id }) => id === row.id),
    )
    .findLast((eachRow) => levelOf(eachRow) < levelOf(row));
