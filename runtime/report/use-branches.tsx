/** Rows of a report that stand below each other: branches fold, all of them are open at first. */
import { useMemo, useState } from 'react';
import type { WireRow } from '../data/types';
import { type TableColumn, TreeCell, treeColumn, treeRows } from '../table/index';

export interface Branches {
  readonly rows: readonly WireRow[];
  readonly columns: readonly TableColumn[];
  /** false = there was nothing to fold */
  readonly fold?: (row: WireRow, open: boolean) => boolean;
}
/** the row it stands below, `<code>Id` */
const UP = '$up';

export const useBranches = (rows: readonly WireRow[], columns: readonly TableColumn[]): Branches => {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    if (!rows.some((row) => row[`${UP}Id`] !== undefined)) return { rows, columns };
    const places = new Map(treeRows(rows, UP, (row) => !folded.has(row.id)).map((place) => [place.row.id, place]));
    const put = (id: string, open: boolean): void =>
      setFolded((now) => new Set(open ? [...now].filter((one) => one !== id) : [...now, id]));
    const at = columns.findIndex((column) => !column.key.startsWith('$'));
    return {
      rows: [...places.values()].map(({ row }) => row),
      columns: columns.map((column, n) =>
        n !== at
          ? column
          : treeColumn(column, (row, inner) => {
              const place = places.get(row.id);
              if (place === undefined) return inner;
              return (
                <TreeCell place={place} onToggle={() => put(row.id, !place.open)} byKeys>
                  <span>{inner}</span>
                </TreeCell>
              );
            }),
      ),
      fold: (row, open) => {
        const place = places.get(row.id);
        if (place === undefined || place.leaf || place.open === open) return false;
        put(row.id, open);
        return true;
      },
    };
  }, [rows, columns, folded]);
};
