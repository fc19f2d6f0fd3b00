/**
 * One open form. Formily's form holds the head values and the state of each field; the record engine of the language computes what a
 * change brings (fills, on-set rules, formulas, rule states, checks) and this class carries it over. Sub-tables live in their own
 * stores. Everything a view or an action needs of the form is asked here.
 */
import { createForm, type Field, type Form } from '@formily/core';
import { raw } from '@formily/reactive';
import { type Bound, bindExpr } from '../../schemas/language/expr/check';
import { truth } from '../../schemas/language/expr/evaluate';
import { encodeRecord } from '../../schemas/language/kinds/record-codec';
import { scopeAt } from '../../schemas/language/record/bind';
import { applyChange, type Change, resume } from '../../schemas/language/record/change';
import { runChecks } from '../../schemas/language/record/checks';
import { type Model, modelOf } from '../../schemas/language/record/model';
import { newRecord } from '../../schemas/language/record/new';
import { recompute, type What } from '../../schemas/language/record/recompute';
import { withoutBlankRows } from '../../schemas/language/record/rows';
import { ruleStates, type States } from '../../schemas/language/record/states';
import { withoutUnseen } from '../../schemas/language/record/unseen';
import { isEmpty, sameValue } from '../../schemas/language/record/values';
import { stillWaiting } from '../../schemas/language/record/waits';
import type { Ask, Patch, ServiceCall, Wait } from '../../schemas/language/record/work';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { validateRecord } from '../../schemas/language/validate';
import type { Json, Problem, Rec, Row, Value } from '../../schemas/language/value';
import { uuidv7 } from '../data/ids';
import { createSignal, type Signal } from '../data/signal';
import type { PickRow, WireRecord, WireRow } from '../data/types';
import type { BrowserEnv } from '../page/browser-env';
import { HopStore } from '../page/hop-store';
import type { Feedback } from '../page/host';
import { afterPress } from '../page/press';
import type { Page } from '../page/types';
import type { PickDesk } from '../pick/desk';
import { baseOf, type DraftContent, draftedRecord } from './draft';
import { type FormCalls, recordCalls } from './form-calls';
import { InputContext } from './input-context';
import { parsePath, withoutEchoes } from './paths';
import { pickHops } from './pick-values';
import { Settler, serviceKey } from './settle';
import { SubModel } from './sub-model';
import { UnderWay } from './under-way';
import { isKept, readRecord, recordToSend, rowsChange, targetOf, type WireObject } from './wire';

export interface FormModelOptions {
  readonly page: Page;
  /** the record as the server answered it (getOne, getNew, a pushed record) */
  readonly wire: WireRecord;
  /** not stored yet */
  readonly fresh: boolean;
  readonly feedback: Feedback;
  readonly desk: PickDesk;
  /** nothing can be changed (detail pages) */
  readonly viewing?: boolean;
  /** where a referenced record's own page is */
  readonly link?: (object: string, id: string) => RecordLink | undefined;
  /** how the server is asked; of one record unless said */
  readonly calls?: FormCalls;
}
export interface RecordLink {
  readonly href?: string | undefined;
  open(): void;
}
let forms = 0;

export class FormModel {
  /** names this form in the page: ids of its inputs */
  readonly key = `f${++forms}`;
  readonly link: (object: string, id: string) => RecordLink | undefined;
  readonly calls: FormCalls;
  readonly page: Page;
  readonly object: ResolvedObject;
  readonly model: Model;
  /** the same without checks of rows: what is judged when a field of the head is left */
  readonly #headOnly: Model;
  readonly env: BrowserEnv;
  readonly form: Form;
  readonly feedback: Feedback;
  readonly desk: PickDesk;
  readonly viewing: boolean;
  readonly subs = new Map<string, SubModel>();
  readonly inputs: InputContext;
  /** bumped after every change of a value */
  readonly changed: Signal = createSignal();
  /** bumped when something around the values changed: states, problems, unsaved or not, another record */
  readonly standing: Signal = createSignal();
  #toldDirty = false;
  /** paths the user typed: fills leave them alone */
  readonly touched = new Set<string>();
  /** head fields and rows that changed since the load: what is computed again when missing values arrive */
  readonly #changedHeads = new Set<string>();
  readonly #changedRows = new Map<string, Set<string>>();
  /** actions the server allows now */
  actions: readonly string[];
  #rowActions: ReadonlyMap<string, readonly string[]>;
  /** paths that the answer keeps from this reader (a node of an approval) */
  #kept: readonly string[];
  stored: Rec | null;
  states: States;
  /** sentences that belong to no field */
  general: readonly Problem[] = [];
  dirty = false;
  /** grows with each change of the head or of values behind references */
  revision = 0;
  readonly #problems = new Map<string, readonly Problem[]>();
  readonly #typing = new Map<string, Value>();
  /** questions whose answers belong to what is saved */
  readonly underWay = new UnderWay();
  readonly #settler: Settler;
  /** problems changed since the fields were told */
  #painted = false;
  /** rule states changed since then */
  #moved = false;
  #doc: Rec | undefined;
  #waits: readonly Wait[] = [];

