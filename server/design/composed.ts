/**
 * A draft goes on from the steps that were put on before. What they made is kept for the documents it was made on, and found by the very
 * texts of the steps: after an undo, a conflict that was settled, a publish by whomever, in whichever process, it is what putting on all
 * of them again would give.
 */
import type { AnyDoc } from '../../schemas/language/document';
import { FILE_SORTS } from '../../schemas/language/sorts/index';
import { addressOfStep, applyStep, reapply, type Step, type StepDoc } from '../../schemas/language/steps';
import type { DraftConflict, DraftStep } from '../../schemas/language/wire-design';
import { misfitWords } from '../../schemas/language/words';
import { memo } from '../registry/memo';
import type { Registry } from '../registry/registry';
import { editText } from './overlay';
import { readId, SORTS } from './sorts';

export interface Composed {
  /** documents the draft touches: text to be, undefined = taken away */
  readonly docs: ReadonlyMap<string, AnyDoc | undefined>;
  readonly conflicts: readonly DraftConflict[];
}
/** what is published, and what is shipped below it */
export interface Standing {
  readonly now: Registry;
  readonly shipped: Registry;
}
type Put = Pick<DraftStep, 'seq' | 'document' | 'step'>;

/** Drafts of an organisation that are worked in at a time, and the letters of steps of one that is kept. */
const MOST = 8;
const MOST_TEXT = 2_000_000;
interface Kept extends Composed {
  readonly shipped: Registry;
  readonly texts: readonly string[];
}
/** by the documents of an organisation as they are published, the latest last */
const kept = new WeakMap<Registry, Kept[]>();

/** The documents of a draft: what is published now with its steps put on one by one. What does not fit is a conflict and has no effect. */
export function compose(now: Standing, steps: readonly Put[]): Composed {
  const known = memo(kept, now.now, () => [] as Kept[]);
  const texts = steps.map(({ seq, document, step }) => `${seq} ${document} ${JSON.stringify(step)}`);
  const before = furthest(known, now.shipped, texts);
  const done = before?.texts.length ?? 0;
  const made = before !== undefined && done === texts.length ? before : putAll(now, steps.slice(done), before);
  if (before !== undefined) known.splice(known.indexOf(before), 1);
  const letters = texts.reduce((sum, text) => sum + text.length, 0);
  if (letters > 0 && letters <= MOST_TEXT)
    known.push({ docs: made.docs, conflicts: made.conflicts, texts, shipped: now.shipped });
  known.splice(0, known.length - MOST);
  return made;
}
/** Of what is kept the one that holds most of these steps, and no other. */
function furthest(known: readonly Kept[], shipped: Registry, texts: readonly string[]): Kept | undefined {
  let found: Kept | undefined;
  for (const entry of known) {
    const { length } = entry.texts;
    if (entry.shipped !== shipped || length > texts.length || length <= (found?.texts.length ?? 0)) continue;
    if (entry.texts.every((text, n) => text === texts[n])) found = entry;
  }
  return found;
}
function putAll(now: Standing, steps: readonly Put[], before: Composed | undefined): Composed {
  const docs = new Map(before?.docs);
  const conflicts = [...(before?.conflicts ?? [])];
  for (const { seq, document, step } of steps) {
    const put = putStep(document, docs.has(document) ? docs.get(document) : publishedDoc(now, document), step);
    if ('text' in put) conflicts.push({ seq, document, address: addressOfStep(step), step, text: put.text });
    else docs.set(document, put.doc);
  }
  return { docs, conflicts };
}

/** One step on a document. To the steps a document that is not there is `{}`; `set` at '' makes it and takes it away. */
export function putStep(
  id: string,
  doc: AnyDoc | undefined,
  step: Step,
): { readonly doc: AnyDoc | undefined; readonly isSaid?: boolean } | { readonly text: string } {
  const sort = FILE_SORTS[SORTS[readId(id)?.sort ?? 'object'].schema];
  const text = (doc ?? {}) as unknown as StepDoc;
  const applied = applyStep(text, step, sort);
  if (applied.problem === undefined) return { doc: docOfText(applied.doc) };
  // said already, or on another text than it was made on
  const again = reapply(text, step, sort);
  return again.conflict === undefined
    ? { doc: docOfText(again.doc), isSaid: again.step === undefined }
    : { text: misfitWords(applied.problem, text) };
}
const docOfText = (text: StepDoc): AnyDoc | undefined =>
  Object.keys(text).length === 0 ? undefined : (text as unknown as AnyDoc);

/** The text a draft's steps are put on. */
export const publishedDoc = ({ now, shipped }: Standing, id: string): AnyDoc | undefined =>
  editText(shipped.files, now.files, id);
