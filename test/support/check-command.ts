/**
 * The laws of a command, asked of every command a test runs: its answer is plain JSON; doing, undoing and redoing leave the texts they
 * should; the documents lint with no error they did not have. A refusal changes nothing and says why in Chinese.
 */
import { expect } from 'vitest';
import { type Command, type DesignDocument, isRefusal, type Transaction } from '../../designer/document/state';
import { DesignStore } from '../../designer/document/store';
import { lintAll } from '../../schemas/language/check/index';
import type { AnyDoc } from '../../schemas/language/document';
import { deepFreeze } from '../../schemas/language/resolve/hash';
import { documentsIn, SCHEMAS } from '../language/documents';

/** Every shipped document as the designer opens it: as an own text of the organisation. */
export function shippedDocuments(): readonly DesignDocument[] {
  return documentsIn(SCHEMAS)
    .filter(({ path }) => !path.startsWith('language/'))
    .map(({ path, text }) => ({ path, text: JSON.parse(text) as { readonly [key: string]: unknown } }))
    .filter(({ text }) => text.$schema !== 'data/1')
    .map(({ path, text }) => {
      const sort = String(text.$schema).split('/')[0] ?? '';
      const code = String(text[sort] ?? text.area ?? text.group);
      return { id: `${sort}:${code}`, path, text, base: text };
    });
}
export function openStore(open: string, documents: readonly DesignDocument[] = shippedDocuments()): DesignStore {
  const store = new DesignStore();
  store.load(documents, open);
  return store;
}

/** Errors of all documents, as `path code address`; linting the whole library takes a second, so the first (the shipped texts, from which most begin) and the last are kept. */
export function errorsOf(store: DesignStore): readonly string[] {
  const texts = textsOf(store);
  const known = [first, last].find((linted) => linted && changedIn(linted.texts, texts).length === 0);
  if (known !== undefined) return known.errors;
  last = { texts, errors: lintOf(store) };
  first ??= last;
  return last.errors;
}
/** [id, JSON] of each document, in the order of the store */
type Texts = readonly (readonly [string, string])[];
interface Linted {
  readonly texts: Texts;
  readonly errors: readonly string[];
}
let first: Linted | undefined;
let last: Linted | undefined;
function lintOf(store: DesignStore): readonly string[] {
  const files = Object.values(store.state.documents)
    .filter((doc) => Object.keys(doc.text).length > 0)
    .map(({ path, text, overlay }) => ({
      path,
      ...(overlay === undefined
        ? { doc: text as unknown as AnyDoc }
        : { doc: overlay.shipped, overlay: overlay.steps }),
    }));
  return lintAll(files)
    .filter((problem) => problem.problem.level !== 'warn')
    .map((problem) => `${problem.path} ${problem.problem.code} ${problem.problem.path}`);
}
/** A text that was read once is frozen: who changes it in place is refused at once, so what it says is kept with it. */
const said = new WeakMap<object, string>();
function jsonOf(text: DesignDocument['text']): string {
  const known = said.get(text);
  if (known !== undefined) return known;
  const json = JSON.stringify(deepFreeze(text));
  expect(JSON.stringify(JSON.parse(json))).toBe(json);
  said.set(text, json);
  return json;
}
const textsOf = (store: DesignStore): Texts =>
  Object.values(store.state.documents)
    .filter(({ text }) => Object.keys(text).length > 0)
    .map(({ id, text }) => [id, jsonOf(text)] as const);
/** Documents whose text or place differs. */
const changedIn = (a: Texts, b: Texts): readonly string[] =>
  (a.length < b.length ? b : a).flatMap(([id], n) => (a[n]?.[0] === b[n]?.[0] && a[n]?.[1] === b[n]?.[1] ? [] : [id]));

/** Runs a command under its laws. Answers the reason of a refusal, or undefined when it was done. `lint` false = the caller lints. */
export function checkCommand<A>(store: DesignStore, command: Command<A>, args: A, lint = true): string | undefined {
  const before = textsOf(store);
  const errors = lint ? errorsOf(store) : [];
  const answer = command(store.state, args);
  if (isRefusal(answer)) {
    expect(answer.reason).toMatch(/[一-龥]/);
    expect(changedIn(textsOf(store), before)).toEqual([]);
    return answer.reason;
  }
  const plain = JSON.parse(JSON.stringify(answer)) as Transaction;
  expect(plain).toEqual(answer);
  expect(answer.gesture).toMatch(/[一-龥]/);
  expect(store.dispatch(plain), JSON.stringify(answer)).toBeUndefined();
  store.endGesture();
  const after = textsOf(store);
  if (answer.steps.length > 0) {
    expect(store.undo()).toBeUndefined();
    expect(changedIn(textsOf(store), before), 'undone').toEqual([]);
    expect(store.redo()).toBeUndefined();
    expect(changedIn(textsOf(store), after), 'redone').toEqual([]);
  }
  if (lint) {
    const known = new Set(errors);
    expect(
      errorsOf(store).filter((error) => !known.has(error)),
      JSON.stringify(answer.steps),
    ).toEqual([]);
  }
  return undefined;
}
