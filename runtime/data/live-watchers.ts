/** Who watches which topics of the live channel. The stream has room for so many; who finds none looks for himself from time to time. */
import type { LivePerson } from './live-line';

export interface LiveChange {
  readonly topic: string;
  /** undefined = too many to name */
  readonly ids?: readonly string[] | undefined;
  /** what a topic `device:<id>` or `meter:<id>` tells: the row as it is now, null = it is not to be seen */
  readonly row?: unknown;
  /** of a topic `draft:<id>`: who else has it open; nothing else is told then */
  readonly people?: readonly LivePerson[] | undefined;
}
export interface Watcher {
  readonly onChange: (change: LiveChange) => void;
  readonly onGap: () => void;
}
/** as many as the server takes of one stream */
const MAX_TOPICS = 600;
/** who watches more than fits is told to look for himself */
const UNHEARD_MS = 60_000;

export class Watchers {
  readonly #topics = new Map<Watcher, readonly string[]>();
  #unheard: readonly Watcher[] = [];
  #looking: ReturnType<typeof setInterval> | undefined;

  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }
  add(watcher: Watcher, topics: readonly string[]): void {
    this.#topics.set(watcher, topics);
  }
  remove(watcher: Watcher): void {
    this.#topics.delete(watcher);
  }
  /** The topics to ask of the stream. */
  wanted(): readonly string[] {
    const { topics, rest } = share([...this.#topics]);
    this.#unheard = rest;
    if (rest.length > 0)
      this.#looking ??= setInterval(() => {
        for (const watcher of this.#unheard) watcher.onGap();
      }, UNHEARD_MS);
    return topics;
  }
  /** There is no stream: nobody looks for himself either. */
  rest(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
  gap(): void {
    for (const watcher of [...this.#topics.keys()]) watcher.onGap();
  }
  change(change: LiveChange): void {
    for (const [watcher, topics] of [...this.#topics]) if (topics.includes(change.topic)) watcher.onChange(change);
  }
}

/** topics of one record, device, meter */
const ONE = ['record:', 'device:', 'meter:'];
/** Whole objects first, then single records, those of the newest page before others; and who watches something that has no room. */
const share = (
  all: readonly (readonly [Watcher, readonly string[]])[],
): { readonly topics: readonly string[]; readonly rest: readonly Watcher[] } => {
  const isRecord = (topic: string): boolean => ONE.some((sort) => topic.startsWith(sort));
  const wanted = all.toReversed().flatMap(([, topics]) => topics);
  const topics = [
    ...new Set([...wanted.filter((topic) => !isRecord(topic)), ...wanted.filter((topic) => isRecord(topic))]),
  ].slice(0, MAX_TOPICS);
  const heard = new Set(topics);
  return {
    topics,
    rest: all.flatMap(([watcher, own]) => (own.every((topic) => heard.has(topic)) ? [] : [watcher])),
  };
};
