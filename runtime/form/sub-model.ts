/** One sub-table of a form: the grid's host. Each of its parts does one thing; rows go through the record engine in them, the store only holds them. */

import type { Placement, ResolvedField, ResolvedSub } from '../../schemas/language/resolved';
import type { Problem, Row, Value } from '../../schemas/language/value';
import { GridControl } from '../grid/control';
import type { GridStore } from '../grid/store';
import type {
  CellChange,
  Choice,
  FootItem,
  GridColumn,
  GridHost,
  Parsed,
  PickedRecord,
  RowState,
  ScanAnswer,
  SheetPlan,
  Shown,
} from '../grid/types';
import { ColumnStats } from './column-stats';
import type { InputContext } from './input-context';
import { footItems } from './sub-foot';
import { SubJudging } from './sub-judging';
import { SubLooks } from './sub-looks';
import { SubPaste } from './sub-paste';
import { SubPicks } from './sub-picks';
import { SubRows } from './sub-rows';
import { scanRow } from './sub-scan';
import { SubSpread } from './sub-spread';
import { SubStates } from './sub-states';
import { type FormOfRows, SubTable } from './sub-table';
import { SubWriting } from './sub-writing';

export class SubModel implements GridHost {
  readonly form: FormOfRows;
  readonly field: ResolvedField;
  readonly sub: ResolvedSub;
  readonly store: GridStore;
  readonly control: GridControl;
  readonly title: string;
  readonly max: number;
  readonly viewing: boolean;
  readonly text: (row: Row, column: GridColumn) => string;
  readonly #table: SubTable;
  readonly #spread: SubSpread;
  readonly #states: SubStates;
  readonly #looks: SubLooks;
  readonly #judging: SubJudging;
  readonly #rows: SubRows;
  readonly #writing: SubWriting;
  readonly #picks: SubPicks;
  readonly #paste: SubPaste;
  readonly #stats = new Map<string, ColumnStats>();
  #placed: readonly Placement[];

  constructor(form: FormOfRows, field: ResolvedField, sub: ResolvedSub, rows: readonly Row[]) {
    const table = new SubTable(form, field, sub, rows);
    this.#table = table;
    this.form = form;
    this.field = field;
    this.sub = sub;
    this.store = table.store;
    this.title = table.title;
    this.max = table.max;
    this.viewing = table.viewing;
    this.#placed = sub.columns;
    this.#spread = new SubSpread(table);
    this.#states = new SubStates(table, this.#spread);
    this.#looks = new SubLooks(table);
    this.text = this.#looks.text;
    this.control = new GridControl(this);
    this.#judging = new SubJudging(table);
    this.#rows = new SubRows(table, this.#states, this.#judging);
    this.#writing = new SubWriting(table, this.#judging);
    const parts = {
      table,
      states: this.#states,
      judging: this.#judging,
      rows: this.#rows,
      writing: this.#writing,
      control: this.control,
    };
    this.#picks = new SubPicks(parts);
    this.#paste = new SubPaste(this, parts);
  }
  get code(): string {
    return this.#table.code;
  }
  get key(): string {
    return `${this.form.object.object}.${this.code}`;
  }
  get columns(): readonly GridColumn[] {
    return this.#table.columns;
  }
  get can(): GridHost['can'] {
    return this.#table.can;
  }
  inputs(row: Row): InputContext {
    return this.#table.inputs(row);
  }
  /** Shows these columns in this order: what the user chose of those the document has. */
  arrange(columns: readonly Placement[]): void {
    this.#placed = columns;
    this.keepSpread();
  }
  /** As many cells of a spread list as its `max` says now, over all rows. */
  keepSpread(): void {
    const next = this.#spread.next(this.#placed);
    if (next === null) return;
    this.control.finish();
    this.#table.columns = next;
    this.control.widths.changed.bump();
  }

  number(row: Row, at: number): string {
    return this.#looks.number(row, at);
  }
  tone(row: Row, column: GridColumn): string | undefined {
    return this.#looks.tone(row, column);
  }
  shown(row: Row, column: GridColumn): Shown {
    return this.#looks.shown(row, column);
  }
  columnIn(row: Row, column: GridColumn): GridColumn {
    return this.#looks.columnIn(row, column);
  }
  editText(row: Row, column: GridColumn): string {
    return this.#looks.editText(row, column);
  }
  parse(row: Row, column: GridColumn, text: string): Parsed {
    return this.#looks.parse(row, column, text);
  }
  state(row: Row): RowState {
    return this.#states.state(row);
  }
  editable(row: Row, column: GridColumn): boolean {
    return this.#states.editable(row, column);
  }
  why(row: Row, column: GridColumn): string | null {
    return this.#states.why(row, column);
  }

