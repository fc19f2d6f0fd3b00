/**
 * The line between a draft in the browser and the server: what was done goes out in order, what others did comes in. What could not be
 * sent is kept in the browser and goes out later, also after a reload; nothing is lost by a broken network.
 */
import { HttpError } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import type { Draft, DraftStep } from '../../schemas/language/wire-design';
import type { DesignStore, OthersSteps } from '../document/store';
import { designClient } from './client';
import { type Waiting, WaitingSteps } from './waiting';

export type LinkState =
  | { readonly state: 'saved'; readonly at: number | null }
  | { readonly state: 'saving' }
  /** `kept`: what waits is in the browser too, so that it outlives a reload */
  | { readonly state: 'offline' | 'failed'; readonly text: string; readonly kept: boolean };
interface Options {
  /** an id of '' = there is none before the first step */
  readonly draft: Draft;
  readonly store: DesignStore;
  /** makes the draft that is not there yet */
  readonly make?: () => Promise<Draft>;
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
const nameOf = ({ id, app }: Draft): string => (id === '' ? `app.${app}` : id);

export class DraftLink {
  #draft: Draft;
  #seq: number;
  readonly #options: Options;
  readonly #waiting: WaitingSteps;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  /** number of the last step that was told of */
  #heard = 0;
  #token = newToken();
  #closed = false;
  /** false: the browser has no room for what waits, it is in this page alone */
  #isKept = true;

  constructor(options: Options) {
    this.#options = options;
    this.#draft = options.draft;
    this.#seq = options.draft.seq;
    this.#waiting = new WaitingSteps(options.keep ?? localStorage, nameOf(options.draft));
  }

  get draft(): Draft {
    return this.#draft;
  }
  /** Steps that never arrived, of before a reload or of a tab that is gone, are done again. */
  restore(): void {
    const { store } = this.#options;
    const { steps, taken } = this.#waiting.left();
    for (const { gesture, ...one } of steps) store.dispatch({ steps: [one], gesture });
    if (steps.length === 0 || store.unsent.length === 0 || this.#remember()) taken();
  }
  /** The page goes away: what waits is anybody's who opens the draft. */
  leave(): void {
    this.#waiting.leave();
  }

  /** The store changed: sends a moment later. */
  changed(): void {
    const { unsent } = this.#options.store;
    if (unsent.length === 0 || this.#closed) return;
    this.#remember();
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
    if (this.#sending === undefined && !this.#closed && this.#draft.id !== '') await this.#send();
  }
  /** The draft has so many steps (live topic `draft:<id>`): asks for those of others at once. */
  heard(seq: number): void {
    this.#heard = Math.max(this.#heard, seq);
    if (this.#heard > this.#seq) void this.look();
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.leave();
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, ms);
  }
  #send(): Promise<void> {
    const heard = this.#heard;
    this.#sending ??= this.#exchange().finally(() => {
      this.#sending = undefined;
      if (this.#closed || this.#timer !== undefined) return;
      if (this.#options.store.unsent.length > 0) this.#later(PAUSE_MS);
      else if (this.#heard > Math.max(heard, this.#seq)) void this.look();
    });
    return this.#sending;
  }
  /** The first step makes the draft; what waits in the browser waits for it from then on. */
  async #begin(): Promise<void> {
    const { make } = this.#options;
    if (make === undefined) throw new HttpError(203, '草稿不存在');
    this.#draft = await make();
    // what others did in it meanwhile comes with the answer
    this.#seq = 0;
    this.#tried(() => this.#waiting.moveTo(nameOf(this.#draft)));
  }
  /** A full storage (or none, in a private window) must not keep anything from being sent. */
  #remember(): boolean {
    return this.#tried(() => this.#waiting.keep(this.#options.store.unsent));
  }
  #tried(write: () => void): boolean {
    try {
      write();
      this.#isKept = true;
    } catch {
      this.#isKept = false;
    }
    return this.#isKept;
  }
  async #exchange(): Promise<void> {
    const { store, onState, onSaved, onConflict, send = designClient.steps } = this.#options;
    const batch = store.unsent.slice(0, MOST);
    if (batch.length > 0) onState({ state: 'saving' });
    try {
      if (this.#draft.id === '') await this.#begin();
      const answer = await send(this.#draft.id, this.#seq, batch, this.#token);
      this.#token = newToken();
      this.#seq = answer.seq;
      if (store.answered(batch.length, byDocument(answer.others)) !== undefined)
        onConflict('他人的修改没有能并入，请刷新页面');
      // what the store knows is decided there; the rest has to be said
      const isKnown = (document: string, address: string): boolean =>
        store.conflicts.some((conflict) => conflict.document === document && conflict.address === address);
      for (const { document, address, text } of answer.conflicts) if (!isKnown(document, address)) onConflict(text);
      if (store.unsent.length === 0) this.#waiting.drop();
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
        onState({
          state: isLost ? 'offline' : 'failed',
          text: cause instanceof HttpError ? cause.msg : '保存失败',
          kept: this.#isKept,
        });
      if (isLost && !this.#closed && batch.length > 0) this.#later(AGAIN_MS);
    }
  }
}

function byDocument(steps: readonly DraftStep[]): readonly OthersSteps[] {
  const map = new Map<string, DraftStep[]>();
  for (const step of steps) map.set(step.document, [...(map.get(step.document) ?? []), step]);
  return [...map].map(([document, theirs]) => ({
    document,
    steps: theirs.map(({ step }) => step),
    user: theirs.at(-1)?.userName ?? '',
  }));
}
