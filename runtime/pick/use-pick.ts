/** Choosing in the selection window: the search and its rows, the chosen ones over all pages, what keys and clicks take. */
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useReducer, useState } from 'react';
import type { PickRow, WireRow } from '../data/types';
import { useHost } from '../page/host';
import { isLockedRow, NOTHING, type Selection, type SelectionAct, select, type TableColumn } from '../table/index';
import { marked, reasonOf, withReason } from './pick-marks';
import type { PickRequest } from './request';
import { usePickRows } from './use-pick-rows';

/** `frame` is where the rows are drawn: an arrow leads from the search into them. */
export function usePick(
  request: PickRequest,
  onClose: (rows: readonly PickRow[] | null) => void,
  frame: RefObject<HTMLElement | null>,
) {
  const { feedback } = useHost();
  const { many, taken, max } = request;
  const [text, setText] = useState(request.search ?? '');
  const [node, setNode] = useState<string | null>(null);
  const { data, status, page, setPage, settled } = usePickRows(request, text, node);
  const rows = useMemo(() => marked(data, taken), [data, taken]);
  const rules = { mode: many ? 'multi' : 'single', isLocked: isLockedRow } as const;
  const [selection, dispatch] = useReducer(
    (state: typeof NOTHING, act: SelectionAct) => select(state, act, rules),
    request.chosen,
    heldOf,
  );
  const chosen = [...selection.rows.values()] as PickRow[];

  useEffect(() => {
    // 单选开窗不可全选: said once, and the selection is empty again
    if (selection.refusal !== null) feedback.warning(selection.refusal);
  }, [selection.refusal, feedback]);

  const act = (next: SelectionAct): void => {
    const after = select(selection, next, rules);
    if (max !== undefined && many && after.rows.size > max) feedback.warning(`最多可选${max}条`);
    else dispatch(next);
  };
  const finish = (picked: readonly PickRow[]): void => {
    if (picked.length > 0 || request.whole === true) onClose(picked);
  };
  const pick = (row: WireRow): void => {
    if (isLockedRow(row)) feedback.warning(`「${(row as PickRow).label}」${reasonOf(row)}`);
    else if (many) act({ type: 'force', row });
    else finish([row as PickRow]);
  };
  const handleSearchKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      const grid = frame.current?.querySelector<HTMLElement>('[role="grid"]');
      grid?.focus();
      grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      event.preventDefault();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (event.ctrlKey || (many && text === '' && chosen.length > 0)) finish(chosen);
      else
        void settled().then((found) => {
          const hit = hitOf(
            marked(found, taken).filter((row) => !isLockedRow(row)),
            request.columns,
            text,
          );
          if (hit === undefined) return;
          pick(hit);
          if (many) setText('');
        });
    }
  };
  const handleEnter = (row: WireRow): void => {
    if (many && selection.rows.has(row.id)) finish(chosen);
    else pick(row);
  };
  const columns = useMemo(() => withReason(request.columns, rows), [request.columns, rows]);
  return {
    text,
    setText,
    node,
    setNode,
    /** the rows of the search as a table */
    table: {
      columns,
      rows,
      status,
      selection: { mode: rules.mode, state: selection, dispatch: act, isLocked: isLockedRow },
    },
    total: data?.total ?? 0,
    page,
    setPage,
    chosen,
    clear: () => dispatch({ type: 'clear' }),
    drop: (id: string) => dispatch({ type: 'drop', ids: [id] }),
    pick,
    finish,
    handleSearchKey,
    handleEnter,
  };
}

/** What the field holds is chosen from the start. */
const heldOf = (held: PickRequest['chosen']): Selection =>
  held.length === 0 ? NOTHING : { ...NOTHING, rows: new Map(held.map((row) => [row.id, row])) };

/** What Enter takes: the only row, else the one whose code or name is the whole text (MT-12 beside MT-12B). */
function hitOf(rows: readonly PickRow[], columns: readonly TableColumn[], text: string): PickRow | undefined {
  if (rows.length === 1) return rows[0];
  const wanted = text.trim().toLowerCase();
  const exact = rows.filter((row) =>
    [row.label, ...columns.slice(0, 2).map((column) => column.text(row, 0))].some(
      (text) => text.toLowerCase() === wanted,
    ),
  );
  return exact.length === 1 ? exact[0] : undefined;
}
