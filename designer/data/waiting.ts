/**
 * Steps that wait in the browser, each tab's own: two tabs on one draft neither send those of the other nor forget them. What a tab leaves
 * behind (closed, reloaded, ended) goes to the next that opens the draft.
 */
import { newToken } from '../../runtime/data/ids';
import type { OutgoingStep } from '../document/store';

/** Where they wait: the storage all tabs share. */
export type Waiting = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
interface Kept {
  /** when their tab was last there; 0 = it has left */
  readonly at: number;
  readonly steps: readonly OutgoingStep[];
}
const PREFIX = 'millwright.design.unsent.';
const BEAT_MS = 20_000;
/** a tab in the background gets its turn once a minute */
const GONE_MS = 150_000;

export class WaitingSteps {
  readonly #storage: Waiting;
  readonly #tab = newToken();
  #draft: string;
  #steps: readonly OutgoingStep[] = [];
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(storage: Waiting, draft: string) {
    this.#storage = storage;
    this.#draft = draft;
  }
  /** The same tab waits for another draft from now on. */
  moveTo(draft: string): void {
    const before = this.#key();
    this.#draft = draft;
    try {
      this.#write(Date.now());
    } finally {
      this.#storage.removeItem(before);
    }
  }
  /** Throws where the browser has no room. */
  keep(steps: readonly OutgoingStep[]): void {
    this.#steps = steps;
    this.#write(Date.now());
    this.#beat ??= setInterval(() => this.#again(Date.now()), BEAT_MS);
  }
  /** Nothing waits any more. */
  drop(): void {
    this.#steps = [];
    this.#rest();
    this.#storage.removeItem(this.#key());
  }
  /** Whoever opens the draft next may have them. */
  leave(): void {
    this.#rest();
    if (this.#steps.length > 0) this.#again(0);
  }
  /** What tabs that are no longer there left; `taken` when it waits here. */
  left(): { readonly steps: readonly OutgoingStep[]; readonly taken: () => void } {
    const keys = Array.from({ length: this.#storage.length }, (_, n) => this.#storage.key(n) ?? '').filter(
      (key) => key !== this.#key() && (key === PREFIX + this.#draft || key.startsWith(`${PREFIX}${this.#draft}#`)),
    );
    const gone = keys.flatMap((key) => {
      const { at, steps } = read(this.#storage.getItem(key));
      return Date.now() - at > GONE_MS ? [{ key, steps }] : [];
    });
    return {
      steps: gone.flatMap(({ steps }) => steps),
      taken: () => {
        for (const { key } of gone) this.#storage.removeItem(key);
      },
    };
  }

  #key(): string {
    return `${PREFIX}${this.#draft}#${this.#tab}`;
  }
  #rest(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
  }
  #write(at: number): void {
    const kept: Kept = { at, steps: this.#steps };
    this.#storage.setItem(this.#key(), JSON.stringify(kept));
  }
  /** What stands there already finds room again; without it they are in this page alone, as was said. */
  #again(at: number): void {
    try {
      this.#write(at);
    } catch {
      // told when they were kept
    }
  }
}

/** What cannot be read is as if nothing had waited: the designer opens. */
function read(text: string | null): Kept {
  const none: Kept = { at: 0, steps: [] };
  try {
    const kept = JSON.parse(text ?? '') as Kept | readonly OutgoingStep[];
    // before each tab had its own
    if (Array.isArray(kept)) return { at: 0, steps: kept as readonly OutgoingStep[] };
    return { ...none, ...(kept as Kept) };
  } catch {
    return none;
  }
}
