/**
 * 50 §2.13: a broker outside, here Mosquitto. Boxes of MQTT 3.1.1 and 5 and mosquitto_pub speak through it; a message is acknowledged to the
 * broker after its commit; who stops in between, or whose broker dies, loses nothing. Checks of the Sparkplug specification are named by
 * their ids (tck-id-…).
 */
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Iot } from '../../../server/iot/service';
import { demoFactory, type Factory } from '../../domain/factory';
import { dataFolder, removeFolder } from '../../support/folder';
import { connectBox, makeBox, startIot, type TestBox } from '../../support/iot';
import { type BrokerUser, HAS_MOSQUITTO, type Mosquitto, mosquittoPub, openMosquitto } from '../../support/mosquitto';
import { encoded } from '../../support/sparkplug';

const dir = dataFolder('mosquitto');
const SERVER: BrokerUser = {
  name: 'millwright',
  password: 'server-secret',
  may: ['readwrite iot/#', 'readwrite spBv1.0/#'],
};
let factory: Factory;
let broker: Mosquitto;
let iot: Iot;
let own: TestBox;
let edge: TestBox;
let users: { readonly own: BrokerUser; readonly edge: BrokerUser };
const now = Date.now();
const open: (() => Promise<unknown>)[] = [];

describe.skipIf(!HAS_MOSQUITTO)('a broker outside', () => {
  beforeAll(async () => {
    factory = await demoFactory();
    own = await makeBox(factory, 'TO-001', { D1: {}, D2: {}, D3: {} });
    edge = await makeBox(factory, 'TO-002', { T: {} }, { protocol: '2' });
    users = {
      own: { name: 'demo/TO-001', password: own.secret, may: [`write ${own.topic}up/#`, `read ${own.topic}down/#`] },
      edge: {
        name: 'demo/TO-002',
        password: edge.secret,
        may: ['write spBv1.0/demo/+/TO-002/#', 'read spBv1.0/demo/NCMD/TO-002/#', 'read spBv1.0/STATE/factory'],
      },
    };
    broker = await openMosquitto(dir, [SERVER, users.own, users.edge]);
    iot = await start();
  });
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });
  afterAll(async () => {
    await iot?.stop();
    await broker?.kill();
    await factory?.database.drop();
    removeFolder(dir);
  });

  it('brings what boxes of MQTT 3.1.1 and 5 say, and tells them what is stored', async () => {
    for (const [n, protocolVersion] of ([4, 5] as const).entries()) {
      const client = box(own, { protocolVersion });
      const told: string[] = [];
      client.on('message', (topic) => told.push(topic));
      await client.subscribeAsync(`${own.topic}down/#`);
      await client.publishAsync(`${own.topic}up/data`, data(n + 1, ['D1', 0, n + 0.5]), { qos: 1 });
      await until(async () => (await lastOf(own, 'D1')) === String(n + 0.5));
      await until(async () => told.includes(`${own.topic}down/ack`));
      await client.endAsync(true);
    }
  });
  it('takes mosquitto_pub as any other box, and no box under the name of another', async () => {
    mosquittoPub(broker.port, users.own, { topic: `${own.topic}up/fast`, payload: data(20, ['D2', 0, 7]) });
    await until(async () => (await lastOf(own, 'D2')) === '7');
    mosquittoPub(broker.port, users.own, {
      topic: `spBv1.0/demo/NBIRTH/${edge.sn}`,
      payload: nbirth(0, 99.5),
      version: '5',
    });
    mosquittoPub(broker.port, users.own, {
      topic: `${own.topic}up/fast`,
      payload: data(21, ['D2', 1, 8]),
      version: '5',
    });
    await until(async () => (await lastOf(own, 'D2')) === '8');
    expect(await lastOf(edge, 'T')).toBeNull();
  });
  it('is acknowledged after the commit: what was under way when the server stopped is there after its next start, once', async () => {
    const client = box(own);
    let stopped: Promise<void> = Promise.resolve();
    await factory.database.db.transaction().execute(async (trx) => {
      const { schema } = factory.org;
      await sql`select 1 from ${sql.id(schema, 'mw_iot_box')} where box_id = ${own.id} for update`.execute(trx);
      for (let seq = 100; seq < 140; seq++)
        await client.publishAsync(`${own.topic}up/data`, data(seq, ['D3', seq, seq]), { qos: 1 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      stopped = iot.stop();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await stopped;
    const before = Number((await count('D3')).n);
    await client.publishAsync(`${own.topic}up/data`, data(140, ['D3', 140, 140]), { qos: 1 });
    expect((await count('D3')).n).toBe(String(before));
    iot = await start();
    await until(async () => (await count('D3')).n === '41');
  });
  it('that dies is connected to again, and what boxes sent again is stored once', async () => {
    await broker.kill();
    await broker.start();
    const client = box(own);
    await until(async () => {
      await client.publishAsync(`${own.topic}up/data`, data(200, ['D1', 5_000, 42]), { qos: 1 });
      return (await lastOf(own, 'D1')) === '42';
    });
  });
  it('knows its host application: a will, then its birth of the same moment, retained; answered when it is said to be gone', async () => {
    // tck-id-operational-behavior-host-application-connect-birth-payload, tck-id-message-flow-hid-sparkplug-state-message-delivered
    const said: { online: boolean; timestamp: number }[] = [];
    const client = mqtt.connect({
      host: '127.0.0.1',
      port: broker.port,
      username: SERVER.name,
      password: SERVER.password,
      clientId: 'looker',
    });
    open.push(() => client.endAsync(true));
    client.on('message', (_topic, payload) => said.push(JSON.parse(payload.toString()) as (typeof said)[number]));
    await client.subscribeAsync('spBv1.0/STATE/factory', { qos: 1 });
    await until(async () => said.some(({ online }) => online));
    const state = said.at(-1);
    said.length = 0;
    await client.publishAsync('spBv1.0/STATE/factory', JSON.stringify({ online: false, timestamp: 1 }), {
      qos: 1,
      retain: true,
    });
    await until(async () => said.at(-1)?.online === true);
    expect(said.at(-1)).toEqual(state);
  });
  it('asks an edge node nobody knows for its births, and takes them', async () => {
    const client = box(edge);
    const asked = new Promise<string>((resolve) => client.once('message', (topic) => resolve(topic)));
    await client.subscribeAsync(`spBv1.0/demo/NCMD/${edge.sn}/#`);
    await client.publishAsync(
      `spBv1.0/demo/NDATA/${edge.sn}`,
      encoded({ timestamp: Date.now(), seq: 9, metrics: [] }),
      { qos: 0 },
    );
    expect(await asked).toBe(`spBv1.0/demo/NCMD/${edge.sn}`);
    mosquittoPub(
      broker.port,
      { ...users.edge, name: users.edge.name },
      { topic: `spBv1.0/demo/NBIRTH/${edge.sn}`, payload: nbirth(0, 20.5) },
    );
    await until(async () => (await lastOf(edge, 'T')) === '20.5');
  });
  it('is told that the host goes when it stops (tck-id-host-topic-phid-death-payload-disconnect-clean)', async () => {
    const client = mqtt.connect({
      host: '127.0.0.1',
      port: broker.port,
      username: SERVER.name,
      password: SERVER.password,
      clientId: 'looker',
    });
    open.push(() => client.endAsync(true));
    const said: boolean[] = [];
    client.on('message', (_topic, payload) =>
      said.push((JSON.parse(payload.toString()) as { online: boolean }).online),
    );
    await client.subscribeAsync('spBv1.0/STATE/factory', { qos: 1 });
    await until(async () => said.at(-1) === true);
    await iot.stop();
    await until(async () => said.at(-1) === false);
  });
});

const start = (): Promise<Iot> =>
  startIot(factory, undefined, {
    outside: { url: `mqtt://${SERVER.name}:${SERVER.password}@127.0.0.1:${broker.port}`, name: 'mw-test' },
  });
const box = (of: TestBox, more: Parameters<typeof connectBox>[2] = {}) => {
  const client = connectBox(broker.port, of, { clean: true, ...more });
  client.on('error', () => undefined);
  open.push(() => client.endAsync(true));
  return client;
};
const data = (seq: number, ...d: readonly unknown[]): Buffer => Buffer.from(JSON.stringify({ v: 1, seq, ts: now, d }));
const nbirth = (bdSeq: number, value: number): Buffer =>
  encoded({
    timestamp: Date.now(),
    seq: 0,
    metrics: [
      { name: 'bdSeq', type: 'UInt64', value: bdSeq },
      { name: 'T', alias: 1, type: 'Double', value },
    ],
  });
const until = (what: () => Promise<unknown>): Promise<void> =>
  expect.poll(async () => Boolean(await what()), { timeout: 30_000, interval: 100 }).toBe(true);
const lastOf = async (of: TestBox, point: string): Promise<string | null> => {
  const { rows } = await sql<{ value: string | null }>`select value from ${sql.id(factory.org.schema, 'data_point')}
    where id = ${of.points.get(point)}`.execute(factory.database.db);
  return rows[0]?.value ?? null;
};
const count = async (point: string): Promise<{ readonly n: string }> => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.id(factory.org.schema, 'mw_iot_fast')}
    where point_id = ${own.points.get(point)}`.execute(factory.database.db);
  return rows[0] ?? { n: '0' };
};
