/**
 * The laws of a command, asked of every command a test runs: its answer is plain JSON; doing, undoing and redoing leave the texts they
 * should; the documents lint with no error they did not have. A refusal changes nothing and says why in Chinese.
 */
import { expect } from 'vitest';
import { type Command, type DesignDocument, isRefusal, type Transaction } from '../../designer/document/state';
import { DesignStore } from '../../designer/document/store';
import { lintAll } from '../../schemas/language/check/index';
import type { AnyDoc } from '../../schemas/language/document';
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
  const known = [first, last].find((linted) => linted?.texts === texts);
  if (known !== undefined) return known.errors;
  last = { texts, errors: lintOf(store) };
  first ??= last;
  return last.errors;
}
interface Linted {
  readonly texts: string;
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
const textsOf = (store: DesignStore): string =>
  JSON.stringify(
    Object.values(store.state.documents)
      .map((doc) => [doc.id, Object.keys(doc.text).length > 0 ? doc.text : null])
      .filter(([, text]) => text !== null),
  );

/** Runs a command under its laws. Answers the reason of a refusal, or undefined when it was done. `lint` false = the caller lints. */
export function checkCommand<A>(store: DesignStore, command: Command<A>, args: A, lint = true): string | undefined {
  const before = textsOf(store);
  const errors = lint ? errorsOf(store) : [];
  const answer = command(store.state, args);
  if (isRefusal(answer)) {
    expect(answer.reason).toMatch(/[一-龥]/);
    expect(textsOf(store)).toBe(before);
    return answer.reason;
  }
  const said = JSON.parse(JSON.stringify(answer)) as Transaction;
  expect(said).toEqual(answer);
  expect(answer.gesture).toMatch(/[一-龥]/);
  expect(store.dispatch(said), JSON.stringify(answer)).toBeUndefined();
  store.endGesture();
  const after = textsOf(store);
  if (answer.steps.length > 0) {
    expect(store.undo()).toBeUndefined();
    expect(textsOf(store), 'undone').toBe(before);
    expect(store.redo()).toBeUndefined();
    expect(textsOf(store), 'redone').toBe(after);
  }
  expect(textsOf(store)).toBe(JSON.stringify(JSON.parse(after)));
  if (lint) {
    const known = new Set(errors);
    expect(
      errorsOf(store).filter((error) => !known.has(error)),
      JSON.stringify(answer.steps),
    ).toEqual([]);
  }
  return undefined;
}