  constructor({ page, wire, fresh, feedback, desk, viewing = false, link, calls }: FormModelOptions) {
    this.link = link ?? (() => undefined);
    this.calls = calls ?? recordCalls;
    this.page = page;
    this.object = page.object;
    this.feedback = feedback;
    this.desk = desk;
    this.viewing = viewing;
    const hops = new HopStore();
    this.env = { ...page.env(hops), service: (name, args) => hops.answered(serviceKey(name, args)) };
    this.model = modelOf(page.object, page.lib);
    this.#headOnly = { ...this.model, checks: this.model.checks.filter((check) => check.sub === undefined) };
    const given = readRecord(page.object, wire, this.env.hops);
    const rec = fresh ? newRecord(this.model, this.env, withoutEmptyRows(given), { newId: uuidv7 }) : given;
    this.stored = fresh ? null : rec;
    this.actions = wire._actions ?? [];
    this.#kept = wire._hidden ?? [];
    this.#rowActions = rowActionsIn(wire);
    const head: Rec = {};
    for (const field of Object.values(this.object.fields)) {
      if (field.sub === undefined) head[field.code] = rec[field.code] ?? null;
      else
        this.subs.set(field.code, new SubModel(this, field, field.sub, (rec[field.code] as Row[] | undefined) ?? []));
    }
    this.form = createForm({ values: head, validateFirst: true });
    this.inputs = new InputContext(this);
    this.states = this.#statesNow();
    this.#settler = new Settler(this);
    this.#settler.settle();
    for (const sub of this.subs.values()) sub.follow();
  }

  /** The record as it stands. The same object until something changes; never written into. */
  get doc(): Rec {
    if (this.#doc === undefined) {
      const doc: Rec = { ...(raw(this.form.values) as Rec) };
      for (const [code, sub] of this.subs) doc[code] = sub.store.rows as Row[];
      this.#doc = doc;
    }
    return this.#doc;
  }
  /** Rows of a sub-table were replaced in its store. */
  invalidate(): void {
    this.#doc = undefined;
  }
  value(code: string): Value {
    return (this.doc[code] as Value | undefined) ?? null;
  }
  field(code: string): ResolvedField | undefined {
    return this.object.fields[code];
  }
  get isNew(): boolean {
    return this.stored === null;
  }
  /** The label of the record: its number, or code and name; a reference among them by its own label. */
  get label(): string {
    return this.object.label
      .map((code) => {
        const value = this.value(code);
        const field = this.object.fields[code];
        if (field?.type !== 'ref' || typeof value !== 'string') return value;
        return this.env.label(targetOf(this.object, field), value) ?? '';
      })
      .filter((value) => typeof value === 'string' && value !== '')
      .join(' ');
  }

