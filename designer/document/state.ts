/**
 * What the designer holds: documents of a changeset as frozen values, which one is open, what is selected. A state is never changed; a
 * transaction of steps makes the next one (conventions: the document discipline).
 */
import type { AnyDoc } from '../../schemas/language/document';
import { applyStep, invertStep, mapAddress, type Step, type StepDoc } from '../../schemas/language/steps/index';
import type { Problem } from '../../schemas/language/value';
import { shared } from './shared';

/** `<sort>:<code>`, as `object:toolLoan`. */
export type DocId = string;

export interface DesignDocument {
  readonly id: DocId;
  /** file it belongs in: its area, and where the linter finds it */
  readonly path: string;
  /** what is edited: an own text whole, a shipped object with its blocks merged; `{}` = it is not there (any more) */
  readonly text: StepDoc;
  /** the text as published, `{}` = it is new */
  readonly base: StepDoc;
  /** a shipped document is changed by steps over it: those published and those of the draft */
  readonly overlay?: { readonly shipped: AnyDoc; readonly steps: readonly Step[] };
}
export interface Selected {
  readonly document: DocId;
  /** '' = the document itself */
  readonly address: string;
}
export interface DesignState {
  readonly documents: { readonly [id: DocId]: DesignDocument };
  readonly open?: DocId;
  readonly selection: readonly Selected[];
}
export interface DocStep {
  readonly document: DocId;
  readonly step: Step;
}
/** Steps that belong together: one gesture, one undo. */
export interface Transaction {
  readonly steps: readonly DocStep[];
  /** what was done, in words: 新增字段「数量」 */
  readonly gesture: string;
  /** transactions of one group that follow each other are one undo (typing into a property) */
  readonly group?: string;
  /** what follows from the gesture before it by itself: one undo with that */
  readonly follows?: true;
  readonly open?: DocId;
  readonly selection?: readonly Selected[];
}
export interface Refusal {
  readonly reason: string;
  /** `same`: it is like that already */
  readonly code?: 'same';
}
/** A command answers what it would do, or why it may not: one function drives a button's state, its tooltip and its click. */
export type Command<A> = (state: DesignState, args: A) => Transaction | Refusal;

/** A command that would change nothing says so; most places need not tell it. */
export const NO_CHANGE: Refusal = Object.freeze({ reason: '没有变化', code: 'same' });
export const isRefusal = (answer: Transaction | Refusal): answer is Refusal => 'reason' in answer;

export const EMPTY_STATE: DesignState = Object.freeze({ documents: Object.freeze({}), selection: Object.freeze([]) });

export const sortOfId = (id: DocId): string => id.slice(0, id.indexOf(':'));
export const codeOfId = (id: DocId): string => id.slice(id.indexOf(':') + 1);

/**
 * Documents that came from the server (or were read from a package), opened as they are. What did not change since they were read last
 * stays the value it was, so that nothing made of it is made again.
 */
export function withDocuments(state: DesignState, documents: readonly DesignDocument[]): DesignState {
  const added = Object.fromEntries(
    documents.map((document) => {
      const known = state.documents[document.id];
      const text = shared(known?.text, document.text);
      const base = shared(known?.base, shared(text, document.base));
      return [document.id, Object.freeze({ ...document, text, base })];
    }),
  );
  return Object.freeze({ ...state, documents: Object.freeze({ ...state.documents, ...added }) });
}

export type Stepped =
  | { readonly state: DesignState; readonly problem?: undefined }
  | { readonly problem: Problem; readonly state?: undefined };

/** The state after the steps of a transaction; all of them fit, or none is taken. */
export function applyTransaction(state: DesignState, transaction: Transaction): Stepped {
  const documents: { [id: DocId]: DesignDocument } = { ...state.documents };
  for (const { document: id, step } of transaction.steps) {
    const document = documents[id] ?? newDocument(id);
    const applied = applyStep(document.text, step);
    if (applied.problem !== undefined) return { problem: applied.problem };
    const { overlay } = document;
    documents[id] = Object.freeze({
      ...document,
      text: applied.doc,
      ...(overlay === undefined
        ? {}
        : { overlay: Object.freeze({ ...overlay, steps: withStep(overlay.steps, step) }) }),
    });
  }
  const { selection } = transaction;
  const open = transaction.open ?? state.open;
  // a document that was taken away is not open any more
  const isThere = open !== undefined && Object.keys(documents[open]?.text ?? {}).length > 0;
  return {
    state: Object.freeze({
      documents: Object.freeze(documents),
      selection: Object.freeze(stillThere(documents, selection ?? selectedAfter(state.selection, transaction.steps))),
      ...(isThere ? { open } : {}),
    }),
  };
}

/** An overlay does not keep what was taken back at once. */
function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const last = steps.at(-1);
  const isBack = last !== undefined && JSON.stringify(invertStep(last)) === JSON.stringify(step);
  return isBack ? steps.slice(0, -1) : [...steps, step];
}

/** A document that a step brings (`set` at ''); its file follows from its sort, its code and where the draft works. */
function newDocument(id: DocId): DesignDocument {
  const code = codeOfId(id)
    .replace(/(?<=[a-z0-9])[A-Z]/g, (char) => `-${char}`)
    .toLowerCase();
  const folder: { readonly [sort: string]: string } = {
    object: 'objects/own',
    report: 'reports/own',
    board: 'boards',
    print: 'prints',
    block: 'blocks',
  };
  const sort = sortOfId(id);
  return { id, path: `${folder[sort] ?? sort}/${code}.json`, text: Object.freeze({}), base: Object.freeze({}) };
}

/** What was selected stays so under another code. */
const selectedAfter = (selection: readonly Selected[], steps: readonly DocStep[]): readonly Selected[] =>
  steps.reduce(
    (now, { document, step }) =>
      'rename' in step
        ? now.map((one) =>
            one.document === document ? { ...one, address: mapAddress(one.address, step) ?? one.address } : one,
          )
        : now,
    selection,
  );

function stillThere(documents: DesignState['documents'], selection: readonly Selected[]): readonly Selected[] {
  return selection.filter(({ document }) => documents[document] !== undefined);
}
