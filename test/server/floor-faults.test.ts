/**
 * Terminals that report while answers get lost, the server restarts and is killed (-9): whatever was acknowledged is there once, what was
 * not is refused by name, and the floor agrees with its documents.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpError } from '../../runtime/data/http';
import { OfflineQueue, type ReplayAnswer } from '../../runtime/data/offline-queue';
import type { QueueItem } from '../../runtime/data/queue-db';
import type { Json, Rec } from '../../schemas/language/value';
import { freePort } from '../../server/db/postmaster';
import { floorDifferences, LAWS } from '../../server/domain/production/laws';
import { factoryTime } from '../../server/records/context';
import { DEMO_KEY } from '../domain/factory';
import { type Floor, openFloor } from '../domain/production/floor';
import { Client, type Envelope, newId, newToken, type Wire } from '../support/client';
import { serverEnv } from '../support/database';
import { dataFolder, removeFolder } from '../support/folder';
import { memoryQueue } from '../support/memory-queue';
import { DEMO_PASSWORD, type RunningServer, startServer } from '../support/server';

const FULL = process.env.LAWS === 'full';
const KILLS = FULL ? 10 : 2;
const TERMINALS = 16;
const QUEUED = 200;
const CHAINS = 8;
const LINE = [{ opNbr: 10, process: 'XL' }];

let floor: Floor;
let server: RunningServer;
let client: Client;
const dataDir = dataFolder('floor-faults');
const start = async (): Promise<RunningServer> =>
  startServer({
    dataDir,
    port: await freePort(),
    env: { ...serverEnv(floor.factory.database), SECRET_KEY: DEMO_KEY.toString('hex') },
  });
const began = factoryTime(new Date(Date.now() - 3_600_000));

beforeAll(async () => {
  floor = await openFloor();
  floor.factory.setNow(factoryTime(new Date()));
  server = await start();
  client = await signedIn();
});
afterAll(async () => {
  await (server as RunningServer | undefined)?.stop();
  await floor?.factory.database.drop();
  removeFolder(dataDir);
});
const signedIn = async (): Promise<Client> => {
  const made = new Client(server.base);
  await made.signIn('admin', DEMO_PASSWORD);
  return made;
};
const restarted = async (): Promise<void> => {
  server = await start();
  client = await signedIn();
};

/** running starts of work orders of so many pieces */
const starts = async (count: number, pieces: number, each = 1): Promise<readonly Rec[]> => {
  const lots = await floor.workOrders((pieces * count) / each, LINE, { lotQty: pieces });
  const made: Rec[] = [];
  const times = { startTime: began, shiftDate: began.slice(0, 10) };
  for (const lot of lots)
    for (let n = 0; n < each; n++) made.push(await floor.start(lot, 10, Math.floor(pieces / each), times));
  return made;
};
const reportOf = (start: Rec, qualifiedQty: number): Wire => ({
  id: newId(),
  prdStartId: start.id,
  orderProcessId: start.orderProcess,
  startTime: began,
  endTime: factoryTime(new Date()),
  shiftDate: began.slice(0, 10),
  qualifiedQty,
});

/** Repeats a call until the server answers, whatever happens to it meanwhile. */
const persist = async <T>(call: () => Promise<Envelope<T>>): Promise<Envelope<T>> => {
  let last: unknown;
  for (let attempt = 0; attempt < 3_000; attempt++) {
    try {
      const answer = await call();
      if (answer.code < 500) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    await sleep(100);
  }
  throw new Error('the server never came back', { cause: last });
};

interface Stored {
  readonly id: string;
  readonly state: string;
  readonly qty: number;
}
const stored = async (of: readonly Rec[]): Promise<ReadonlyMap<string, Stored>> => {
  const ids = sql.join(of.map(({ id }) => id as string));
  const { rows } = await sql<Stored>`select id, doc_status as state, report_qty::float8 as qty from org_demo.prd_report
    where is_deleted = 0 and prd_start_id::text in (${ids})`.execute(floor.factory.database.db);
  return new Map(rows.map((row) => [row.id, row]));
};
const differences = () => floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 5));

