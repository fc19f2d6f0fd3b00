/**
 * Writes that wait long for their answer. Over a bad network nobody shall look at a turning button for three minutes: after some seconds
 * it is said that one waits, and waiting can be given up. Nothing is lost by that: what was typed stays, and the repeat goes out under
 * the token of the first attempt, so it is done once whether that one arrived or not.
 */
import { createSignal, type Signal } from './signal';

export const SLOW_MS = 5_000;
/** What a write says that was given up. */
export const GIVEN_UP = '服务器没有答复，已停止等待。填写的内容都在，再次提交不会重复办理';

interface Waiting {
  readonly since: number;
  readonly abort: AbortController;
}

export class SlowCalls {
  /** bumped when a call became slow or one of them was answered */
  readonly changed: Signal = createSignal();
  readonly #slow = new Set<Waiting>();

  /** Milliseconds of this device at which the longest of them went out; undefined = none is slow. */
  get since(): number | undefined {
    return this.#slow.size === 0 ? undefined : Math.min(...[...this.#slow].map((waiting) => waiting.since));
  }
  async watch<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const waiting: Waiting = { since: Date.now(), abort: new AbortController() };
    const timer = setTimeout(() => {
      this.#slow.add(waiting);
      this.changed.bump();
    }, SLOW_MS);
    try {
      return await work(waiting.abort.signal);
    } finally {
      clearTimeout(timer);
      if (this.#slow.delete(waiting)) this.changed.bump();
    }
  }
  /** Gives up those that are slow. */
  stop(): void {
    for (const { abort } of this.#slow) abort.abort();
  }
}
/** Those of this page. */
export const slowCalls: SlowCalls = new SlowCalls();
