/** The columns as they are drawn: with the boxes of a selection and what features change, fitted to the room, one of them being dragged. */
import { useMemo, useState } from 'react';
import { type Layout, layOut } from './layout';
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
}

export const useLayout = (
  columns: readonly TableColumn[],
  features: readonly TableFeature[],
  { boxes, room, scale }: Room,
): LaidOut => {
  const all = useMemo(
    () => withFeatures(boxes ? [SELECT_COLUMN, ...columns] : columns, features),
    [columns, features, boxes],
  );
  const [dragged, drag] = useState<DraggedWidth>();
  const layout = useMemo(() => {
    const fitted =
      dragged === undefined
        ? all
        : all.map((column) =>
            column.key === dragged.key
              ? { ...column, width: dragged.width / scale, grows: false, exact: true }
              : column,
          );
    return layOut(fitted, room, scale);
  }, [all, dragged, room, scale]);
  return { all, layout, drag };
};
