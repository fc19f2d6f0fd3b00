/** Records and entries that a cell of a sub-table can take, and rows around picked records. */

import { valueOfCode } from '../../schemas/language/kinds/index';
import { newRow } from '../../schemas/language/record/new';
import type { ResolvedField } from '../../schemas/language/resolved';
import { isSound } from '../../schemas/language/sound';
import type { Row } from '../../schemas/language/value';
import { uuidv7 } from '../data/ids';
import type { PickRow } from '../data/types';
import { type Sounds, says, soundsFor } from '../fields/shared/sounds';
import type { GridControl } from '../grid/control';
import type { Choice, GridColumn, PickedRecord } from '../grid/types';
import type { SubJudging } from './sub-judging';
import type { SubParts } from './sub-parts';
import type { SubRows } from './sub-rows';
import type { SubStates } from './sub-states';
import type { SubTable } from './sub-table';
import type { SubWriting } from './sub-writing';

export class SubPicks {
  readonly #table: SubTable;
  readonly #states: SubStates;
  readonly #judging: SubJudging;
  readonly #rows: SubRows;
  readonly #writing: SubWriting;
  readonly #control: GridControl;

  constructor({ table, states, judging, rows, writing, control }: SubParts) {
    this.#table = table;
    this.#states = states;
    this.#judging = judging;
    this.#rows = rows;
    this.#writing = writing;
    this.#control = control;
  }
  choices(row: Row, column: GridColumn, search: string): Promise<readonly Choice[]> | readonly Choice[] {
    const { field } = column;
    const wanted = search.trim();
    if (field.type === 'ref') return this.#candidates(row, field, search);
    const all: readonly Choice[] =
      field.options === undefined
        ? ((field.dict === undefined ? undefined : this.#table.form.env.dict(field.dict))?.items ?? [])
            .filter((item) => item.off !== true)
            .map((item) => ({ value: valueOfCode(item.code, field), label: item.title }))
        : this.#table
            .inputs(row)
            .options(field)
            .map(({ value, label }) => ({ value: valueOfCode(value, field), label }));
    if (wanted === '') return all;
    const found = (sounds: Sounds | undefined) =>
      all.filter((choice) => says(choice.label, wanted, sounds) || String(choice.value) === wanted);
    return isSound(wanted) ? soundsFor(wanted).then(found) : found(undefined);
  }
  async #candidates(row: Row, field: ResolvedField, search: string): Promise<readonly Choice[]> {
    const context = this.#table.inputs(row);
    const data = await context.pick(field, { search: search.trim(), current: 1, size: 20 });
    context.keep(field, data.records, data);
    return data.records.map(choiceOf);
  }
  /** Candidates that whole texts name, all asked at once: by the text in small letters. */
  async named(row: Row, { field }: GridColumn, texts: readonly string[]): Promise<ReadonlyMap<string, Choice[]>> {
    const context = this.#table.inputs(row);
    const data = await context.pick(field, { texts });
    context.keep(field, data.records, data);
    const named = new Map<string, Choice[]>();
    for (const record of data.records)
      for (const text of record.$texts ?? []) named.set(text, [...(named.get(text) ?? []), choiceOf(record)]);
    return named;
  }
  async openPick(row: Row, column: GridColumn): Promise<void> {
    const { field } = column;
    const picked = await this.#table.inputs(row).openPick({
      field,
      title: `选择${column.title}`,
      many: field.addRows === true && this.#table.can.add,
      chosen: [],
      max: this.#table.max - this.#table.store.rows.length + 1,
    });
    this.#control.focus();
    const [first, ...more] = picked ?? [];
    if (first === undefined || this.#table.store.row(row.id) === undefined) return;
    this.#writing.change([{ row: row.id, col: column.code, value: first.id, picked: first }]);
    if (more.length > 0) this.#addPicked(field, more, this.#table.store.indexOf(row.id) + 1);
  }
  async pickRows(): Promise<void> {
    const field = this.#table.picker();
    const blank = this.#table.store.rows.at(-1);
    if (field === undefined) return;
    const sample: Row =
      blank ??
      newRow(this.#table.form.model, this.#table.code, this.#table.form.env, this.#table.form.doc, { id: uuidv7() });
    const taken = new Map(this.#table.store.rows.map((row) => [String(row[field.code] ?? ''), '已在明细中']));
    const picked = await this.#table.inputs(sample).openPick({
      field,
      title: `选择${field.title}`,
      many: true,
      chosen: [],
      taken,
      max: this.#table.max - this.#table.store.rows.length,
    });
    if (picked === null || picked.length === 0) return;
    const ids = this.#addPicked(field, picked, this.#table.store.rows.length);
    const first = ids[0];
    const column = this.#table.columns.findIndex(
      (column) => !column.fixed && column.code !== field.code && column.editor === 'text',
    );
    if (first !== undefined) this.#control.goTo(this.#table.store.indexOf(first), Math.max(0, column));
  }
  /** A row for each picked record, set as if it was chosen in the row: its fills and rules run. One undo step. */
  #addPicked(field: ResolvedField, picked: readonly PickRow[], at: number): readonly string[] {
    const ids = this.#rows.append(
      picked.map(() => ({})),
      at,
      true,
    );
    this.#writing.write(
      ids.flatMap((row, n) => {
        const eachRow = picked[n];
        return eachRow === undefined ? [] : [{ row, col: field.code, value: eachRow.id, picked: eachRow }];
      }),
    );
    return ids;
  }
  /** One picked record as a row, with one piece of it where it has a quantity. */
  addPicked(field: ResolvedField, picked: PickedRecord, count: GridColumn | undefined): string | undefined {
    const [id] = this.#addPicked(field, [picked as unknown as PickRow], this.#table.store.rows.length);
    const row = id === undefined ? undefined : this.#table.store.row(id);
    if (id === undefined || row === undefined) return undefined;
    if (count !== undefined && (row[count.code] ?? null) === null && this.#states.editable(row, count))
      this.#writing.write([{ row: id, col: count.code, value: 1 }]);
    this.#judging.judge(new Set([id]));
    return id;
  }
}

const choiceOf = (row: PickRow): Choice => ({
  value: row.id,
  label: row.label,
  picked: row,
  ...(row.$isDisabled === true ? { disabled: reasonOf(row) } : {}),
});
const reasonOf = (row: PickRow): string => (typeof row._lock === 'string' ? row._lock : '已停用');
