/** History kept for the browser tab, so that a reload does not take undo away. It belongs to texts: with others it is forgotten. */
import { autorun } from 'mobx';
import { hashOf } from '../../schemas/language/resolve/hash';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { History } from './history';
import type { DesignState } from './state';
import type { DesignStore } from './store';

interface Kept {
  readonly texts: { readonly [id: string]: string };
  readonly history: History;
}
/** Where it is kept; the browser's session storage, or a map in a test. */
export interface Keep {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}
const keyOf = (draft: string): string => `millwright.design.${draft}`;

/** Writes the history of a draft whenever it changes; answers how to stop. */
export function keepHistory(store: DesignStore, draft: string, keep: Keep = sessionStorage): () => void {
  return autorun(
    () => {
      const kept: Kept = { texts: textsOf(store.state), history: store.history };
      try {
        keep.setItem(keyOf(draft), JSON.stringify(kept));
      } catch {
        // a full storage costs the undo of a reload, nothing else
      }
    },
    { delay: 300 },
  );
}

/** Brings the history of a draft back when the loaded documents are those it was made on. */
export function restoreHistory(store: DesignStore, draft: string, keep: Keep = sessionStorage): boolean {
  const kept = read(keep.getItem(keyOf(draft)));
  if (kept === undefined) return false;
  const texts = textsOf(store.state);
  const named = new Set(
    [...kept.history.done, ...kept.history.undone].flatMap((entry) => entry.steps.map((s) => s.document)),
  );
  if ([...named].some((id) => texts[id] !== kept.texts[id])) return false;
  store.begin(kept.history);
  return true;
}

function read(text: string | null): Kept | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}
/** texts are never written into: one that is as before has the hash it had */
const hashes = new WeakMap<StepDoc, string>();
function textsOf(state: DesignState): Kept['texts'] {
  return Object.fromEntries(
    Object.values(state.documents).map(({ id, text }) => {
      const hash = hashes.get(text) ?? hashOf(text);
      hashes.set(text, hash);
      return [id, hash];
    }),
  );
}
