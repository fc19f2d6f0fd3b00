/** One sub-table of a form: the grid's host. Rows go through the record engine here; the store only holds them. */

import { bindExpr } from '../../schemas/language/expr/check';
import { evaluate, truth } from '../../schemas/language/expr/evaluate';
import type { Bound } from '../../schemas/language/expr/typed';
import { caseOf } from '../../schemas/language/kinds/cases';
import { toObjectType } from '../../schemas/language/object-type';
import { scopeAt } from '../../schemas/language/record/bind';
import { applyChanges, type Change } from '../../schemas/language/record/change';
import { runChecks } from '../../schemas/language/record/checks';
import { cellPath } from '../../schemas/language/record/fill';
import type { FieldModel } from '../../schemas/language/record/model';
import { newRow } from '../../schemas/language/record/new';
import { isOutside } from '../../schemas/language/record/outside';
import type { What } from '../../schemas/language/record/recompute';
import { isBlankRow, LINE_STEP, renumbered } from '../../schemas/language/record/rows';
import {
  lockedText,
  ROW_LOCKED,
  rowLock,
  rowTone,
  ruleStates,
  type States,
} from '../../schemas/language/record/states';
import { sameValue } from '../../schemas/language/record/values';
import type { Patch, Wait } from '../../schemas/language/record/work';
import type { Placement, ResolvedField, ResolvedSub } from '../../schemas/language/resolved';
import { isSound } from '../../schemas/language/sound';
import { validateRecord } from '../../schemas/language/validate';
import type { Problem, Row, Value } from '../../schemas/language/value';
import { filledBy, isCopied, writtenBy } from '../../schemas/language/written';
import { uuidv7 } from '../data/ids';
import type { PickRow } from '../data/types';
import { marked } from '../fields/shared/marked';
import { type Sounds, says, soundsFor } from '../fields/shared/sounds';
import { codeLook } from '../fields/shared/tags';
import { asCase, cellValue, gridColumns, spreadsByExpression } from '../grid/columns';
import { GridControl } from '../grid/control';
import { type CellProblem, GridStore } from '../grid/store';
import type {
  CellChange,
  Choice,
  FootItem,
  GridColumn,
  GridHost,
  Parsed,
  PickedRecord,
  RowState,
  ScanAnswer,
  SheetPlan,
  Shown,
} from '../grid/types';
import type { Feedback } from '../page/host';
import { progressTone } from '../table/features/progress';
import { cellText, editText, parseCell, type TextContext } from './cell-text';
import { ColumnStats } from './column-stats';
import { InputContext, type InputForm } from './input-context';
import { withoutEchoes } from './paths';
import { pickHops } from './pick-values';
import { cellProblem, headDepsOf, wholeChanges } from './sub-cells';
import { footItems } from './sub-foot';
import { scanColumn, scanRow } from './sub-scan';
import { lookUp, readSheet, type Sheet, sheetFaults, sheetHeads, sheetOf, tiled } from './sub-sheet';
import { shownValue } from './sub-value';

/** More changed rows than this are computed row by row: the totals once, at the end. */
const MANY = 20;
const NONE: ReadonlySet<string> = new Set();
/** The form as its rows see it. */
export interface FormOfRows extends InputForm {
  readonly inputs: InputContext;
  readonly feedback: Feedback;
  readonly viewing: boolean;
  readonly states: States;
  readonly touched: Set<string>;
  dirty: boolean;
  apply(patch: Patch): void;
  recompute(what: What): void;
  /** rows of a sub-table were replaced in its store */
  invalidate(): void;
  /** rows were made or written past the engine */
  noteRows(sub: string, ids: Iterable<string>): void;
}

export class SubModel implements GridHost {
  readonly form: FormOfRows;
  readonly field: ResolvedField;
  readonly sub: ResolvedSub;
  readonly store: GridStore;
  columns: readonly GridColumn[];
  readonly control: GridControl;
  readonly title: string;
  readonly max: number;
  readonly viewing: boolean;
  readonly text: (row: Row, column: GridColumn) => string;
  readonly #headDeps: ReadonlySet<string>;
  #states = new WeakMap<Row, RowState>();
  readonly #cases = new WeakMap<ResolvedField, GridColumn>();
  readonly #stats = new Map<string, ColumnStats>();
  #placed: readonly Placement[];
  readonly #spreads: readonly ResolvedField[];
  readonly #tones = new WeakMap<object, readonly (readonly [string, Bound])[]>();
  #rooms = new WeakMap<Row, ReadonlyMap<string, number>>();
  /** values of the head that the number of cells was found by */
  #roomHeads: readonly unknown[] = [];
  #left: string | null = null;
  #context: { readonly row: Row; readonly now: string; readonly texts: TextContext } | undefined;
  readonly #stopWatching: () => void;

