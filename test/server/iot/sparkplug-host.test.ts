/**
 * 50 §2.4 with a real edge library and our own broker: what an edge node says is stored, who is asked for a birth, what a death leaves,
 * and what the host application says of itself. Checks of the specification are named by their ids (tck-id-…).
 */
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { newClient } from 'sparkplug-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Iot } from '../../../server/iot/service';
import { demoFactory, type Factory } from '../../domain/factory';
import { allowPlain, connectBox, freePort, makeBox, makeStation, startIot, type TestBox } from '../../support/iot';
import { encoded } from '../../support/sparkplug';

let factory: Factory;
let iot: Iot;
let port = 0;
let box: TestBox;
const open: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  port = await freePort();
  await allowPlain(factory);
  iot = await startIot(factory, port);
  box = await makeBox(factory, 'TS-B01', { 'Node/T': {}, 'AL/OK': {}, 'AL/TEXT': { codec: '11' } }, { protocol: '2' });
  await makeStation(factory, box, 'AL-ST', ['AL/OK', 'AL/TEXT']);
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
afterAll(async () => {
  await iot?.stop();
  await factory?.database.drop();
});
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const values = () =>
  rows<{ code: string; value: string | null; value_text: string | null; q: string | null }>(
    `select code, value, value_text, q from $.data_point where box_id = '${box.id}' order by code`,
  );
const until = (what: () => Promise<unknown>): Promise<void> =>
  expect.poll(async () => Boolean(await what()), { timeout: 8_000, interval: 50 }).toBe(true);
const holds = (code: string, value: string, q = '0') =>
  until(async () =>
    (await values()).some((row) => row.code === code && (row.value ?? row.value_text) === value && row.q === q),
  );