  choices(row: Row, column: GridColumn, search: string): Promise<readonly Choice[]> | readonly Choice[] {
    return this.#picks.choices(row, column, search);
  }
  named(row: Row, column: GridColumn, texts: readonly string[]): Promise<ReadonlyMap<string, Choice[]>> {
    return this.#picks.named(row, column, texts);
  }
  openPick(row: Row, column: GridColumn): Promise<void> {
    return this.#picks.openPick(row, column);
  }
  pickRows(): Promise<void> {
    return this.#picks.pickRows();
  }
  addPicked(field: ResolvedField, picked: PickedRecord, count: GridColumn | undefined): string | undefined {
    return this.#picks.addPicked(field, picked, count);
  }
  scan(text: string): Promise<ScanAnswer> {
    return scanRow(this, text);
  }

  preview(row: string, col: string, value: Value): void {
    this.#writing.preview(row, col, value);
  }
  restore(before: Row, col: string): void {
    this.#writing.restore(before, col);
  }
  change(changes: readonly CellChange[]): void {
    this.#writing.change(changes);
  }
  paste(cells: readonly (readonly string[])[]): Promise<void> {
    return this.#paste.paste(cells);
  }
  plan(cells: readonly (readonly string[])[]): Promise<SheetPlan> {
    return this.#paste.plan(cells);
  }

  add(at: number, count: number): readonly string[] {
    return this.#rows.add(at, count);
  }
  copyRows(ids: readonly string[]): readonly string[] {
    return this.#rows.copyRows(ids);
  }
  remove(ids: readonly string[]): string | null {
    return this.#rows.remove(ids);
  }
  move(ids: readonly string[], to: number): void {
    this.#rows.move(ids, to);
  }
  undo(): void {
    const before = this.store.rows;
    if (this.store.undo()) this.#travelled(before);
  }
  redo(): void {
    const before = this.store.rows;
    if (this.store.redo()) this.#travelled(before);
  }
  #travelled(before: readonly Row[]): void {
    this.#rows.travelled(before);
    const { cell } = this.control;
    if (cell === null) this.control.focus();
    else this.control.reveal(cell.r, cell.c);
  }
  refuse(text: string): void {
    this.#table.refuse(text);
  }

  judge(ids: ReadonlySet<string>, touched?: ReadonlySet<string>): void {
    this.#judging.judge(ids, touched);
  }
  fault(row: string, col: string, text: string): void {
    this.#judging.unread(row, col, text);
  }
  await(work: Promise<void>): void {
    void this.form.underWay.add(work, true);
  }
  /** What the engine found at a cell on its way. */
  note(row: string, col: string, text: string, level?: 'error' | 'warn'): void {
    this.#judging.fault(row, col, text, level);
  }
  paint(problems: readonly Problem[]): void {
    this.#judging.paint(problems);
  }
  /** Texts that were typed and did not read, in cells that can still be written. */
  get unread(): readonly Problem[] {
    return this.#judging.unreadIn(({ row, col }) => {
      const at = this.store.row(row);
      const column = this.columns.find(({ code }) => code === col);
      return at !== undefined && column !== undefined && this.editable(at, column);
    });
  }

  /** Totals under the rows. */
  foot(extra: readonly ResolvedField[]): readonly FootItem[] {
    return footItems(this, extra);
  }
  /** Totals of a column, kept from one look to the next. */
  stats(code: string): ColumnStats {
    let stats = this.#stats.get(code);
    if (stats === undefined) {
      stats = new ColumnStats(code);
      this.#stats.set(code, stats);
    }
    return stats;
  }
  dependsOn(heads: ReadonlySet<string>): boolean {
    return this.#states.dependsOn(heads);
  }
  /** What follows the record by itself: the number of rows, and of cells of a spread list. */
  follow(): void {
    this.#rows.keepFixed();
    if (!this.#spread.isEmpty) this.keepSpread();
  }
  /** Rule states of the rows may be others now. */
  stale(): void {
    this.#states.forget();
    this.store.redraw();
  }
  load(rows: readonly Row[]): void {
    this.#states.forget();
    this.#judging.forget();
    this.store.load(rows);
  }
  /** Rows from an action or a rule, as a change that undo takes back. */
  replace(rows: readonly Row[]): void {
    this.#rows.replace(rows);
  }
  dispose(): void {
    this.#judging.dispose();
    this.control.dispose();
  }
}
