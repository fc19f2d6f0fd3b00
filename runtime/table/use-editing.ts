/** The one cell that is edited in place: opening it, going on along the row, and the focus afterwards. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { WireRow } from '../data/types';
import type { TableColumn, TableEdit } from './types';

export interface Editing {
  readonly id: string;
  readonly key: string;
}
export interface EditingState {
  /** `at` = its row now; -1 = it left the rows */
  readonly editing: (Editing & { readonly at: number }) | undefined;
  /** false = this cell is not to be edited; without a key the first one of the row */
  readonly begin: (row: WireRow | undefined, key?: string) => boolean;
  readonly end: (step: 1 | -1 | 0) => void;
}

export const useEditing = (
  edit: TableEdit | undefined,
  columns: readonly TableColumn[],
  rows: readonly WireRow[],
  scroller: RefObject<HTMLElement | null>,
  onEditing: ((on: boolean) => void) | undefined,
): EditingState => {
  const [editing, setEditing] = useState<Editing>();
  const isOn = editing !== undefined;
  useEffect(() => onEditing?.(isOn), [isOn, onEditing]);
  const latest = useRef({ edit, columns, rows, editing });
  latest.current = { edit, columns, rows, editing };

  const begin = useCallback((row: WireRow | undefined, key?: string): boolean => {
    const { edit: now, columns: all } = latest.current;
    if (now === undefined || row === undefined) return false;
    const column = all.find((column) => (key === undefined || column.key === key) && now.allows(row, column));
    if (column === undefined) return false;
    setEditing({ id: row.id, key: column.key });
    return true;
  }, []);
  const end = useCallback(
    (step: 1 | -1 | 0): void => {
      const { edit: now, columns: all, rows: list, editing: was } = latest.current;
      const row = list.find((row) => row.id === was?.id);
      const open = row === undefined || now === undefined ? [] : all.filter((column) => now.allows(row, column));
      const next = step === 0 ? undefined : open[open.findIndex((column) => column.key === was?.key) + step];
      if (row !== undefined && next !== undefined) {
        setEditing({ id: row.id, key: next.key });
        return;
      }
      setEditing(undefined);
      // a press elsewhere has the focus already
      if (scroller.current?.contains(document.activeElement) === true || document.activeElement === document.body)
        scroller.current?.focus();
    },
    [scroller],
  );
  return {
    editing: editing === undefined ? undefined : { ...editing, at: rows.findIndex((row) => row.id === editing.id) },
    begin,
    end,
  };
};
