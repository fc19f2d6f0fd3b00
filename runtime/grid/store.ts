/**
 * The rows of one sub-table while they are edited. Rows are immutable: a change puts a new row object in a new list, so an undo is an
 * old list and a view knows by identity what to draw again. Views subscribe to one row, to the list, to the active cell, to the problems.
 * Values come in already computed: defaults, formulas and locks are the form model's business.
 */
import type { Problem, Row } from '../../schemas/language/value';
import { createSignal, type Signal } from '../data/signal';

export interface CellAt {
  readonly row: string;
  readonly col: string;
}
export interface CellProblem extends Problem {
  readonly row: string;
  readonly col: string;
}
/** A rectangle of the grid by row and column index, both ends inside. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}
interface Step {
  readonly rows: readonly Row[];
  readonly active: CellAt | null;
}
const HISTORY = 100;

export class GridStore {
  /** list: rows came, went or moved */
  readonly list: Signal = createSignal();
  readonly activity: Signal = createSignal();
  readonly faults: Signal = createSignal();
  /** any value of any row changed: totals */
  readonly values: Signal = createSignal();
  readonly #rowSignals = new Map<string, Signal>();
  readonly #problems = new Map<string, CellProblem[]>();
  #rows: readonly Row[] = [];
  #base: readonly Row[] = [];
  #index = new Map<string, number>();
  #active: CellAt | null = null;
  #extent: CellAt | null = null;
  #past: Step[] = [];
  #future: Step[] = [];
  /** what could be redone before the last mark */
  #spare: Step[] = [];

  constructor(rows: readonly Row[]) {
    this.load(rows);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }
  /** the rows as they were loaded: what a save compares with */
  get base(): readonly Row[] {
    return this.#base;
  }
  get active(): CellAt | null {
    return this.#active;
  }
  /** the corner of the selected rectangle that moves; the active cell is the other one */
  get extent(): CellAt | null {
    return this.#extent;
  }
  get dirty(): boolean {
    return this.#rows !== this.#base;
  }

  row(id: string): Row | undefined {
    const at = this.#index.get(id);
    return at === undefined ? undefined : this.#rows[at];
  }
  indexOf(id: string): number {
    return this.#index.get(id) ?? -1;
  }
  signal(id: string): Signal {
    let signal = this.#rowSignals.get(id);
    if (signal === undefined) {
      signal = createSignal();
      this.#rowSignals.set(id, signal);
    }
    return signal;
  }

  /** Takes rows as the stored state; history, problems and the active cell are gone. */
  load(rows: readonly Row[]): void {
    this.#base = rows;
    this.#past = [];
    this.#future = [];
    this.#problems.clear();
    this.#active = null;
    this.#extent = null;
    this.#put(rows);
    this.activity.bump();
    this.faults.bump();
  }

  /** Remembers the present rows as a step that undo goes back to. Call it before a change the user makes. */
  mark(): void {
    this.#past.push({ rows: this.#rows, active: this.#active });
    if (this.#past.length > HISTORY) this.#past.shift();
    this.#spare = this.#future;
    this.#future = [];
  }
  /** The last mark was for nothing (nothing changed). */
  unmark(): void {
    const step = this.#past.at(-1);
    if (step !== undefined && sameRows(step.rows, this.#rows)) {
      this.#past.pop();
      this.#future = this.#spare;
    }
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Puts these rows in place; rows that are the same object are not drawn again. */
  commit(rows: readonly Row[]): void {
    if (rows !== this.#rows) this.#put(rows);
  }

  /** Replaces single rows, O(changed): the path of a key press. */
  commitRows(changed: readonly Row[]): void {
    if (changed.length === 0) return;
    const next = this.#rows.slice();
    for (const row of changed) {
      const at = this.#index.get(row.id);
      if (at !== undefined) next[at] = row;
    }
    this.#rows = next;
    for (const row of changed) this.#rowSignals.get(row.id)?.bump();
    this.values.bump();
  }

  undo(): boolean {
    return this.#travel(this.#past, this.#future);
  }
  redo(): boolean {
    return this.#travel(this.#future, this.#past);
  }

  /** Moves the active cell; with `extend` it stays and the other corner of the selected rectangle moves. */
  activate(cell: CellAt | null, extend = false): void {
    const before = this.#active?.row;
    if (!extend || this.#active === null) this.#active = cell;
    this.#extent = cell;
    const now = this.#active?.row;
    if (before !== now) for (const id of [before, now]) if (id !== undefined) this.#rowSignals.get(id)?.bump();
    this.activity.bump();
  }

  /** Row indices of the selected rectangle, top first; null without an active cell. */
  selectedRows(): readonly [number, number] | null {
    if (this.#active === null) return null;
    const a = this.indexOf(this.#active.row);
    const b = this.#extent === null ? a : this.indexOf(this.#extent.row);
    if (a < 0) return null;
    return b < 0 ? [a, a] : [Math.min(a, b), Math.max(a, b)];
  }

  problemsOf(id: string): readonly CellProblem[] {
    return this.#problems.get(id) ?? [];
  }
  /** All problems in row order. */
  get problems(): readonly CellProblem[] {
    return [...this.#problems.keys()]
      .sort((a, b) => this.indexOf(a) - this.indexOf(b))
      .flatMap((id) => this.#problems.get(id) ?? []);
  }
  get problemCount(): number {
    let n = 0;
    for (const list of this.#problems.values()) for (const p of list) if (p.level !== 'warn') n += 1;
    return n;
  }
  setProblems(id: string, problems: readonly CellProblem[]): void {
    if (problems.length === 0 && !this.#problems.has(id)) return;
    if (problems.length === 0) this.#problems.delete(id);
    else this.#problems.set(id, [...problems]);
    this.#rowSignals.get(id)?.bump();
    this.faults.bump();
  }
  setAllProblems(problems: readonly CellProblem[]): void {
    const before = [...this.#problems.keys()];
    this.#problems.clear();
    for (const p of problems) this.#problems.set(p.row, [...(this.#problems.get(p.row) ?? []), p]);
    for (const id of new Set([...before, ...this.#problems.keys()])) this.#rowSignals.get(id)?.bump();
    this.faults.bump();
  }

  /** Locks, states or labels changed although the rows did not: draw the rows in view again. */
  redraw(): void {
    for (const signal of this.#rowSignals.values()) signal.bump();
  }

  #travel(from: Step[], to: Step[]): boolean {
    const step = from.pop();
    if (step === undefined) return false;
    to.push({ rows: this.#rows, active: this.#active });
    this.#put(step.rows);
    this.activate(step.active !== null && this.#index.has(step.active.row) ? step.active : null);
    return true;
  }

  #put(rows: readonly Row[]): void {
    const before = this.#rows;
    const beforeIndex = this.#index;
    this.#rows = rows;
    this.#index = new Map(rows.map((row, at) => [row.id, at]));
    let moved = before.length !== rows.length;
    const changed: string[] = [];
    rows.forEach((row, at) => {
      const was = beforeIndex.get(row.id);
      if (was !== at) moved = true;
      if (was === undefined || before[was] !== row) changed.push(row.id);
    });
    if (moved) {
      for (const id of [...this.#problems.keys()]) if (!this.#index.has(id)) this.#problems.delete(id);
      for (const id of [...this.#rowSignals.keys()]) if (!this.#index.has(id)) this.#rowSignals.delete(id);
      if (this.#active !== null && !this.#index.has(this.#active.row)) {
        this.#active = null;
        this.#extent = null;
      }
      if (this.#extent !== null && !this.#index.has(this.#extent.row)) this.#extent = this.#active;
      this.list.bump();
      this.activity.bump();
      this.faults.bump();
    }
    for (const id of changed) this.#rowSignals.get(id)?.bump();
    if (moved || changed.length > 0) this.values.bump();
  }
}

const sameRows = (a: readonly Row[], b: readonly Row[]): boolean =>
  a === b || (a.length === b.length && a.every((row, at) => row === b[at]));
