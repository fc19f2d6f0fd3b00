/** 50 §2.6: whatever the order and however often, the same messages leave the same rows; while the database is away nothing is said to be stored. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDirectory } from '../../../server/iot/directory';
import { type Ingest, openIngest } from '../../../server/iot/ingest';
import { readMessage } from '../../../server/iot/message';
import { keepDays } from '../../../server/iot/partitions';
import { storeMessages } from '../../../server/iot/store';
import { type Taken, take } from '../../../server/iot/taken';
import { demoFactory, type Factory } from '../../domain/factory';
import { makeBox, type TestBox } from '../../support/iot';

let factory: Factory;
let box: TestBox;
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  await keepDays(database.db, org.schema, Date.now(), { mw_iot_fast: 31, mw_iot_key: 31 });
  box = await makeBox(factory, 'TI-001', { D100: {}, D101: {}, D102: {} });
});
afterAll(() => factory?.database.drop());

const open = (): Ingest => {
  const { database, org } = factory;
  const directory = openDirectory(database.app, async () => [org]);
  const ruleOf = async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 });
  return openIngest({
    db: database.app,
    directory,
    ruleOf,
    onStored: () => undefined,
    onError: () => undefined,
    firstWaitMs: 50,
  });
};
const random = (seed: number) => (n: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const clear = () =>
  rows(
    'delete from $.mw_iot_fast; delete from $.mw_iot_box; update $.data_point set value = null, value_at = null, q = null, value_text = null',
  );
const derived = async () => ({
  readings: await rows('select point_id, ts, value, q, seq from $.mw_iot_fast order by 1, 2'),
  numbers: await rows('select box_id, seqs::text from $.mw_iot_box'),
  last: await rows(`select id, value, value_at, q from $.data_point where box_id = '${box.id}' order by 1`),
});

it('leaves the same rows after any permutation and any repetition', async () => {
  const next = random(20_260_115);
  const now = Date.now();
  const messages = Array.from({ length: 60 }, (_, at) => ({
    v: 1,
    seq: at + 1,
    // moments meet: corrections of one point at one moment among them
    ts: now - 60_000 + next(20) * 1000,
    d: Array.from({ length: 1 + next(3) }, () => [`D10${next(3)}`, next(2) * 500, next(1000)]),
  }));
  const send = async (order: readonly (typeof messages)[number][]): Promise<void> => {
    const ingest = open();
    await Promise.all(order.map((body) => ingest.accept(`${box.topic}up/data`, Buffer.from(JSON.stringify(body)))));
    await ingest.stop();
  };
  await send(messages);
  const expected = await derived();
  expect(expected.numbers).toEqual([{ box_id: box.id, seqs: '{[1,61)}' }]);
  for (let round = 0; round < 12; round++) {
    await clear();
    const order = messages.flatMap((body) => Array.from({ length: 1 + next(3) }, () => body));
    for (let at = order.length - 1; at > 0; at--) {
      const other = next(at + 1);
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    // in parts of their own batches, some at once
    for (let at = 0; at < order.length; at += 40) await send(order.slice(at, at + 40));
    expect(await derived()).toEqual(expected);
  }
});

it('what batches only noted is done by whoever comes next, in their order', async () => {
  await clear();
  const { database, org } = factory;
  const known = await openDirectory(database.app, async () => [org]).find({ org: org.code, sn: 'TI-001' });
  const now = Date.now();
  const said = (seq: number, ts: number, value: number): Taken => {
    const read = readMessage('data', Buffer.from(JSON.stringify({ v: 1, seq, ts, d: [['D100', 0, value]] })));
    if (known === undefined || 'reason' in read) throw new Error('no message');
    return take(known, read.message, { futureMs: 300_000, acceptMs: 86_400_000 }, { topic: box.topic, recvAt: now });
  };
  const newest = new Map<string, number>();
  const store = (taken: Taken) =>
    storeMessages(database.app, org, [taken], { now, skewOf: () => null, isBusy: () => true, newest });
  const notes = () => rows<{ n: number }>('select count(*)::int as n from $.mw_iot_noted');
  const dirty = () =>
    rows(`select from_ts, to_ts from $.mw_iot_slot_dirty where point_id = '${box.points.get('D100')}'`);
  await rows('delete from $.mw_iot_slot_dirty');
  // the same moment twice: the higher number is the value; then an older moment
  await store(said(1, now - 2_000, 1));
  await store(said(2, now - 2_000, 2));
  expect(await store(said(3, now - 9_000, 3))).toMatchObject({ changed: null });
  // another process was faster with a moment nobody here knows of
  await rows(
    `insert into $.mw_iot_fast (point_id, ts, value, q, seq, recv_at) values ('${box.points.get('D100')}', ${now - 1_000}, 9, 0, 9, 1)`,
  );
  await store(said(4, now - 1_000, 4));
  expect(await notes()).toEqual([{ n: 4 }]);
  expect(await dirty()).toEqual([]);

  const ingest = open();
  await ingest.follow(org);
  await ingest.stop();
  expect(await notes()).toEqual([{ n: 0 }]);
  const { readings, last } = await derived();
  expect(readings).toMatchObject([
    { ts: String(now - 9_000), value: 3 },
    { ts: String(now - 2_000), value: 2 },
    { ts: String(now - 1_000), value: 9 },
  ]);
  expect(last.find((one) => (one as { id: string }).id === box.points.get('D100'))).toMatchObject({ value: '2' });
  const sameHour = Math.floor((now - 9_000) / 3_600_000) === Math.floor((now - 2_000) / 3_600_000);
  if (sameHour) expect(await dirty()).toEqual([{ from_ts: String(now - 9_000), to_ts: String(now - 2_000) }]);
});

it('says nothing while the database takes nothing, and stores once when it does', async () => {
  await clear();
  const ingest = open();
  await factory.database.db.schema
    .withSchema(factory.org.schema)
    .alterTable('mw_iot_box')
    .renameTo('mw_iot_away')
    .execute();
  let stored = false;
  const body = { v: 1, seq: 7, ts: Date.now(), d: [['D100', 0, 7]] };
  const accepted = ingest.accept(`${box.topic}up/data`, Buffer.from(JSON.stringify(body))).then(() => {
    stored = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(stored).toBe(false);
  await factory.database.db.schema
    .withSchema(factory.org.schema)
    .alterTable('mw_iot_away')
    .renameTo('mw_iot_box')
    .execute();
  await accepted;
  expect((await derived()).readings).toMatchObject([{ value: 7, seq: '7' }]);
  await ingest.stop();
});

it('a last will leaves what was said uncertain until it is said again, one of a boot before says nothing', async () => {
  const other = await makeBox(factory, 'TI-002', { D100: {}, D101: {} });
  const boot = 2 ** 24;
  const ts = Date.now();
  const say = async (...messages: readonly (readonly [up: string, body: object])[]): Promise<void> => {
    const ingest = open();
    await Promise.all(
      messages.map(([up, body]) =>
        ingest.accept(`${other.topic}up/${up}`, Buffer.from(JSON.stringify({ v: 1, ...body }))),
      ),
    );
    await ingest.stop();
  };
  const birth = (n: number) => ['birth', { boot: n, seq: n * boot + 1, ts, fw: '1' }] as const;
  const data = (seq: number, d: readonly unknown[]) => ['data', { seq, ts: ts + seq - 17 * boot, d }] as const;
  const death = (n: number) => ['death', { boot: n }] as const;
  const marks = async () =>
    (await rows<{ q: string }>(`select q from $.data_point where box_id = '${other.id}' order by code`)).map(
      ({ q }) => q,
    );

  const both = [
    ['D100', 0, 1],
    ['D101', 0, 2],
  ];
  await say(birth(17), data(17 * boot + 2, both));
  await say(death(16));
  expect(await marks()).toEqual(['0', '0']);
  await say(death(17));
  expect(await marks()).toEqual(['1', '1']);
  await say(data(17 * boot + 3, [['D101', 0, 3]]));
  expect(await marks()).toEqual(['1', '0']);
  await say(data(17 * boot + 4, both));
  // the will comes behind the next birth, in one batch or after it
  await say(birth(18), death(17));
  await say(death(17));
  expect(await marks()).toEqual(['0', '0']);
  await say(death(18));
  expect(await marks()).toEqual(['1', '1']);
});