type Edge = ReturnType<typeof newClient>;
/** An edge node as the library of the Tahu project makes it, which says its births whenever it is asked. */
const edgeNode = (to: TestBox): { readonly edge: Edge; readonly asked: () => number } => {
  let asked = 0;
  const edge = newClient({
    serverUrl: `mqtt://127.0.0.1:${port}`,
    username: `demo/${to.sn}`,
    password: to.secret,
    groupId: 'demo',
    edgeNode: to.sn,
    clientId: to.sn,
    publishDeath: true,
  });
  const births = (): void => {
    const timestamp = Date.now();
    edge.publishNodeBirth({
      timestamp,
      metrics: [
        { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
        { name: 'Node/T', alias: 1, type: 'Double', value: 20.5 },
      ],
    });
    edge.publishDeviceBirth('AL-ST', {
      timestamp,
      metrics: [
        { name: 'AL/OK', alias: 2, type: 'Int64', value: 100 },
        { name: 'AL/TEXT', alias: 3, type: 'String', value: 'E102' },
        { name: 'AL/NEW', alias: 4, type: 'Int32', value: -3 },
      ],
    });
  };
  edge.on('birth', births);
  edge.on('ncmd', ({ metrics }) => {
    if (!metrics?.some(({ name, value }) => name === 'Node Control/Rebirth' && value === true)) return;
    asked++;
    births();
  });
  open.push(async () => edge.stop());
  return { edge, asked: () => asked };
};
const client = (to: TestBox, more: Parameters<typeof connectBox>[2] = {}): MqttClient => {
  const made = connectBox(port, to, { clean: true, ...more });
  made.on('error', () => undefined);
  open.push(() => made.endAsync(true));
  return made;
};

describe('an edge node', () => {
  it('is born, sends data of its own and of a device, and what it says lands where messages of boxes do', async () => {
    const { edge, asked } = edgeNode(box);
    await holds('Node/T', '20.5');
    await holds('AL/OK', '100');
    await holds('AL/TEXT', 'E102');
    const timestamp = Date.now() + 10;
    edge.publishNodeData({ timestamp, metrics: [{ name: 'Node/T', alias: 1, type: 'Double', value: 21.25 }] });
    edge.publishDeviceData('AL-ST', { timestamp, metrics: [{ name: 'AL/OK', alias: 2, type: 'Int64', value: 101 }] });
    await holds('Node/T', '21.25');
    await holds('AL/OK', '101');
    expect(asked()).toBe(0);
    // online since it was heard, with its station; codes nobody registered wait for somebody
    expect(await rows(`select status from $.cloud_box where id = '${box.id}'`)).toEqual([{ status: '1' }]);
    expect(await rows(`select status from $.base_station where code = 'AL-ST'`)).toEqual([{ status: '1' }]);
    expect(await rows(`select code, last_value from $.iot_unknown where box_id = '${box.id}'`)).toEqual([
      { code: 'AL/NEW', last_value: '-3' },
    ]);
    expect(
      await rows(`select count(*)::int as n from $.mw_iot_box where box_id = '${box.id}' and seqs <> '{}'`),
    ).toEqual([{ n: 1 }]);
  });
  it('a device that died leaves its values uncertain, a new birth certain ones', async () => {
    const { edge } = edgeNode(box);
    await holds('AL/OK', '100');
    edge.publishDeviceDeath('AL-ST', { timestamp: Date.now() });
    await holds('AL/OK', '100', '1');
    await holds('Node/T', '20.5');
    edge.publishDeviceBirth('AL-ST', {
      timestamp: Date.now() + 20,
      metrics: [{ name: 'AL/OK', alias: 2, type: 'Int64', value: 7 }],
    });
    await holds('AL/OK', '7');
  });
  it('whose connection breaks is dead by its will', async () => {
    const edge = client(box, {
      will: {
        topic: `spBv1.0/demo/NDEATH/${box.sn}`,
        payload: encoded({ metrics: [{ name: 'bdSeq', type: 'UInt64', value: 5 }] }),
        qos: 1,
        retain: false,
      },
    });
    const metrics = [
      { name: 'bdSeq', type: 'UInt64' as const, value: 5 },
      { name: 'Node/T', alias: 1, type: 'Double' as const, value: 30.5 },
    ];
    await edge.publishAsync(`spBv1.0/demo/NBIRTH/${box.sn}`, encoded({ timestamp: Date.now(), seq: 0, metrics }), {
      qos: 1,
    });
    await holds('Node/T', '30.5');
    edge.stream.destroy();
    edge.end(true);
    await holds('Node/T', '30.5', '1');
    expect((await values()).filter(({ q, value }) => value !== null && q === '0')).toEqual([]);
  });
  it('nobody knows is asked for its births, and gives them (tck-id-operational-behavior-data-commands-ncmd-rebirth-verb)', async () => {
    const other = await makeBox(factory, 'TS-B02', { T: {} }, { protocol: '2' });
    const edge = client(other);
    const asked = new Promise<string>((resolve) => edge.once('message', (topic) => resolve(topic)));
    await edge.subscribeAsync(`spBv1.0/demo/NCMD/${other.sn}/#`);
    const metrics = [{ name: 'T', type: 'Double' as const, value: 1.5 }];
    await edge.publishAsync(`spBv1.0/demo/NDATA/${other.sn}`, encoded({ timestamp: Date.now(), seq: 17, metrics }), {
      qos: 1,
    });
    expect(await asked).toBe(`spBv1.0/demo/NCMD/${other.sn}`);
    // acknowledged after it was stored, as any message
    expect(await rows(`select value from $.data_point where id = '${other.points.get('T')}'`)).toEqual([
      { value: '1.5' },
    ]);
  });
  it('sent twice is stored once, and counted', async () => {
    const other = await makeBox(factory, 'TS-B04', { T: {} }, { protocol: '2' });
    const edge = client(other);
    const bytes = encoded({ timestamp: Date.now(), seq: 0, metrics: [{ name: 'T', type: 'Double', value: 2.5 }] });
    for (let n = 0; n < 3; n++) await edge.publishAsync(`spBv1.0/demo/NBIRTH/${other.sn}`, bytes, { qos: 1 });
    expect(await rows(`select repeated from $.mw_iot_box where box_id = '${other.id}'`)).toEqual([{ repeated: '2' }]);
  });
  it('keeps the receipts of its last messages only, as many as may still come twice', async () => {
    const other = await makeBox(factory, 'TS-B05', { T: {} }, { protocol: '2' });
    const edge = client(other);
    const from = Date.now() - 60_000;
    const sent = Array.from({ length: 300 }, (_, n) => {
      const metrics = [{ name: 'T', type: 'Double' as const, value: n }];
      return edge.publishAsync(
        `spBv1.0/demo/${n === 0 ? 'NBIRTH' : 'NDATA'}/${other.sn}`,
        encoded({ timestamp: from + n, seq: n % 256, metrics }),
        { qos: 1 },
      );
    });
    await Promise.all(sent);
    const [stored] = await rows<{ n: number }>(
      `select count(*)::int as n from $.mw_iot_fast where point_id = '${other.points.get('T')}'`,
    );
    expect(stored).toEqual({ n: 300 });
    const [kept] = await rows<{ n: number }>(
      `select count(*)::int as n from $.mw_iot_box b, unnest(b.seqs) where box_id = '${other.id}'`,
    );
    expect(kept?.n).toBeGreaterThan(0);
    expect(kept?.n).toBeLessThanOrEqual(256);
  });
});

describe('what is refused', () => {
  const rejects = (id: string) =>
    rows<{ reason: string; topic: string; point: string | null }>(
      `select reason, topic, point from $.iot_reject where box_id = '${id}' order by at, reason`,
    );
  it('bytes that are no payload, and types that are none of ours, by name', async () => {
    const other = await makeBox(factory, 'TS-B06', { T: {} }, { protocol: '2' });
    const edge = client(other);
    const topic = `spBv1.0/demo/NBIRTH/${other.sn}`;
    await edge.publishAsync(topic, Buffer.from('{"v":1}'), { qos: 1 });
    const metrics = [{ name: 'U', type: 'UUID' as const, value: 'x' }];
    await edge.publishAsync(topic, encoded({ timestamp: Date.now(), seq: 0, metrics }), { qos: 1 });
    expect(await rejects(other.id)).toEqual([
      { reason: '3', topic, point: null },
      { reason: '8', topic, point: 'U' },
    ]);
  });
  it('names of others, the state of the host, and the protocol it does not speak', async () => {
    const other = await makeBox(factory, 'TS-B07', { T: {} }, { protocol: '2' });
    for (const topic of ['spBv1.0/STATE/factory', `spBv1.0/demo/NBIRTH/${box.sn}`, `${other.topic}up/data`]) {
      const edge = client(other, { reconnectPeriod: 0 });
      const closed = new Promise((resolve) => edge.once('close', () => resolve(undefined)));
      edge.publish(topic, encoded({ timestamp: Date.now(), seq: 0, metrics: [] }), { qos: 1 });
      await closed;
    }
    await until(async () => (await rejects(other.id)).length === 3);
    expect((await rejects(other.id)).map(({ reason }) => reason)).toEqual(['1', '1', '1']);
  });
});

describe('the host application', () => {
  const stateTo = async (
    to: number,
    secretOf: TestBox,
  ): Promise<{ client: MqttClient; said: { topic: string; payload: string; retain: boolean; qos: number }[] }> => {
    const said: { topic: string; payload: string; retain: boolean; qos: number }[] = [];
    const listener = mqtt.connect({
      host: '127.0.0.1',
      port: to,
      clientId: secretOf.sn,
      username: `demo/${secretOf.sn}`,
      password: secretOf.secret,
      reconnectPeriod: 0,
    });
    listener.on('message', (topic, payload, packet) =>
      said.push({ topic, payload: payload.toString(), retain: packet.retain, qos: packet.qos }),
    );
    open.push(() => listener.endAsync(true));
    await listener.subscribeAsync('spBv1.0/STATE/factory', { qos: 1 });
    return { client: listener, said };
  };
  it('is there, retained at QoS 1, and says so when it goes (tck-id-host-topic-phid-birth-retain, -death-payload-disconnect-clean)', async () => {
    const own = await freePort();
    const began = Date.now();
    const second = await startIot(factory, own);
    const other = await makeBox(factory, 'TS-B08', {}, { protocol: '2' });
    const { said } = await stateTo(own, other);
    await until(async () => said.length > 0);
    expect(said[0]).toMatchObject({ topic: 'spBv1.0/STATE/factory', retain: true, qos: 1 });
    const state = JSON.parse(said[0]?.payload ?? '') as { online: boolean; timestamp: number };
    expect(state.online).toBe(true);
    expect(state.timestamp).toBeGreaterThanOrEqual(began);
    await second.stop();
    await until(async () => said.length > 1);
    expect(JSON.parse(said[1]?.payload ?? '')).toMatchObject({ online: false });
  });
});
