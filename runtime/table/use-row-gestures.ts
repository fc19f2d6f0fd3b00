/** What the pointer and the keys do in the rows: the cursor, choosing, opening, editing, and all ways of a row at a key. */
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { WireRow } from '../data/types';
import { isWaysKey, type WaysAt, waysOf } from './RowWays';
import { isLockedRow } from './selection';
import type { DataTableProps } from './table-props';
import type { TableFeature } from './types';
import type { EditingState } from './use-editing';

/** between a key and the menu the browser would open for it */
const KEY_MS = 1_000;

interface Ground {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly features: readonly TableFeature[];
  /** px of a row */
  readonly height: number;
  readonly begin: EditingState['begin'];
  readonly scrollTo: (index: number) => void;
}

export const useRowGestures = (props: DataTableProps, { scroller, features, height, begin, scrollTo }: Ground) => {
  const { columns, rows, context, selection } = props;
  const isLocked = selection?.isLocked ?? isLockedRow;
  const [cursor, setCursor] = useState(-1);
  const [ways, setWays] = useState<WaysAt | null>(null);
  const waysKeyAt = useRef(Number.NEGATIVE_INFINITY);
  /** What the pointer reaches in the cells of the row, as a menu below it. */
  const openWays = (row: WireRow): void => {
    const found = waysOf(row, cursor, columns, features, context);
    const line = scroller.current?.querySelector(`[data-row="${cursor}"]`) ?? scroller.current;
    if (found.length === 0 || line === null) return;
    const { left, bottom } = line.getBoundingClientRect();
    setWays({ ways: found, left: Math.max(left, 0), top: bottom });
  };
  const closeWays = (): void => {
    setWays(null);
    scroller.current?.focus();
  };
  const handleClick = (event: MouseEvent<HTMLElement>): void => {
    const pen = (event.target as HTMLElement).closest<HTMLElement>('[data-edit]');
    if (pen !== null) {
      begin(rows[lineOf(pen)], pen.dataset.edit);
      return;
    }
    const index = rowAt(event);
    const row = rows[index];
    if (row === undefined) return;
    setCursor(index);
    props.onActive?.(row);
    if (selection === undefined || hasMarkedText()) return;
    if (event.shiftKey) selection.dispatch({ type: 'range', row, page: rows });
    else selection.dispatch({ type: 'toggle', row });
  };
  const handleDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const row = rows[rowAt(event)];
    const key = (event.target as HTMLElement)
      .closest<HTMLElement>('[role=gridcell]')
      ?.querySelector<HTMLElement>('[data-edit]');
    if (key !== null && key !== undefined && begin(row, key.dataset.edit)) return;
    if (row === undefined || isLocked(row)) return;
    selection?.dispatch({ type: 'force', row });
    props.onDoubleClick?.(row);
  };
  /** a row that was put elsewhere by a key keeps the cursor */
  const shifted = useRef<string>(undefined);
  useEffect(() => {
    const at = rows.findIndex((row) => row.id === shifted.current);
    if (at < 0) return;
    shifted.current = undefined;
    setCursor(at);
  }, [rows]);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && rows[cursor] !== undefined) {
      if (props.onShift?.(rows[cursor], event.key === 'ArrowUp' ? -1 : 1) === true) shifted.current = rows[cursor].id;
      event.preventDefault();
      return;
    }
    const next = moved(event.key, cursor, rows.length, Math.floor((scroller.current?.clientHeight ?? 0) / height));
    if (next !== undefined) {
      setCursor(next);
      scrollTo(next);
      const row = rows[next];
      if (row !== undefined) props.onActive?.(row);
    } else if (isWaysKey(event) && rows[cursor] !== undefined) {
      waysKeyAt.current = event.timeStamp;
      openWays(rows[cursor]);
    } else if (event.key === ' ' && rows[cursor] !== undefined)
      selection?.dispatch({ type: 'toggle', row: rows[cursor] });
    else if (event.key === 'F2' && rows[cursor] !== undefined) begin(rows[cursor]);
    else if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && rows[cursor] !== undefined) {
      // without a branch to turn they scroll sideways
      if (props.onFold?.(rows[cursor], event.key === 'ArrowRight') !== true) return;
    } else if (event.key === 'Enter' && rows[cursor] !== undefined) props.onEnter?.(rows[cursor]);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection?.dispatch({ type: 'page', page: rows });
    else return;
    event.preventDefault();
  };

  // the key has its own menu, the pointer keeps the browser's
  const handleContextMenu = (event: MouseEvent<HTMLElement>): void => {
    if (event.timeStamp - waysKeyAt.current < KEY_MS) event.preventDefault();
  };
  return { cursor, ways, closeWays, handleClick, handleDoubleClick, handleKeyDown, handleContextMenu };
};

const lineOf = (target: HTMLElement): number => Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1);
/** The row under the pointer; -1 where something of its own takes the click. */
const rowAt = (event: MouseEvent<HTMLElement>): number => {
  const target = event.target as HTMLElement;
  if (target.closest('[data-own]') !== null) return -1;
  return lineOf(target);
};

const moved = (key: string, at: number, count: number, page: number): number | undefined => {
  const target: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const next = target[key];
  return next === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, next));
};

/** dragging over a cell marks text to copy; that is no click */
const hasMarkedText = (): boolean => (globalThis.getSelection?.()?.toString() ?? '') !== '';
