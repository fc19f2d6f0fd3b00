/** Several commands as one gesture: fields with their dictionaries, and their places on the page and in the list. */
import type { DictionariesDoc, FieldDoc } from '../../schemas/language/document';
import { factsOfDoc } from '../../schemas/language/kinds/index';
import { addDictionary, addField, createDocument, placeField } from '../commands/index';
import type { Outcome } from '../desk/desk';
import {
  applyTransaction,
  type DesignState,
  isRefusal,
  NO_CHANGE,
  type Refusal,
  type Transaction,
} from '../document/state';
import type { DesignStore } from '../document/store';
import type { MadeField, NewDict, Spot } from './acts';

const DONE = { done: true } as const;
type Doing = (state: DesignState) => Transaction | Refusal;

/** Several commands as one gesture: each sees what the one before did, the last says what it was, or the one named for it. */
export function together(store: DesignStore, { all, of }: Doings): Outcome {
  let { state } = store;
  const made: Transaction[] = [];
  let teller: Transaction | undefined;
  for (const [n, command] of all.entries()) {
    const answer = command(state);
    if (isRefusal(answer)) {
      if (answer.code === 'same') continue;
      return { refused: answer.reason };
    }
    const next = applyTransaction(state, answer);
    if (next.problem !== undefined) return { refused: next.problem.text };
    state = next.state;
    made.push(answer);
    if (n === of) teller = answer;
  }
  const last = teller ?? made.at(-1);
  if (last === undefined) return DONE;
  const problem = store.dispatch({ ...last, steps: made.flatMap((transaction) => transaction.steps) });
  return problem === undefined ? DONE : { refused: problem.text };
}
/** A dictionary in the document of its app, which is made with the first. */
export function putDict(state: DesignState, { app, ...dict }: NewDict): Transaction | Refusal {
  const document = `dictionaries:${app}`;
  if (Object.keys(state.documents[document]?.text ?? {}).length > 0) return addDictionary(state, { document, ...dict });
  const items = dict.items.map((item) => ({ ...item }));
  const doc: DictionariesDoc = {
    $schema: 'dictionaries/1',
    area: app,
    dicts: { [dict.code]: { title: dict.title, items } },
  };
  return createDocument(state, { doc, open: false });
}

/** What is done, and which of it says what it was. */
export interface Doings {
  readonly all: readonly Doing[];
  readonly of?: number;
}

/** New fields behind each other, and in the list those that a list shows. */
export function adding(made: readonly MadeField[], spot: Spot, listed: boolean): Doings {
  const codes = made.map(({ field }) => field.code);
  const isListed = listed && spot.list.startsWith('edit.groups.');
  const all: Doing[] = [];
  let of = 0;
  for (const [n, each] of made.entries()) {
    const { field, dict } = each;
    if (dict !== undefined) all.push((state) => putDict(state, dict));
    of = all.push((state) =>
      addField(state, { code: field.code, field: field.field as FieldDoc, spot: behind(codes, spot, n) }),
    );
    // each before the next is there: a list that says no columns shows what must be filled by itself, before all others
    if (isListed && isColumn(each)) all.push((state) => inList(state, field.code));
  }
  return { all, of: of - 1 };
}
function inList(state: DesignState, code: string): Transaction | Refusal {
  const answer = placeField(state, { code, spot: { list: 'list.columns' } });
  // what names a record stands there already
  return isRefusal(answer) ? NO_CHANGE : answer;
}
/** Fields that exist, behind each other in a list. */
export const placing = (codes: readonly string[], spot: Spot): Doings => ({
  all: codes.map(
    (code, n): Doing =>
      (state) =>
        placeField(state, { code, spot: behind(codes, spot, n) }),
  ),
});
/** The text of a sub-table with its columns; without any it begins with a name. */
export const tableOf = (title: string, columns: readonly MadeField[]): FieldDoc =>
  ({
    title,
    kind: 'tabTable',
    fields: Object.fromEntries(columns.map(({ field: { code, field } }) => [code, field])),
    columns: columns.map(({ field }) => field.code),
  }) as FieldDoc;
export const dictsOf = (made: readonly MadeField[]): readonly Doing[] =>
  made.flatMap(({ dict }) => (dict === undefined ? [] : [(state: DesignState) => putDict(state, dict)]));

const behind = (codes: readonly string[], spot: Spot, n: number): Spot => ({
  list: spot.list,
  after: codes[n - 1] ?? spot.after,
});
/** Long texts, files and rows are for the page. */
const isColumn = ({ field: { field } }: MadeField): boolean => {
  const { isLong, isDrawn, holdsRows, isAsked } = factsOfDoc(field as FieldDoc);
  return !isLong && !isDrawn && !holdsRows && !isAsked && (field as FieldDoc).type !== 'file';
};
