/** What the cells of a sub-table say and how they look, and how a text becomes a value of them. */

import { bindExpr } from '../../schemas/language/expr/check';
import { truth } from '../../schemas/language/expr/evaluate';
import type { Bound } from '../../schemas/language/expr/typed';
import { caseOf } from '../../schemas/language/kinds/cases';
import { toObjectType } from '../../schemas/language/object-type';
import { scopeAt } from '../../schemas/language/record/bind';
import { isOutside } from '../../schemas/language/record/outside';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Row, Value } from '../../schemas/language/value';
import { marked } from '../fields/shared/marked';
import { codeLook } from '../fields/shared/tags';
import { asCase, cellValue } from '../grid/columns';
import type { GridColumn, Parsed, Shown } from '../grid/types';
import { progressTone } from '../table/features/progress';
import { cellText, editText, parseCell, type TextContext } from './cell-text';
import type { SubTable } from './sub-table';
import { shownValue } from './sub-value';

export class SubLooks {
  readonly #table: SubTable;
  readonly #cases = new WeakMap<ResolvedField, GridColumn>();
  readonly #tones = new WeakMap<object, readonly (readonly [string, Bound])[]>();
  #context: { readonly row: Row; readonly now: string; readonly texts: TextContext } | undefined;

  constructor(table: SubTable) {
    this.#table = table;
  }
  readonly text = (row: Row, column: GridColumn): string => {
    const own = this.columnIn(row, column).field;
    const value = shownValue(row, column, own);
    if (value === null && own.inherit !== undefined) return this.#table.inputs(row).inherited(own)?.text ?? '';
    return cellText(value, own, this.#texts(row));
  };
  /** Asked for every cell, row after row. */
  #texts(row: Row): TextContext {
    const { env } = this.#table.form;
    const { now } = env;
    const last = this.#context;
    if (last?.row === row && last.now === now) return last.texts;
    const texts: TextContext = {
      dict: (code) => this.#table.form.env.dict(code),
      label: (object, id) => this.#table.form.env.label(object, id),
      target: (field) => this.#table.form.inputs.target(field),
      options: (field) => this.#table.inputs(row).options(field),
      today: now.slice(0, 10),
    };
    this.#context = { row, now, texts };
    return texts;
  }
  number(row: Row, at: number): string {
    const value = row[this.#table.sub.rows.number] ?? row.lineNo;
    return value === null || value === undefined ? String(at + 1) : String(value);
  }
  tone(row: Row, column: GridColumn): string | undefined {
    const value = cellValue(row, column);
    if (column.field.inherit !== undefined && value === null) return 'muted';
    const field = this.#table.place?.fields.get(column.field.code);
    if (field !== undefined && (field.low !== undefined || field.high !== undefined)) {
      if (isOutside(field, value, scopeAt(this.#table.form.env, this.#table.form.doc, row))) return 'danger';
    }
    return column.as === undefined ? this.#toneOf(row, column) : undefined;
  }
  /** The first tone of the column that holds in the row. */
  #toneOf(row: Row, column: GridColumn): string | undefined {
    if (column.tones === undefined) return undefined;
    let tests = this.#tones.get(column.tones);
    if (tests === undefined) {
      const { page } = this.#table.form;
      const types = { lib: page.lib, object: toObjectType(page.object), sub: this.#table.code };
      tests = Object.entries(column.tones).flatMap(([tone, text]) => {
        const bound = bindExpr(text, types);
        return Array.isArray(bound) ? [] : [[tone, bound as Bound] as const];
      });
      this.#tones.set(column.tones, tests);
    }
    const scope = scopeAt(this.#table.form.env, this.#table.form.doc, row, this.#table.store.rows);
    return tests.find(([, bound]) => truth(bound, scope))?.[0];
  }
  shown(row: Row, column: GridColumn): Shown {
    const own = this.columnIn(row, column).field;
    const value = shownValue(row, column, own);
    const text = this.#marked(this.text(row, column), value, own);
    if (column.as === undefined || text === '') return { text };
    if (column.as === 'progress') {
      if (typeof value !== 'number') return { text };
      return { text, tone: progressTone(value), share: Math.max(0, Math.min(100, value)) };
    }
    const code = own.dict === undefined || value === null ? undefined : String(value);
    const { tone, plain } = code === undefined ? {} : codeLook(this.#table.form.env.dict(own.dict ?? ''), code);
    const said = this.#toneOf(row, column) ?? tone;
    return { text, ...(said === undefined ? {} : { tone: said }), ...(plain === true ? { plain } : {}) };
  }
  /** A record or an entry that was switched off, or a code its dictionary has no more, says so. */
  #marked(text: string, value: Value, field: ResolvedField): string {
    if (typeof value !== 'string' || value === '') return text;
    const { inputs, env } = this.#table.form;
    if (field.type === 'ref') return marked(text, inputs.isOff(inputs.target(field), value) && 'off');
    const dict = field.dict === undefined || field.type !== 'dict' ? undefined : env.dict(field.dict);
    if (dict === undefined) return text;
    const item = dict.items.find(({ code }) => code === value);
    return item === undefined ? marked(value, 'gone') : marked(text, item.off === true && 'off');
  }
  columnIn(row: Row, column: GridColumn): GridColumn {
    if (column.field.kindBy === undefined) return column;
    const own = caseOf(column.field, row);
    let found = this.#cases.get(own);
    if (found === undefined) {
      found = asCase(column, own);
      this.#cases.set(own, found);
    }
    return found;
  }
  editText(row: Row, column: GridColumn): string {
    const own = this.columnIn(row, column).field;
    return editText(shownValue(row, column, own), own, this.#texts(row));
  }
  parse(row: Row, column: GridColumn, text: string): Parsed {
    return parseCell(text, this.columnIn(row, column).field, this.#texts(row));
  }
}
