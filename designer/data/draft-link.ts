/**
 * The line between a draft in the browser and the server: what was done goes out in order, what others did comes in. What could not be
 * sent is kept in the browser and goes out later, also after a reload; nothing is lost by a broken network.
 */
import { HttpError } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import type { Draft, DraftStep } from '../../schemas/language/wire-design';
import type { DesignStore, OutgoingStep } from '../document/store';
import { designClient } from './client';

export type LinkState =
  | { readonly state: 'saved'; readonly at: number | null }
  | { readonly state: 'saving' }
  | { readonly state: 'offline' | 'failed'; readonly text: string };
/** Where unsent steps wait. */
export interface Waiting {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}
interface Options {
  readonly draft: Draft;
  readonly store: DesignStore;
  readonly onState: (state: LinkState) => void;
  /** a sentence about steps that others made impossible */
  readonly onConflict: (text: string) => void;
  readonly onSaved: () => void;
  readonly keep?: Waiting;
  readonly send?: typeof designClient.steps;
}
const PAUSE_MS = 400;
const AGAIN_MS = 5_000;
const MOST = 200;
const keyOf = (draft: string): string => `millwright.design.unsent.${draft}`;

export class DraftLink {
  readonly draft: Draft;
  #seq: number;
  readonly #options: Options;
  readonly #keep: Waiting;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #token = newToken();
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.draft = options.draft;
    this.#seq = options.draft.seq;
    this.#keep = options.keep ?? localStorage;
  }

  /** Steps of before a reload that never arrived are done again. */
  restore(): void {
    const kept = this.#keep.getItem(keyOf(this.draft.id));
    if (kept === null) return;
    for (const { gesture, ...one } of JSON.parse(kept) as readonly OutgoingStep[])
      this.#options.store.dispatch({ steps: [one], gesture });
  }

  /** The store changed: sends a moment later. */
  changed(): void {
    const { unsent } = this.#options.store;
    if (unsent.length === 0 || this.#closed) return;
    this.#keep.setItem(keyOf(this.draft.id), JSON.stringify(unsent));
    if (this.#timer === undefined && this.#sending === undefined) this.#later(PAUSE_MS);
  }
  /** Sends now; resolves when nothing is on its way. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#sending;
    if (this.#options.store.unsent.length > 0) await this.#send();
    return this.#options.store.unsent.length === 0;
  }
  /** Asks what others did. */
  async look(): Promise<void> {
    if (this.#sending === undefined && !this.#closed) await this.#send();
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, ms);
  }
  #send(): Promise<void> {
    this.#sending ??= this.#exchange().finally(() => {
      this.#sending = undefined;
      if (!this.#closed && this.#timer === undefined && this.#options.store.unsent.length > 0) this.#later(PAUSE_MS);
    });
    return this.#sending;
  }
  async #exchange(): Promise<void> {
    const { store, onState, onSaved, onConflict, send = designClient.steps } = this.#options;
    const batch = store.unsent.slice(0, MOST);
    if (batch.length > 0) onState({ state: 'saving' });
    try {
      const answer = await send(this.draft.id, this.#seq, batch, this.#token);
      this.#token = newToken();
      this.#seq = answer.seq;
      store.sent(batch.length);
      for (const [document, theirs] of byDocument(answer.others))
        store.receive(
          document,
          theirs.map((one) => one.step),
          theirs[0]?.userName ?? '',
        );
      for (const { text } of answer.conflicts) onConflict(text);
      if (store.unsent.length === 0) this.#keep.removeItem(keyOf(this.draft.id));
      if (batch.length > 0) {
        onState({ state: 'saved', at: Date.now() });
        onSaved();
      }
    } catch (cause) {
      // published or given up meanwhile: nothing more to ask
      if (batch.length === 0 && cause instanceof HttpError && cause.code !== 0) this.close();
      const isLost = !(cause instanceof HttpError) || cause.code === 0;
      if (!isLost) this.#token = newToken();
      if (batch.length > 0)
        onState({ state: isLost ? 'offline' : 'failed', text: cause instanceof HttpError ? cause.msg : '保存失败' });
      if (isLost && !this.#closed && batch.length > 0) this.#later(AGAIN_MS);
    }
  }
}

function byDocument(steps: readonly DraftStep[]): ReadonlyMap<string, readonly DraftStep[]> {
  const map = new Map<string, DraftStep[]>();
  for (const one of steps) map.set(one.document, [...(map.get(one.document) ?? []), one]);
  return map;
}
