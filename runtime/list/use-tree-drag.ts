/** Dragging a row of a tree table onto another one, or beside all rows, moves it there; what cannot be is the server's to say. */
import { type DragEvent, type PointerEvent, useRef } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { labelOf, type RunOptions } from '../actions/index';
import type { WireRow } from '../data/types';
import { type Page, useHost } from '../page/index';
import { actionsAt, allows } from './row-actions';

export interface TreeDrag {
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly onDragStart?: (event: DragEvent) => void;
  readonly onDragOver?: (event: DragEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
  readonly onDragEnd?: () => void;
}
type Run = (action: ResolvedAction, rows: readonly WireRow[], options?: RunOptions) => void;

export function useTreeDrag(page: Page, rows: readonly WireRow[], isTree: boolean, run: Run): TreeDrag {
  const { feedback } = useHost();
  const dragged = useRef<WireRow | null>(null);
  const marked = useRef<HTMLElement | null>(null);
  const action = isTree ? actionsAt(page, 'tree').find((one) => one.code === 'move') : undefined;
  if (action === undefined) return {};
  const lineOf = (event: { readonly target: EventTarget }): HTMLElement | null =>
    (event.target as Element).closest<HTMLElement>('[data-row]');
  const rowOf = (line: HTMLElement | null): WireRow | undefined =>
    line === null ? undefined : rows[Number(line.dataset.row)];
  const mark = (line: HTMLElement | null): void => {
    if (marked.current === line) return;
    marked.current?.removeAttribute('data-drop');
    line?.setAttribute('data-drop', '');
    marked.current = line;
  };
  return {
    onPointerDown(event) {
      const line = lineOf(event);
      const row = rowOf(line);
      // controls of a row keep their own press
      const free = (event.target as Element).closest('button, input, a, [data-own]') === null;
      if (line !== null && row !== undefined) line.draggable = free && allows(row, action);
    },
    onDragStart(event) {
      dragged.current = rowOf(lineOf(event)) ?? null;
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver(event) {
      if (dragged.current === null) return;
      event.preventDefault();
      const line = lineOf(event);
      mark(rowOf(line)?.id === dragged.current.id ? null : line);
    },
    onDrop(event) {
      event.preventDefault();
      const row = dragged.current;
      const to = rowOf(lineOf(event));
      mark(null);
      dragged.current = null;
      if (row === null || row.id === to?.id) return;
      const name = labelOf(page.object, row);
      const question =
        to === undefined
          ? `将「${name}」移到最上级，是否继续？`
          : `将「${name}」移到「${labelOf(page.object, to)}」下，是否继续？`;
      void feedback.confirm(question).then((sure) => {
        if (sure) run(action, [row], { answers: { parentId: to?.id ?? null } });
      });
    },
    onDragEnd() {
      mark(null);
      dragged.current = null;
    },
  };
}
