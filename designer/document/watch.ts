/** Tells a listener outside MobX that the design changed: the workspace draws from snapshots. */
import { reaction } from 'mobx';
import type { DesignStore } from './store';

export function watchStore(store: DesignStore, listener: () => void): () => void {
  return reaction(() => [store.state, store.history, store.unsent, store.conflicts], listener);
}
