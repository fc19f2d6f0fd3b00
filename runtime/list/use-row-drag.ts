/**
 * Rows that are dragged: in a tree table onto another row, or beside all rows, to move there, onto its edge to stand before or behind it
 * (what cannot be is the server's to say); chosen rows onto a node of the side tree, which takes them itself (side-drop).
 */
import { type DragEvent, type PointerEvent, useRef } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { labelOf, type RunOptions } from '../actions/index';
import type { WireRow } from '../data/types';
import { type Page, useHost } from '../page/index';
import { actionsAt, allows } from './row-actions';
import { type DropAt, dropAt, liftRows } from './side-drop';
import type { TreeOrder } from './tree-order';

export interface RowDrag {
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly onDragStart?: (event: DragEvent) => void;
  readonly onDragOver?: (event: DragEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
  readonly onDragEnd?: () => void;
}
interface Options {
  readonly isTree: boolean;
  /** siblings stand in an order of their own */
  readonly order: TreeOrder | undefined;
  /** chosen rows that the side tree would take */
  readonly carried: ReadonlyMap<string, WireRow> | undefined;
}
type Run = (action: ResolvedAction, rows: readonly WireRow[], options?: RunOptions) => void;

export function useRowDrag(
  page: Page,
  rows: readonly WireRow[],
  { isTree, order, carried }: Options,
  run: Run,
): RowDrag {
  const { feedback } = useHost();
  const dragged = useRef<WireRow | null>(null);
  const marked = useRef<HTMLElement | null>(null);
  const action = isTree ? actionsAt(page, 'tree').find((action) => action.code === 'move') : undefined;
  if (action === undefined && (carried === undefined || carried.size === 0)) return {};
  const moves = (row: WireRow): boolean => action !== undefined && allows(row, action);
  const isCarried = (row: WireRow): boolean => carried?.has(row.id) === true;
  const lineOf = (event: { readonly target: EventTarget }): HTMLElement | null =>
    (event.target as Element).closest<HTMLElement>('[data-row]');
  const rowOf = (line: HTMLElement | null): WireRow | undefined =>
    line === null ? undefined : rows[Number(line.dataset.row)];
  const mark = (line: HTMLElement | null, at: DropAt = 'into'): void => {
    if (marked.current !== line) marked.current?.removeAttribute('data-drop');
    line?.setAttribute('data-drop', at);
    marked.current = line;
  };
  return {
    onPointerDown(event) {
      const line = lineOf(event);
      const row = rowOf(line);
      // controls of a row keep their own press
      const free = (event.target as Element).closest('button, input, a, [data-own]') === null;
      if (line !== null && row !== undefined) line.draggable = free && (moves(row) || isCarried(row));
    },
    onDragStart(event) {
      const row = rowOf(lineOf(event));
      if (row === undefined) return;
      dragged.current = moves(row) ? row : null;
      event.dataTransfer.effectAllowed = 'move';
      if (isCarried(row)) liftRows(event);
    },
    onDragOver(event) {
      if (dragged.current === null) return;
      event.preventDefault();
      const line = lineOf(event);
      const to = rowOf(line);
      if (line === null || to === undefined || to.id === dragged.current.id) mark(null);
      else mark(line, dropAt(line, event.clientY, order !== undefined));
    },
    onDrop(event) {
      const row = dragged.current;
      if (row === null || action === undefined) return;
      event.preventDefault();
      const line = lineOf(event);
      const to = rowOf(line);
      mark(null);
      dragged.current = null;
      if (row.id === to?.id) return;
      const at = line === null ? 'into' : dropAt(line, event.clientY, order !== undefined);
      if (to !== undefined && at !== 'into') {
        order?.put(row, to, at);
        return;
      }
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