it(`${QUEUED} queued reports through lost answers and a restart are effective or refused by name`, async () => {
  const PIECES = 30;
  const running = await starts(CHAINS, PIECES);
  let calls = 0;
  const replay = async (items: readonly QueueItem[]): Promise<readonly ReplayAnswer[]> => {
    const wire = items.map(
      ({ owner: _owner, state: _state, title: _title, text: _text, accept: _accept, ...item }) => item,
    );
    let answers: Envelope<readonly ReplayAnswer[]>;
    try {
      answers = await client.post<readonly ReplayAnswer[]>('/gongdan/floor/replay', wire);
    } catch {
      throw new HttpError(0, '网络异常，请检查网络');
    }
    if (answers.code !== 200) throw new HttpError(answers.code, answers.msg);
    // it was done, its answer is lost
    if (++calls % 3 === 1) throw new HttpError(0, '网络异常，请检查网络');
    return answers.data;
  };
  const db = memoryQueue();
  const open = (): OfflineQueue =>
    new OfflineQueue({
      db,
      send: (items) => replay(items.slice(0, 10)),
      giveUp: async () => undefined,
      lock: (_name, task) => task(),
      later: () => () => undefined,
    });
  let queue = open();
  const sent = new Map<string, number>();
  for (let n = 0; n < QUEUED; n++) {
    const from = running[n % CHAINS]!;
    const record = reportOf(from, 1 + (n % 3));
    sent.set(String(record.id), Number(record.qualifiedQty));
    await db.add({
      owner: 'demo/u1',
      token: newToken(),
      chain: String(from.workOrderNbr),
      page: 'prdReport',
      call: 'save',
      body: { record: record as Json },
      occurAt: factoryTime(new Date()),
      clockOffset: 0,
      title: `报工 合格${record.qualifiedQty}`,
    });
  }
  const refused = new Map<string, string>();
  await queue.start('demo/u1');
  let restarts = 0;
  for (let round = 0; db.all.size > 0; round++) {
    expect(round, `${db.all.size} left`).toBeLessThan(1_000);
    await queue.send();
    for (const item of queue.refused) {
      refused.set((item.body.record as { id: string }).id, item.text ?? '');
      await queue.discard(item.seq, '多报');
    }
    if (restarts < 2 && db.all.size < (2 - restarts) * 70) {
      // once in good order, once not; the browser dies with it
      const gone = restarts++ === 0 ? server.stop() : server.kill();
      await queue.send();
      await gone;
      await restarted();
      queue = open();
      await queue.start('demo/u1');
    }
  }
  expect(restarts).toBe(2);
  const found = await stored(running);
  expect(found.size + refused.size).toBe(QUEUED);
  expect(refused.size).toBeGreaterThan(0);
  for (const [id, qty] of sent)
    expect([id, found.get(id)?.qty ?? refused.get(id)]).toEqual([
      id,
      found.has(id) ? qty : expect.stringContaining(`本次${qty}`),
    ]);
  for (const [id] of found) {
    const { version } = await client.one('prdReport', id);
    const audited = await client.act('prdReport', 'audit', [{ id, version }]);
    expect([audited.code, audited.msg]).toEqual([200, expect.anything()]);
  }
  const effective = await stored(running);
  expect([...effective.values()].filter(({ state }) => state !== '60')).toEqual([]);
  expect(await differences()).toEqual([]);
}, 600_000);

