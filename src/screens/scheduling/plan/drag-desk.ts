/**
 * A drag from taking to letting go. After a rest the server is asked what it would do there (a dry run): its answer is the ghost. Letting
 * go does it. Whoever draws follows `subscribe`; nothing here knows the screen.
 */
import type { MoveAnswer } from '../../../../schemas/language/wire-schedule';
import { isHome, type Place, type Taken } from '../chart/drag';

/** ms the pointer rests before the server is asked */
export const REST_MS = 150;

export interface DragWork {
  /** what would happen; rejects with the sentence of the refusal */
  readonly dryRun: (taken: Taken, place: Place, signal: AbortSignal) => Promise<MoveAnswer>;
  readonly drop: (taken: Taken, place: Place) => Promise<void>;
  readonly refused: (text: string) => void;
  readonly textOf: (error: unknown) => string;
}
export interface Dragged {
  readonly taken: Taken;
  readonly place: Place | null;
  /** of this very place; null = not known yet */
  readonly answer: MoveAnswer | null;
  /** why it cannot be let go here: our own rules, or the server's */
  readonly refusal: string | null;
}

export class DragDesk {
  readonly #work: () => DragWork;
  readonly #listeners = new Set<() => void>();
  #now: Dragged | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: AbortController | undefined;

  constructor(work: () => DragWork) {
    this.#work = work;
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly current = (): Dragged | null => this.#now;

  take(taken: Taken): void {
    this.#rest();
    this.#set({ taken, place: null, answer: null, refusal: null });
  }
  move(place: Place | null): void {
    const now = this.#now;
    if (now === null || same(now.place, place)) return;
    this.#rest();
    this.#set({ taken: now.taken, place, answer: null, refusal: place?.refusal ?? null });
    if (place === null || place.refusal !== null || isHome(now.taken, place)) return;
    this.#timer = setTimeout(() => void this.#ask(now.taken, place), REST_MS);
  }
  async drop(): Promise<void> {
    const now = this.#now;
    this.giveUp();
    if (now === null || now.place === null || isHome(now.taken, now.place)) return;
    if (now.refusal !== null) this.#work().refused(now.refusal);
    else await this.#work().drop(now.taken, now.place);
  }
  giveUp(): void {
    this.#rest();
    if (this.#now !== null) this.#set(null);
  }
  async #ask(taken: Taken, place: Place): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    const work = this.#work();
    try {
      const answer = await work.dryRun(taken, place, asked.signal);
      if (this.#asked === asked) this.#set({ taken, place, answer, refusal: null });
    } catch (error) {
      if (this.#asked === asked) this.#set({ taken, place, answer: null, refusal: work.textOf(error) });
    }
  }
  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asked?.abort();
    this.#asked = undefined;
  }
  #set(now: Dragged | null): void {
    this.#now = now;
    for (const listener of this.#listeners) listener();
  }
}
const same = (a: Place | null, b: Place | null): boolean =>
  a === b || (a !== null && b !== null && a.resource.id === b.resource.id && a.start === b.start && a.qty === b.qty);