  /** A whole new value by the user: what follows from it happens. */
  set(code: string, value: Value, picked?: PickRow): void {
    const field = this.object.fields[code];
    if (field === undefined) return;
    const before = this.#typing.get(code);
    if (before !== undefined || this.#typing.has(code)) {
      this.#typing.delete(code);
      this.#put(code, before ?? null);
    }
    this.touched.add(code);
    const hops =
      picked === undefined ? {} : { pickHops: pickHops(field, targetOf(this.object, field), this.page.lib, picked) };
    this.change({ path: { field: code }, value, ...hops });
    this.#judgeHead(code);
  }
  /** While typing: the value and its formulas, no rules. `set` follows when the field is left. */
  type(code: string, value: Value): void {
    if (!this.#typing.has(code)) this.#typing.set(code, this.value(code));
    this.#put(code, value);
    this.#apply(recompute(this.model, this.doc, this.env, { head: [code] }));
  }
  /** One change of head or row through the engine. */
  change(change: Change): void {
    this.#apply(applyChange(this.model, this.doc, this.env, change, this.touched, this.stored));
  }
  /** A patch of the engine, computed by a sub-table. */
  apply(patch: Patch): void {
    this.#apply(patch);
  }
  recompute(what: What): void {
    this.#apply(recompute(this.model, this.doc, this.env, what));
  }
  /** A view read a value behind a reference that is not here yet. */
  settle(): void {
    this.#settler.settle();
  }
  /** Values behind references or of server functions arrived. */
  arrived(): void {
    const waits = this.#waits;
    this.#waits = [];
    this.revision += 1;
    const quiet = { dirty: this.dirty };
    this.#apply(recompute(this.model, this.doc, this.env, this.#changedHere()), quiet);
    if (waits.length > 0) this.#apply(resume(this.model, this.doc, this.env, waits, this.touched, this.stored), quiet);
    for (const sub of this.subs.values()) sub.store.redraw();
    this.refresh();
  }

  /** What the server stored was computed there; only what was touched here is computed here. */
  #changedHere(): What {
    if (this.stored === null) return 'all';
    const rows = [...this.#changedRows].flatMap(([sub, ids]) =>
      [...ids].filter((id) => this.subs.get(sub)?.store.row(id) !== undefined).map((id) => ({ sub, id })),
    );
    return { head: [...this.#changedHeads], rows };
  }
  /** Rows whose expressions may miss something: all of them when the head changed, else those that were touched. */
  rowsToResolve(): { readonly [sub: string]: readonly Row[] } {
    const all = this.stored === null || this.#changedHeads.size > 0;
    const entries = [...this.subs].map(([code, sub]) => {
      const ids = this.#changedRows.get(code);
      return [code, all ? sub.store.rows : sub.store.rows.filter((row) => ids?.has(row.id) === true)] as const;
    });
    return Object.fromEntries(entries);
  }
  /** Rows were made or written past the engine. */
  noteRows(sub: string, ids: Iterable<string>): void {
    const known = this.#changedRows.get(sub) ?? new Set<string>();
    for (const id of ids) known.add(id);
    this.#changedRows.set(sub, known);
  }

  /** A partial record in wire form: answer of a draft action or of a rule's service. */
  merge(wire: WireObject): void {
    const rec = readRecord(this.object, wire as WireRecord, this.env.hops);
    const sent = new Set(Object.keys(wire).map((key) => key.replace(/Id$/, '')));
    for (const [code, sub] of this.subs) {
      const rows = rec[code] as Row[] | undefined;
      if (rows !== undefined && code in wire) sub.replace(rows);
    }
    for (const field of Object.values(this.object.fields)) {
      if (field.sub !== undefined || (!sent.has(field.code) && !(field.code in wire))) continue;
      this.#put(field.code, (rec[field.code] as Value | undefined) ?? null);
    }
    this.#apply(recompute(this.model, this.doc, this.env, 'all'));
  }

  /** Takes over a record that was made from another document: rows behind those with content, head values where nothing stands yet. */
  addFrom(wire: WireRecord): void {
    const rec = readRecord(this.object, wire, this.env.hops);
    const now = withoutBlankRows(this.model, this.doc, this.stored);
    for (const field of Object.values(this.object.fields)) {
      const { code } = field;
      if (isKept(field) || rec[code] === undefined) continue;
      const sub = this.subs.get(code);
      if (sub === undefined) {
        if (isEmpty(this.doc[code]) && !isEmpty(rec[code])) this.#put(code, rec[code] as Value);
        continue;
      }
      const rows = rec[code] as readonly Row[];
      if (rows.length === 0) continue;
      sub.replace([...((now[code] as readonly Row[] | undefined) ?? []), ...rows]);
      this.noteRows(
        code,
        rows.map((row) => row.id),
      );
    }
    this.#apply(recompute(this.model, this.doc, this.env, this.#changedHere()));
    this.standing.bump();
  }

  #put(code: string, value: Value): void {
    this.#changedHeads.add(code);
    this.form.setValuesIn(code, value);
    this.#doc = undefined;
    this.revision += 1;
    this.#markDirty();
  }
  #markDirty(): void {
    if (!this.dirty && !this.viewing) this.dirty = true;
  }

