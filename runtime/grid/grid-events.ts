/** What mouse, finger and clipboard do in the grid, told to its control by the cell, head or grip they meet. */
import type { ClipboardEvent, MouseEvent, PointerEvent } from 'react';
import type { GridControl } from './control';
import { dragRows, dragSelect } from './drag';

/** `height` is that of a row in pixels. */
export function press(event: MouseEvent, control: GridControl, frame: HTMLElement | null, height: number): void {
  const target = event.target as HTMLElement;
  if (frame === null || event.button !== 0 || target.closest('[data-live], [data-edge]') !== null) return;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const col = target.closest<HTMLElement>('[data-col]')?.dataset.col;
  const head = target.closest<HTMLElement>('[data-grid-column]')?.dataset.gridColumn;
  const corner = target.closest('[data-corner]') !== null;
  if (row === undefined && head === undefined && !corner) return;
  event.preventDefault();
  const grip = target.closest('[data-grip]');
  if (corner) control.selectAll();
  else if (head !== undefined) {
    control.selectColumn(head, event.shiftKey);
    dragSelect(control, frame, 'columns');
  } else if (row !== undefined && grip !== null) dragRows(row, grip, control, height);
  else if (row !== undefined && col === undefined) {
    control.selectRow(row, event.shiftKey);
    dragSelect(control, frame, 'rows');
  } else if (row !== undefined && col !== undefined) {
    control.point(row, col, event.shiftKey);
    dragSelect(control, frame, 'cells');
  }
  queueMicrotask(control.focus);
}
/** A finger has no mouse button: the grip of the chosen row is carried by its own events. */
export function touchGrip(event: PointerEvent, control: GridControl, height: number): void {
  const grip = event.pointerType === 'mouse' ? null : (event.target as HTMLElement).closest('[data-grip]');
  const row = grip?.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (grip !== null && row !== undefined) dragRows(row, grip, control, height);
}
/** Why a cell cannot be written is found out when the pointer rests on it. */
export function tellWhy(event: MouseEvent, { host }: GridControl): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-col]');
  const row = cell === null ? undefined : host.store.row(cell.closest<HTMLElement>('[data-row]')?.dataset.row ?? '');
  const column = host.columns.find((column) => column.code === cell?.dataset.col);
  if (cell === null || row === undefined || column === undefined || cell.hasAttribute('data-problem')) return;
  const why = host.why(row, column) ?? (cell.scrollWidth > cell.clientWidth ? cell.textContent : null);
  if (why === null || why === '') cell.removeAttribute('title');
  else cell.title = why;
}
export function begin(event: MouseEvent, control: GridControl): void {
  if ((event.target as HTMLElement).closest('[data-col], [data-ring]') !== null && control.editing === null)
    control.begin();
}
/** What the menu does is done to the row under the pointer, or to the selection it belongs to; false = there is no menu here. */
export function pointMenu(event: MouseEvent, control: GridControl): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('[data-body], [data-over]') === null) return false;
  event.preventDefault();
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const col = target.closest<HTMLElement>('[data-col]')?.dataset.col;
  if (row !== undefined) control.include(row, col);
  return true;
}
export function copy(event: ClipboardEvent, control: GridControl): void {
  if (control.editing !== null) return;
  const clip = control.copy();
  if (clip === null) return;
  event.clipboardData.setData('text/plain', clip.text);
  event.clipboardData.setData('text/html', clip.html);
  event.preventDefault();
}
export function cut(event: ClipboardEvent, control: GridControl): void {
  if (control.editing !== null) return;
  copy(event, control);
  control.clear();
}
export function paste(event: ClipboardEvent, control: GridControl): void {
  if (control.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
}
