/** One sub-table as all its parts know it: the form it stands in, its rows and columns, what may be done there. */

import type { What } from '../../schemas/language/record/recompute';
import type { States } from '../../schemas/language/record/states';
import type { Patch } from '../../schemas/language/record/work';
import type { ResolvedField, ResolvedSub } from '../../schemas/language/resolved';
import type { Row } from '../../schemas/language/value';
import { gridColumns } from '../grid/columns';
import { GridStore } from '../grid/store';
import type { GridColumn, GridHost } from '../grid/types';
import type { Feedback } from '../page/host';
import { InputContext, type InputForm } from './input-context';
import { takesScans } from './sub-scan';

/** The form as its rows see it. */
export interface FormOfRows extends InputForm {
  readonly inputs: InputContext;
  readonly feedback: Feedback;
  readonly viewing: boolean;
  readonly states: States;
  readonly touched: Set<string>;
  dirty: boolean;
  apply(patch: Patch): void;
  /** after a change by the user */
  edited(patch: Patch): void;
  recompute(what: What): void;
  /** rows of a sub-table were replaced in its store */
  invalidate(): void;
  /** rows were made or written past the engine */
  noteRows(sub: string, ids: Iterable<string>): void;
}

export class SubTable {
  readonly form: FormOfRows;
  readonly field: ResolvedField;
  readonly sub: ResolvedSub;
  readonly store: GridStore;
  /** as they stand now */
  columns: readonly GridColumn[];

  constructor(form: FormOfRows, field: ResolvedField, sub: ResolvedSub, rows: readonly Row[]) {
    this.form = form;
    this.field = field;
    this.sub = sub;
    this.store = new GridStore(rows);
    this.columns = gridColumns(sub);
  }
  get code(): string {
    return this.field.code;
  }
  get title(): string {
    return this.field.title;
  }
  get max(): number {
    return this.sub.rows.max;
  }
  get viewing(): boolean {
    return this.form.viewing;
  }
  get place() {
    return this.form.model.subs.get(this.code);
  }
  get can(): GridHost['can'] {
    const { rows } = this.sub;
    const open = !this.form.viewing && !this.form.states.readonly.has(this.code) && rows.fixed === undefined;
    return {
      add: open && rows.add !== false,
      remove: open && rows.delete !== false,
      sort: open && rows.sort !== false,
      copy: open && rows.copy !== false && rows.add !== false,
      paste: open && rows.paste !== false,
      pick: open && rows.add !== false && this.picker() !== undefined,
      scan: !this.form.viewing && !this.form.states.readonly.has(this.code) && takesScans(this.columns),
      import: open && rows.add !== false && rows.import === true,
    };
  }
  /** The reference that brings a row for each picked record. */
  picker(): ResolvedField | undefined {
    return Object.values(this.sub.fields).find((field) => field.addRows === true);
  }
  inputs(row: Row): InputContext {
    return new InputContext(this.form, { sub: this.code, row });
  }
  isStored(id: string): boolean {
    return this.form.stored !== null && this.baseRow(id) !== undefined;
  }
  /** A row as it was loaded. */
  baseRow(id: string): Row | undefined {
    return this.store.base.find((row) => row.id === id);
  }
  /** Why no more rows go in. */
  get full(): string {
    return `${this.title}最多${this.max}行`;
  }
  refuse(text: string): void {
    this.form.feedback.warning(text);
  }
}
