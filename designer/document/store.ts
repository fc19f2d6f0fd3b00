/**
 * The designer's store: one observable reference to a frozen state, a history, and the steps the server has not seen yet. Everything
 * else is derived. Views call `run` with a command; the data client takes `unsent`, and hands in what others did.
 */
import { makeAutoObservable, observableRef } from 'mobx';
import type { FormConf } from '../../schemas/language/features/wire';
import { isNode } from '../../schemas/language/resolve/merge';
import {
  applySteps,
  diffSteps,
  given,
  keepMine,
  rebase,
  type Step,
  type StepConflict,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import type { Json, Problem } from '../../schemas/language/value';
import { shippedText } from '../rules/texts';
import { closeGroup, type History, inverseOf, mapHistory, NO_HISTORY, remember } from './history';
import {
  appListOf,
  type ChartPanel,
  COMPONENTS,
  chartPanelOf,
  type DataModel,
  DEFAULT_REGEX_LIST,
  type DesignPage,
  type DesignType,
  designTypeOf,
  type FormComponent,
  formConfOf,
  functionDataModelsOf,
  pageOf,
  type Validation,
  validationsOf,
} from './specification';
import {
  applyTransaction,
  type Command,
  type DesignDocument,
  type DesignState,
  type DocId,
  type DocStep,
  EMPTY_STATE,
  isRefusal,
  type Refusal,
  type Selected,
  type Transaction,
  withDocuments,
} from './state';

/** A step on its way to the server. */
export interface OutgoingStep extends DocStep {
  readonly gesture: string;
}
export interface FoundConflict extends StepConflict {
  readonly document: DocId;
  readonly user: string;
}

/** What others did to a document, in the server's order. */
export interface OthersSteps {
  readonly document: DocId;
  readonly steps: readonly Step[];
  readonly user: string;
}

export class DesignStore {
  state: DesignState = EMPTY_STATE;
  history: History = NO_HISTORY;
  /** steps the server has not answered yet, in order */
  unsent: readonly OutgoingStep[] = [];
  /** own steps that others made impossible: shown until decided */
  conflicts: readonly FoundConflict[] = [];

  private readonly listeners = new Set<(done: Transaction) => void>();

  /** why nothing may be changed; undefined = it may */
  closed: string | undefined = undefined;

  constructor() {
    makeAutoObservable<this, 'listeners'>(
      this,
      {
        listeners: false,
        state: observableRef,
        history: observableRef,
        unsent: observableRef,
        conflicts: observableRef,
      },
      { autoBind: true },
    );
  }

  private get barred(): Problem | undefined {
    return this.closed === undefined ? undefined : { code: 'store.closed', path: '', text: this.closed };
  }
  get canUndo(): boolean {
    return this.history.done.length > 0;
  }
  get canRedo(): boolean {
    return this.history.undone.length > 0;
  }
  /** what undo and redo would take back or do again, for their tooltips */
  get undoWord(): string | undefined {
    return this.history.done.at(-1)?.gesture;
  }
  get redoWord(): string | undefined {
    return this.history.undone.at(-1)?.gesture;
  }
  get openDocument(): DesignDocument | undefined {
    return this.state.open === undefined ? undefined : this.state.documents[this.state.open];
  }

  /** The state under the names of the specification; all of it follows from the documents. */
  get page(): DesignPage | undefined {
    return pageOf(this.state);
  }
  get designType(): DesignType | undefined {
    return designTypeOf(this.state);
  }
  get formConf(): FormConf | undefined {
    return formConfOf(this.state);
  }
  get components(): readonly FormComponent[] {
    return COMPONENTS;
  }
  get defaultRegexList(): typeof DEFAULT_REGEX_LIST {
    return DEFAULT_REGEX_LIST;
  }
  get functionDataModels(): readonly DataModel[] {
    return functionDataModelsOf(this.state);
  }
  get validations(): readonly Validation[] {
    return validationsOf(this.state);
  }
  get appList(): ReturnType<typeof appListOf> {
    return appListOf(this.state);
  }
  get chartPanel(): ChartPanel | undefined {
    return chartPanelOf(this.state);
  }

  /** Documents as they came; their history starts here. */
  load(documents: readonly DesignDocument[], open?: DocId): void {
    const state = withDocuments(this.state, documents);
    this.state = open === undefined ? state : Object.freeze({ ...state, open, selection: [] });
  }
  /** What may be taken back from here on: what was kept of a draft, or nothing. */
  begin(history: History = NO_HISTORY): void {
    this.history = history;
  }
  /** `undefined`: everything may be changed */
  close(why: string | undefined): void {
    this.closed = why;
  }
  show(document: DocId, address = ''): void {
    this.select([{ document, address }], document);
  }
  select(selection: readonly Selected[], open: DocId | undefined = this.state.open): void {
    this.endGesture();
    this.state = Object.freeze({
      ...this.state,
      selection: Object.freeze(selection),
      ...(open === undefined ? {} : { open }),
    });
  }

  /** Asks a command; its transaction is dispatched, its refusal (or what does not fit) answered. */
  run<A>(command: Command<A>, args: A): Refusal | undefined {
    const answer = command(this.state, args);
    if (isRefusal(answer)) return answer;
    const problem = this.dispatch(answer);
    return problem === undefined ? undefined : { reason: problem.text };
  }
  /** Takes a transaction whole, or not at all. */
  dispatch(transaction: Transaction): Problem | undefined {
    if (transaction.steps.length > 0 && this.barred !== undefined) return this.barred;
    const done = applyTransaction(this.state, transaction);
    if (done.problem !== undefined) return done.problem;
    if (transaction.steps.length > 0) {
      this.history = remember(this.history, transaction, this.state);
      this.send(transaction.steps, transaction.gesture);
    }
    this.state = done.state;
    for (const listener of this.listeners) listener(transaction);
    return undefined;
  }
  /** Tells of what is done here: nothing that others did, nothing taken back or done again. */
  onDone(listener: (done: Transaction) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  /** The next transaction is an undo of its own. */
  endGesture(): void {
    this.history = closeGroup(this.history);
  }

  undo(): Problem | undefined {
    const entry = this.history.done.at(-1);
    if (entry === undefined) return undefined;
    if (this.barred !== undefined) return this.barred;
    const steps = inverseOf(entry);
    const { gesture, selection, open } = entry;
    const done = applyTransaction(this.state, { steps, gesture, selection, ...given('open', open) });
    this.history = {
      done: this.history.done.slice(0, -1),
      undone: done.problem === undefined ? [...this.history.undone, entry] : this.history.undone,
    };
    if (done.problem !== undefined) return done.problem;
    this.state = done.state;
    this.send(steps, `撤销${entry.gesture}`);
    return undefined;
  }
  redo(): Problem | undefined {
    const entry = this.history.undone.at(-1);
    if (entry === undefined) return undefined;
    if (this.barred !== undefined) return this.barred;
    const { steps, gesture, opens } = entry;
    const done = applyTransaction(this.state, { steps, gesture, ...given('open', opens) });
    this.history = {
      done: done.problem === undefined ? [...this.history.done, entry] : this.history.done,
      undone: this.history.undone.slice(0, -1),
    };
    if (done.problem !== undefined) return done.problem;
    this.state = done.state;
    this.send(entry.steps, entry.gesture);
    return undefined;
  }

  /** The server judged the first `count` steps of `unsent` on top of what others had done. */
  answered(count: number, others: readonly OthersSteps[]): Problem | undefined {
    const judged = this.unsent.slice(0, count);
    this.unsent = this.unsent.slice(count);
    return first(others.map((steps) => this.takeIn(steps, judged)));
  }
  /** Steps others made, in the server's order and before all of `unsent`. */
  receive(document: DocId, steps: readonly Step[], user: string): Problem | undefined {
    return this.takeIn({ document, steps, user }, []);
  }
  /**
   * Ours (those just judged, then those not sent) are taken back, theirs applied, ours put on again. What of ours cannot be is a
   * conflict, and their value holds until it is decided.
   */
  private takeIn({ document, steps: theirs, user }: OthersSteps, judged: readonly OutgoingStep[]): Problem | undefined {
    const now = this.state.documents[document];
    if (now === undefined || theirs.length === 0) return undefined;
    const ofIt = (list: readonly OutgoingStep[]): readonly Step[] =>
      list.filter((step) => step.document === document).map((step) => step.step);
    const [known, mine] = [ofIt(judged), ofIt(this.unsent)];
    const ours = [...known, ...mine].map((step) => ({ document, step }));
    const back = inverseOf({ gesture: '', steps: ours, selection: [] });
    const beneath = applySteps(now.text, [...back.map((step) => step.step), ...theirs]);
    if (beneath.problem !== undefined) return beneath.problem;
    const taken = rebase(beneath.doc, known, theirs);
    const rebased = rebase(taken.doc, mine, theirs);
    const { overlay } = now;
    const below = shippedText(this.state, now);
    this.load([
      {
        ...now,
        text: rebased.doc,
        ...(overlay === undefined || below === undefined
          ? {}
          : { overlay: { ...overlay, steps: diffSteps(below, rebased.doc) } }),
      },
    ]);
    this.history = mapHistory(this.history, document, theirs);
    const others = this.unsent.filter((step) => step.document !== document);
    this.unsent = [...others, ...rebased.steps.map((step) => ({ document, step, gesture: '' }))];
    // of what was typed at one place the last counts
    for (const conflict of [...taken.conflicts, ...rebased.conflicts])
      this.conflicts = [
        ...this.conflicts.filter((known) => known.document !== document || known.address !== conflict.address),
        { ...conflict, document, user },
      ];
    return undefined;
  }
  /** A conflict is decided: with `mine` the own value is written over theirs. */
  decide(conflict: FoundConflict, choice: 'mine' | 'theirs'): Problem | undefined {
    this.conflicts = this.conflicts.filter((eachConflict) => eachConflict !== conflict);
    if (choice === 'theirs') return undefined;
    const { document } = conflict;
    const again = keepMine(conflict);
    return again === undefined
      ? undefined
      : this.dispatch({ steps: [{ document, step: again }], gesture: '保留自己的修改' });
  }

  /**
   * What was typed over `from` at a place whose editor went away before it was finished: written where nothing else happened there,
   * else a question. Nothing typed is lost without a word.
   */
  unfinished(document: DocId, address: string, typed: Json | undefined, from: Json | undefined): Problem | undefined {
    const text = this.state.documents[document]?.text ?? {};
    const stands = valueAt(text, address) as Json | undefined;
    if (JSON.stringify(stands) === JSON.stringify(typed)) return undefined;
    const step: Step = { set: address, ...given('to', typed), ...given('was', stands) };
    const isThere = isNode(valueAt(text, splitAddress(address).parent) as Json | undefined);
    if (isThere && JSON.stringify(stands) === JSON.stringify(from))
      return this.dispatch({ steps: [{ document, step }], gesture: '修改' });
    const asked: FoundConflict = {
      document,
      user: '另一人',
      address,
      step,
      why: isThere ? 'changed' : 'gone',
      ...given('was', from),
      ...given('mine', typed),
      ...given('theirs', stands),
    };
    this.conflicts = [
      ...this.conflicts.filter((known) => known.document !== document || known.address !== address),
      asked,
    ];
    return undefined;
  }

  private send(steps: readonly DocStep[], gesture: string): void {
    this.unsent = [...this.unsent, ...steps.map((step) => ({ ...step, gesture }))];
  }
}

const first = (problems: readonly (Problem | undefined)[]): Problem | undefined =>
  problems.find((problem) => problem !== undefined);
