import { beforeEach, describe, expect, it } from 'vitest';
import { HttpError } from '../../runtime/data/http';
import { OfflineQueue, type ReplayAnswer, sendable, stopped } from '../../runtime/data/offline-queue';
import type { NewItem, QueueItem } from '../../runtime/data/queue-db';
import { memoryQueue } from '../support/memory-queue';

let token = 0;
const item = (chain: string, qty: number): Omit<NewItem, 'owner'> => ({
  token: `t${++token}`,
  chain,
  page: 'demoDoc',
  call: 'save',
  body: { record: { qty } },
  occurAt: '2026-01-15 08:00:00',
  clockOffset: 0,
  title: `数量${qty}`,
});

/** A server that keeps what it did by token, refuses over 100, and loses answers when told. */
class Server {
  readonly done = new Map<string, number>();
  lose = 0;
  down = false;
  /** what it answers for every item instead of judging it */
  trouble = 0;
  calls = 0;
  readonly given: [string, string][] = [];
  giveUp = async (item: QueueItem, reason: string): Promise<void> => {
    if (this.down) throw new HttpError(0, '网络异常，请检查网络');
    this.given.push([item.title, reason]);
  };
  answer = async (items: readonly QueueItem[]): Promise<readonly ReplayAnswer[]> => {
    this.calls++;
    if (this.down) throw new HttpError(0, '网络异常，请检查网络');
    if (this.trouble > 0)
      return items.map((item) => ({ token: item.token, code: this.trouble, msg: '稍后', data: null }));
    const stopped = new Set<string>();
    const answers = items.map((item): ReplayAnswer => {
      const qty = (item.body.record as { qty: number }).qty;
      if (stopped.has(item.chain)) return { token: item.token, code: 203, msg: '前一条', data: { waits: true } };
      if (qty > 100) {
        stopped.add(item.chain);
        return { token: item.token, code: 203, msg: '最多可报100', data: null };
      }
      this.done.set(item.token, qty);
      if (item.occurAt < '2026-01-15') {
        const data = { converted: 'afdd', text: '已转补报单BBD202601150001', id: 'b', nbr: 'BBD202601150001' };
        return { token: item.token, code: 200, msg: 'success', data };
      }
      return { token: item.token, code: 200, msg: 'success', data: null };
    });
    if (this.lose-- > 0) throw new HttpError(0, '网络异常，请检查网络');
    return answers;
  };
}
let server: Server;
let db: ReturnType<typeof memoryQueue>;
let timers: { readonly ms: number; readonly run: () => void }[];
let queue: OfflineQueue;
const open = (): OfflineQueue =>
  new OfflineQueue({
    db,
    send: (items) => server.answer(items),
    giveUp: (item, reason) => server.giveUp(item, reason),
    lock: (_name, task) => task(),
    later: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
const settled = async (): Promise<void> => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
  await queue.send();
};
const tick = async (): Promise<void> => {
  timers.shift()?.run();
  await settled();
};

beforeEach(async () => {
  server = new Server();
  db = memoryQueue();
  timers = [];
  queue = open();
  await queue.start('demo/u1');
});

describe('the offline queue', () => {
  it('200 items through lost answers and a restart are done exactly once', async () => {
    server.down = true;
    for (let i = 0; i < 200; i++) await queue.add(item(`C${i % 7}`, i % 100));
    await settled();
    expect([queue.online, queue.waiting]).toEqual([false, 200]);
    server.down = false;
    server.lose = 3;
    // the browser died meanwhile: another page takes the same items up
    queue = open();
    await queue.start('demo/u1');
    for (let i = 0; i < 12; i++) await tick();
    expect(db.all.size).toBe(0);
    expect(server.done.size).toBe(200);
    expect(queue.online).toBe(true);
  });
  it('waits 2, 4, 8 … at most 60 seconds between tries', async () => {
    server.down = true;
    await queue.add(item('A', 1));
    await settled();
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      waits.push(timers[0]?.ms ?? 0);
      await (async () => {
        timers.shift()?.run();
        for (let turn = 0; turn < 40; turn++) await Promise.resolve();
      })();
    }
    expect(waits.at(-1)).toBe(60_000);
    expect(waits.every((ms, i) => i === 0 || ms >= (waits[i - 1] ?? 0))).toBe(true);
  });
  it.each([401, 429, 500, 503])(
    'an item nobody judged (%i) stays and is sent again, it is not refused',
    async (code) => {
      server.trouble = code;
      await queue.add(item('A', 5));
      await settled();
      expect([queue.waiting, queue.refused, server.done.size]).toEqual([1, [], 0]);
      expect(timers.length).toBeGreaterThan(0);
      server.trouble = 0;
      await tick();
      expect([...server.done.values(), db.all.size]).toEqual([5, 0]);
    },
  );
  it('a refusal stops its chain, the others go on; mended, the chain goes on', async () => {
    server.down = true;
    for (const eachItem of [item('A', 500), item('A', 5), item('B', 6)]) await queue.add(eachItem);
    server.down = false;
    await settled();
    expect([...server.done.values()]).toEqual([6]);
    expect(queue.refused.map(({ text }) => text)).toEqual(['最多可报100']);
    expect(queue.holds('A')).toBe(true);
    const [refused] = queue.refused;
    const before = refused?.token;
    await queue.retry(refused?.seq ?? 0, { record: { qty: 50 } });
    await settled();
    expect([...server.done.values()]).toEqual([6, 50, 5]);
    expect(server.done.has(before ?? '')).toBe(false);
    expect(queue.items).toEqual([]);
  });
  it('what came too late is told as what it became until it is read, and holds nothing up', async () => {
    await queue.add({ ...item('A', 7), occurAt: '2026-01-14 08:00:00' });
    await queue.add(item('A', 5));
    await settled();
    expect([...server.done.values()]).toEqual([7, 5]);
    expect([queue.items, queue.holds('A')]).toEqual([[], false]);
    expect(queue.turned.map(({ title, text }) => [title, text])).toEqual([['数量7', '已转补报单BBD202601150001']]);
    // the browser died meanwhile: it is not sent again
    const { calls } = server;
    queue = open();
    await queue.start('demo/u1');
    await settled();
    expect([queue.turned.length, server.calls]).toEqual([1, calls]);
    await queue.read(queue.turned[0]?.seq ?? 0);
    expect([queue.turned, db.all.size]).toEqual([[], 0]);
  });
  it('an item that is thrown away lets its chain go on', async () => {
    await queue.add(item('A', 500));
    await queue.add(item('A', 5));
    await settled();
    server.down = true;
    await expect(queue.discard(queue.refused[0]?.seq ?? 0, '数错了')).rejects.toThrow('网络异常');
    expect(queue.items).toHaveLength(2);
    server.down = false;
    await queue.discard(queue.refused[0]?.seq ?? 0, '数错了');
    await settled();
    expect(server.given).toEqual([['数量500', '数错了']]);
    expect([...server.done.values()]).toEqual([5]);
  });
  it('what another user left refused may be given up, and is never sent', async () => {
    await queue.add(item('A', 500));
    await settled();
    const { calls } = server;
    await queue.start('demo/lead');
    await settled();
    expect([queue.items, queue.others.map(({ title }) => title)]).toEqual([[], ['数量500']]);
    await queue.discard(queue.others[0]?.seq ?? 0, '作废');
    await settled();
    expect([queue.others, server.given, server.calls]).toEqual([[], [['数量500', '作废']], calls]);
  });
  it('another user of the terminal sees and sends nothing of it', async () => {
    server.down = true;
    await queue.add(item('A', 1));
    await settled();
    server.down = false;
    server.calls = 0;
    const other = open();
    await other.start('demo/u2');
    await other.send();
    expect(other.items).toEqual([]);
    expect(server.calls).toBe(0);
  });
  it('what stands behind a refused item is not sent', () => {
    const made = (seq: number, chain: string, state: QueueItem['state']): QueueItem => ({
      ...item(chain, 1),
      owner: 'x',
      seq,
      state,
    });
    const items = [made(1, 'A', 'refused'), made(2, 'A', 'waiting'), made(3, 'B', 'waiting')];
    expect(sendable(items).map(({ seq }) => seq)).toEqual([3]);
    // over the pages: a start and a report of one order are one chain
    const pages = [made(1, 'A', 'refused'), { ...made(2, 'A', 'waiting'), page: 'other' }, made(3, 'B', 'waiting')];
    expect(sendable(pages).map(({ seq }) => seq)).toEqual([3]);
    expect([...stopped(pages)]).toEqual([2]);
  });
});
