/** Codes follow titles: whoever gives a drawn action its title, in the inspector, the outline or a question, gives it its code too. */
import { besideIn, codeOfTitle, titledIn } from '../commands/index';
import type { DesignStore } from '../document/store';
import { codeFrom } from '../workspace/code-from';

/** `taken`: codes the resolved document has beside those it writes. */
export function followTitles(store: DesignStore, taken: (address: string) => readonly string[]): () => void {
  return store.onDone((done) => {
    const titled = titledIn(store.state, done);
    if (titled === undefined) return;
    const { state } = store;
    const { address, title } = titled;
    const isShipped = state.documents[state.open ?? '']?.overlay !== undefined;
    const known = new Set([...besideIn(state, address), ...taken(address)]);
    void codeFrom(title, known, isShipped ? 'x' : undefined).then((code) => {
      if (store.state.open === state.open) store.run(codeOfTitle, { ...titled, code });
    });
  });
}
