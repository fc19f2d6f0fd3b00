/** The one live editor: begun by a key, a click or a text, searched while one types, taken over or given up. */
import { isNumeric } from '../../schemas/language/kinds/index';
import type { Row, Value } from '../../schemas/language/value';
import { createSignal, type Signal } from '../data/signal';
import { exactOrOnly } from '../fields/shared/exact';
import { cellValue } from './columns';
import { GridCursor } from './cursor';
import type { Choice, GridColumn } from './types';

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

export class GridEditing extends GridCursor {
  readonly editingSignal: Signal = createSignal();
  editing: Editing | null = null;
  choices: ChoiceList | null = null;
  #search = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    else if (isNumeric(now.column.field)) {
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
  override finish(): void {
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
    this.host.restore(row, column.code);
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
    const looked = Promise.resolve(this.host.choices(row, column, text)).then(
      (items) => {
        const hit = exactOrOnly(items, text);
        if (this.store.row(row.id) === undefined) return;
        if (hit !== undefined) {
          this.#take(row.id, column, hit, text);
          return;
        }
        // the code of a choice, or a number with nothing to choose from
        const parsed = this.host.parse(row, column, text);
        if ('value' in parsed) this.host.change([{ row: row.id, col: column.code, value: parsed.value }]);
        else this.host.fault(row.id, column.code, `没有找到「${text.trim()}」，请重新选择`);
      },
      () => this.host.fault(row.id, column.code, `「${text.trim()}」没有查到，网络恢复后请重新填写`),
    );
    this.host.await(looked);
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
    if (edit.changed) this.host.restore(edit.row, edit.column.code);
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
    const present = cellValue(begun.row, begun.column);
    const at = this.editing.changed
      ? items.findIndex((choice) => choice.disabled === undefined)
      : items.findIndex((choice) => choice.value === present);
    this.choices = { items, at: Math.max(0, at), loading: false };
    this.editingSignal.bump();
  }

  toggle(): boolean {
    const cell = this.cell;
    if (cell === null || cell.column.editor !== 'bool' || !this.host.editable(cell.row, cell.column)) return false;
    this.host.change([
      {
        row: cell.row.id,
        col: cell.column.code,
        value: cellValue(cell.row, cell.column) !== true && cellValue(cell.row, cell.column) !== 'true',
      },
    ]);
    return true;
  }
  /** Up and down in the open list of choices; false = not meant for it. */
  protected moveInList(by: -1 | 0 | 1): boolean {
    const list = this.choices;
    if (by === 0 || list === null || this.editing === null || list.items.length === 0) return false;
    const n = list.items.length;
    this.choices = { ...list, at: (list.at + by + n) % n };
    this.editingSignal.bump();
    return true;
  }
  dispose(): void {
    clearTimeout(this.#timer);
  }
}
