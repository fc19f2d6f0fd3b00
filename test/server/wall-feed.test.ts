/** Large boards by stream (50 §5.1): one answer for equal screens, blocks as they change, and none for who may not show it any more. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '../../server/ctx';
import { forbidden, signedOut } from '../../server/errors';
import { type Answered, type Board, type Screen, WallFeed } from '../../server/live/wall-feed';

let feed: WallFeed;
let data: Board['data'];
let asked = 0;
const failures: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [failures.length, asked] = [0, 0];
  data = { tiles: [1], idle: [] };
  feed = new WallFeed();
});
afterEach(() => {
  feed.stop();
  vi.useRealTimers();
});

const sessionOf = (id: string, schema = 'org_demo') => ({ id, org: { schema } }) as Session;
const open = (id: string, more: Partial<Screen> = {}) => {
  const told: Board['data'][] = [];
  const screen = {
    ...{ session: sessionOf('screen:1'), question: 'a', door: id, told, ended: false, renewed: 0 },
    renew: async (): Promise<Session> => {
      screen.renewed++;
      return screen.session;
    },
    answer: async (): Promise<Answered> => {
      asked++;
      return { board: { refreshSec: 10, data } };
    },
    failed: (error: unknown) => void failures.push(error),
    isFull: () => false,
    tell: (board: Board) => void told.push(board.data),
    end: () => {
      screen.ended = true;
    },
    ...more,
  };
  feed.add(id, screen);
  return screen;
};
/** what a screen heard of blocks */
const heard = ({ told }: { readonly told: readonly Board['data'][] }) =>
  told.filter((blocks) => Object.keys(blocks).length > 0);

it('equal screens are asked for once, and hear the blocks that changed, each at most once a second', async () => {
  const all = [open('1'), open('2'), open('3')];
  await vi.advanceTimersByTimeAsync(1_000);
  for (const screen of all) expect(heard(screen)).toEqual([{ tiles: [1], idle: [] }]);
  asked = 0;
  // however often it changes
  for (let n = 0; n < 100; n++) {
    data = { tiles: [2 + n], idle: [] };
    feed.changed('org_demo');
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBeLessThanOrEqual(13);
  for (const screen of all) {
    const changes = heard(screen).slice(1);
    expect(changes.length).toBeLessThanOrEqual(7);
    expect(changes.every((blocks) => !('idle' in blocks))).toBe(true);
    expect(changes.at(-1)).toEqual({ tiles: [101] });
  }
  // others show something else
  const other = open('4', { question: 'b' });
  const stranger = open('5', { session: sessionOf('screen:1', 'org_other') });
  await vi.advanceTimersByTimeAsync(0);
  for (const screen of [other, stranger]) expect(heard(screen)).toEqual([{ tiles: [101], idle: [] }]);
});

it('what changes after a rest is told at once, and beside much else within a second', async () => {
  const screen = open('1');
  await vi.advanceTimersByTimeAsync(5_000);
  data = { tiles: [2], idle: [] };
  feed.changed('org_demo');
  await vi.advanceTimersByTimeAsync(10);
  expect(heard(screen).at(-1)).toEqual({ tiles: [2] });
  // the other block was not sent just now
  data = { tiles: [2], idle: [1] };
  feed.changed('org_demo');
  await vi.advanceTimersByTimeAsync(600);
  expect(heard(screen).at(-1)).toEqual({ idle: [1] });
});

it('values of other devices ask for no board, those of its own do', async () => {
  open('1', {
    answer: async () => {
      asked++;
      return { board: { refreshSec: 10, data }, devices: ['cnc-1', 'cnc-2'] };
    },
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toBe(1);
  feed.changed('org_demo', ['im-1']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(1);
  for (const devices of [['im-1', 'cnc-2'], undefined]) {
    feed.changed('org_demo', devices);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toBe(3);
});

it('nothing is asked while nothing changes, but for what time alone changes', async () => {
  open('1');
  await vi.advanceTimersByTimeAsync(1_000);
  asked = 0;
  feed.changed('org_other');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toBe(1);
  feed.drop('1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, feed.size]).toEqual([1, 0]);
});

it('who may show it no longer hears nothing more, though others of the same board do', async () => {
  let isOver = false;
  const seat = open('1', {
    renew: async () => {
      if (isOver) throw signedOut();
      return sessionOf('screen:1');
    },
  });
  const fine = open('2');
  await vi.advanceTimersByTimeAsync(1_000);
  isOver = true;
  await vi.advanceTimersByTimeAsync(5_000);
  data = { tiles: [2], idle: [] };
  feed.changed('org_demo');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([seat.ended, heard(seat).length, fine.ended]).toEqual([true, 1, false]);
  expect(heard(fine).at(-1)).toEqual({ tiles: [2] });
  // the right of the session itself
  const refused = open('3', {
    ...{ session: sessionOf('of a person'), question: 'b' },
    answer: async () => {
      throw forbidden();
    },
  });
  await vi.advanceTimersByTimeAsync(0);
  expect([refused.ended, refused.told, failures]).toEqual([true, [], []]);
});

it('screens of one door are looked at together, every five seconds at most', async () => {
  const all = [open('1', { door: 'key' }), open('2', { door: 'key' }), open('3')];
  for (let n = 0; n < 200; n++) {
    feed.changed('org_demo');
    await vi.advanceTimersByTimeAsync(100);
  }
  const [first, second, third] = all.map(({ renewed }) => renewed) as [number, number, number];
  expect(first + second).toBeLessThanOrEqual(4);
  expect(first + second).toBeGreaterThanOrEqual(3);
  expect(third).toBe(first + second);
});

it('while the database is away boards stay open, and are asked again', async () => {
  let isAway = true;
  const screen = open('1', {
    answer: async () => {
      if (isAway) throw new Error('the database is away');
      return { board: { refreshSec: 10, data } };
    },
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([screen.ended, screen.told]).toEqual([false, []]);
  expect(failures.length).toBeLessThanOrEqual(4);
  isAway = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(heard(screen)).toEqual([data]);
});

it('a slow screen gets the newest once it takes anything, and is not asked for meanwhile', async () => {
  let full = false;
  const slow = open('1', { isFull: () => full });
  await vi.advanceTimersByTimeAsync(1_000);
  full = true;
  for (const n of [2, 3, 4]) {
    data = { tiles: [n], idle: [] };
    feed.changed('org_demo');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  asked = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(0);
  full = false;
  feed.drained('1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard(slow)).toEqual([{ tiles: [1], idle: [] }, { tiles: [4] }]);
});

it('a thousand boards that are all different leave the process half of its time', async () => {
  let busy = 0;
  for (let n = 0; n < 1_000; n++)
    open(String(n), {
      question: String(n),
      answer: async () => {
        await new Promise((done) => setTimeout(done, 40));
        busy += 40;
        return { board: { refreshSec: 10, data } };
      },
    });
  expect(feed.hasRoom('org_demo')).toBe(false);
  expect(feed.hasRoom('org_other')).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(busy).toBeLessThanOrEqual(10_100);
  expect(busy).toBeGreaterThanOrEqual(9_000);
});
