/** 50 §2.2–2.6 with a real client: who may connect and say what, what is stored before it is acknowledged, what is refused by name. */
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Iot } from '../../../server/iot/service';
import { demoFactory, type Factory } from '../../domain/factory';
import { allowPlain, connectBox, freePort, makeBox, startIot, type TestBox } from '../../support/iot';

let factory: Factory;
let iot: Iot;
let port = 0;
let box: TestBox;
const clients: MqttClient[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  port = await freePort();
  await allowPlain(factory);
  iot = await startIot(factory, port);
  box = await makeBox(factory, 'TB-001', {
    D100: {},
    D101: { rangeHigh: 100 },
    D102: { codec: '7' },
    ALM: { codec: '11' },
  });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  await iot?.stop();
  await factory?.database.drop();
});
const connect = (to: TestBox, more: Parameters<typeof connectBox>[2] = {}): MqttClient => {
  const client = connectBox(port, to, more);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const readings = (point: string) =>
  rows<{ ts: string; value: number; q: number; seq: string }>(
    `select ts, value, q, seq from $.mw_iot_fast where point_id = '${box.points.get(point)}' order by ts`,
  );
const rejects = () =>
  rows<{ reason: string; point: string | null; times: string }>(
    'select reason, point, times from $.iot_reject order by at',
  );
const send = (client: MqttClient, seq: number, d: readonly unknown[], more: object = {}) =>
  client.publishAsync(`${box.topic}up/data`, JSON.stringify({ v: 1, seq, ts: now, d, ...more }), { qos: 1 });
const now = Date.now();
/** what a refused client is told, or that its connection ended without a word */
const answerOf = (client: MqttClient): Promise<string> =>
  new Promise((resolve) => {
    client.once('connect', () => resolve('connected'));
    client.once('error', (error) => resolve(String((error as { code?: unknown }).code)));
  });

describe('a connection', () => {
  it('needs the secret of a box, its name as client id, and that it is in use', async () => {
    const once = { reconnectPeriod: 0 };
    expect(await answerOf(connect({ ...box, secret: 'wrong' }, once))).toBe('4');
    expect(await answerOf(connect(box, { ...once, clientId: 'TB-002' }))).toBe('4');
    expect(await answerOf(connect(box, { ...once, username: 'other/TB-001' }))).toBe('4');
    expect(await answerOf(connect(box, { ...once, username: 'demo/#' }))).toBe('4');
    expect(await answerOf(connect(box, once))).toBe('connected');
    expect(await rejects()).toContainEqual({ reason: '1', point: null, times: '2' });
  });
  it('ends when its box is switched off, and is not taken again', async () => {
    const other = await makeBox(factory, 'TB-009', {});
    const client = connect(other, { reconnectPeriod: 0 });
    expect(await answerOf(client)).toBe('connected');
    const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)));
    await factory.as('admin', (ctx) => ctx.records.act('cloudBox', 'disable', other.id));
    await closed;
    expect(await answerOf(connect(other, { reconnectPeriod: 0 }))).toBe('4');
  });
  it('publishes below its own name and hears its own only', async () => {
    const other = await makeBox(factory, 'TB-010', { D1: {} });
    const client = connect(box, { reconnectPeriod: 0 });
    const grants = await client
      .subscribeAsync([`${other.topic}down/#`, 'iot/#', `${box.topic}down/#`])
      .catch((error: { readonly packet: unknown }) => (error as { packet?: { granted: unknown } }).packet?.granted);
    expect(JSON.stringify(grants)).toContain('128');
    const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)));
    client.publish(`${other.topic}up/data`, JSON.stringify({ v: 1, seq: 1, ts: now, d: [['D1', 0, 1]] }), { qos: 1 });
    await closed;
    expect(await rows(`select 1 from $.mw_iot_fast where point_id = '${other.points.get('D1')}'`)).toEqual([]);
  });
  it('that says a packet is larger than any ends', async () => {
    const client = connect(box, { reconnectPeriod: 0 });
    await answerOf(client);
    const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)));
    client.publish(`${box.topic}up/data`, Buffer.alloc(2 * 1024 * 1024), { qos: 1 });
    await closed;
    // one that fits, but is larger than a message may be, is named
    const next = connect(box);
    await next.publishAsync(`${box.topic}up/data`, Buffer.alloc(300 * 1024, 32), { qos: 1 });
    expect((await rejects()).at(-1)).toMatchObject({ reason: '2' });
  });
});

