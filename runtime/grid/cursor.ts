/** Where the person is in the grid: the active cell, the selected rectangle, and the ways to move both. */
import type { Row } from '../../schemas/language/value';
import type { GridStore, Range } from './store';
import type { GridColumn, GridHost } from './types';

/** A cell with what stands there. */
export interface CellHere {
  readonly row: Row;
  readonly column: GridColumn;
  readonly r: number;
  readonly c: number;
}

export class GridCursor {
  readonly host: GridHost;
  /** rows that fit the window */
  page = 10;
  /** brings a cell into view; set by the view */
  reveal: (row: number, col: number, keepFocus?: boolean) => void = () => {};
  /** gives the keys back to the live input; set by the view */
  focus: () => void = () => {};

  constructor(host: GridHost) {
    this.host = host;
  }

  get store(): GridStore {
    return this.host.store;
  }
  columnAt(code: string): number {
    return this.host.columns.findIndex((column) => column.code === code);
  }
  /** The active cell with its row and column; null when none or when its column is gone. */
  get cell(): CellHere | null {
    return this.#at(this.store.active);
  }
  /** The corner of the selection that moves with Shift. */
  get corner(): CellHere | null {
    return this.#at(this.store.extent) ?? this.cell;
  }
  #at(cell: { readonly row: string; readonly col: string } | null): CellHere | null {
    if (cell === null) return null;
    const c = this.columnAt(cell.col);
    const row = this.store.row(cell.row);
    const column = this.host.columns[c];
    if (row === undefined || column === undefined) return null;
    return { row, column: this.host.columnIn(row, column), r: this.store.indexOf(row.id), c };
  }
  get range(): Range | null {
    const rows = this.store.selectedRows();
    const { active, extent } = this.store;
    if (rows === null || active === null) return null;
    const a = this.columnAt(active.col);
    const b = extent === null ? a : this.columnAt(extent.col);
    if (a < 0 || b < 0) return null;
    return { top: rows[0], bottom: rows[1], left: Math.min(a, b), right: Math.max(a, b) };
  }
  get selectedIds(): readonly string[] {
    const { range } = this;
    return range === null ? [] : this.store.rows.slice(range.top, range.bottom + 1).map((row) => row.id);
  }
  /** An edit under way is taken over before the person goes elsewhere; the editor says how. */
  finish(): void {}

  goTo(r: number, c: number, extend = false): void {
    const row = this.store.rows[r];
    const column = this.host.columns[c];
    if (row === undefined || column === undefined) return;
    this.store.activate({ row: row.id, col: column.code }, extend);
    this.reveal(r, c);
  }
  /** Makes a cell the active one and shows it; the focus stays where it is. */
  show(row: string, col: string): void {
    this.store.activate({ row, col });
    this.reveal(this.store.indexOf(row), this.columnAt(col), true);
  }
  /** The other end of the selected rectangle follows the pointer. */
  stretch(row: string, col: string): void {
    this.store.activate({ row, col }, true);
  }
  /** A whole row by its number. */
  selectRow(row: string, extend: boolean): void {
    this.finish();
    const { columns } = this.host;
    const [first, last] = [columns[0], columns.at(-1)];
    if (first === undefined || last === undefined) return;
    if (!extend) this.store.activate({ row, col: first.code });
    this.store.activate({ row, col: last.code }, true);
  }
  /** Selects the cell, or the row by its number, unless it is selected already. */
  include(row: string, col: string | undefined): void {
    const { range, store } = this;
    const r = store.indexOf(row);
    const c = this.host.columns.findIndex((column) => column.code === col);
    const inside =
      range !== null && r >= range.top && r <= range.bottom && (c < 0 || (c >= range.left && c <= range.right));
    if (inside) return;
    if (col === undefined) this.selectRow(row, false);
    else {
      this.finish();
      store.activate({ row, col });
    }
  }
  /** A whole column by its head. */
  selectColumn(col: string, extend: boolean): void {
    this.finish();
    const { rows } = this.store;
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return;
    if (!extend) this.store.activate({ row: first.id, col });
    this.store.activate({ row: last.id, col }, true);
  }
  selectAll(): void {
    const { rows } = this.store;
    const { columns } = this.host;
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined || columns.length === 0) return;
    this.finish();
    this.store.activate({ row: first.id, col: columns[0]!.code });
    this.store.activate({ row: last.id, col: columns.at(-1)!.code }, true);
  }
  /** The rows `top`..`bottom` stay selected with the columns of before, after something was done to them. */
  select(top: number, bottom: number, left: number, right: number): void {
    this.goTo(top, left);
    if (bottom !== top || right !== left) this.store.activate(this.#cellAt(bottom, right), true);
  }
  #cellAt(r: number, c: number): { readonly row: string; readonly col: string } | null {
    const row = this.store.rows[r];
    const column = this.host.columns[c];
    return row === undefined || column === undefined ? null : { row: row.id, col: column.code };
  }
}
