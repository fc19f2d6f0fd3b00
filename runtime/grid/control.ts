/**
 * What a person does in the grid: keys, fill, clipboard, rows, order. No React in here, so it can be tested without a view; the view
 * calls these methods and draws the store, the editor and the marks.
 */
import { createSignal, type Signal } from '../data/signal';
import { type Clip, clipOf } from './clip';
import { cellValue } from './columns';
import { GridEditing } from './editing';
import { continued } from './fill';
import { type GridCommand, gridKey, type KeyPress } from './keys';
import { parseTable } from './paste';
import type { GridReport } from './report';
import type { CellChange, GridColumn } from './types';
import { GridWidths } from './widths';

export type { ChoiceList, Editing } from './editing';

/** What is drawn over the cells while the pointer is down: how far a fill reaches, where dragged rows would go. */
export interface GridMarks {
  readonly fillTo?: number;
  readonly dropAt?: number;
}

let made = 0;

export class GridControl extends GridEditing {
  /** in the page, for who names its parts */
  readonly id: string = `grid-${++made}`;
  readonly marksSignal: Signal = createSignal();
  marks: GridMarks = {};
  readonly reportSignal: Signal = createSignal();
  reported: GridReport | null = null;
  readonly widths: GridWidths = new GridWidths();
  #home: number | null = null;

  /** A click on a cell. */
  point(row: string, col: string, extend: boolean): void {
    const here = this.editing;
    if (here !== null && here.row.id === row && here.column.code === col) return;
    this.finish();
    this.#home = null;
    this.store.activate({ row, col }, extend);
  }
  override stretch(row: string, col: string): void {
    if (this.editing === null) super.stretch(row, col);
  }
  /** What was done, in the bar over the rows; null closes it. */
  report(report: GridReport | null): void {
    this.reported = report;
    this.reportSignal.bump();
  }
  mark(marks: GridMarks): void {
    this.marks = marks;
    this.marksSignal.bump();
  }

  /** A key press; false = let the browser have it. */
  press(key: KeyPress): boolean {
    const by = key.key === 'ArrowDown' ? 1 : key.key === 'ArrowUp' ? -1 : 0;
    if (!key.ctrl && !key.alt && this.moveInList(by)) return true;
    const { cell, corner } = this;
    if (cell === null) return false;
    const command = gridKey(
      {
        r: cell.r,
        c: cell.c,
        corner: corner === null ? { r: cell.r, c: cell.c } : { r: corner.r, c: corner.c },
        rows: this.store.rows.length,
        cols: this.host.columns.length,
        page: this.page,
        editing: this.editing !== null,
        typed: this.editing?.typed ?? false,
        home: this.#home,
        canAdd: this.host.can.add && this.store.rows.length < this.host.max,
        editable: (r, c) => {
          const row = this.store.rows[r];
          const column = this.host.columns[c];
          return row !== undefined && column !== undefined && this.host.editable(row, column);
        },
      },
      key,
    );
    return command !== null && this.#run(command, cell.c);
  }

  #run(command: GridCommand, column: number): boolean {
    switch (command.do) {
      case 'move':
        this.finish();
        this.#home = command.home;
        this.goTo(command.r, command.c, command.extend);
        return true;
      case 'add': {
        this.finish();
        const [id] = this.host.add(this.store.rows.length, 1);
        this.#home = null;
        if (id !== undefined) this.goTo(this.store.indexOf(id), this.#firstEditable(id, command.c));
        return true;
      }
      case 'edit':
        return this.begin(command.open);
      case 'cancel':
        this.cancel();
        return true;
      case 'clear':
        this.clear();
        return true;
      case 'fillDown':
        this.fillDown();
        return true;
      case 'undo':
        this.host.undo();
        return true;
      case 'redo':
        this.host.redo();
        return true;
      case 'selectAll':
        this.selectAll();
        return true;
      case 'toggle':
        return this.toggle();
      case 'insert':
        this.insert(column);
        return true;
      case 'copyRow':
        this.copyRows();
        return true;
      case 'deleteRows':
        this.deleteRows();
        return true;
      case 'moveRows':
        this.moveRows(command.by);
        return true;
    }
  }