describe('a message', () => {
  it('sent twice and once more is stored once', async () => {
    const client = connect(box);
    await send(client, 10, [['D100', 0, 510]]);
    await send(client, 10, [['D100', 0, 510]]);
    await client.publishAsync(
      `${box.topic}up/data`,
      JSON.stringify({ v: 1, seq: 10, ts: now, d: [['D100', 0, 510]] }),
      {
        qos: 1,
        dup: true,
      },
    );
    expect(await readings('D100')).toEqual([{ ts: String(now), value: 510, q: 0, seq: '10' }]);
    const [known] = await rows<object>(`select seqs::text, repeated from $.mw_iot_box where box_id = '${box.id}'`);
    expect(known).toEqual({ seqs: '{[10,11)}', repeated: '2' });
  });
  it('of the highest number says what a moment held, whatever came last', async () => {
    const client = connect(box);
    const at = { ts: now + 1000 };
    await send(client, 22, [['D100', 0, 522]], at);
    await send(client, 21, [['D100', 0, 521]], at);
    await send(client, 23, [['D100', 0, 523]], at);
    expect((await readings('D100')).at(-1)).toMatchObject({ value: 523, seq: '23' });
    await send(client, 24, [['D100', 0, 1]], { ts: now - 60_000 });
    const [last] = await rows<object>(`select value, q from $.data_point where id = '${box.points.get('D100')}'`);
    expect(last).toEqual({ value: '523', q: '0' });
  });
  it('keeps its good values when others are refused, each by name', async () => {
    const before = (await rejects()).length;
    const client = connect(box);
    const d = [
      ['D100', 5000, 1],
      ['D100', 3_600_000, 1],
      ['D100', -8 * 86_400_000, 1],
      ['D101', 5000, 101],
      ['D102', 5000, true],
      ['NEW/1', 5000, 7],
    ];
    await send(client, 30, d);
    expect((await rejects()).slice(before).sort((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: '5', point: 'D100', times: '1' },
      { reason: '6', point: 'D100', times: '1' },
      { reason: '7', point: 'NEW/1', times: '1' },
      { reason: '8', point: 'D102', times: '1' },
      { reason: '9', point: 'D101', times: '1' },
    ]);
    expect((await readings('D100')).at(-1)).toMatchObject({ ts: String(now + 5000), value: 1 });
    expect(await readings('D101')).toMatchObject([{ value: 101, q: 2 }]);
    await send(client, 31, [['new/1', 5000, 8]]);
    expect(await rows('select code, last_value, times from $.iot_unknown')).toEqual([
      { code: 'NEW/1', last_value: '8', times: '2' },
    ]);
  });
  it('that cannot be read is acknowledged and named', async () => {
    const client = connect(box);
    await client.publishAsync(`${box.topic}up/data`, '{"v":1', { qos: 1 });
    expect((await rejects()).at(-1)).toMatchObject({ reason: '3' });
    await client.publishAsync(`${box.topic}up/data`, JSON.stringify({ v: 9, seq: 1, ts: now, d: [] }), { qos: 1 });
    expect((await rejects()).at(-1)).toMatchObject({ reason: '4' });
  });
  it('is acknowledged after its commit, not before', async () => {
    const client = connect(box);
    await send(client, 40, [['D100', 40_000, 1]]);
    let acknowledged = false;
    let sent: Promise<unknown> = Promise.resolve();
    await factory.database.db.transaction().execute(async (trx) => {
      await sql`select 1 from ${sql.id(factory.org.schema, 'mw_iot_box')} where box_id = ${box.id} for update`.execute(
        trx,
      );
      sent = send(client, 41, [['D100', 41_000, 1]]).then(() => {
        acknowledged = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(acknowledged).toBe(false);
    });
    await sent;
    expect((await readings('D100')).at(-1)).toMatchObject({ seq: '41' });
  });
  it('of birth tells of the box; what is stored is told to it', async () => {
    const client = connect(box);
    await client.subscribeAsync(`${box.topic}down/#`);
    const ack = new Promise<string>((resolve) => client.once('message', (_topic, text) => resolve(text.toString())));
    const birth = { v: 1, boot: 1, seq: 50, ts: Date.now(), fw: '1.4.2', buf: { n: 3, oldest: null } };
    await client.publishAsync(`${box.topic}up/birth`, JSON.stringify(birth), { qos: 1 });
    const [now] = await rows<object>(
      `select status, fw, buf_qty, ip, last_at is null as never from $.cloud_box where id = '${box.id}'`,
    );
    expect(now).toEqual({ status: '1', fw: '1.4.2', buf_qty: '3', ip: '127.0.0.1', never: false });
    expect(JSON.parse(await ack)).toMatchObject({
      upTo: 10,
      win: 20,
      miss: [
        [11, 20],
        [25, 29],
        [32, 39],
        [42, 49],
      ],
    });
  });
});

it('an address that guesses is answered no more', async () => {
  const own = await freePort();
  const second = await startIot(factory, own);
  const tries = async (secret: string) => {
    const client = mqtt.connect({
      port: own,
      host: '127.0.0.1',
      clientId: box.sn,
      username: `demo/${box.sn}`,
      password: secret,
      reconnectPeriod: 0,
    });
    clients.push(client);
    return answerOf(client);
  };
  for (let guess = 0; guess < 10; guess++) expect(await tries('x')).toBe('4');
  expect(await tries(box.secret)).toBe('4');
  await second.stop();
});

describe('what is refused', () => {
  it('is told of once an hour, and counted; a box that invents codes fills no table', async () => {
    const noisy = await makeBox(factory, 'TB-020', {});
    const client = connect(noisy);
    const send = (seq: number, d: readonly unknown[]) =>
      client.publishAsync(`${noisy.topic}up/data`, JSON.stringify({ v: 1, seq, ts: now, d }), { qos: 1 });
    const told = () =>
      rows<{ point: string; times: string }>(
        "select point, times from $.iot_reject where reason = '7' and point like 'ODD/%' order by point, times",
      );
    await send(32, [
      ['ODD/1', 5000, 1],
      ['ODD/1', 6000, 2],
    ]);
    await send(33, [['ODD/1', 7000, 3]]);
    expect(await told()).toEqual([{ point: 'ODD/1', times: '3' }]);
    const many = Array.from({ length: 700 }, (_, n) => [`ODD/X${n}`, 5000, 1]);
    await send(34, many.slice(0, 600));
    await send(35, many.slice(600));
    await send(36, [['ODD/1', 8000, 4]]);
    expect((await told()).length).toBeLessThanOrEqual(500);
    expect((await told())[0]).toEqual({ point: 'ODD/1', times: '4' });
  });
});

it('an organisation that comes later has days for its readings within seconds', async () => {
  const days = () =>
    rows<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = '$.mw_iot_minute'::regclass order by 1",
    );
  const before = await days();
  await rows(`drop table ${before.at(-1)?.name}`);
  let orgs: readonly (typeof factory.org)[] = [];
  const late = await startIot(factory, await freePort(), { orgs: async () => orgs });
  expect(await days()).toHaveLength(before.length - 1);
  orgs = [factory.org];
  await expect.poll(days, { timeout: 20_000 }).toEqual(before);
  await late.stop();
}, 30_000);
