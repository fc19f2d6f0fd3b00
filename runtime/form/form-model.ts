/**
 * One open form. Formily's form holds the head values and the state of each field; the record engine of the language computes what a
 * change brings (fills, on-set rules, formulas) and this class carries it over; what the rules say, problems, what changed and what
 * comes from elsewhere have their own parts. Sub-tables live in their own stores. Everything a view or an action needs of the form is asked here.
 */
import { createForm, type Field, type Form } from '@formily/core';
import { raw } from '@formily/reactive';
import { encodeRecord } from '../../schemas/language/kinds/record-codec';
import { applyChange, type Change, resume } from '../../schemas/language/record/change';
import { type Model, modelOf } from '../../schemas/language/record/model';
import { newRecord } from '../../schemas/language/record/new';
import { recompute, type What } from '../../schemas/language/record/recompute';
import { withoutBlankRows } from '../../schemas/language/record/rows';
import type { States } from '../../schemas/language/record/states';
import { stillWaiting } from '../../schemas/language/record/waits';
import type { Ask, Patch, Wait } from '../../schemas/language/record/work';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Json, Problem, Rec, Row, Value } from '../../schemas/language/value';
import { uuidv7 } from '../data/ids';
import { createSignal, type Signal } from '../data/signal';
import type { PickRow, WireRecord } from '../data/types';
import type { BrowserEnv } from '../page/browser-env';
import { HopStore } from '../page/hop-store';
import type { Feedback } from '../page/host';
import { afterPress } from '../page/press';
import type { Page } from '../page/types';
import type { PickDesk } from '../pick/desk';
import { baseOf, type DraftContent, draftedRecord } from './draft';
import { dropClosed } from './drop-closed';
import { type FormCalls, recordCalls } from './form-calls';
import { FormChanges, patchedRows } from './form-changes';
import { takeBeside, takeOver, takePart } from './form-intake';
import { FormProblems } from './form-problems';
import { FormStates } from './form-states';
import { InputContext } from './input-context';
import { pickHops, wantLabels } from './pick-values';
import { Settler, withServices } from './settle';
import { SubModel } from './sub-model';
import { UnderWay } from './under-way';
import { readRecord, recordToSend, rowActionsIn, targetOf, type WireObject, withoutEmptyRows } from './wire';

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
  /** paths the user typed: fills leave them alone */
  readonly touched = new Set<string>();
  /** actions the server allows now */
  actions: readonly string[];
  #rowActions: ReadonlyMap<string, readonly string[]>;
  stored: Rec | null;
  dirty = false;
  /** grows with each change of the head or of values behind references */
  revision = 0;
  readonly #changes: FormChanges;
  readonly #problems: FormProblems;
  readonly #states: FormStates;
  readonly #typing = new Map<string, Value>();
  /** questions whose answers belong to what is saved */
  readonly underWay = new UnderWay();
  readonly #settler: Settler;
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
    this.env = withServices(page.env(hops));
    this.model = modelOf(page.object, page.lib);
    this.#changes = new FormChanges(this);
    this.#problems = new FormProblems(this);
    const given = readRecord(page.object, wire, this.env.hops);
    const rec = fresh ? newRecord(this.model, this.env, withoutEmptyRows(given), { newId: uuidv7 }) : given;
    this.stored = fresh ? null : rec;
    this.actions = wire._actions ?? [];
    this.#rowActions = rowActionsIn(wire);
    const head: Rec = {};
    for (const field of Object.values(this.object.fields)) {
      if (field.sub === undefined) head[field.code] = rec[field.code] ?? null;
      else
        this.subs.set(field.code, new SubModel(this, field, field.sub, (rec[field.code] as Row[] | undefined) ?? []));
    }
    this.form = createForm({ values: head, validateFirst: true });
    this.inputs = new InputContext(this);
    this.#states = new FormStates(this, this.#problems, wire._hidden ?? []);
    this.#settler = new Settler(this);
    this.#settler.settle();
    for (const sub of this.subs.values()) sub.follow();
  }

  get states(): States {
    return this.#states.now;
  }
  /** sentences that belong to no field */
  get general(): readonly Problem[] {
    return this.#problems.general;
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
    this.#problems.judgeHead(code);
    this.refresh();
  }
  /** While typing: the value and its formulas, no rules. `set` follows when the field is left. */
  type(code: string, value: Value): void {
    if (!this.#typing.has(code)) this.#typing.set(code, this.value(code));
    this.#put(code, value);
    this.apply(recompute(this.model, this.doc, this.env, { head: [code] }));
  }
  /** One change of head or row through the engine. */
  change(change: Change): void {
    this.edited(applyChange(this.model, this.doc, this.env, change, this.touched, this.stored));
  }
  readonly edited = (patch: Patch): void => dropClosed(this, patch);
  recompute(what: What): void {
    this.apply(recompute(this.model, this.doc, this.env, what));
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
    this.apply(recompute(this.model, this.doc, this.env, this.#changes.toCompute()), quiet);
    if (waits.length > 0) this.apply(resume(this.model, this.doc, this.env, waits, this.touched, this.stored), quiet);
    for (const sub of this.subs.values()) sub.store.redraw();
    this.refresh();
  }
  /** Rows whose expressions may miss something: all of them when the head changed, else those that were touched. */
  rowsToResolve(): { readonly [sub: string]: readonly Row[] } {
    return this.#changes.toResolve();
  }
  /** Rows were made or written past the engine. */
  noteRows(sub: string, ids: Iterable<string>): void {
    this.#changes.noteRows(sub, ids);
  }
  /** A partial record in wire form: answer of a draft action or of a rule's service. */
  merge(wire: WireObject): void {
    takePart(this, wire, this.#put);
    this.recompute('all');
  }
  /** Takes over a record that was made from another document. */
  addFrom(wire: WireRecord): void {
    takeBeside(this, wire, this.#put);
    this.recompute(this.#changes.toCompute());
    this.standing.bump();
  }

  readonly #put = (code: string, value: Value): void => {
    this.#changes.note(code);
    this.form.setValuesIn(code, value);
    this.#doc = undefined;
    this.revision += 1;
    this.#markDirty();
  };
  #markDirty(): void {
    if (!this.dirty && !this.viewing) this.dirty = true;
  }
  /** A patch of the engine: its own, or one computed by a sub-table. */
  apply(patch: Patch, options: { readonly dirty?: boolean } = {}): void {
    const wasDirty = this.dirty;
    const changed = new Set<string>();
    for (const [code, value] of Object.entries(patch.head)) {
      const sub = this.subs.get(code);
      if (sub === undefined) this.#put(code, value as Value);
      else sub.store.commit(value as readonly Row[]);
      changed.add(code);
    }
    for (const [sub, rows] of patchedRows(this.subs, patch)) {
      sub.store.commitRows(rows);
      this.noteRows(
        sub.code,
        rows.map((row) => row.id),
      );
    }
    this.#doc = undefined;
    if (Object.keys(patch.head).length > 0 || patch.rows.length > 0) this.#markDirty();
    if (options.dirty !== undefined) this.dirty = options.dirty || wasDirty;
    for (const problem of patch.problems) this.#problems.note(problem);
    wantLabels(this.object, patch, this.env.hops);
    this.#waits = [...stillWaiting(this.model, this.#waits, patch), ...patch.waits];
    this.refresh(changed);
    for (const ask of patch.asks) void this.#ask(ask);
    for (const { rule } of patch.services) void this.serve(rule);
    this.#settler.settle();
  }
  async #ask(ask: Ask): Promise<void> {
    if (!(await this.feedback.confirm(ask.text))) return;
    this.apply(resume(this.model, this.doc, this.env, [ask], this.touched, this.stored));
  }
  /** Asks the service of a rule; what it answers is taken over. */
  async serve(rule: string, take = (answer: WireObject) => this.merge(answer)): Promise<void> {
    const answer = await this.#settler.service(rule);
    if (answer !== null) take(answer);
  }

  /** Rule states, their fields, and everybody who listens. */
  refresh(changed: ReadonlySet<string> = NONE): void {
    const moved = this.#states.refresh();
    for (const sub of this.subs.values()) if (moved || sub.dependsOn(changed)) sub.stale();
    for (const sub of this.subs.values()) sub.follow();
    this.changed.bump();
    afterPress(this.#show);
  }
  /** Fields that come and go and sentences at them move what lies below: never under a press. */
  readonly #show = (): void => {
    if (this.#states.show()) this.standing.bump();
  };
  /** State of one Formily field from the rules and problems of the moment. */
  project(field: Field): void {
    this.#states.project(field);
  }

  problemsOf(code: string): readonly Problem[] {
    return this.#problems.of(code);
  }
  /** Errors at the fields and in the rows of these codes. */
  errorsIn(codes: Iterable<string>): number {
    return this.#problems.countIn(codes);
  }
  /** All problems the browser can know, painted; answers the errors. Wholly blank rows are left out, as the save leaves them out. */
  validate(): readonly Problem[] {
    const errors = this.#problems.validate();
    this.refresh();
    return errors;
  }
  /** Puts problems at their fields and cells in place of all earlier ones. */
  paint(problems: readonly Problem[]): void {
    this.#problems.paint(problems);
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
    this.#states.keep(wire._hidden ?? []);
    this.#rowActions = rowActionsIn(wire);
    this.#take(readRecord(this.object, wire, this.env.hops));
  }
  #take(rec: Rec): void {
    this.stored = rec;
    this.#typing.clear();
    this.#problems.clear();
    this.touched.clear();
    this.#changes.clear();
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
  /** Nothing follows from these values but what is computed. */
  #overlay(values: Rec): void {
    takeOver(this, values, this.#put);
    this.recompute(this.#changes.toCompute());
    this.standing.bump();
  }
  /** The old value of a changed head field; undefined = not changed, or a new record. */
  changedFrom(code: string): Value | undefined {
    return this.#changes.from(code);
  }
  dispose(): void {
    this.#settler.dispose();
    for (const sub of this.subs.values()) sub.dispose();
    this.form.onUnmount();
  }
}

const NONE: ReadonlySet<string> = new Set();
