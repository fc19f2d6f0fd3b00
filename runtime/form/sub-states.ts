/** How the rows of a sub-table stand: locked, readonly, required, hidden, their tone; kept until the head or the row changes. */

import { lockedText, rowLock, rowTone, ruleStates } from '../../schemas/language/record/states';
import type { Row } from '../../schemas/language/value';
import type { GridColumn, RowState } from '../grid/types';
import { headDepsOf } from './sub-cells';
import type { SubSpread } from './sub-spread';
import type { SubTable } from './sub-table';

export class SubStates {
  readonly #table: SubTable;
  readonly #spread: SubSpread;
  readonly #headDeps: ReadonlySet<string>;
  #states = new WeakMap<Row, RowState>();

  constructor(table: SubTable, spread: SubSpread) {
    this.#table = table;
    this.#spread = spread;
    this.#headDeps = headDepsOf(table.form.model, table.code);
  }
  state(row: Row): RowState {
    let state = this.#states.get(row);
    if (state === undefined) {
      const { model, doc, env, states, stored } = this.#table.form;
      const own = ruleStates(model, doc, env, { sub: this.#table.code, row, head: states, old: stored });
      const fixed = this.#table.sub.rows.append === true && this.#table.isStored(row.id);
      const tone = rowTone(model, this.#table.code, row, doc, env);
      state = {
        lock: rowLock(model, this.#table.code, row, doc, env),
        readonly: this.#table.form.viewing || fixed ? 'all' : new Set(own.readonly.keys()),
        required: own.required,
        hidden: own.hidden,
        ...(tone === undefined ? {} : { tone }),
      };
      this.#states.set(row, state);
    }
    return state;
  }
  editable(row: Row, column: GridColumn): boolean {
    if (column.fixed || this.#spread.isBeyond(row, column)) return false;
    const { readonly, hidden } = this.state(row);
    return readonly !== 'all' && !readonly.has(column.field.code) && !hidden.has(column.field.code);
  }
  /** Why a cell that could be written otherwise cannot be written now. */
  why(row: Row, column: GridColumn): string | null {
    if (column.fixed || this.#table.viewing) return null;
    const { model, doc, env, states, stored } = this.#table.form;
    const { lock, readonly } = this.state(row);
    if (readonly === 'all') return '已保存的行不可修改';
    const { code } = column.field;
    if (!readonly.has(code)) return lock;
    const field = model.subs.get(this.#table.code)?.fields.get(code);
    const address = ruleStates(model, doc, env, { sub: this.#table.code, row, head: states, old: stored }).readonly.get(
      code,
    );
    return field === undefined || address === undefined ? lock : lockedText(model, address, field, doc, env, row);
  }
  dependsOn(heads: ReadonlySet<string>): boolean {
    for (const code of heads) if (this.#headDeps.has(code)) return true;
    return false;
  }
  /** The states of the rows may be others now. */
  forget(): void {
    this.#states = new WeakMap();
  }
}
