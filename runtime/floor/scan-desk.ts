/** Scanned codes in order, one at a time into the form in front; while that is being sent or read anew they wait for the next. */
import { createSignal, type Signal } from '../data/signal';

export type Take = (text: string) => Promise<void>;

export class ScanDesk {
  /** bumped when a code came or went */
  readonly signal: Signal = createSignal();
  #waiting: readonly string[] = [];
  #take: Take | undefined;
  #held = false;
  #running: Promise<void> | undefined;

  get waiting(): readonly string[] {
    return this.#waiting;
  }
  read(text: string): void {
    this.#put([...this.#waiting, text]);
    this.#run();
  }
  /** A form that codes fill from now on, those that waited first; answers the way to go. */
  attach(take: Take): () => void {
    this.#take = take;
    this.#held = false;
    this.#run();
    return () => {
      if (this.#take === take) this.leave();
    };
  }
  /** The form in front goes: what is read meanwhile is the next one's. */
  leave(): void {
    this.#take = undefined;
  }
  /** No code goes in until `free`; resolves when the one under way is in. */
  hold(): Promise<void> {
    this.#held = true;
    return this.#running ?? Promise.resolve();
  }
  free(): void {
    this.#held = false;
    this.#run();
  }

  #next(): Take | undefined {
    return this.#held || this.#waiting.length === 0 ? undefined : this.#take;
  }
  #run(): void {
    if (this.#running !== undefined || this.#next() === undefined) return;
    this.#running = this.#drain().finally(() => {
      this.#running = undefined;
      this.#run();
    });
  }
  async #drain(): Promise<void> {
    for (let take = this.#next(); take !== undefined; take = this.#next()) {
      const [text = '', ...rest] = this.#waiting;
      this.#put(rest);
      await take(text);
    }
  }
  #put(waiting: readonly string[]): void {
    this.#waiting = waiting;
    this.signal.bump();
  }
}
