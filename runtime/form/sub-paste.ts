/** Lines of a clipboard or of a sheet into the rows of a sub-table: one undo step, with a report of what came of it. */

import type { Row } from '../../schemas/language/value';
import { uuidv7 } from '../data/ids';
import type { GridControl } from '../grid/control';
import type { PickedRecord, SheetPlan } from '../grid/types';
import type { SubJudging } from './sub-judging';
import type { SubParts } from './sub-parts';
import type { SubRows } from './sub-rows';
import { lookUp, readSheet, type Sheet, type SheetRows, sheetFaults, sheetHeads, sheetOf, tiled } from './sub-sheet';
import type { SubTable } from './sub-table';
import type { SubWriting } from './sub-writing';

export class SubPaste {
  readonly #cells: SheetRows;
  readonly #table: SubTable;
  readonly #judging: SubJudging;
  readonly #rows: SubRows;
  readonly #writing: SubWriting;
  readonly #control: GridControl;

  constructor(cells: SheetRows, { table, judging, rows, writing, control }: SubParts) {
    this.#cells = cells;
    this.#table = table;
    this.#judging = judging;
    this.#rows = rows;
    this.#writing = writing;
    this.#control = control;
  }
  async paste(cells: readonly (readonly string[])[]): Promise<void> {
    const from = this.#control.cell;
    const range = this.#control.range;
    const begun = sheetOf(cells, this.#table.columns, range?.left ?? 0);
    const sheet =
      begun.titled || range === null
        ? begun
        : { ...begun, lines: tiled(cells, range.bottom - range.top + 1, range.right - range.left + 1) };
    const start = sheet.titled
      ? this.#rows.withoutBlankTail(true).length
      : (range?.top ?? this.#rows.withoutBlankTail(true).length);
    if (this.#table.can.add && start + sheet.lines.length > this.#table.max) {
      this.#table.refuse(this.#table.full);
      return;
    }
    const found = await lookUp(this.#cells, sheet, this.#table.store.rows[0] ?? { id: uuidv7() });
    const { faults, kept, first } = this.#take(sheet, start, found);
    const room = Math.min(sheet.lines.length, this.#table.store.rows.length - start);
    this.#control.report({
      text: `已粘贴 ${room} 行`,
      unmatched: sheet.unmatched,
      kept,
      faults,
      left: sheet.lines.length - room,
    });
    if (first === undefined) return;
    const width = Math.max(1, ...sheet.lines.map((line) => line.length));
    const left = sheet.titled ? (from?.c ?? 0) : (range?.left ?? 0);
    const right = sheet.titled ? left : Math.min(left + width, this.#table.columns.length) - 1;
    this.#control.select(start, sheet.titled ? start : start + room - 1, left, right);
  }
  /** What a sheet would bring, before any of it is taken. */
  async plan(cells: readonly (readonly string[])[]): Promise<SheetPlan> {
    const sheet = sheetOf(cells, this.#table.columns, 0);
    const sample = this.#table.store.rows[0] ?? { id: uuidv7() };
    const found = await lookUp(this.#cells, sheet, sample);
    const start = this.#rows.withoutBlankTail(true).length;
    return {
      heads: sheetHeads(sheet, cells[0] ?? []),
      lines: sheet.lines,
      faults: sheetFaults(this.#cells, sheet, sample, found),
      unmatched: sheet.unmatched,
      refused: start + sheet.lines.length > this.#table.max ? this.#table.full : null,
      take: () => {
        const { faults, kept, first } = this.#take(sheet, start, found);
        this.#control.report({ text: `已加入 ${sheet.lines.length} 行`, unmatched: sheet.unmatched, kept, faults });
        if (first !== undefined) this.#control.goTo(start, 0);
      },
    };
  }
  /** Lines into the rows from index `start` on, with new rows where they end: one undo step. */
  #take(
    sheet: Sheet,
    start: number,
    found: ReadonlyMap<string, PickedRecord>,
  ): { readonly faults: number; readonly kept: readonly string[]; readonly first: Row | undefined } {
    this.#table.store.mark();
    const more = start + sheet.lines.length - this.#table.store.rows.length;
    const fresh = more > 0 && this.#table.can.add ? this.#rows.grow(more) : undefined;
    const rows = sheet.lines.map((_, n) => this.#table.store.rows[start + n]);
    const { changes, faults, kept } = readSheet(this.#cells, sheet, rows, found);
    this.#writing.write(changes, fresh);
    this.#table.store.unmark();
    this.#judging.judge(new Set(changes.map((change) => change.row)));
    for (const fault of faults) this.#judging.fault(fault.row, fault.col, fault.text);
    return { faults: faults.length, kept, first: this.#table.store.rows[start] };
  }
}
