/** Values into the cells of a sub-table: while one types, given up, and taken over by the engine with what follows from them. */

import { applyChanges, type Change } from '../../schemas/language/record/change';
import { cellPath } from '../../schemas/language/record/fill';
import { newRow } from '../../schemas/language/record/new';
import { isBlankRow } from '../../schemas/language/record/rows';
import { sameValue } from '../../schemas/language/record/values';
import type { Wait } from '../../schemas/language/record/work';
import type { Row, Value } from '../../schemas/language/value';
import type { PickRow } from '../data/types';
import type { CellChange } from '../grid/types';
import { pickHops } from './pick-values';
import { wholeChanges } from './sub-cells';
import type { SubJudging } from './sub-judging';
import type { SubTable } from './sub-table';

/** More changed rows than this are computed row by row: the totals once, at the end. */
const MANY = 20;
const NONE: ReadonlySet<string> = new Set();

export class SubWriting {
  readonly #table: SubTable;
  readonly #judging: SubJudging;

  constructor(table: SubTable, judging: SubJudging) {
    this.#table = table;
    this.#judging = judging;
  }
  preview(row: string, col: string, value: Value): void {
    const now = this.#table.store.row(row);
    const [change] = wholeChanges(this.#table.sub, (id) => this.#table.store.row(id), [{ row, col, value }]);
    if (now === undefined || change === undefined) return;
    this.#table.store.commitRows([{ ...now, [change.col]: change.value }]);
    this.#table.form.invalidate();
    this.#table.form.recompute({
      rows: [{ sub: this.#table.code, id: row, fields: [change.col], at: this.#table.store.indexOf(row) }],
    });
  }
  restore(before: Row, col: string): void {
    const [code = ''] = col.split('.');
    const now = this.#table.store.row(before.id);
    if (now === undefined || now[code] === before[code]) return;
    // only what was typed goes back: what came meanwhile (a material that was looked up) stays
    this.#table.store.commitRows([{ ...now, [code]: before[code] ?? null }]);
    this.#table.form.invalidate();
    this.#table.form.recompute({ rows: [{ sub: this.#table.code, id: now.id, fields: [code] }] });
  }
  change(changes: readonly CellChange[]): void {
    if (changes.length === 0) return;
    this.#table.store.mark();
    this.write(changes);
    this.#table.store.unmark();
    const touched = new Set(changes.map((change) => `${change.row}.${change.col.split('.')[0]}`));
    this.#judging.judge(new Set(changes.map((change) => change.row)), touched);
  }
  /** `fresh` are blank rows made just now, with the defaults of now. */
  write(cells: readonly CellChange[], fresh: ReadonlySet<string> = NONE): void {
    const { form } = this.#table;
    const changes = wholeChanges(this.#table.sub, (id) => this.#table.store.row(id), cells);
    for (const change of changes) form.touched.add(cellPath(change.col, this.#table.code, change.row));
    const rows = new Set(changes.map((change) => change.row));
    this.#freshen(fresh.size === 0 ? rows : new Set([...rows].filter((id) => !fresh.has(id))));
    const made = changes.map((change) => this.#change(change));
    if (rows.size <= MANY) {
      form.edited(applyChanges(form.model, form.doc, form.env, made, form.touched, form.stored));
      return;
    }
    const byRow = new Map<string, Change[]>();
    for (const change of made)
      byRow.set(change.path.rowId ?? '', [...(byRow.get(change.path.rowId ?? '') ?? []), change]);
    const done: Row[] = [];
    const waits: Wait[] = [];
    for (const [id, own] of byRow) {
      const row = this.#table.store.row(id);
      if (row === undefined) continue;
      const alone = { ...form.doc, [this.#table.code]: [row] };
      const patch = applyChanges(form.model, alone, form.env, own, form.touched, form.stored);
      waits.push(...patch.waits);
      const next: Row = { ...row };
      for (const row of patch.rows) if (row.id === id) Object.assign(next, row.values);
      done.push(next);
    }
    this.#table.store.commitRows(done);
    form.noteRows(
      this.#table.code,
      done.map((row) => row.id),
    );
    form.invalidate();
    form.edited({ head: {}, rows: [], asks: [], services: [], problems: [], waits });
    form.recompute({ subs: [this.#table.code], rows: done.map((row) => ({ sub: this.#table.code, id: row.id })) });
  }
  /** A blank row that waited gets the defaults of now with its first value (the date the head got meanwhile). */
  #freshen(ids: ReadonlySet<string>): void {
    const place = this.#table.place;
    const { form } = this.#table;
    if (place === undefined) return;
    const fresh = [...ids].flatMap((id) => {
      const at = this.#table.store.indexOf(id);
      const row = this.#table.store.rows[at];
      if (row === undefined || this.#table.isStored(id) || !isBlankRow(place, row)) return [];
      const { number } = this.#table.sub.rows;
      const given = { id, lineNo: row.lineNo ?? 0, [number]: row[number] ?? null } as Row;
      const before = { ...form.doc, [this.#table.code]: this.#table.store.rows.slice(at - 1, at) };
      const next = newRow(form.model, this.#table.code, form.env, before, given);
      return Object.keys(next).every((code) => sameValue(next[code], row[code])) ? [] : [next];
    });
    this.#table.store.commitRows(fresh);
    if (fresh.length > 0) form.invalidate();
  }
  #change(change: CellChange): Change {
    const field = this.#table.sub.fields[change.col];
    const hops =
      change.picked === undefined || field === undefined
        ? {}
        : {
            pickHops: pickHops(
              field,
              this.#table.form.inputs.target(field),
              this.#table.form.page.lib,
              change.picked as unknown as PickRow,
            ),
          };
    return { path: { sub: this.#table.code, rowId: change.row, field: change.col }, value: change.value, ...hops };
  }
}
