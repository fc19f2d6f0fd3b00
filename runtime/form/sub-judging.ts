/** Problems at the cells of a sub-table: judged when a value changes, when a row is left, and as the server says them. */

import { runChecks } from '../../schemas/language/record/checks';
import { isBlankRow } from '../../schemas/language/record/rows';
import { validateRecord } from '../../schemas/language/validate';
import type { Problem } from '../../schemas/language/value';
import type { CellProblem } from '../grid/store';
import { withoutEchoes } from './paths';
import { cellProblem } from './sub-cells';
import type { SubTable } from './sub-table';

export class SubJudging {
  readonly #table: SubTable;
  #left: string | null = null;
  /** by row and column: texts that were typed and did not read */
  readonly #unread = new Map<string, CellProblem>();
  readonly #stopWatching: () => void;

  constructor(table: SubTable) {
    this.#table = table;
    this.#stopWatching = table.store.activity.subscribe(() => this.#rowLeft());
  }
  /** Problems of touched rows. Missing values of a row still being filled in are left for when the row is left. */
  judge(ids: ReadonlySet<string>, touched?: ReadonlySet<string>): void {
    for (const cell of touched ?? []) this.#unread.delete(cell);
    const { model, doc, stored, env, states } = this.#table.form;
    const rows = { sub: this.#table.code, ids };
    const found = withoutEchoes(
      validateRecord(model, doc, stored, env, { states, rows }),
      runChecks(model, doc, env, { onlyLocal: true, states, old: stored, rows }),
    );
    const byRow = new Map<string, CellProblem[]>();
    for (const eachProblem of found) {
      const problem = cellProblem(eachProblem, this.#table.columns);
      if (problem === null) continue;
      const soft =
        eachProblem.code === 'field.required' || model.checks.some((check) => check.address === eachProblem.code);
      const active = touched !== undefined && problem.row === this.#table.store.active?.row;
      if (active && soft && !touched.has(`${problem.row}.${problem.col.split('.')[0]}`)) continue;
      byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
    }
    for (const id of ids) {
      const unread = [...this.#unread.values()].filter(({ row }) => touched !== undefined && row === id);
      this.#table.store.setProblems(id, [...(byRow.get(id) ?? []), ...unread]);
    }
  }
  /** The active row changed: the one that was left is judged whole, unless it is still blank. */
  #rowLeft(): void {
    const now = this.#table.store.active?.row ?? null;
    const left = this.#left;
    this.#left = now;
    if (left === null || left === now || this.#table.form.viewing) return;
    const row = this.#table.store.row(left);
    const place = this.#table.place;
    if (row === undefined || row === this.#table.baseRow(left) || place === undefined || isBlankRow(place, row)) return;
    const faulty = this.#table.store.problemsOf(left).filter((problem) => problem.code === TYPED);
    this.judge(new Set([left]));
    if (faulty.length > 0) this.#table.store.setProblems(left, [...this.#table.store.problemsOf(left), ...faulty]);
  }
  /** A text typed into the cell that did not read: nothing goes out before the cell is written. */
  unread(row: string, col: string, text: string): void {
    this.fault(row, col, text);
    const fault = this.#table.store.problemsOf(row).find((problem) => problem.col === col && problem.code === TYPED);
    if (fault !== undefined) this.#unread.set(cellKey(row, col), fault);
  }
  /** Those of them that still stand; the others are over. */
  unreadIn(stands: (at: CellProblem) => boolean): readonly CellProblem[] {
    for (const [key, fault] of this.#unread) if (!stands(fault)) this.#unread.delete(key);
    return [...this.#unread.values()];
  }
  forget(): void {
    this.#unread.clear();
  }
  fault(row: string, col: string, text: string, level?: 'error' | 'warn'): void {
    const others = this.#table.store.problemsOf(row).filter((problem) => problem.col !== col);
    this.#table.store.setProblems(row, [
      ...others,
      {
        code: TYPED,
        path: `${this.#table.code}[${row}].${col}`,
        text,
        row,
        col,
        ...(level === undefined ? {} : { level }),
      },
    ]);
  }
  paint(problems: readonly Problem[]): void {
    this.#table.store.setAllProblems(problems.flatMap((problem) => cellProblem(problem, this.#table.columns) ?? []));
  }
  dispose(): void {
    this.#stopWatching();
  }
}

/** As changes name a cell: a list that is spread is one value. */
const cellKey = (row: string, col: string): string => `${row}.${col.split('.')[0]}`;

/** A text that could not be read: stays at its cell until the cell is written. */
const TYPED = 'cell.text';
