/**
 * When a chart of a board is asked again (80 §7.6): after its interval from the answer on, a tenth sooner or later so that many charts and
 * terminals do not ask together; soon after a lost call; not while nobody looks, but at once when somebody looks again.
 */
export interface PaceParts {
  readonly ask: () => void;
  /** runs later; answers the way to call it off */
  readonly later: (ms: number, run: () => void) => () => void;
  /** 0 … 1 */
  readonly random: () => number;
}
const SPREAD = 0.1;
const RETRY_SECONDS = [5, 15, 60] as const;

export class Pace {
  readonly #parts: PaceParts;
  /** seconds; null = told of changes, so never by itself */
  #every: number | null = null;
  #isShown = true;
  #isDue = false;
  #isAsking = false;
  #lost = 0;
  #cancel: (() => void) | undefined;

  constructor(parts: PaceParts) {
    this.#parts = parts;
  }

  setEvery(seconds: number | null): void {
    if (seconds === this.#every) return;
    this.#every = seconds;
    if (!this.#isAsking && this.#lost === 0) this.#plan();
  }
  show(isShown: boolean): void {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    if (isShown && this.#isDue) this.#ask();
  }
  /** What is shown is known to be old. */
  due(): void {
    this.#isDue = true;
    if (this.#isShown && !this.#isAsking) this.#ask();
  }
  /** A question is under way, whoever asked it. */
  asking(): void {
    this.#isAsking = true;
    this.#stop();
  }
  answered(): void {
    this.#isAsking = false;
    this.#lost = 0;
    this.#plan();
  }
  /** `isLost`: asking again may help; a refusal stays one until the next turn */
  failed(isLost: boolean): void {
    this.#isAsking = false;
    this.#lost = isLost ? this.#lost + 1 : 0;
    this.#plan();
  }
  stop(): void {
    this.#stop();
  }

  #plan(): void {
    this.#stop();
    if (this.#isDue && this.#lost === 0) {
      this.due();
      return;
    }
    const retry = RETRY_SECONDS[Math.min(this.#lost, RETRY_SECONDS.length) - 1];
    const seconds = retry ?? this.#every;
    if (seconds === null) return;
    const spread = retry === undefined ? 1 - SPREAD + 2 * SPREAD * this.#parts.random() : 1;
    this.#cancel = this.#parts.later(Math.round(seconds * 1000 * spread), () => {
      this.#cancel = undefined;
      this.due();
    });
  }
  #ask(): void {
    this.#isDue = false;
    this.#stop();
    this.#parts.ask();
  }
  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
