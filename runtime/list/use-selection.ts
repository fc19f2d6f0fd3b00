/** The chosen rows of a list, kept for the browser tab, so that a reload and a visit of another page find them again. */
import { useEffect, useReducer, useRef } from 'react';
import type { WireRow } from '../data/types';
import { type Page, useHost } from '../page/index';
import { keepSelection, keptSelection, type Selection, type SelectionAct, select } from '../table/index';

export const useSelection = (
  page: Page,
  rows: readonly WireRow[],
  isLocked: (row: WireRow) => boolean,
): { readonly selection: Selection; readonly choose: (act: SelectionAct) => void } => {
  const { feedback } = useHost();
  const key = `millwright.checked.${page.code}`;
  const mode = page.object.list.select;
  const [selection, choose] = useReducer(
    (state: Selection, act: SelectionAct) => select(state, act, { mode, isLocked }),
    key,
    (at) => keptSelection(sessionStorage, at),
  );
  useEffect(() => {
    choose({ type: 'refresh', page: rows });
  }, [rows]);
  useEffect(() => keepSelection(sessionStorage, key, selection), [key, selection]);
  const { refusal } = selection;
  const told = useRef(selection);
  useEffect(() => {
    if (refusal !== null && told.current !== selection) feedback.warning(refusal);
    told.current = selection;
  }, [refusal, selection, feedback]);
  return { selection, choose };
};
