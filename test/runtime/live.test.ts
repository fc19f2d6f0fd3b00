import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../runtime/data/http';
import { createLive, type Live, type LiveChange } from '../../runtime/data/live';

interface Line {
  say(event: string, data: object): void;
  end(cause?: unknown): void;
  readonly signal: AbortSignal;
}
let lines: Line[] = [];
let posts: string[][] = [];
let known = true;
let shown = true;
let tellShown: () => void = () => undefined;
let tellSession: () => void = () => undefined;
let live: Live;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  posts = [];
  known = true;
  shown = true;
  live = createLive({
    wire: {
      stream: (_path, onText, signal) =>
        new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new HttpError(0, '')));
          lines.push({
            say: (event, data) => onText(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
            end: (cause) => (cause === undefined ? resolve() : reject(cause)),
            signal,
          });
        }),
      post: async <T>(_path: string, body: unknown): Promise<T> => {
        posts.push([...(body as { topics: string[] }).topics]);
        return { known } as T;
      },
    },
    isShown: () => shown,
    onShown: (tell) => {
      tellShown = tell;
    },
    onSession: (tell) => {
      tellSession = tell;
    },
    wait: (attempt) => 100 * (attempt + 1),
  });
});
afterEach(() => vi.useRealTimers());

const watch = (...topics: string[]) => {
  const heard: (LiveChange | 'gap')[] = [];
  const stop = live.watch(topics, { onChange: (change) => heard.push(change), onGap: () => heard.push('gap') });
  return { heard, stop };
};
const settle = () => vi.advanceTimersByTimeAsync(60);

describe('the channel of a tab', () => {
  it('opens one stream for all watchers and asks for what they watch together', async () => {
    const a = watch('object:a');
    const b = watch('object:a', 'record:a:1');
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    lines[0]?.say('change', { topic: 'object:a', ids: ['1'], seq: 1 });
    lines[0]?.say('change', { topic: 'record:a:1', ids: ['1'], seq: 2 });
    expect(lines).toHaveLength(1);
    expect(posts.at(-1)).toEqual(['object:a', 'record:a:1']);
    expect(a.heard).toEqual([{ topic: 'object:a', ids: ['1'] }]);
    expect(b.heard).toHaveLength(2);
    a.stop();
    await settle();
    expect(lines[0]?.signal.aborted).toBe(false);
    b.stop();
    watch('object:c').stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lines[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_500);
    expect([lines.length, lines[0]?.signal.aborted]).toEqual([1, true]);
  });

  it('a message that comes in parts is read whole', async () => {
    const { heard } = watch('object:a');
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    lines[0]?.say('change', { topic: 'object:a', seq: 1 });
    expect(heard).toEqual([{ topic: 'object:a', ids: undefined }]);
  });

  it('a hole in the sequence, a lost stream, and the word of the server are gaps', async () => {
    const { heard } = watch('object:a');
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    lines[0]?.say('change', { topic: 'object:a', ids: ['1'], seq: 3 });
    expect(heard).toEqual(['gap']);
    lines[0]?.say('gap', { seq: 4 });
    expect(heard).toEqual(['gap', 'gap']);
    lines[0]?.end(new HttpError(0, ''));
    await vi.advanceTimersByTimeAsync(150);
    lines[1]?.say('hello', { stream: 's2' });
    await settle();
    expect(heard).toEqual(['gap', 'gap', 'gap']);
    expect(posts.at(-1)).toEqual(['object:a']);
  });

  it('tries again later and later, and at once from the start after an answer', async () => {
    watch('object:a');
    for (let n = 1; n <= 3; n++) {
      lines.at(-1)?.end(new HttpError(0, ''));
      await vi.advanceTimersByTimeAsync(100 * n - 10);
      expect(lines).toHaveLength(n);
      await vi.advanceTimersByTimeAsync(20);
      expect(lines).toHaveLength(n + 1);
    }
    lines.at(-1)?.say('hello', { stream: 's' });
    lines.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(120);
    expect(lines).toHaveLength(5);
  });

  it('opens again when the user signed in over the page, and tells that something was missed', async () => {
    const { heard } = watch('object:a');
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    lines[0]?.end(new HttpError(401, ''));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(1);
    tellSession();
    expect(lines).toHaveLength(2);
    tellSession();
    expect(lines).toHaveLength(2);
    lines[1]?.say('hello', { stream: 's2' });
    await settle();
    expect(heard).toEqual(['gap']);
  });

  it('asks for whole objects first; who watches what has no room looks for himself', async () => {
    const records = (object: string, count: number) => Array.from({ length: count }, (_, n) => `record:${object}:${n}`);
    const a = watch(...records('a', 400), 'object:a');
    const b = watch('object:b', ...records('b', 300));
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    expect(posts.at(-1)).toHaveLength(600);
    expect(posts.at(-1)?.slice(0, 3)).toEqual(['object:b', 'object:a', 'record:b:0']);
    await vi.advanceTimersByTimeAsync(30_000);
    lines[0]?.say('beat', { seq: 1 });
    await vi.advanceTimersByTimeAsync(31_000);
    expect([a.heard, b.heard]).toEqual([['gap'], []]);
    b.stop();
    await settle();
    expect(posts.at(-1)).toHaveLength(401);
    lines[0]?.say('beat', { seq: 2 });
    await vi.advanceTimersByTimeAsync(40_000);
    lines[0]?.say('beat', { seq: 3 });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(a.heard).toEqual(['gap']);
  });

  it('does not try again when it is signed out', async () => {
    watch('object:a');
    lines[0]?.end(new HttpError(401, ''));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(1);
  });

  it('a tab that nobody looks at holds no connection and fetches anew afterwards', async () => {
    const { heard } = watch('object:a');
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    shown = false;
    tellShown();
    expect(lines[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(1);
    shown = true;
    tellShown();
    lines[1]?.say('hello', { stream: 's2' });
    await settle();
    expect(heard).toEqual(['gap']);
  });

  it('a silent line is dropped', async () => {
    watch('object:a');
    lines[0]?.say('hello', { stream: 's1' });
    await vi.advanceTimersByTimeAsync(51_000);
    expect(lines[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(lines).toHaveLength(2);
  });

  it('a stream the server does not know is given up for a new one', async () => {
    known = false;
    watch('object:a');
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    expect(lines[0]?.signal.aborted).toBe(true);
  });
});

describe('a line that is lost', () => {
  it('is one that fails twice; it is told until the next one stands', async () => {
    let told = 0;
    live.signal.subscribe(() => {
      told += 1;
    });
    watch('object:a');
    lines[0]?.say('hello', { stream: 's1' });
    await settle();
    lines[0]?.end();
    await settle();
    expect([live.isLost(), told]).toEqual([false, 0]);
    await vi.advanceTimersByTimeAsync(100);
    lines[1]?.end(new HttpError(0, ''));
    await settle();
    expect([live.isLost(), told]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(200);
    lines[2]?.say('hello', { stream: 's2' });
    await settle();
    expect([live.isLost(), told]).toEqual([false, 2]);
  });
});
