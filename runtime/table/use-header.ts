/** What the heads of the columns show and do: sorting, widths, order, the box for all rows. */
import { useMemo } from 'react';
import { isLockedRow, pageState } from './selection';
import type { HeaderState } from './TableHeader';
import type { DataTableProps } from './table-props';
import type { HeaderContext } from './types';
import type { DraggedWidth } from './use-layout';

const NO_HEADER: HeaderContext = {};

export const useHeader = (
  { rows, selection, sort, onSort, onResize, onMove, header: context = NO_HEADER }: DataTableProps,
  drag: (dragged: DraggedWidth | undefined) => void,
): HeaderState => {
  const chosen = selection?.state;
  const isLocked = selection?.isLocked ?? isLockedRow;
  const checked = useMemo(
    () => (chosen === undefined ? undefined : pageState(chosen, rows, isLocked)),
    [chosen, rows, isLocked],
  );
  const dispatch = selection?.dispatch;
  return useMemo(
    (): HeaderState => ({
      sort: sort ?? [],
      onSort,
      onResize:
        onResize === undefined
          ? undefined
          : (key, width, done) => {
              drag(done ? undefined : { key, width });
              if (done) onResize(key, width);
            },
      onMove,
      context,
      checked,
      onCheck: dispatch === undefined ? undefined : () => dispatch({ type: 'page', page: rows }),
    }),
    [drag, sort, onSort, onResize, onMove, context, checked, dispatch, rows],
  );
};