  #apply(patch: Patch, options: { readonly dirty?: boolean } = {}): void {
    const wasDirty = this.dirty;
    const changed = new Set<string>();
    const byRow = new Map<SubModel, Row[]>();
    for (const [code, value] of Object.entries(patch.head)) {
      const sub = this.subs.get(code);
      if (sub === undefined) this.#put(code, value as Value);
      else {
        sub.store.commit(value as readonly Row[]);
      }
      changed.add(code);
    }
    for (const { sub: code, id, values } of patch.rows) {
      const sub = this.subs.get(code);
      const row = sub?.store.row(id);
      if (sub === undefined || row === undefined) continue;
      byRow.set(sub, [...(byRow.get(sub) ?? []), { ...row, ...values } as Row]);
    }
    for (const [sub, rows] of byRow) {
      sub.store.commitRows(rows);
      this.noteRows(
        sub.code,
        rows.map((row) => row.id),
      );
    }
    this.#doc = undefined;
    if (Object.keys(patch.head).length > 0 || patch.rows.length > 0) this.#markDirty();
    if (options.dirty !== undefined) this.dirty = options.dirty || wasDirty;
    for (const problem of patch.problems) this.#noteProblem(problem);
    this.#waits = [...stillWaiting(this.model, this.#waits, patch), ...patch.waits];
    this.refresh(changed);
    for (const ask of patch.asks) void this.#ask(ask);
    for (const call of patch.services) void this.#service(call);
    this.#settler.settle();
  }
  async #ask(ask: Ask): Promise<void> {
    if (!(await this.feedback.confirm(ask.text))) return;
    this.#apply(resume(this.model, this.doc, this.env, [ask], this.touched, this.stored));
  }
  async #service(call: ServiceCall): Promise<void> {
    const answer = await this.#settler.service(call.rule);
    if (answer !== null) this.merge(answer);
  }

  /** Rule states, their fields, and everybody who listens. */
  refresh(changed: ReadonlySet<string> = NONE): void {
    const states = this.#statesNow();
    const moved = !sameStates(this.states, states);
    this.states = states;
    this.#moved ||= moved;
    for (const sub of this.subs.values()) if (moved || sub.dependsOn(changed)) sub.stale();
    for (const sub of this.subs.values()) sub.follow();
    this.changed.bump();
    afterPress(this.#show);
  }
  /** Fields that come and go and sentences at them move what lies below: never under a press. */
  readonly #show = (): void => {
    const told = this.#moved || this.#painted || this.#toldDirty !== this.dirty;
    if (this.#moved || this.#painted) for (const field of this.#mounted()) this.project(field);
    this.#moved = false;
    this.#painted = false;
    this.#toldDirty = this.dirty;
    if (told) this.standing.bump();
  };
  #statesNow(): States {
    const at = { old: this.stored };
    const first = ruleStates(this.model, this.doc, this.env, at);
    // what is hidden is not sent, so nothing else is shown because of it
    const seen = withoutUnseen(this.model, this.doc, this.stored, this.env, first);
    const states = seen === this.doc ? first : ruleStates(this.model, seen, this.env, at);
    return this.#kept.length === 0 ? states : { ...states, hidden: new Set([...states.hidden, ...this.#kept]) };
  }
  #mounted(): readonly Field[] {
    return Object.values(this.form.fields) as Field[];
  }
  /** State of one Formily field from the rules and problems of the moment. */
  project(field: Field): void {
    const code = field.props.name as string;
    const hidden = this.states.hidden.has(code);
    const readonly = this.viewing || this.states.readonly.has(code);
    const display = hidden ? 'hidden' : 'visible';
    const pattern = readonly ? 'readPretty' : 'editable';
    if (field.selfDisplay !== display) field.setDisplay(display);
    if (field.selfPattern !== pattern) field.setPattern(pattern);
    const required = this.states.required.has(code) && !readonly;
    if (field.required !== required) field.setRequired(required);
    const problems = this.problemsOf(code);
    const errors = problems.filter((problem) => problem.level !== 'warn').map((problem) => problem.text);
    const warnings = problems.filter((problem) => problem.level === 'warn').map((problem) => problem.text);
    if (!sameTexts(field.selfErrors, errors)) field.selfErrors = errors;
    if (!sameTexts(field.selfWarnings, warnings)) field.selfWarnings = warnings;
  }

  problemsOf(code: string): readonly Problem[] {
    return this.#problems.get(code) ?? [];
  }
  /** Errors at the fields and in the rows of these codes. */
  errorsIn(codes: Iterable<string>): number {
    let n = 0;
    for (const code of codes) {
      n += this.problemsOf(code).filter((problem) => problem.level !== 'warn').length;
      n += this.subs.get(code)?.store.problemCount ?? 0;
    }
    return n;
  }
  #noteProblem(problem: Problem): void {
    const at = parsePath(problem.path);
    const sub = this.subs.get(at.field);
    if (sub !== undefined && at.row !== undefined) sub.fault(at.row, at.col ?? '', problem.text, problem.level);
    else if (this.object.fields[at.field] !== undefined)
      this.#setProblems(at.field, [...this.problemsOf(at.field), problem]);
  }

  /** Shape, limits, pattern and local checks of one head field that was left. */
  #judgeHead(code: string): void {
    const fields = new Set([code]);
    const { doc, states } = this;
    const found: Problem[] = validateRecord(this.model, doc, this.stored, this.env, { states, fields }).filter(
      (problem) => problem.path === code,
    );
    const checks = runChecks(this.#headOnly, doc, this.env, { onlyLocal: true, states, old: this.stored });
    found.push(...checks.filter((check) => check.path === code));
    this.#setProblems(code, found);
    // a check at another field may hold now: paint nothing new there, but take away what is no longer true
    for (const [other, list] of [...this.#problems]) {
      if (other === code || list.length === 0) continue;
      const still = validateRecord(this.model, doc, this.stored, this.env, { states, fields: new Set([other]) });
      const left = list.filter(
        (problem) => still.some((now) => now.code === problem.code) || checks.some((now) => now.code === problem.code),
      );
      if (left.length !== list.length) this.#setProblems(other, left);
    }
    this.refresh();
  }
  #setProblems(code: string, problems: readonly Problem[]): void {
    this.#painted = true;
    if (problems.length === 0) this.#problems.delete(code);
    else this.#problems.set(code, problems);
  }

  /** All problems the browser can know, painted; answers the errors. Wholly blank rows are left out, as the save leaves them out. */
  validate(): readonly Problem[] {
    const { states } = this;
    const seen = withoutUnseen(this.model, this.doc, this.stored, this.env, states);
    const rec = withoutBlankRows(this.model, seen, this.stored);
    const problems = withoutEchoes(
      validateRecord(this.model, rec, this.stored, this.env, { states, since: this.stored }),
      runChecks(this.model, rec, this.env, { onlyLocal: true, states, old: this.stored, since: this.stored }),
    );
    this.paint(problems);
    return problems.filter((problem) => problem.level !== 'warn');
  }
  /** Puts problems at their fields and cells in place of all earlier ones. */
  paint(problems: readonly Problem[]): void {
    this.#painted = true;
    this.#problems.clear();
    const rows = new Map<string, Problem[]>();
    const general: Problem[] = [];
    for (const problem of problems) {
      const at = parsePath(problem.path);
      if (at.row !== undefined && this.subs.has(at.field)) rows.set(at.field, [...(rows.get(at.field) ?? []), problem]);
      else if (this.object.fields[at.field] !== undefined)
        this.#setProblems(at.field, [...this.problemsOf(at.field), problem]);
      else general.push(problem);
    }
    this.general = general;
    for (const [code, sub] of this.subs) sub.paint(rows.get(code) ?? []);
    this.refresh();
  }

  /** Does the server allow the action on a stored row? */
  allowsRow(id: string, action: string): boolean {
    return this.#rowActions.get(id)?.includes(action) === true;
  }
  /** The record as lists know it, with labels. */
  toRow(): Record<string, Json> {
    return encodeRecord(this.object, this.stored ?? this.doc, this.env);
  }
  /** The body of a save. */
  toSend(): WireObject {
    const rec = withoutBlankRows(this.model, this.doc, this.stored);
    return recordToSend(this.object, rec, this.stored, this.states.hidden);
  }
  /** The answer of a save or of a reload: the stored state from here on. */
  load(wire: WireRecord): void {
    this.actions = wire._actions ?? this.actions;
    this.#kept = wire._hidden ?? [];
    this.#rowActions = rowActionsIn(wire);
    this.#take(readRecord(this.object, wire, this.env.hops));
  }
  #take(rec: Rec): void {
    this.stored = rec;
    this.#typing.clear();
    this.#painted = true;
    this.#problems.clear();
    this.general = [];
    this.touched.clear();
    this.#changedHeads.clear();
    this.#changedRows.clear();
    for (const field of Object.values(this.object.fields)) {
      if (field.sub === undefined) this.form.setValuesIn(field.code, (rec[field.code] as Value | undefined) ?? null);
      else if (rec[field.code] !== undefined) this.subs.get(field.code)?.load(rec[field.code] as Row[]);
    }
    this.#doc = undefined;
    this.revision += 1;
    this.dirty = false;
    this.refresh();
    this.standing.bump();
  }
  /** Goes on over a newer stored record with these values as what was typed: a later save is compared with that one. */
  rebase(wire: WireRecord, mine: Rec): void {
    this.load(wire);
    this.#overlay(mine);
  }
  /** What was typed before the browser ended comes back; over a record that others stored since, its save finds the conflict. */
  restore(draft: DraftContent): void {
    this.env.hops.merge(draft.hops);
    if (this.stored !== null) {
      const base = baseOf(this.stored, draft);
      if (base !== this.stored) this.#take(base);
    }
    for (const path of draft.touched) this.touched.add(path);
    this.#overlay(draftedRecord(this.stored, draft));
  }
  /** Values as the user left them: nothing follows from them but what is computed. */
  #overlay(values: Rec): void {
    for (const field of Object.values(this.object.fields)) {
      const { code } = field;
      if (!(code in values) || isKept(field)) continue;
      const sub = this.subs.get(code);
      if (sub === undefined) {
        if (!sameValue(values[code], this.doc[code])) this.#put(code, (values[code] as Value | undefined) ?? null);
        continue;
      }
      const before = new Set(sub.store.rows);
      const rows = (values[code] as readonly Row[] | undefined) ?? [];
      if (rowsChange(field, rows, sub.store.rows) === null) continue;
      sub.replace(rows);
      this.noteRows(
        code,
        sub.store.rows.filter((row) => !before.has(row)).map((row) => row.id),
      );
    }
    this.#apply(recompute(this.model, this.doc, this.env, this.#changedHere()));
    this.standing.bump();
  }
  /** The old value of a changed head field; undefined = not changed, or a new record. */
  changedFrom(code: string): Value | undefined {
    const { stored } = this;
    if (stored === null) return undefined;
    const before = (stored[code] as Value | undefined) ?? null;
    const now = this.value(code);
    return before === now || JSON.stringify(before) === JSON.stringify(now) ? undefined : before;
  }
  /** The `done` expression of a critical date holds: it has no colour any more. */
  isDone(field: ResolvedField): boolean {
    if (field.done === undefined) return false;
    const bound = bindExpr(field.done, { lib: this.page.lib, object: this.model.type });
    return !Array.isArray(bound) && truth(bound as Bound, scopeAt(this.env, this.doc));
  }
  dispose(): void {
    this.#settler.dispose();
    for (const sub of this.subs.values()) sub.dispose();
    this.form.onUnmount();
  }
}

/** `_actions` of the rows, by row id. */
const rowActionsIn = (wire: WireRecord): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.values(wire).flatMap((value) =>
      Array.isArray(value)
        ? (value as readonly unknown[]).flatMap((row): [string, readonly string[]][] => {
            const { id, _actions } = (row ?? {}) as Partial<WireRow>;
            return typeof id === 'string' && _actions !== undefined ? [[id, _actions]] : [];
          })
        : [],
    ),
  );

/** A list without rows says nothing of how a new record begins: with the rows its document wants at least. */
const withoutEmptyRows = (rec: Rec): Rec =>
  Object.fromEntries(Object.entries(rec).filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
const NONE: ReadonlySet<string> = new Set();
const sameTexts = (a: readonly unknown[] | undefined, b: readonly string[]): boolean =>
  (a?.length ?? 0) === b.length && b.every((text, at) => a?.[at] === text);

function sameStates(a: States, b: States): boolean {
  return sameKeys(a.hidden, b.hidden) && sameKeys(a.required, b.required) && sameKeys(a.readonly, b.readonly);
}
function sameKeys(
  a: { readonly size: number; keys(): Iterable<string> },
  b: { readonly size: number; has(key: string): boolean },
): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) if (!b.has(key)) return false;
  return true;
}
