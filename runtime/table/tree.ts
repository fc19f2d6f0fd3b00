/** Rows of a tree object as a table shows them: parents before children, closed branches left out. Pure. */
import { childrenOf, type WireRow } from '../data/types';

export interface TreeRow {
  readonly row: WireRow;
  readonly level: number;
  readonly open: boolean;
  readonly leaf: boolean;
  /** stands for the rows of a level that were not loaded yet: how many, 0 = more than were counted */
  readonly more?: number;
}

/** Nests by `<parent>Id` unless the rows come nested; a row whose parent is not there stands at the top. */
export const treeRows = (
  rows: readonly WireRow[],
  parent: string,
  isOpen: (row: WireRow, level: number) => boolean,
): readonly TreeRow[] => {
  const known = new Set(rows.map((row) => row.id));
  const below = new Map<string, WireRow[]>();
  const top: WireRow[] = [];
  for (const row of rows) {
    const up = row[`${parent}Id`];
    if (typeof up === 'string' && known.has(up) && up !== row.id) below.set(up, [...(below.get(up) ?? []), row]);
    else top.push(row);
  }
  const out: TreeRow[] = [];
  const seen = new Set<string>();
  const add = (list: readonly WireRow[], level: number): void => {
    for (const row of list) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      const children = [...childrenOf(row), ...(below.get(row.id) ?? [])];
      const open = children.length > 0 && isOpen(row, level);
      out.push({ row, level, open, leaf: children.length === 0 });
      if (open) add(children, level + 1);
    }
  };
  add(top, 0);
  return out;
};