  #firstEditable(id: string, from: number): number {
    const row = this.store.row(id);
    if (row === undefined) return from;
    const ok = (column: GridColumn): boolean => this.host.editable(row, column);
    const there = this.host.columns[from];
    if (there !== undefined && ok(there)) return from;
    return Math.max(0, this.host.columns.findIndex(ok));
  }

  clear(): void {
    const { range } = this;
    if (range === null) return;
    const changes: CellChange[] = [];
    for (let r = range.top; r <= range.bottom; r += 1)
      for (let c = range.left; c <= range.right; c += 1) {
        const row = this.store.rows[r];
        const column = this.host.columns[c];
        if (row === undefined || column === undefined || !this.host.editable(row, column)) continue;
        changes.push({ row: row.id, col: column.code, value: column.editor === 'bool' ? false : null });
      }
    this.host.change(changes);
  }
  /** Ctrl+D: the top row of the selection into the rows below it; of one row, the row above. */
  fillDown(): void {
    const { range } = this;
    if (range === null) return;
    const { top, bottom, left, right } = range;
    const [source, from] = top === bottom ? [top - 1, top] : [top, top + 1];
    this.#fill(source, source, from, bottom, left, right);
  }
  /** The fill handle: the selected rows go on down to row `to`, as a series where they are one. */
  fillTo(to: number): void {
    const { range } = this;
    const last = Math.min(to, this.store.rows.length - 1);
    if (range === null || last <= range.bottom) return;
    this.#fill(range.top, range.bottom, range.bottom + 1, last, range.left, range.right);
    this.select(range.top, last, range.left, range.right);
  }
  #fill(first: number, last: number, from: number, to: number, left: number, right: number): void {
    const given = this.store.rows.slice(Math.max(0, first), last + 1);
    if (given.length === 0 || first < 0) return;
    const changes: CellChange[] = [];
    for (let c = left; c <= right; c += 1) {
      const column = this.host.columns[c];
      if (column === undefined) continue;
      const values = continued(
        given.map((row) => cellValue(row, column)),
        to - from + 1,
      );
      for (let r = from; r <= to; r += 1) {
        const row = this.store.rows[r];
        if (row === undefined || !this.host.editable(row, column)) continue;
        changes.push({ row: row.id, col: column.code, value: values[r - from] ?? null });
      }
    }
    this.host.change(changes);
  }

  add(): void {
    this.finish();
    const [id] = this.host.add(this.store.rows.length, 1);
    if (id !== undefined) this.goTo(this.store.indexOf(id), this.#firstEditable(id, 0));
  }
  /** As many rows as are selected, above them or below. */
  insert(column = 0, below = false): void {
    if (!this.host.can.add) return;
    this.finish();
    const { range } = this;
    const count = range === null ? 1 : range.bottom - range.top + 1;
    const at = range === null ? this.store.rows.length : below ? range.bottom + 1 : range.top;
    const [id] = this.host.add(at, count);
    if (id !== undefined) this.goTo(this.store.indexOf(id), this.#firstEditable(id, column));
  }
  copyRows(): void {
    if (!this.host.can.copy) return;
    const [id] = this.host.copyRows(this.selectedIds);
    if (id !== undefined) this.goTo(this.store.indexOf(id), this.cell?.c ?? 0);
  }
  deleteRows(): void {
    if (!this.host.can.remove) {
      this.#sayLock();
      return;
    }
    const { range } = this;
    const c = this.cell?.c ?? 0;
    const refused = this.host.remove(this.selectedIds);
    if (refused !== null) this.host.refuse(refused);
    else if (range !== null) this.goTo(Math.min(range.top, this.store.rows.length - 1), c);
  }
  /** Where nothing can be deleted anyway, a locked row still says why. */
  #sayLock(): void {
    if (this.host.viewing) return;
    const rows = this.selectedIds.flatMap((id) => this.store.row(id) ?? []);
    const lock = rows.map((row) => this.host.state(row).lock).find((text) => text !== null);
    if (lock !== undefined && lock !== null) this.host.refuse(lock);
  }
  /** The selected rows one place up or down. */
  moveRows(by: 1 | -1): void {
    const { range } = this;
    if (range === null) return;
    this.dropRows(by < 0 ? range.top - 1 : range.bottom + 2);
  }
  /** The selected rows before the row that stands at `to` now. */
  dropRows(to: number): void {
    const { range } = this;
    if (range === null || !this.host.can.sort || to < 0 || to > this.store.rows.length) return;
    if (to >= range.top && to <= range.bottom + 1) return;
    this.finish();
    this.host.move(this.selectedIds, to);
    const size = range.bottom - range.top;
    const top = to < range.top ? to : to - size - 1;
    this.select(top, top + size, range.left, range.right);
  }

  /** The selection for the clipboard; null when nothing is selected. */
  copy(): Clip | null {
    const { range } = this;
    if (range === null) return null;
    const columns = this.host.columns.slice(range.left, range.right + 1);
    const rows = this.store.rows.slice(range.top, range.bottom + 1);
    return clipOf(
      rows.map((row) => columns.map((column) => this.host.text(row, column))),
      columns.map(({ field }) => field.type === 'text' || field.type === 'ref'),
    );
  }
  copyText(): string | null {
    return this.copy()?.text ?? null;
  }
  /** Text of the clipboard; false = let the live input have it. */
  paste(text: string): boolean {
    if (this.editing !== null || !this.host.can.paste) return false;
    const cells = parseTable(text);
    if (cells.length > 0) void this.host.paste(cells);
    return true;
  }
}
