/** Rows of a sub-table come, go and move: new ones with their defaults, numbered in their order, each step for undo. */

import { evaluate } from '../../schemas/language/expr/evaluate';
import { scopeAt } from '../../schemas/language/record/bind';
import { newRow } from '../../schemas/language/record/new';
import { isBlankRow, LINE_STEP, renumbered } from '../../schemas/language/record/rows';
import { ROW_LOCKED } from '../../schemas/language/record/states';
import type { Row, Value } from '../../schemas/language/value';
import { filledBy, isCopied, writtenBy } from '../../schemas/language/written';
import { uuidv7 } from '../data/ids';
import type { SubJudging } from './sub-judging';
import type { SubStates } from './sub-states';
import type { SubTable } from './sub-table';

export class SubRows {
  readonly #table: SubTable;
  readonly #states: SubStates;
  readonly #judging: SubJudging;

  constructor(table: SubTable, states: SubStates, judging: SubJudging) {
    this.#table = table;
    this.#states = states;
    this.#judging = judging;
  }
  add(at: number, count: number): readonly string[] {
    return this.append(
      Array.from({ length: count }, () => ({})),
      at,
    );
  }
  copyRows(ids: readonly string[]): readonly string[] {
    const rows = ids.flatMap((id) => this.#table.store.row(id) ?? []);
    const filled = filledBy(Object.values(this.#table.sub.fields));
    const copies = rows.map((row) => {
      const copy: Record<string, Value> = {};
      for (const field of Object.values(this.#table.sub.fields)) {
        const value = row[field.code];
        // what a pick brought along stands in the copy at once; the server reads it anew
        const isTaken = isCopied(field) || writtenBy(field, filled) === 'fill';
        if (isTaken && field.unique === undefined && value !== undefined) copy[field.code] = value;
      }
      return copy;
    });
    const last = rows.at(-1);
    return this.append(
      copies,
      last === undefined ? this.#table.store.rows.length : this.#table.store.indexOf(last.id) + 1,
    );
  }
  /** New rows before index `at`. Trailing blank rows make room when rows with content are put at the end. */
  append(
    values: readonly { readonly [field: string]: Value }[],
    at: number,
    filled = values.some((value) => Object.keys(value).length > 0),
  ): readonly string[] {
    const { form } = this.#table;
    if (!this.#table.can.add || values.length === 0) return [];
    const base = this.withoutBlankTail(filled && at >= this.#table.store.rows.length);
    if (base.length + values.length > this.#table.max) {
      this.#table.refuse(this.#table.full);
      return [];
    }
    this.#table.store.mark();
    const start = Math.min(at, base.length);
    const fresh: Row[] = [];
    let before = base[start - 1];
    for (const value of values) {
      const alone = { ...form.doc, [this.#table.code]: before === undefined ? [] : [before] };
      before = newRow(form.model, this.#table.code, form.env, alone, { ...value, id: uuidv7() } as Row);
      fresh.push(before);
    }
    this.#put([...base.slice(0, start), ...fresh, ...base.slice(start)]);
    form.noteRows(
      this.#table.code,
      fresh.map((row) => row.id),
    );
    form.recompute({ subs: [this.#table.code], rows: fresh.map((row) => ({ sub: this.#table.code, id: row.id })) });
    return fresh.map((row) => row.id);
  }
  withoutBlankTail(wanted: boolean): readonly Row[] {
    const place = this.#table.place;
    if (!wanted || place === undefined) return this.#table.store.rows;
    let end = this.#table.store.rows.length;
    while (end > 0 && isBlankRow(place, this.#table.store.rows[end - 1]!)) end -= 1;
    return this.#table.store.rows.slice(0, end);
  }
  /** Rows in place, numbered by tens where the order asks for it. */
  #put(rows: readonly Row[]): void {
    const { number } = this.#table.sub.rows;
    let last = 0;
    const inOrder = rows.every((row) => {
      const n = row[number];
      const ok = typeof n === 'number' && n > last;
      if (ok) last = n as number;
      return ok;
    });
    const next = inOrder
      ? rows
      : rows.map((row, at) =>
          row[number] === (at + 1) * LINE_STEP ? row : { ...row, [number]: (at + 1) * LINE_STEP },
        );
    this.#table.store.commit(next);
    this.#table.form.invalidate();
    this.#table.form.dirty = true;
  }
  remove(ids: readonly string[]): string | null {
    const gone = new Set(ids);
    const rows = this.#table.store.rows.filter((row) => gone.has(row.id));
    if (rows.length === 0) return null;
    for (const row of rows) {
      const { lock, readonly } = this.#states.state(row);
      if (lock !== null) return lock;
      if (readonly === 'all') return ROW_LOCKED;
    }
    this.#table.store.mark();
    const { form } = this.#table;
    const left = this.#table.store.rows.filter((row) => !gone.has(row.id));
    const blanks = Math.max(0, this.#table.sub.rows.min - left.length);
    // below the minimum a row is blanked: a new empty row stands in the place of the old one
    const kept = [...left];
    for (let n = 0; n < blanks; n += 1) {
      const row = newRow(
        form.model,
        this.#table.code,
        form.env,
        { ...form.doc, [this.#table.code]: kept.slice(-1) },
        { id: uuidv7() },
      );
      kept.push(row);
    }
    this.#put(kept);
    form.recompute({ subs: [this.#table.code] });
    return null;
  }
  move(ids: readonly string[], to: number): void {
    if (!this.#table.can.sort) return;
    const moving = new Set(ids);
    const rest = this.#table.store.rows.filter((row) => !moving.has(row.id));
    const before = this.#table.store.rows.slice(0, to).filter((row) => !moving.has(row.id)).length;
    this.#table.store.mark();
    const placed = [
      ...rest.slice(0, before),
      ...this.#table.store.rows.filter((row) => moving.has(row.id)),
      ...rest.slice(before),
    ];
    const { renumber } = this.#table.sub.rows;
    this.#put(renumber === undefined ? placed : this.#renumbered(placed, renumber));
    this.#table.form.recompute({ subs: [this.#table.code] });
  }
  /** Blank rows at the end have no number yet. */
  #renumbered(rows: readonly Row[], fields: readonly string[]): Row[] {
    const place = this.#table.place;
    const isBlank = (row: Row): boolean => place !== undefined && isBlankRow(place, row);
    const filled = renumbered(
      rows.filter((row) => !isBlank(row)),
      fields,
    );
    const byId = new Map(filled.map((row) => [row.id, row]));
    return rows.map((row) => byId.get(row.id) ?? row);
  }
  /** Blank rows for a paste that is longer than the table; the paste itself is the one undo step. */
  grow(count: number): ReadonlySet<string> {
    const { form } = this.#table;
    const rows = [...this.#table.store.rows];
    const fresh = new Set<string>();
    for (let n = 0; n < count; n += 1) {
      const id = uuidv7();
      fresh.add(id);
      rows.push(
        newRow(form.model, this.#table.code, form.env, { ...form.doc, [this.#table.code]: rows.slice(-1) }, { id }),
      );
    }
    this.#put(rows);
    return fresh;
  }
  /** `rows.fixed`: as many rows as the head says now, added or taken away at the end. */
  keepFixed(): void {
    const fixed = this.#table.place?.fixed;
    if (fixed === undefined || this.#table.viewing) return;
    const { form } = this.#table;
    const wanted = evaluate(fixed.bound, scopeAt(form.env, form.doc));
    if (typeof wanted !== 'number' || !Number.isInteger(wanted) || wanted < 0) return;
    const count = Math.min(wanted, this.#table.max);
    const { rows } = this.#table.store;
    if (rows.length === count) return;
    if (rows.length > count) this.#put(rows.slice(0, count));
    else this.grow(count - rows.length);
    form.recompute({ subs: [this.#table.code] });
  }
  /** Rows from an action or a rule, as a change that undo takes back. */
  replace(rows: readonly Row[]): void {
    this.#table.store.mark();
    this.#put(rows);
  }
  /** Rows came back as they were; what they compute follows the head of now, their problems are judged anew. */
  travelled(before: readonly Row[]): void {
    const { form, store, code } = this.#table;
    const known = new Set(before);
    const changed = store.rows.filter((row) => !known.has(row)).map((row) => row.id);
    form.noteRows(code, changed);
    form.invalidate();
    form.recompute({ subs: [code], rows: changed.map((id) => ({ sub: code, id })) });
    this.#judging.judge(new Set(changed));
  }
}