  constructor(form: FormOfRows, field: ResolvedField, sub: ResolvedSub, rows: readonly Row[]) {
    this.form = form;
    this.field = field;
    this.sub = sub;
    this.title = field.title;
    this.max = sub.rows.max;
    this.viewing = form.viewing;
    this.store = new GridStore(rows);
    this.#placed = sub.columns;
    this.#spreads = spreadsByExpression(sub);
    this.columns = gridColumns(sub);
    this.control = new GridControl(this);
    this.#headDeps = headDepsOf(form.model, field.code);
    this.text = (row, column) => {
      const own = this.columnIn(row, column).field;
      const value = shownValue(row, column, own);
      if (value === null && own.inherit !== undefined) return this.inputs(row).inherited(own)?.text ?? '';
      return cellText(value, own, this.#texts(row));
    };
    this.#stopWatching = this.store.activity.subscribe(() => this.#rowLeft());
  }
  get code(): string {
    return this.field.code;
  }
  /** Shows these columns in this order: what the user chose of those the document has. */
  arrange(columns: readonly Placement[]): void {
    this.#placed = columns;
    this.keepSpread();
  }
  /** As many cells of a spread list as its `max` says now, over all rows. */
  keepSpread(): void {
    const { doc } = this.form;
    const heads = this.#spreads
      .flatMap((field) => headsOf(this.#place?.fields.get(field.code)?.max))
      .map((code) => doc[code]);
    if (heads.some((value, at) => value !== this.#roomHeads[at])) this.#rooms = new WeakMap();
    this.#roomHeads = heads;
    const next = gridColumns({ ...this.sub, columns: this.#placed }, (field) => this.#cellsOf(field));
    if (next.length === this.columns.length && next.every(({ code }, at) => code === this.columns[at]?.code)) return;
    this.control.finish();
    this.columns = next;
    this.control.widths.changed.bump();
  }
  #cellsOf(field: ResolvedField): number {
    const { rows } = this.store;
    return Math.max(1, ...(rows.length === 0 ? [{ id: '' }] : rows).map((row) => this.#room(row, field)));
  }
  /** Cells a spread list has in one row; what stands there already stays in sight. Asked of thousands of rows, so it is kept with the row. */
  #room(row: Row, field: ResolvedField): number {
    const known = this.#rooms.get(row)?.get(field.code);
    if (known !== undefined) return known;
    const max = this.inputs(row).limit(field, 'max');
    const held = row[field.code];
    const count = Math.max(typeof max === 'number' ? max : 0, Array.isArray(held) ? held.length : 0);
    if (typeof max === 'number') this.#rooms.set(row, new Map([...(this.#rooms.get(row) ?? []), [field.code, count]]));
    return count;
  }
  get key(): string {
    return `${this.form.object.object}.${this.code}`;
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
      pick: open && rows.add !== false && this.#picker() !== undefined,
      scan: !this.form.viewing && !this.form.states.readonly.has(this.code) && scanColumn(this.columns) !== undefined,
      import: open && rows.add !== false && rows.import === true,
    };
  }
  get #place() {
    return this.form.model.subs.get(this.code);
  }
  #picker(): ResolvedField | undefined {
    return Object.values(this.sub.fields).find((field) => field.addRows === true);
  }
  inputs(row: Row): InputContext {
    return new InputContext(this.form, { sub: this.code, row });
  }
  /** Asked for every cell, row after row. */
  #texts(row: Row): TextContext {
    const { env } = this.form;
    const { now } = env;
    const last = this.#context;
    if (last?.row === row && last.now === now) return last.texts;
    const texts: TextContext = {
      dict: (code) => this.form.env.dict(code),
      label: (object, id) => this.form.env.label(object, id),
      target: (field) => this.form.inputs.target(field),
      options: (field) => this.inputs(row).options(field),
      today: now.slice(0, 10),
    };
    this.#context = { row, now, texts };
    return texts;
  }

  number(row: Row, at: number): string {
    const value = row[this.sub.rows.number] ?? row.lineNo;
    return value === null || value === undefined ? String(at + 1) : String(value);
  }
  tone(row: Row, column: GridColumn): string | undefined {
    const value = cellValue(row, column);
    if (column.field.inherit !== undefined && value === null) return 'muted';
    const field = this.#place?.fields.get(column.field.code);
    if (field !== undefined && (field.low !== undefined || field.high !== undefined)) {
      if (isOutside(field, value, scopeAt(this.form.env, this.form.doc, row))) return 'danger';
    }
    return column.as === undefined ? this.#toneOf(row, column) : undefined;
  }
  /** The first tone of the column that holds in the row. */
  #toneOf(row: Row, column: GridColumn): string | undefined {
    if (column.tones === undefined) return undefined;
    let tests = this.#tones.get(column.tones);
    if (tests === undefined) {
      const { page } = this.form;
      const types = { lib: page.lib, object: toObjectType(page.object), sub: this.code };
      tests = Object.entries(column.tones).flatMap(([tone, text]) => {
        const bound = bindExpr(text, types);
        return Array.isArray(bound) ? [] : [[tone, bound as Bound] as const];
      });
      this.#tones.set(column.tones, tests);
    }
    const scope = scopeAt(this.form.env, this.form.doc, row, this.store.rows);
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
    const { tone, plain } = code === undefined ? {} : codeLook(this.form.env.dict(own.dict ?? ''), code);
    const said = this.#toneOf(row, column) ?? tone;
    return { text, ...(said === undefined ? {} : { tone: said }), ...(plain === true ? { plain } : {}) };
  }
  /** A record or an entry that was switched off, or a code its dictionary has no more, says so. */
  #marked(text: string, value: Value, field: ResolvedField): string {
    if (typeof value !== 'string' || value === '') return text;
    const { inputs, env } = this.form;
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
  state(row: Row): RowState {
    let state = this.#states.get(row);
    if (state === undefined) {
      const { model, doc, env, states, stored } = this.form;
      const own = ruleStates(model, doc, env, { sub: this.code, row, head: states, old: stored });
      const fixed = this.sub.rows.append === true && this.#isStored(row.id);
      const tone = rowTone(model, this.code, row, doc, env);
      state = {
        lock: rowLock(model, this.code, row, doc, env),
        readonly: this.form.viewing || fixed ? 'all' : new Set(own.readonly.keys()),
        required: own.required,
        hidden: own.hidden,
        ...(tone === undefined ? {} : { tone }),
      };
      this.#states.set(row, state);
    }
    return state;
  }
  editable(row: Row, column: GridColumn): boolean {
    if (column.fixed) return false;
    const spread = column.at === undefined ? undefined : this.#spreads.find(({ code }) => code === column.field.code);
    if (spread !== undefined && (column.at ?? 0) >= this.#room(row, spread)) return false;
    const { readonly, hidden } = this.state(row);
    return readonly !== 'all' && !readonly.has(column.field.code) && !hidden.has(column.field.code);
  }
  why(row: Row, column: GridColumn): string | null {
    if (column.fixed || this.viewing) return null;
    const { model, doc, env, states, stored } = this.form;
    const { lock, readonly } = this.state(row);
    if (readonly === 'all') return '已保存的行不可修改';
    const { code } = column.field;
    if (!readonly.has(code)) return lock;
    const field = model.subs.get(this.code)?.fields.get(code);
    const address = ruleStates(model, doc, env, { sub: this.code, row, head: states, old: stored }).readonly.get(code);
    return field === undefined || address === undefined ? lock : lockedText(model, address, field, doc, env, row);
  }
  editText(row: Row, column: GridColumn): string {
    const own = this.columnIn(row, column).field;
    return editText(shownValue(row, column, own), own, this.#texts(row));
  }
  parse(row: Row, column: GridColumn, text: string): Parsed {
    return parseCell(text, this.columnIn(row, column).field, this.#texts(row));
  }

  choices(row: Row, column: GridColumn, search: string): Promise<readonly Choice[]> | readonly Choice[] {
    const { field } = column;
    const wanted = search.trim();
    if (field.type === 'ref') return this.#candidates(row, field, search);
    const all: readonly Choice[] =
      field.options === undefined
        ? ((field.dict === undefined ? undefined : this.form.env.dict(field.dict))?.items ?? [])
            .filter((item) => item.off !== true)
            .map((item) => ({ value: item.code, label: item.title }))
        : this.inputs(row)
            .options(field)
            .map(({ value, label }) => ({ value, label }));
    if (wanted === '') return all;
    const found = (sounds: Sounds | undefined) =>
      all.filter((choice) => says(choice.label, wanted, sounds) || choice.value === wanted);
    return isSound(wanted) ? soundsFor(wanted).then(found) : found(undefined);
  }
  async #candidates(row: Row, field: ResolvedField, search: string): Promise<readonly Choice[]> {
    const context = this.inputs(row);
    const data = await context.pick(field, { search: search.trim(), current: 1, size: 20 });
    context.keep(field, data.records, data);
    return data.records.map(choiceOf);
  }
  /** Candidates that whole texts name, all asked at once: by the text in small letters. */
  async named(row: Row, { field }: GridColumn, texts: readonly string[]): Promise<ReadonlyMap<string, Choice[]>> {
    const context = this.inputs(row);
    const data = await context.pick(field, { texts });
    context.keep(field, data.records, data);
    const named = new Map<string, Choice[]>();
    for (const record of data.records)
      for (const text of record.$texts ?? []) named.set(text, [...(named.get(text) ?? []), choiceOf(record)]);
    return named;
  }
  async openPick(row: Row, column: GridColumn): Promise<void> {
    const { field } = column;
    const picked = await this.inputs(row).openPick({
      field,
      title: `选择${column.title}`,
      many: field.addRows === true && this.can.add,
      chosen: [],
      max: this.max - this.store.rows.length + 1,
    });
    this.control.focus();
    const [first, ...more] = picked ?? [];
    if (first === undefined || this.store.row(row.id) === undefined) return;
    this.change([{ row: row.id, col: column.code, value: first.id, picked: first }]);
    if (more.length > 0) this.#addPicked(field, more, this.store.indexOf(row.id) + 1);
  }
  async pickRows(): Promise<void> {
    const field = this.#picker();
    const blank = this.store.rows.at(-1);
    if (field === undefined) return;
    const sample: Row = blank ?? newRow(this.form.model, this.code, this.form.env, this.form.doc, { id: uuidv7() });
    const taken = new Map(this.store.rows.map((row) => [String(row[field.code] ?? ''), '已在明细中']));
    const picked = await this.inputs(sample).openPick({
      field,
      title: `选择${field.title}`,
      many: true,
      chosen: [],
      taken,
      max: this.max - this.store.rows.length,
    });
    if (picked === null || picked.length === 0) return;
    const ids = this.#addPicked(field, picked, this.store.rows.length);
    const first = ids[0];
    const column = this.columns.findIndex(
      (column) => !column.fixed && column.code !== field.code && column.editor === 'text',
    );
    if (first !== undefined) this.control.goTo(this.store.indexOf(first), Math.max(0, column));
  }

  preview(row: string, col: string, value: Value): void {
    const now = this.store.row(row);
    const [change] = wholeChanges(this.sub, (id) => this.store.row(id), [{ row, col, value }]);
    if (now === undefined || change === undefined) return;
    this.store.commitRows([{ ...now, [change.col]: change.value }]);
    this.form.invalidate();
    this.form.recompute({ rows: [{ sub: this.code, id: row, fields: [change.col], at: this.store.indexOf(row) }] });
  }
  restore(before: Row, col: string): void {
    const [code = ''] = col.split('.');
    const now = this.store.row(before.id);
    if (now === undefined || now[code] === before[code]) return;
    // only what was typed goes back: what came meanwhile (a material that was looked up) stays
    this.store.commitRows([{ ...now, [code]: before[code] ?? null }]);
    this.form.invalidate();
    this.form.recompute({ rows: [{ sub: this.code, id: now.id, fields: [code] }] });
  }
  change(changes: readonly CellChange[]): void {
    if (changes.length === 0) return;
    this.store.mark();
    this.#write(changes);
    this.store.unmark();
    const touched = new Set(changes.map((change) => `${change.row}.${change.col.split('.')[0]}`));
    this.judge(new Set(changes.map((change) => change.row)), touched);
  }
  /** `fresh` are blank rows made just now, with the defaults of now. */
  #write(cells: readonly CellChange[], fresh: ReadonlySet<string> = NONE): void {
    const { form } = this;
    const changes = wholeChanges(this.sub, (id) => this.store.row(id), cells);
    for (const change of changes) form.touched.add(cellPath(change.col, this.code, change.row));
    const rows = new Set(changes.map((change) => change.row));
    this.#freshen(fresh.size === 0 ? rows : new Set([...rows].filter((id) => !fresh.has(id))));
    const made = changes.map((change) => this.#change(change));
    if (rows.size <= MANY) {
      form.apply(applyChanges(form.model, form.doc, form.env, made, form.touched, form.stored));
      return;
    }
    const byRow = new Map<string, Change[]>();
    for (const change of made)
      byRow.set(change.path.rowId ?? '', [...(byRow.get(change.path.rowId ?? '') ?? []), change]);
    const done: Row[] = [];
    const waits: Wait[] = [];
    for (const [id, own] of byRow) {
      const row = this.store.row(id);
      if (row === undefined) continue;
      const alone = { ...form.doc, [this.code]: [row] };
      const patch = applyChanges(form.model, alone, form.env, own, form.touched, form.stored);
      waits.push(...patch.waits);
      const next: Row = { ...row };
      for (const row of patch.rows) if (row.id === id) Object.assign(next, row.values);
      done.push(next);
    }
    this.store.commitRows(done);
    form.noteRows(
      this.code,
      done.map((row) => row.id),
    );
    form.invalidate();
    form.apply({ head: {}, rows: [], asks: [], services: [], problems: [], waits });
    form.recompute({ subs: [this.code], rows: done.map((row) => ({ sub: this.code, id: row.id })) });
  }
  /** A blank row that waited gets the defaults of now with its first value (the date the head got meanwhile). */
  #freshen(ids: ReadonlySet<string>): void {
    const place = this.#place;
    const { form } = this;
    if (place === undefined) return;
    const fresh = [...ids].flatMap((id) => {
      const at = this.store.indexOf(id);
      const row = this.store.rows[at];
      if (row === undefined || this.#isStored(id) || !isBlankRow(place, row)) return [];
      const { number } = this.sub.rows;
      const given = { id, lineNo: row.lineNo ?? 0, [number]: row[number] ?? null } as Row;
      const before = { ...form.doc, [this.code]: this.store.rows.slice(at - 1, at) };
      const next = newRow(form.model, this.code, form.env, before, given);
      return Object.keys(next).every((code) => sameValue(next[code], row[code])) ? [] : [next];
    });
    this.store.commitRows(fresh);
    if (fresh.length > 0) form.invalidate();
  }
  #change(change: CellChange): Change {
    const field = this.sub.fields[change.col];
    const hops =
      change.picked === undefined || field === undefined
        ? {}
        : {
            pickHops: pickHops(
              field,
              this.form.inputs.target(field),
              this.form.page.lib,
              change.picked as unknown as PickRow,
            ),
          };
    return { path: { sub: this.code, rowId: change.row, field: change.col }, value: change.value, ...hops };
  }

  add(at: number, count: number): readonly string[] {
    return this.#append(
      Array.from({ length: count }, () => ({})),
      at,
    );
  }
  copyRows(ids: readonly string[]): readonly string[] {
    const rows = ids.flatMap((id) => this.store.row(id) ?? []);
    const filled = filledBy(Object.values(this.sub.fields));
    const copies = rows.map((row) => {
      const copy: Record<string, Value> = {};
      for (const field of Object.values(this.sub.fields)) {
        const value = row[field.code];
        // what a pick brought along stands in the copy at once; the server reads it anew
        const isTaken = isCopied(field) || writtenBy(field, filled) === 'fill';
        if (isTaken && field.unique === undefined && value !== undefined) copy[field.code] = value;
      }
      return copy;
    });
    const last = rows.at(-1);
    return this.#append(copies, last === undefined ? this.store.rows.length : this.store.indexOf(last.id) + 1);
  }
  /** A row for each picked record, set as if it was chosen in the row: its fills and rules run. One undo step. */
  #addPicked(field: ResolvedField, picked: readonly PickRow[], at: number): readonly string[] {
    const ids = this.#append(
      picked.map(() => ({})),
      at,
      true,
    );
    this.#write(
      ids.flatMap((row, n) => {
        const eachRow = picked[n];
        return eachRow === undefined ? [] : [{ row, col: field.code, value: eachRow.id, picked: eachRow }];
      }),
    );
    return ids;
  }
  /** One picked record as a row, with one piece of it where it has a quantity. */
  addPicked(field: ResolvedField, picked: PickedRecord, count: GridColumn | undefined): string | undefined {
    const [id] = this.#addPicked(field, [picked as unknown as PickRow], this.store.rows.length);
    const row = id === undefined ? undefined : this.store.row(id);
    if (id === undefined || row === undefined) return undefined;
    if (count !== undefined && (row[count.code] ?? null) === null && this.editable(row, count))
      this.#write([{ row: id, col: count.code, value: 1 }]);
    this.judge(new Set([id]));
    return id;
  }
  scan(text: string): Promise<ScanAnswer> {
    return scanRow(this, text);
  }
  /** What a sheet would bring, before any of it is taken. */
  async plan(cells: readonly (readonly string[])[]): Promise<SheetPlan> {
    const sheet = sheetOf(cells, this.columns, 0);
    const sample = this.store.rows[0] ?? { id: uuidv7() };
    const found = await lookUp(this, sheet, sample);
    const start = this.#withoutBlankTail(true).length;
    return {
      heads: sheetHeads(sheet, cells[0] ?? []),
      lines: sheet.lines,
      faults: sheetFaults(this, sheet, sample, found),
      unmatched: sheet.unmatched,
      refused: start + sheet.lines.length > this.max ? `${this.title}最多${this.max}行` : null,
      take: () => {
        const { faults, kept, first } = this.take(sheet, start, found);
        this.control.report({ text: `已加入 ${sheet.lines.length} 行`, unmatched: sheet.unmatched, kept, faults });
        if (first !== undefined) this.control.goTo(start, 0);
      },
    };
  }
  /** New rows before index `at`. Trailing blank rows make room when rows with content are put at the end. */
  #append(
    values: readonly { readonly [field: string]: Value }[],
    at: number,
    filled = values.some((value) => Object.keys(value).length > 0),
  ): readonly string[] {
    const { form } = this;
    if (!this.can.add || values.length === 0) return [];
    const base = this.#withoutBlankTail(filled && at >= this.store.rows.length);
    if (base.length + values.length > this.max) {
      this.refuse(`${this.title}最多${this.max}行`);
      return [];
    }
    this.store.mark();
    const start = Math.min(at, base.length);
    const fresh: Row[] = [];
    let before = base[start - 1];
    for (const value of values) {
      const alone = { ...form.doc, [this.code]: before === undefined ? [] : [before] };
      before = newRow(form.model, this.code, form.env, alone, { ...value, id: uuidv7() } as Row);
      fresh.push(before);
    }
    this.#put([...base.slice(0, start), ...fresh, ...base.slice(start)]);
    form.noteRows(
      this.code,
      fresh.map((row) => row.id),
    );
    form.recompute({ subs: [this.code], rows: fresh.map((row) => ({ sub: this.code, id: row.id })) });
    return fresh.map((row) => row.id);
  }
  #withoutBlankTail(wanted: boolean): readonly Row[] {
    const place = this.#place;
    if (!wanted || place === undefined) return this.store.rows;
    let end = this.store.rows.length;
    while (end > 0 && isBlankRow(place, this.store.rows[end - 1]!)) end -= 1;
    return this.store.rows.slice(0, end);
  }
  /** Rows in place, numbered by tens where the order asks for it. */
  #put(rows: readonly Row[]): void {
    const { number } = this.sub.rows;
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
    this.store.commit(next);
    this.form.invalidate();
    this.form.dirty = true;
  }

  remove(ids: readonly string[]): string | null {
    const gone = new Set(ids);
    const rows = this.store.rows.filter((row) => gone.has(row.id));
    if (rows.length === 0) return null;
    for (const row of rows) {
      const { lock, readonly } = this.state(row);
      if (lock !== null) return lock;
      if (readonly === 'all') return ROW_LOCKED;
    }
    this.store.mark();
    const { form } = this;
    const left = this.store.rows.filter((row) => !gone.has(row.id));
    const blanks = Math.max(0, this.sub.rows.min - left.length);
    // below the minimum a row is blanked: a new empty row stands in the place of the old one
    const kept = [...left];
    for (let n = 0; n < blanks; n += 1) {
      const row = newRow(
        form.model,
        this.code,
        form.env,
        { ...form.doc, [this.code]: kept.slice(-1) },
        { id: uuidv7() },
      );
      kept.push(row);
    }
    this.#put(kept);
    form.recompute({ subs: [this.code] });
    return null;
  }
  move(ids: readonly string[], to: number): void {
    if (!this.can.sort) return;
    const moving = new Set(ids);
    const rest = this.store.rows.filter((row) => !moving.has(row.id));
    const before = this.store.rows.slice(0, to).filter((row) => !moving.has(row.id)).length;
    this.store.mark();
    const placed = [
      ...rest.slice(0, before),
      ...this.store.rows.filter((row) => moving.has(row.id)),
      ...rest.slice(before),
    ];
    const { renumber } = this.sub.rows;
    this.#put(renumber === undefined ? placed : this.#renumbered(placed, renumber));
    this.form.recompute({ subs: [this.code] });
  }
  /** Blank rows at the end have no number yet. */
  #renumbered(rows: readonly Row[], fields: readonly string[]): Row[] {
    const place = this.#place;
    const isBlank = (row: Row): boolean => place !== undefined && isBlankRow(place, row);
    const filled = renumbered(
      rows.filter((row) => !isBlank(row)),
      fields,
    );
    const byId = new Map(filled.map((row) => [row.id, row]));
    return rows.map((row) => byId.get(row.id) ?? row);
  }
  undo(): void {
    const before = this.store.rows;
    if (this.store.undo()) this.#travelled(before);
  }
  redo(): void {
    const before = this.store.rows;
    if (this.store.redo()) this.#travelled(before);
  }
  /** Rows came back as they were; what they compute follows the head of now, their problems are judged anew. */
  #travelled(before: readonly Row[]): void {
    const known = new Set(before);
    const changed = this.store.rows.filter((row) => !known.has(row)).map((row) => row.id);
    const { form } = this;
    form.noteRows(this.code, changed);
    form.invalidate();
    form.recompute({ subs: [this.code], rows: changed.map((id) => ({ sub: this.code, id })) });
    this.judge(new Set(changed));
    const { cell } = this.control;
    if (cell === null) this.control.focus();
    else this.control.reveal(cell.r, cell.c);
  }
  refuse(text: string): void {
    this.form.feedback.warning(text);
  }

  async paste(cells: readonly (readonly string[])[]): Promise<void> {
    const from = this.control.cell;
    const range = this.control.range;
    const begun = sheetOf(cells, this.columns, range?.left ?? 0);
    const sheet =
      begun.titled || range === null
        ? begun
        : { ...begun, lines: tiled(cells, range.bottom - range.top + 1, range.right - range.left + 1) };
    const start = sheet.titled
      ? this.#withoutBlankTail(true).length
      : (range?.top ?? this.#withoutBlankTail(true).length);
    if (this.can.add && start + sheet.lines.length > this.max) {
      this.refuse(`${this.title}最多${this.max}行`);
      return;
    }
    const found = await lookUp(this, sheet, this.store.rows[0] ?? { id: uuidv7() });
    const { faults, kept, first } = this.take(sheet, start, found);
    const room = Math.min(sheet.lines.length, this.store.rows.length - start);
    this.control.report({
      text: `已粘贴 ${room} 行`,
      unmatched: sheet.unmatched,
      kept,
      faults,
      left: sheet.lines.length - room,
    });
    if (first === undefined) return;
    const width = Math.max(1, ...sheet.lines.map((line) => line.length));
    const left = sheet.titled ? (from?.c ?? 0) : (range?.left ?? 0);
    const right = sheet.titled ? left : Math.min(left + width, this.columns.length) - 1;
    this.control.select(start, sheet.titled ? start : start + room - 1, left, right);
  }
  /** Lines into the rows from index `start` on, with new rows where they end: one undo step. */
  take(
    sheet: Sheet,
    start: number,
    found: ReadonlyMap<string, PickedRecord>,
  ): { readonly faults: number; readonly kept: readonly string[]; readonly first: Row | undefined } {
    this.store.mark();
    const more = start + sheet.lines.length - this.store.rows.length;
    const fresh = more > 0 && this.can.add ? this.#grow(more) : undefined;
    const rows = sheet.lines.map((_, n) => this.store.rows[start + n]);
    const { changes, faults, kept } = readSheet(this, sheet, rows, found);
    this.#write(changes, fresh);
    this.store.unmark();
    this.judge(new Set(changes.map((change) => change.row)));
    for (const fault of faults) this.fault(fault.row, fault.col, fault.text);
    return { faults: faults.length, kept, first: this.store.rows[start] };
  }
  /** Blank rows for a paste that is longer than the table; the paste itself is the one undo step. */
  #grow(count: number): ReadonlySet<string> {
    const { form } = this;
    const rows = [...this.store.rows];
    const fresh = new Set<string>();
    for (let n = 0; n < count; n += 1) {
      const id = uuidv7();
      fresh.add(id);
      rows.push(newRow(form.model, this.code, form.env, { ...form.doc, [this.code]: rows.slice(-1) }, { id }));
    }
    this.#put(rows);
    return fresh;
  }
  /** Problems of touched rows. Missing values of a row still being filled in are left for when the row is left. */
  judge(ids: ReadonlySet<string>, touched?: ReadonlySet<string>): void {
    const { model, doc, stored, env, states } = this.form;
    const rows = { sub: this.code, ids };
    const found = withoutEchoes(
      validateRecord(model, doc, stored, env, { states, rows }),
      runChecks(model, doc, env, { onlyLocal: true, states, old: stored, rows }),
    );
    const byRow = new Map<string, CellProblem[]>();
    for (const eachProblem of found) {
      const problem = cellProblem(eachProblem, this.columns);
      if (problem === null) continue;
      const soft =
        eachProblem.code === 'field.required' || model.checks.some((check) => check.address === eachProblem.code);
      const active = touched !== undefined && problem.row === this.store.active?.row;
      if (active && soft && !touched.has(`${problem.row}.${problem.col.split('.')[0]}`)) continue;
      byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
    }
    for (const id of ids) this.store.setProblems(id, byRow.get(id) ?? []);
  }
  /** The active row changed: the one that was left is judged whole, unless it is still blank. */
  #rowLeft(): void {
    const now = this.store.active?.row ?? null;
    const left = this.#left;
    this.#left = now;
    if (left === null || left === now || this.form.viewing) return;
    const row = this.store.row(left);
    const place = this.#place;
    if (row === undefined || row === this.#baseRow(left) || place === undefined || isBlankRow(place, row)) return;
    const faulty = this.store.problemsOf(left).filter((problem) => problem.code === TYPED);
    this.judge(new Set([left]));
    if (faulty.length > 0) this.store.setProblems(left, [...this.store.problemsOf(left), ...faulty]);
  }
  #isStored(id: string): boolean {
    return this.form.stored !== null && this.#baseRow(id) !== undefined;
  }
  #baseRow(id: string): Row | undefined {
    return this.store.base.find((row) => row.id === id);
  }
  fault(row: string, col: string, text: string, level?: 'error' | 'warn'): void {
    const others = this.store.problemsOf(row).filter((problem) => problem.col !== col);
    this.store.setProblems(row, [
      ...others,
      { code: TYPED, path: `${this.code}[${row}].${col}`, text, row, col, ...(level === undefined ? {} : { level }) },
    ]);
  }
  paint(problems: readonly Problem[]): void {
    this.store.setAllProblems(problems.flatMap((problem) => cellProblem(problem, this.columns) ?? []));
  }

  /** Totals under the rows. */
  foot(extra: readonly ResolvedField[]): readonly FootItem[] {
    return footItems(this, extra);
  }
  /** Totals of a column, kept from one look to the next. */
  stats(code: string): ColumnStats {
    let stats = this.#stats.get(code);
    if (stats === undefined) {
      stats = new ColumnStats(code);
      this.#stats.set(code, stats);
    }
    return stats;
  }
  dependsOn(heads: ReadonlySet<string>): boolean {
    for (const code of heads) if (this.#headDeps.has(code)) return true;
    return false;
  }
  /** What follows the record by itself: the number of rows, and of cells of a spread list. */
  follow(): void {
    this.keepFixed();
    if (this.#spreads.length > 0) this.keepSpread();
  }
  /** `rows.fixed`: as many rows as the head says now, added or taken away at the end. */
  keepFixed(): void {
    const fixed = this.#place?.fixed;
    if (fixed === undefined || this.viewing) return;
    const { form } = this;
    const wanted = evaluate(fixed.bound, scopeAt(form.env, form.doc));
    if (typeof wanted !== 'number' || !Number.isInteger(wanted) || wanted < 0) return;
    const count = Math.min(wanted, this.max);
    const { rows } = this.store;
    if (rows.length === count) return;
    if (rows.length > count) this.#put(rows.slice(0, count));
    else this.#grow(count - rows.length);
    form.recompute({ subs: [this.code] });
  }
  /** Rule states of the rows may be others now. */
  stale(): void {
    this.#states = new WeakMap();
    this.store.redraw();
  }
  load(rows: readonly Row[]): void {
    this.#states = new WeakMap();
    this.store.load(rows);
  }
  /** Rows from an action or a rule, as a change that undo takes back. */
  replace(rows: readonly Row[]): void {
    this.store.mark();
    this.#put(rows);
  }
  dispose(): void {
    this.#stopWatching();
    this.control.dispose();
  }
}

/** Fields of the head that a limit reads. */
const headsOf = (slot: FieldModel['max']): readonly string[] =>
  slot !== undefined && 'expr' in slot ? slot.expr.deps.fields.filter((path) => !path.includes('.')) : [];

/** A text that could not be read: stays at its cell until the cell is written. */
const TYPED = 'cell.text';

const choiceOf = (row: PickRow): Choice => ({
  value: row.id,
  label: row.label,
  picked: row,
  ...(row.$isDisabled === true ? { disabled: reasonOf(row) } : {}),
});
const reasonOf = (row: PickRow): string => (typeof row._lock === 'string' ? row._lock : '已停用');
