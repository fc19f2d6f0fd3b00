/**
 * The live channel of a browser tab (language §12.3): one stream whatever the number of lists that watch, open only while somebody
 * watches and the tab is looked at, so that many tabs never use up the browser's few connections. Whatever may have been missed (a gap
 * in the sequence, a new stream, a tab that was hidden) is told as a gap: fetch anew.
 */
import { HttpError, http, sessionBack } from './http';
import { createSignal, type Signal } from './signal';

export interface LiveChange {
  readonly topic: string;
  /** undefined = too many to name */
  readonly ids?: readonly string[] | undefined;
}
export interface Watcher {
  readonly onChange: (change: LiveChange) => void;
  readonly onGap: () => void;
}
export interface LiveWire {
  stream(path: string, onText: (part: string) => void, signal: AbortSignal): Promise<void>;
  post<T>(path: string, body: unknown, options: { readonly quiet: true }): Promise<T>;
}
export interface LiveOptions {
  readonly wire: LiveWire;
  /** is the tab looked at */
  readonly isShown: () => boolean;
  readonly onShown: (tell: () => void) => void;
  /** there is a session again */
  readonly onSession: (tell: () => void) => void;
  readonly wait?: (attempt: number) => number;
}
export interface Live {
  /** Watches topics until the answer is called. */
  watch(topics: readonly string[], watcher: Watcher): () => void;
  /** somebody watches and no line can be had: once was a hiccup, twice is lost */
  isLost(): boolean;
  /** bumped when that changed */
  readonly signal: Signal;
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const TOPICS_MS = 50;
/** as many as the server takes of one stream */
const MAX_TOPICS = 600;
/** who watches more than fits is told to look for himself */
const UNHEARD_MS = 60_000;
const LEAVE_MS = 2_000;
/** the server speaks every 20 seconds; a line that is silent for longer is dead */
const SILENT_MS = 50_000;
const backOff = (attempt: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.7 + Math.random() * 0.6);

export const createLive = ({ wire, isShown, onShown, onSession, wait = backOff }: LiveOptions): Live => {
  const watchers = new Map<Watcher, readonly string[]>();
  let line: AbortController | undefined;
  let stream: string | undefined;
  let seq = 0;
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let looking: ReturnType<typeof setInterval> | undefined;
  let unheard: readonly Watcher[] = [];
  /** a stream stood before: what comes on the next one is not all that happened */
  let missed = false;

  const signal = createSignal();
  let lost = false;
  const setLost = (now: boolean): void => {
    if (lost === now) return;
    lost = now;
    signal.bump();
  };
  const gap = (): void => {
    for (const watcher of [...watchers.keys()]) watcher.onGap();
  };
  const sendTopics = async (): Promise<void> => {
    asking = undefined;
    if (stream === undefined) return;
    const at = stream;
    const { topics, rest } = share([...watchers.entries()]);
    unheard = rest;
    if (unheard.length > 0)
      looking ??= setInterval(() => {
        for (const watcher of unheard) watcher.onGap();
      }, UNHEARD_MS);
    try {
      const { known } = await wire.post<{ known: boolean }>('/live/topics', { stream: at, topics }, { quiet: true });
      if (!known && stream === at) line?.abort();
    } catch {
      if (stream === at) line?.abort();
    }
  };
  const askTopics = (): void => {
    if (asking === undefined) asking = setTimeout(() => void sendTopics(), TOPICS_MS);
  };
  const hear = (
    event: string,
    data: { readonly seq?: number; readonly stream?: string } & Partial<LiveChange>,
  ): void => {
    if (event === 'hello') {
      stream = data.stream;
      seq = 0;
      attempt = 0;
      setLost(false);
      void sendTopics().then(() => {
        if (missed) gap();
        missed = true;
      });
      return;
    }
    const expected = seq + 1;
    seq = data.seq ?? expected;
    if (event === 'gap' || seq !== expected) gap();
    else if (event === 'change' && data.topic !== undefined) {
      const { topic, ids } = data;
      for (const [watcher, topics] of [...watchers]) if (topics.includes(topic)) watcher.onChange({ topic, ids });
    }
  };
  const listen = (): void => {
    if (line !== undefined || retry !== undefined || watchers.size === 0 || !isShown()) return;
    const own = new AbortController();
    line = own;
    let text = '';
    const alive = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENT_MS);
    };
    alive();
    void wire
      .stream(
        '/live',
        (part) => {
          alive();
          text += part;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const event = /^event: (.*)$/m.exec(block)?.[1];
            if (event !== undefined) hear(event, JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}'));
          }
        },
        own.signal,
      )
      .then(
        () => undefined,
        (cause: unknown) => cause,
      )
      .then((cause) => {
        clearTimeout(silence);
        if (line !== own) return;
        line = undefined;
        stream = undefined;
        // signed out: the next call of the page says so, and a session that is back opens the line again
        if (cause instanceof HttpError && cause.code === 401) return;
        if (watchers.size === 0 || !isShown()) return;
        setLost(attempt > 0);
        retry = setTimeout(() => {
          retry = undefined;
          listen();
        }, wait(attempt));
        attempt += 1;
      });
  };
  const hangUp = (): void => {
    clearTimeout(retry);
    clearTimeout(silence);
    clearInterval(looking);
    looking = undefined;
    retry = undefined;
    const own = line;
    line = undefined;
    stream = undefined;
    own?.abort();
    setLost(false);
  };
  onShown(() => {
    if (isShown()) listen();
    else hangUp();
  });
  onSession(listen);
  return {
    signal,
    isLost: () => lost,
    watch: (topics, watcher) => {
      watchers.set(watcher, topics);
      if (stream === undefined) listen();
      else askTopics();
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) askTopics();
        // another page of a list watches again in a moment
        else
          setTimeout(() => {
            if (watchers.size > 0) return;
            hangUp();
            missed = false;
          }, LEAVE_MS);
      };
    },
  };
};

/** Whole objects first, then single records, those of the newest page before others; and who watches something that has no room. */
const share = (
  all: readonly (readonly [Watcher, readonly string[]])[],
): { readonly topics: readonly string[]; readonly rest: readonly Watcher[] } => {
  const isRecord = (topic: string): boolean => topic.startsWith('record:');
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

let shared: Live | undefined;
const ofTab = (): Live => {
  shared ??= createLive({
    wire: http,
    isShown: () => document.visibilityState === 'visible',
    onShown: (tell) => document.addEventListener('visibilitychange', tell),
    onSession: (tell) => void sessionBack.subscribe(tell),
  });
  return shared;
};
/** The channel of this tab. */
export const live: Live = {
  watch: (topics, watcher) => ofTab().watch(topics, watcher),
  isLost: () => ofTab().isLost(),
  get signal() {
    return ofTab().signal;
  },
};