it(`${KILLS} kills under ${TERMINALS} reporting terminals lose nothing and do nothing twice`, async () => {
  const running = await starts(TERMINALS, 200_000, 4);
  const acknowledged: { readonly id: string; readonly item: Wire; readonly answer: ReplayAnswer }[] = [];
  let on = true;
  let seq = 0;
  const work = async (from: Rec, terminal: number): Promise<void> => {
    while (on) {
      const record = reportOf(from, 1 + ((seq + terminal) % 4));
      const item = {
        token: newToken(),
        seq: ++seq,
        chain: `${from.workOrderNbr} ${terminal}`,
        page: 'prdReport',
        call: 'save',
        body: { record },
        occurAt: factoryTime(new Date()),
        clockOffset: 0,
      };
      let answer: ReplayAnswer | undefined;
      while (answer === undefined || answer.code >= 500)
        answer = (await persist(() => client.post<readonly ReplayAnswer[]>('/gongdan/floor/replay', [item]))).data[0];
      if (answer.code !== 200) throw new Error(`report: ${answer.code} ${answer.msg}`);
      const { id, version } = answer.data as { id: string; version: number };
      const token = newToken();
      const audited = await persist(() =>
        client.post('/lcdp/data/prdReport/act/audit', { targets: [{ id, version }], token }),
      );
      if (audited.code !== 200) throw new Error(`audit: ${audited.code} ${audited.msg}`);
      acknowledged.push({ id, item, answer });
    }
  };
  const terminals = running.map(work);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = acknowledged.length;
    // work is going on when it dies
    await sleep(400 + 150 * (kill % 5));
    for (let wait = 0; wait < 300 && acknowledged.length < before + TERMINALS; wait++) await sleep(50);
    await server.kill();
    await restarted();
  }
  const before = acknowledged.length;
  for (let wait = 0; wait < 400 && acknowledged.length < before + TERMINALS; wait++) await sleep(50);
  on = false;
  await Promise.all(terminals);

  const found = await stored(running);
  expect(acknowledged.length).toBeGreaterThan(TERMINALS);
  expect([...found.keys()].sort()).toEqual(acknowledged.map(({ id }) => id).sort());
  expect([...found.values()].filter(({ state }) => state !== '60')).toEqual([]);
  const ops = await Promise.all(
    [...new Set(running.map(({ orderProcess }) => orderProcess))].map((id) => floor.read('orderProcess', id as string)),
  );
  const reported = [...found.values()].reduce((all, { qty }) => all + qty, 0);
  expect(ops.reduce((all, { qualifiedQty }) => all + Number(qualifiedQty), 0)).toBe(reported);
  expect(await differences()).toEqual([]);
  for (const { item, answer } of acknowledged.slice(0, 20)) {
    const again = await client.post<readonly ReplayAnswer[]>('/gongdan/floor/replay', [item]);
    expect(again.data).toEqual([answer]);
  }
  expect((await stored(running)).size).toBe(found.size);
  process.stdout.write(`${KILLS} kills, ${TERMINALS} terminals: ${acknowledged.length} reports, each once\n`);
}, 900_000);

it(`${KILLS} kills under 批量开工 and 批量报工 leave no batch half and none twice`, async () => {
  const WORKERS = 4;
  const lots = await floor.workOrders(4_000 * WORKERS, LINE, { lotQty: 2_000 });
  const pairs = await Promise.all(
    Array.from({ length: WORKERS }, (_, n) =>
      Promise.all([floor.op(lots[2 * n]!, 10), floor.op(lots[2 * n + 1]!, 10)]),
    ),
  );
  const done: { readonly path: string; readonly body: Wire; readonly data: unknown }[] = [];
  let on = true;
  const batch = async (path: string, lines: readonly Wire[]): Promise<void> => {
    const rows = lines.map((line, n) => ({ id: newId(), lineNo: 10 * (n + 1), ...line }));
    const body = { targets: [], ask: { lines: rows }, accept: ['*'], token: newToken() };
    const answer = await persist(() => client.post(path, body));
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    done.push({ path, body, data: answer.data });
  };
  const startsOf = (op: Rec) => floor.find('prdStart', 'orderProcess == param.id', { id: op.id }, 'id');
  const work = async (pair: readonly Rec[]): Promise<void> => {
    await batch(
      '/lcdp/data/prdStart/act/batchStart',
      pair.map(({ id }) => ({ orderProcessId: id, startQty: 1_000 })),
    );
    const begun = (await Promise.all(pair.map(startsOf))).map(([first]) => first!);
    // times are kept to the second: a report of the second of its start would end before it began
    await sleep(1_100);
    while (on)
      await batch(
        '/lcdp/data/prdReport/act/batch',
        begun.map(({ id }) => ({ prdStartId: id, qualifiedQty: 1 })),
      );
  };
  const workers = pairs.map(work);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = done.length;
    await sleep(300 + 170 * (kill % 4));
    for (let wait = 0; wait < 300 && done.length < before + WORKERS; wait++) await sleep(50);
    await server.kill();
    await restarted();
  }
  on = false;
  await Promise.all(workers);

  const count = async (): Promise<readonly (readonly [starts: number, reports: number])[]> =>
    Promise.all(
      pairs.flat().map(async (op) => {
        const made = await startsOf(op);
        return [made.length, (await stored(made)).size] as const;
      }),
    );
  const counts = await count();
  const reports = done.filter(({ path }) => path.includes('prdReport')).length;
  for (let n = 0; n < WORKERS; n++) expect(counts[2 * n]).toEqual(counts[2 * n + 1]);
  expect(counts.map(([starts]) => starts)).toEqual(counts.map(() => 1));
  expect(counts.reduce((all, [, each]) => all + each, 0)).toBe(2 * reports);
  expect(await differences()).toEqual([]);
  for (const { path, body, data } of done.slice(0, 20)) expect((await client.post(path, body)).data).toEqual(data);
  expect(await count()).toEqual(counts);
}, 900_000);
