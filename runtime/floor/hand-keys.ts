/**
 * Keys of a hand while no input has the focus, told from those of a scanner: a key counts once none followed at the scanner's speed. What
 * came together like a code is none of the pad's.
 */
import { FILL, type PadKey } from './pad';
import { FASTEST_HAND_MS, SHORTEST } from './scan';

const PAD: Readonly<Record<string, PadKey>> = { Backspace: 'back', Delete: 'clear', '.': '.', '+': FILL };

export class HandKeys {
  readonly #take: (key: PadKey) => void;
  #held: readonly string[] = [];
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(take: (key: PadKey) => void) {
    this.#take = take;
  }
  /** A key pressed at that moment; true = it is one of the pad. */
  press(key: string, at: number): boolean {
    const isOwn = padKey(key) !== undefined;
    // letters belong to the burst of a scanner, too
    if (!isOwn && key.length !== 1) return false;
    this.#settle(at);
    this.#held = [...this.#held, key];
    this.#last = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), WAIT_MS);
    return isOwn;
  }
  /** true = by hand; else it ends a code that nobody knew. */
  enter(at: number): boolean {
    this.#settle(at);
    const isHand = this.#held.length === 0;
    this.drop();
    return isHand;
  }
  drop(): void {
    clearTimeout(this.#timer);
    this.#held = [];
  }
  /** What a hand pressed before this moment. */
  #settle(at: number): void {
    if (at - this.#last >= FASTEST_HAND_MS) this.#flush();
  }
  #flush(): void {
    const keys = this.#held;
    this.drop();
    if (keys.length >= SHORTEST) return;
    for (const key of keys) {
      const own = padKey(key);
      if (own !== undefined) this.#take(own);
    }
  }
}

/** longer than between two keys of a scanner on a busy machine */
const WAIT_MS = 80;

const padKey = (key: string): PadKey | undefined =>
  /^\d$/.test(key) ? key : Object.hasOwn(PAD, key) ? PAD[key] : undefined;
