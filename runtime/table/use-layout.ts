/** The columns as they are drawn: with the boxes of a selection and what features change, fitted to the room, one of them being dragged. */
import { useMemo, useState } from 'react';
import { type Layout, layOut, withTotals } from './layout';
import { SELECT_COLUMN, withFeatures } from './select-column';
import type { TableColumn, TableFeature } from './types';

export interface DraggedWidth {
  readonly key: string;
  /** px on the screen */
  readonly width: number;
}
export interface LaidOut {
  readonly all: readonly TableColumn[];
  readonly layout: Layout;
  readonly drag: (dragged: DraggedWidth | undefined) => void;
}
interface Room {
  readonly boxes: boolean;
  /** px the columns have together */
  readonly room: number;
  readonly scale: number;
  /** totals under the columns, by key */
  readonly totals?: Readonly<Record<string, string>> | undefined;
}

export const useLayout = (
  columns: readonly TableColumn[],
  features: readonly TableFeature[],
  { boxes, room, scale, totals }: Room,
): LaidOut => {
  const all = useMemo(
    () => withFeatures(boxes ? [SELECT_COLUMN, ...columns] : columns, features),
    [columns, features, boxes],
  );
  // by their text: rows compare the layout by identity
  const said = JSON.stringify(totals ?? {});
  const roomy = useMemo(() => withTotals(all, JSON.parse(said) as Record<string, string>), [all, said]);
  const [dragged, drag] = useState<DraggedWidth>();
  const layout = useMemo(() => {
    const fitted =
      dragged === undefined
        ? roomy
        : roomy.map((column) =>
            column.key === dragged.key
              ? { ...column, width: dragged.width / scale, grows: false, exact: true }
              : column,
          );
    return layOut(fitted, room, scale);
  }, [roomy, dragged, room, scale]);
  return { all, layout, drag };
};
