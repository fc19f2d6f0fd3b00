/** Columns that follow the record: lists as a cell for each of their elements, and columns a rule of the head hides. */

import type { FieldModel } from '../../schemas/language/record/model';
import type { Placement, ResolvedField } from '../../schemas/language/resolved';
import type { Row } from '../../schemas/language/value';
import { gridColumns, spreadsByExpression } from '../grid/columns';
import type { GridColumn } from '../grid/types';
import type { SubTable } from './sub-table';

export class SubSpread {
  readonly #table: SubTable;
  readonly #fields: readonly ResolvedField[];
  /** rules of the head hide columns of this table */
  readonly #hides: boolean;
  #rooms = new WeakMap<Row, ReadonlyMap<string, number>>();
  /** values of the head that the number of cells was found by */
  #heads: readonly unknown[] = [];

  constructor(table: SubTable) {
    this.#table = table;
    this.#fields = spreadsByExpression(table.sub);
    const ofTable = (target: string): boolean => target.startsWith(`${table.code}.`);
    this.#hides = table.form.model.obj.rules.some(({ hide = [], show = [] }) => [...hide, ...show].some(ofTable));
  }
  /** No column here follows the record. */
  get isEmpty(): boolean {
    return this.#fields.length === 0 && !this.#hides;
  }
  /** The columns of these placements with as many cells as `max` says now, over all rows; null = those that stand there. */
  next(placed: readonly Placement[]): readonly GridColumn[] | null {
    const { code, sub, columns, place, form } = this.#table;
    const heads = this.#fields
      .flatMap((field) => headsOf(place?.fields.get(field.code)?.max))
      .map((code) => form.doc[code]);
    if (heads.some((value, at) => value !== this.#heads[at])) this.#rooms = new WeakMap();
    this.#heads = heads;
    const there = this.#hides ? placed.filter(({ field }) => !form.states.hidden.has(`${code}.${field}`)) : placed;
    const next = gridColumns({ ...sub, columns: there }, (field) => this.#cellsOf(field));
    const isSame = next.length === columns.length && next.every(({ code }, at) => code === columns[at]?.code);
    return isSame ? null : next;
  }
  /** A cell behind the last one its list has in this row. */
  isBeyond(row: Row, column: GridColumn): boolean {
    const { at } = column;
    if (at === undefined) return false;
    const field = this.#fields.find(({ code }) => code === column.field.code);
    return field !== undefined && at >= this.#room(row, field);
  }
  #cellsOf(field: ResolvedField): number {
    const { rows } = this.#table.store;
    return Math.max(1, ...(rows.length === 0 ? [{ id: '' }] : rows).map((row) => this.#room(row, field)));
  }
  /** Cells a spread list has in one row; what stands there already stays in sight. Asked of thousands of rows, so it is kept with the row. */
  #room(row: Row, field: ResolvedField): number {
    const known = this.#rooms.get(row)?.get(field.code);
    if (known !== undefined) return known;
    const max = this.#table.inputs(row).limit(field, 'max');
    const held = row[field.code];
    const count = Math.max(typeof max === 'number' ? max : 0, Array.isArray(held) ? held.length : 0);
    if (typeof max === 'number') this.#rooms.set(row, new Map([...(this.#rooms.get(row) ?? []), [field.code, count]]));
    return count;
  }
}

/** Fields of the head that a limit reads. */
const headsOf = (slot: FieldModel['max']): readonly string[] =>
  slot !== undefined && 'expr' in slot ? slot.expr.deps.fields.filter((path) => !path.includes('.')) : [];
