/**
 * What a person does in the grid: the live editor, keys, clipboard, fill. No React in here, so it can be tested without a view; the
 * view calls these methods and draws `editing`, the store and the choices.
 */
import type { Row, Value } from '../../schemas/language/value';
import { type GridCommand, gridKey, type KeyPress } from './keys';
import { parseTable, printTable } from './paste';
import { createSignal, type Signal } from './signal';
import type { Range } from './store';
import type { CellChange, Choice, GridColumn, GridHost } from './types';

export interface Editing {
  readonly row: Row;
  readonly column: GridColumn;
  readonly text: string;
  /** begun by typing: arrows leave the cell */
  readonly typed: boolean;
  readonly changed: boolean;
  /** the kind's own control is open over the cell */
  readonly open: boolean;
}
export interface ChoiceList {
  readonly items: readonly Choice[];
  readonly at: number;
  readonly loading: boolean;
}
const SEARCH_MS = 160;

export class GridControl {
  readonly host: GridHost;
  readonly editingSignal: Signal = createSignal();
  editing: Editing | null = null;
  choices: ChoiceList | null = null;
  /** rows that fit the window */
  page = 10;
  /** brings a cell into view; set by the view */
  reveal: (row: number, col: number) => void = () => {};
  /** gives the keys back to the live input; set by the view */
  focus: () => void = () => {};
  #home: number | null = null;
  #search = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: GridHost) {
    this.host = host;
  }

  get #store() {
    return this.host.store;
  }
  columnAt(code: string): number {
    return this.host.columns.findIndex((column) => column.code === code);
  }
  /** The active cell with its row and column; null when none or when its column is gone. */
  get cell(): { readonly row: Row; readonly column: GridColumn; readonly r: number; readonly c: number } | null {
    const { active } = this.#store;
    if (active === null) return null;
    const c = this.columnAt(active.col);
    const row = this.#store.row(active.row);
    const column = this.host.columns[c];
    return row === undefined || column === undefined ? null : { row, column, r: this.#store.indexOf(row.id), c };
  }
  get range(): Range | null {
    const rows = this.#store.selectedRows();
    const { active, anchor } = this.#store;
    if (rows === null || active === null) return null;
    const a = this.columnAt(active.col);
    const b = anchor === null ? a : this.columnAt(anchor.col);
    return { top: rows[0], bottom: rows[1], left: Math.min(a, b), right: Math.max(a, b) };
  }

  goTo(r: number, c: number, extend = false): void {
    const row = this.#store.rows[r];
    const column = this.host.columns[c];
    if (row === undefined || column === undefined) return;
    this.#store.activate({ row: row.id, col: column.code }, extend);
    this.reveal(r, c);
  }
  /** A click on a cell. */
  point(row: string, col: string, extend: boolean): void {
    const here = this.editing;
    if (here !== null && here.row.id === row && here.column.code === col) return;
    this.finish();
    this.#home = null;
    this.#store.activate({ row, col }, extend);
  }
  /** The other end of the selected rectangle follows the pointer. */
  stretch(row: string, col: string): void {
    if (this.editing === null) this.#store.activate({ row, col }, true);
  }
  selectRow(row: string, extend: boolean): void {
    this.finish();
    const first = this.host.columns[0];
    const last = this.host.columns.at(-1);
    if (first === undefined || last === undefined) return;
    if (!extend) this.#store.activate({ row, col: last.code });
    this.#store.activate({ row, col: first.code }, true);
  }

  /** A key press; false = let the browser have it. */
  press(key: KeyPress): boolean {
    if (this.#pressInList(key)) return true;
    const cell = this.cell;
    if (cell === null) return false;
    const command = gridKey(
      {
        r: cell.r,
        c: cell.c,
        rows: this.#store.rows.length,
        cols: this.host.columns.length,
        page: this.page,
        editing: this.editing !== null,
        typed: this.editing?.typed ?? false,
        home: this.#home,
        canAdd: this.host.can.add && this.#store.rows.length < this.host.max,
        editable: (r, c) => {
          const row = this.#store.rows[r];
          const column = this.host.columns[c];
          return row !== undefined && column !== undefined && this.host.editable(row, column);
        },
      },
      key,
    );
    return command !== null && this.#run(command, cell.c);
  }

  #pressInList(key: KeyPress): boolean {
    const list = this.choices;
    if (list === null || this.editing === null || list.items.length === 0) return false;
    const by = key.key === 'ArrowDown' ? 1 : key.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || key.ctrl || key.alt) return false;
    const n = list.items.length;
    this.choices = { ...list, at: (list.at + by + n) % n };
    this.editingSignal.bump();
    return true;
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
        const [id] = this.host.add(this.#store.rows.length, 1);
        this.#home = null;
        if (id !== undefined) this.goTo(this.#store.indexOf(id), this.#firstEditable(id, command.c));
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
        this.#selectAll();
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
    }
  }

  #firstEditable(id: string, from: number): number {
    const row = this.#store.row(id);
    if (row === undefined) return from;
    const ok = (column: GridColumn): boolean => this.host.editable(row, column);
    const there = this.host.columns[from];
    if (there !== undefined && ok(there)) return from;
    return Math.max(0, this.host.columns.findIndex(ok));
  }
  #selectAll(): void {
    const first = this.#store.rows[0];
    const last = this.#store.rows.at(-1);
    const columns = this.host.columns;
    if (first === undefined || last === undefined || columns.length === 0) return;
    this.#store.activate({ row: last.id, col: columns.at(-1)!.code });
    this.#store.activate({ row: first.id, col: columns[0]!.code }, true);
  }

  /** Opens the editor with the present value; `open` asks for the list or the dialog at once. */
  begin(open = false): boolean {
    const cell = this.cell;
    if (cell === null || !this.host.editable(cell.row, cell.column)) return false;
    if (cell.column.editor === 'bool') return this.toggle();
    const { row, column } = cell;
    const text = this.host.editText(row, column);
    const list = column.editor === 'list';
    this.#start({
      row,
      column,
      text,
      typed: false,
      changed: false,
      open: !list && (open || column.editor === 'popup'),
    });
    if (list) this.#find('', 0);
    return true;
  }
  /** Text of the live input; the first text of a cell opens the editor. */
  type(text: string): void {
    const cell = this.cell;
    if (this.editing === null) {
      if (cell === null || !this.host.editable(cell.row, cell.column)) return;
      if (cell.column.editor === 'bool' || cell.column.editor === 'popup') return;
      this.#start({ row: cell.row, column: cell.column, text: '', typed: true, changed: true, open: false });
    }
    const now = this.editing;
    if (now === null) return;
    this.editing = { ...now, text, changed: true };
    if (now.column.editor === 'list') this.#find(text, SEARCH_MS);
    else if (now.column.field.type === 'int' || now.column.field.type === 'decimal') {
      const parsed = this.host.parse(now.row, now.column, text);
      if ('value' in parsed) this.host.preview(now.row.id, now.column.code, parsed.value);
    }
    this.editingSignal.bump();
  }
  #start(editing: Editing): void {
    this.editing = editing;
    this.choices = null;
    this.editingSignal.bump();
  }

  /** Takes the edit over into the row. A text that does not read leaves the value and marks the cell. */
  finish(): void {
    const edit = this.editing;
    const list = this.choices;
    if (edit === null) return;
    this.#end();
    if (!edit.changed) return;
    const { row, column } = edit;
    if (column.editor === 'list') {
      this.#finishList(edit, list);
      return;
    }
    const parsed = this.host.parse(row, column, edit.text);
    this.host.restore(row);
    if ('value' in parsed) this.host.change([{ row: row.id, col: column.code, value: parsed.value }]);
    else if ('problem' in parsed) this.host.fault(row.id, column.code, parsed.problem);
  }
  #finishList(edit: Editing, list: ChoiceList | null): void {
    const { row, column, text } = edit;
    if (text.trim() === '') {
      this.host.change([{ row: row.id, col: column.code, value: null }]);
      return;
    }
    const chosen = list === null || list.loading ? undefined : list.items[list.at];
    if (chosen !== undefined) {
      this.#take(row.id, column, chosen, text);
      return;
    }
    void Promise.resolve(this.host.choices(row, column, text)).then((items) => {
      const hit = exactOrOnly(items, text);
      if (this.#store.row(row.id) === undefined) return;
      if (hit === undefined) this.host.fault(row.id, column.code, `没有找到「${text.trim()}」，请重新选择`);
      else this.#take(row.id, column, hit, text);
    });
  }
  #take(row: string, column: GridColumn, choice: Choice, text: string): void {
    if (choice.disabled !== undefined) {
      this.host.fault(row, column.code, `「${text.trim()}」${choice.disabled}，请重新选择`);
      return;
    }
    const picked = choice.picked === undefined ? {} : { picked: choice.picked };
    this.host.change([{ row, col: column.code, value: choice.value, ...picked }]);
  }
  /** A click on an entry of the list. */
  choose(at: number): void {
    const edit = this.editing;
    const choice = this.choices?.items[at];
    if (edit === null || choice === undefined || choice.disabled !== undefined) return;
    this.#end();
    this.#take(edit.row.id, edit.column, choice, choice.label);
  }
  /** A value of the kind's own control. */
  put(value: Value, close: boolean): void {
    const edit = this.editing;
    if (edit === null) return;
    this.host.change([{ row: edit.row.id, col: edit.column.code, value }]);
    if (!close) return;
    this.#end();
    this.focus();
  }
  cancel(): void {
    const edit = this.editing;
    if (edit === null) return;
    this.#end();
    if (edit.open) this.focus();
    if (edit.changed) this.host.restore(edit.row);
  }
  #end(): void {
    clearTimeout(this.#timer);
    this.#search += 1;
    this.editing = null;
    this.choices = null;
    this.editingSignal.bump();
  }

  #find(text: string, wait: number): void {
    clearTimeout(this.#timer);
    const run = ++this.#search;
    this.choices = { items: this.choices?.items ?? [], at: this.choices?.at ?? 0, loading: true };
    const go = (): void => {
      const edit = this.editing;
      if (edit === null || run !== this.#search) return;
      const found = this.host.choices(edit.row, edit.column, text);
      if (Array.isArray(found)) this.#found(run, found, edit);
      else
        void (found as Promise<readonly Choice[]>).then(
          (items) => this.#found(run, items, edit),
          () => this.#found(run, [], edit),
        );
    };
    const local = this.editing?.column.field.type !== 'ref';
    if (wait === 0 || local) go();
    else this.#timer = setTimeout(go, wait);
  }
  #found(run: number, items: readonly Choice[], begun: Editing): void {
    if (run !== this.#search || this.editing === null) return;
    const present = begun.row[begun.column.code];
    const at = this.editing.changed
      ? items.findIndex((one) => one.disabled === undefined)
      : items.findIndex((one) => one.value === present);
    this.choices = { items, at: Math.max(0, at), loading: false };
    this.editingSignal.bump();
  }

  toggle(): boolean {
    const cell = this.cell;
    if (cell === null || cell.column.editor !== 'bool' || !this.host.editable(cell.row, cell.column)) return false;
    this.host.change([{ row: cell.row.id, col: cell.column.code, value: cell.row[cell.column.code] !== true }]);
    return true;
  }
  clear(): void {
    this.#each((row, column) => ({ row: row.id, col: column.code, value: column.editor === 'bool' ? false : null }));
  }
  /** Ctrl+D: the top row of the selection into the rows below it; of one row, the row above. */
  fillDown(): void {
    const range = this.range;
    if (range === null) return;
    const single = range.top === range.bottom;
    this.fill(
      single ? range.top - 1 : range.top,
      single ? range.top : range.top + 1,
      range.bottom,
      range.left,
      range.right,
    );
  }
  /** The fill handle: the selected rows repeated down to row `to`. */
  fillTo(to: number): void {
    const range = this.range;
    if (range === null || to <= range.bottom) return;
    this.fill(range.bottom, range.bottom + 1, to, range.left, range.right);
  }
  fill(source: number, from: number, to: number, left: number, right: number): void {
    const given = this.#store.rows[source];
    if (given === undefined) return;
    const changes: CellChange[] = [];
    for (let r = from; r <= to; r += 1)
      for (let c = left; c <= right; c += 1) {
        const row = this.#store.rows[r];
        const column = this.host.columns[c];
        if (row === undefined || column === undefined || !this.host.editable(row, column)) continue;
        changes.push({ row: row.id, col: column.code, value: valueAt(given, column) });
      }
    this.host.change(changes);
  }
  #each(make: (row: Row, column: GridColumn) => CellChange): void {
    const range = this.range;
    if (range === null) return;
    const changes: CellChange[] = [];
    for (let r = range.top; r <= range.bottom; r += 1)
      for (let c = range.left; c <= range.right; c += 1) {
        const row = this.#store.rows[r];
        const column = this.host.columns[c];
        if (row !== undefined && column !== undefined && this.host.editable(row, column))
          changes.push(make(row, column));
      }
    this.host.change(changes);
  }

  get selectedIds(): readonly string[] {
    const range = this.range;
    return range === null ? [] : this.#store.rows.slice(range.top, range.bottom + 1).map((row) => row.id);
  }
  add(): void {
    this.finish();
    const [id] = this.host.add(this.#store.rows.length, 1);
    if (id !== undefined) this.goTo(this.#store.indexOf(id), this.#firstEditable(id, 0));
  }
  insert(column = 0): void {
    if (!this.host.can.add) return;
    const [id] = this.host.add(this.range?.top ?? this.#store.rows.length, 1);
    if (id !== undefined) this.goTo(this.#store.indexOf(id), this.#firstEditable(id, column));
  }
  copyRows(): void {
    if (!this.host.can.copy) return;
    const [id] = this.host.copyRows(this.selectedIds);
    if (id !== undefined) this.goTo(this.#store.indexOf(id), this.cell?.c ?? 0);
  }
  deleteRows(): void {
    if (!this.host.can.remove) {
      this.#sayLock();
      return;
    }
    const range = this.range;
    const c = this.cell?.c ?? 0;
    const refused = this.host.remove(this.selectedIds);
    if (refused !== null) this.host.refuse(refused);
    else if (range !== null) this.goTo(Math.min(range.top, this.#store.rows.length - 1), c);
  }

  /** Where nothing can be deleted anyway, a locked row still says why. */
  #sayLock(): void {
    if (this.host.viewing) return;
    const rows = this.selectedIds.flatMap((id) => this.#store.row(id) ?? []);
    const lock = rows.map((row) => this.host.state(row).lock).find((one) => one !== null);
    if (lock !== undefined && lock !== null) this.host.refuse(lock);
  }
  /** The selected rows one place up or down. */
  moveRows(by: 1 | -1): void {
    const range = this.range;
    if (range === null || !this.host.can.sort) return;
    const to = by < 0 ? range.top - 1 : range.bottom + 2;
    if (to < 0 || to > this.#store.rows.length) return;
    this.host.move(this.selectedIds, to);
  }

  /** Text of the selection as spreadsheets read it. */
  copyText(): string | null {
    const range = this.range;
    if (range === null) return null;
    const columns = this.host.columns.slice(range.left, range.right + 1);
    return printTable(
      this.#store.rows
        .slice(range.top, range.bottom + 1)
        .map((row) => columns.map((column) => this.host.text(row, column))),
    );
  }
  /** Text of the clipboard; false = let the live input have it. */
  paste(text: string): boolean {
    if (this.editing !== null || !this.host.can.paste) return false;
    const cells = parseTable(text);
    if (cells.length > 0) void this.host.paste(cells);
    return true;
  }
  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** Rows hold values; the type of a row leaves room for absent ones. */
const valueAt = (row: Row, column: GridColumn): Value => row[column.code] ?? null;

/** The choice whose label, or first word of it, is the text; else the only one. */
export function exactOrOnly(items: readonly Choice[], text: string): Choice | undefined {
  const wanted = text.trim().toLowerCase();
  const exact = items.filter((one) => {
    const label = one.label.toLowerCase();
    return label === wanted || label.split(' ')[0] === wanted || one.hint?.toLowerCase() === wanted;
  });
  if (exact.length === 1) return exact[0];
  return items.length === 1 ? items[0] : undefined;
}
