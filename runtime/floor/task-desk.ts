/** The tasks in front of a person: the records of one or several lists in their order, which of them has the keys, and to which a code narrowed them. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { ScanHit } from '../../schemas/language/wire-labels';
import type { RunOptions } from '../actions/index';
import { createSignal, type Signal } from '../data/signal';
import type { WireRow } from '../data/types';
import type { Page } from '../page/types';
import { isAbout, type Taking, type TaskShape, takes } from './tasks';

/** what a code brings to the step it runs */
export type StepOptions = Pick<RunOptions, 'with' | 'answers'>;
export interface TaskList {
  readonly page: Page;
  readonly shape: TaskShape;
  readonly rows: readonly WireRow[];
  /** true = something was done */
  readonly run: (action: ResolvedAction, row: WireRow, options?: StepOptions) => Promise<boolean>;
}
export interface Task {
  readonly list: TaskList;
  readonly row: WireRow;
}

export class TaskDesk {
  readonly signal: Signal = createSignal();
  readonly #order: readonly string[];
  readonly #lists = new Map<string, TaskList | null>();
  #at: string | undefined;
  #narrow: ScanHit | undefined;

  /** `order`: codes of the pages whose records are tasks */
  constructor(order: readonly string[]) {
    this.#order = order;
  }
  /** null: the user may not see that list. */
  put(code: string, list: TaskList | null): void {
    this.#lists.set(code, list);
    this.signal.bump();
  }
  get isReady(): boolean {
    return this.#order.every((code) => this.#lists.has(code));
  }
  get narrow(): ScanHit | undefined {
    return this.#narrow;
  }
  get tasks(): readonly Task[] {
    const hit = this.#narrow;
    return hit === undefined ? this.#all : this.#all.filter(({ list, row }) => isAbout(list.page, row, hit));
  }
  /** The one the keys work on. */
  get current(): Task | undefined {
    return this.tasks.find(({ row }) => row.id === this.#at) ?? this.tasks[0];
  }
  choose(id: string): void {
    this.#at = id;
    this.signal.bump();
  }
  step(by: 1 | -1): void {
    const { tasks, current } = this;
    const next = tasks[tasks.findIndex(({ row }) => row.id === current?.row.id) + by];
    if (next !== undefined) this.choose(next.row.id);
  }
  narrowTo(hit: ScanHit | undefined): void {
    this.#narrow = hit;
    this.signal.bump();
  }
  about(hit: ScanHit): readonly Task[] {
    return this.#all.filter(({ list, row }) => isAbout(list.page, row, hit));
  }

  /** The task that takes what a code names: the one in front, else all that do. */
  taking(hit: ScanHit): readonly Taking[] {
    const able = this.tasks.flatMap((task) => takes(task, hit) ?? []);
    const front = able.find(({ task }) => task.row.id === this.current?.row.id);
    return front === undefined ? able : [front];
  }

  get #all(): readonly Task[] {
    return this.#order.flatMap((code) => {
      const list = this.#lists.get(code);
      return list ? list.rows.map((row) => ({ list, row })) : [];
    });
  }
}
