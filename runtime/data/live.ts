/**
 * The live channel of a browser tab (language §12.3): one stream whatever the number of lists that watch, open only while somebody
 * watches and the tab is looked at, so that many tabs never use up the browser's few connections. Whatever may have been missed (a gap
 * in the sequence, a new stream, a tab that was hidden) is told as a gap: fetch anew.
 */
import { HttpError, http, sessionBack } from './http';
import { type Line, type LiveEvent, type LiveWire, openLine } from './live-line';
import { type Watcher, Watchers } from './live-watchers';
import { createSignal, type Signal } from './signal';

export type { LiveChange, Watcher } from './live-watchers';

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
const LEAVE_MS = 2_000;
const backOff = (attempt: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.7 + Math.random() * 0.6);

export const createLive = ({ wire, isShown, onShown, onSession, wait = backOff }: LiveOptions): Live => {
  const watchers = new Watchers();
  let line: Line | undefined;
  let stream: string | undefined;
  let seq = 0;
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  /** a stream stood before: what comes on the next one is not all that happened */
  let missed = false;

  const signal = createSignal();
  let lost = false;
  const setLost = (now: boolean): void => {
    if (lost === now) return;
    lost = now;
    signal.bump();
  };
  const sendTopics = async (): Promise<void> => {
    asking = undefined;
    if (stream === undefined) return;
    const at = stream;
    const topics = watchers.wanted();
    try {
      const { known } = await wire.post<{ known: boolean }>('/live/topics', { stream: at, topics }, { quiet: true });
      if (!known && stream === at) line?.close();
    } catch {
      if (stream === at) line?.close();
    }
  };
  const askTopics = (): void => {
    if (asking === undefined) asking = setTimeout(() => void sendTopics(), TOPICS_MS);
  };
  const hear = (event: string, data: LiveEvent): void => {
    if (event === 'hello') {
      stream = data.stream;
      seq = 0;
      attempt = 0;
      setLost(false);
      void sendTopics().then(() => {
        if (missed) watchers.gap();
        missed = true;
      });
      return;
    }
    const expected = seq + 1;
    seq = data.seq ?? expected;
    if (event === 'gap' || seq !== expected) watchers.gap();
    else if (data.topic === undefined) return;
    else if (event === 'change') watchers.change({ topic: data.topic, ids: data.ids });
    else if (event === 'present') watchers.change({ topic: data.topic, people: data.people ?? [] });
    else if (event === 'device' || event === 'meter') watchers.change({ topic: data.topic, row: data.row });
  };
  const listen = (): void => {
    if (line !== undefined || retry !== undefined || watchers.isEmpty || !isShown()) return;
    const own = openLine(wire, hear);
    line = own;
    void own.ended.then((cause) => {
      if (line !== own) return;
      line = undefined;
      stream = undefined;
      // signed out: the next call of the page says so, and a session that is back opens the line again
      if (cause instanceof HttpError && cause.code === 401) return;
      if (watchers.isEmpty || !isShown()) return;
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
    retry = undefined;
    watchers.rest();
    const own = line;
    line = undefined;
    stream = undefined;
    own?.close();
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
      watchers.add(watcher, topics);
      if (stream === undefined) listen();
      else askTopics();
      return () => {
        watchers.remove(watcher);
        if (!watchers.isEmpty) askTopics();
        // another page of a list watches again in a moment
        else
          setTimeout(() => {
            if (!watchers.isEmpty) return;
            hangUp();
            missed = false;
          }, LEAVE_MS);
      };
    },
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
