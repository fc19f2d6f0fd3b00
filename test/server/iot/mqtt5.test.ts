/** 50 §2.2: boxes of MQTT 5 at the own broker. It speaks to them in their version, and what it promises in 3.1.1 holds for them too. */
import { connect as connectSocket, type Socket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { generate, type IConnackPacket, type IDisconnectPacket, type Packet, parser } from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgInfo } from '../../../server/ctx';
import { type Broker, openBroker } from '../../../server/iot/broker';
import type { Box } from '../../../server/iot/directory';
import { boxSecretHash } from '../../../server/iot/secret';
import { freePort } from '../../support/iot';

const SECRET = 's'.repeat(32);
const KEY = boxSecretHash(SECRET);
let broker: Broker;
let port = 0;
let disabled = false;
let said: string[] = [];
let refused: string[] = [];
/** what the ingest does with a message until it holds */
let accept: (topic: string, payload: Buffer) => Promise<void> = async () => undefined;
const open: { end: () => unknown }[] = [];
const boxOf = ({ org, sn }: { readonly org: string; readonly sn: string }): Box =>
  ({
    id: `${org} ${sn}`,
    sn,
    org: { code: org },
    protocol: sn.startsWith('ED') ? '2' : '1',
    disabled,
    keyHash: KEY,
  }) as unknown as Box;
beforeAll(async () => {
  port = await freePort();
  broker = await openBroker({
    host: '127.0.0.1',
    port,
    tls: undefined,
    directory: {
      org: async (code: string) => ({ code, schema: `org_${code}` }) as OrgInfo,
      find: async (address: { org: string; sn: string }) => boxOf(address),
    } as never,
    ingest: {
      accept: async (topic: string, payload: Buffer) => {
        await accept(topic, payload);
        said.push(`${topic} ${payload.toString()}`);
      },
      reject: async (_org: unknown, _box: unknown, topic: string) => void refused.push(topic),
    } as never,
    mayBePlain: async () => true,
    onConnected: () => undefined,
    onError: () => undefined,
  });
});
beforeEach(() => {
  [said, refused, disabled, accept] = [[], [], false, async () => undefined];
});
afterEach(() => {
  for (const one of open.splice(0)) one.end();
});
afterAll(() => broker.close());

const optionsOf = (sn: string, more: IClientOptions = {}): IClientOptions => ({
  host: '127.0.0.1',
  port,
  protocolVersion: 5,
  clientId: sn,
  username: `alpha/${sn}`,
  password: SECRET,
  reconnectPeriod: 0,
  ...more,
});
const connect = async (sn: string, more: IClientOptions = {}): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(optionsOf(sn, more));
  client.on('error', () => undefined);
  open.push({ end: () => client.end(true) });
  return client;
};
const up = (sn: string, rest = 'data'): string => `iot/v1/alpha/${sn}/up/${rest}`;
const farewell = (client: MqttClient): Promise<number | undefined> =>
  new Promise((resolve) => client.once('disconnect', ({ reasonCode }: IDisconnectPacket) => resolve(reasonCode)));
const refusal = (options: IClientOptions): Promise<unknown> =>
  mqtt.connectAsync(options).catch((error: { readonly code?: unknown }) => error.code);

/** a client that may say anything */
interface Raw {
  say(packet: Packet | Buffer): void;
  next(cmd: string): Promise<Packet>;
  readonly socket: Socket;
}
const raw = (): Raw => {
  const socket = connectSocket(port, '127.0.0.1');
  socket.on('error', () => undefined);
  open.push({ end: () => socket.destroy() });
  const reader = parser({ protocolVersion: 5 });
  const heard: Packet[] = [];
  reader.on('packet', (packet) => heard.push(packet));
  socket.on('data', (bytes) => reader.parse(bytes));
  return {
    socket,
    say: (packet) => void socket.write(Buffer.isBuffer(packet) ? packet : generate(packet, { protocolVersion: 5 })),
    next: async (cmd) => {
      await expect.poll(() => heard.some((packet) => packet.cmd === cmd), { timeout: 3_000 }).toBe(true);
      return heard.splice(
        heard.findIndex((packet) => packet.cmd === cmd),
        1,
      )[0] as Packet;
    },
  };
};
const hello = (sn: string, more: object = {}): Packet =>
  ({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clean: true,
    clientId: sn,
    keepalive: 30,
    username: `alpha/${sn}`,
    password: Buffer.from(SECRET),
    ...more,
  }) as Packet;
const signedIn = async (sn: string, more: object = {}): Promise<Raw> => {
  const client = raw();
  client.say(hello(sn, more));
  expect(await client.next('connack')).toMatchObject({ reasonCode: 0 });
  return client;
};
const publishOf = (more: object): Packet =>
  ({ cmd: 'publish', topic: '', payload: 'x', qos: 1, messageId: 1, dup: false, retain: false, ...more }) as Packet;
const reasonOf = async (client: Raw): Promise<unknown> =>
  ((await client.next('disconnect')) as IDisconnectPacket).reasonCode;

describe('a box of MQTT 5', () => {
  it('publishes at every quality and is told what the broker can', async () => {
    let answer: IConnackPacket | undefined;
    const client = mqtt.connect(optionsOf('CB-001'));
    open.push({ end: () => client.end(true) });
    client.once('connect', (packet) => {
      answer = packet;
    });
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(up('CB-001'), `q${qos}`, { qos, properties: { userProperties: { a: 'b' } } });
    await expect.poll(() => said.toSorted()).toEqual(['q0', 'q1', 'q2'].map((text) => `${up('CB-001')} ${text}`));
    expect(answer).toMatchObject({
      reasonCode: 0,
      sessionPresent: false,
      properties: {
        topicAliasMaximum: 16,
        receiveMaximum: 1000,
        maximumPacketSize: 1024 * 1024,
        retainAvailable: false,
        sharedSubscriptionAvailable: false,
        subscriptionIdentifiersAvailable: false,
      },
    });
  });
  it('is acknowledged after its message holds, not before', async () => {
    let hold = (): void => undefined;
    accept = () =>
      new Promise((resolve) => {
        hold = resolve;
      });
    const client = await connect('CB-001');
    for (const qos of [1, 2] as const) {
      let isDone = false;
      const sent = client.publishAsync(up('CB-001'), 'x', { qos }).then(() => {
        isDone = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(isDone).toBe(false);
      hold();
      await sent;
    }
  });
  it('hears its own and is refused each filter that is not, by its reason', async () => {
    const client = await connect('CB-001');
    const own = 'iot/v1/alpha/CB-001/down/#';
    const heard: string[] = [];
    client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`));
    await client.subscribeAsync({ [own]: { qos: 1, nl: true, rap: true, rh: 1 } });
    broker.publish('iot/v1/alpha/CB-001/down/cmd', 'go');
    await expect.poll(() => heard).toEqual(['iot/v1/alpha/CB-001/down/cmd go']);
    const filters = [own, 'iot/v1/alpha/CB-002/down/#', `$share/g/${own}`, own].map((topic) => ({
      topic,
      qos: 0 as const,
    }));
    const other = await signedIn('CB-003');
    other.say({ cmd: 'subscribe', messageId: 7, subscriptions: filters });
    expect(await other.next('suback')).toMatchObject({ messageId: 7, granted: [0x87, 0x87, 0x9e, 0x87] });
    other.say({ cmd: 'unsubscribe', messageId: 8, unsubscriptions: [own, 'a'] });
    expect(await other.next('unsuback')).toMatchObject({ messageId: 8, granted: [0, 0] });
    await client.unsubscribeAsync(own);
  });
  it('publishes by topic aliases, no more than it was told', async () => {
    const client = await signedIn('CB-001');
    client.say(publishOf({ topic: up('CB-001'), payload: 'a', properties: { topicAlias: 16 } }));
    client.say(publishOf({ payload: 'b', messageId: 2, properties: { topicAlias: 16 } }));
    await client.next('puback');
    expect(await client.next('puback')).toMatchObject({ messageId: 2 });
    expect(said).toEqual(['a', 'b'].map((text) => `${up('CB-001')} ${text}`));
    client.say(publishOf({ topic: up('CB-001'), messageId: 3, properties: { topicAlias: 17 } }));
    expect(await reasonOf(client)).toBe(0x94);
    const next = await signedIn('CB-001');
    next.say(publishOf({ properties: { topicAlias: 1 } }));
    expect(await reasonOf(next)).toBe(0x82);
  });
  it('says its last will, by its good-bye too if it asks so, and not at a plain one', async () => {
    const will = { topic: up('CB-001', 'death'), payload: Buffer.from('dead'), qos: 1 as const, retain: false };
    const delayed = { ...will, properties: { willDelayInterval: 60 } };
    const first = mqtt.connect(optionsOf('CB-001', { will: delayed }));
    open.push({ end: () => first.end(true) });
    const answer = await new Promise<IConnackPacket>((resolve) => first.once('connect', resolve));
    expect(answer.properties?.reasonString).toContain('will');
    first.stream.destroy();
    await expect.poll(() => said).toEqual([`${will.topic} dead`]);
    const second = await connect('CB-001', { will });
    await second.endAsync();
    const third = await signedIn('CB-001', { will });
    expect(said).toHaveLength(1);
    third.say({ cmd: 'disconnect', reasonCode: 4 });
    await expect.poll(() => said).toHaveLength(2);
  });
  it('keeps a session it asks for; begun anew there is none, and it is told so', async () => {
    const answerOf = async (clean: boolean): Promise<IConnackPacket> => {
      const client = raw();
      client.say(hello('CB-004', { clean, properties: { sessionExpiryInterval: 60 } }));
      const answer = (await client.next('connack')) as IConnackPacket;
      client.say({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'iot/v1/alpha/CB-004/down/#', qos: 1 }] });
      await client.next('suback');
      client.say({ cmd: 'disconnect', reasonCode: 0 });
      await new Promise((resolve) => client.socket.once('close', resolve));
      return answer;
    };
    expect((await answerOf(false)).sessionPresent).toBe(false);
    const kept = await answerOf(false);
    expect([kept.sessionPresent, kept.properties?.sessionExpiryInterval]).toEqual([true, undefined]);
    const anew = await answerOf(true);
    expect([anew.sessionPresent, anew.properties?.sessionExpiryInterval]).toEqual([false, 0]);
  });
  it('as an edge node gets what is retained unless it does not want it, and nothing larger than it takes', async () => {
    const topic = 'spBv1.0/STATE/factory';
    const ask = async (rh: number, properties: object = {}): Promise<Raw> => {
      const client = await signedIn('ED-001', { properties });
      client.say({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1, rh }] });
      await client.next('suback');
      return client;
    };
    expect(await (await ask(0)).next('publish')).toMatchObject({ topic, retain: true });
    for (const client of [await ask(2), await ask(0, { maximumPacketSize: 30 })])
      await expect(client.next('publish')).rejects.toThrow();
  }, 15_000);
});

describe('a connection of MQTT 5', () => {
  it('is refused by the reason', async () => {
    expect(await refusal(optionsOf('CB-001', { password: 'wrong' }))).toBe(0x86);
    expect(await refusal(optionsOf('CB-001', { clientId: 'CB-002' }))).toBe(0x86);
    expect(await refusal(optionsOf('CB-001', { properties: { authenticationMethod: 'SCRAM' } }))).toBe(0x8c);
    const retained = { topic: up('CB-001', 'death'), payload: Buffer.from('x'), qos: 0 as const, retain: true };
    expect(await refusal(optionsOf('CB-001', { will: retained }))).toBe(0x9a);
    expect(refused).toHaveLength(2);
  });
  it('is told why it ends', async () => {
    const liar = await connect('CB-001');
    const denied = farewell(liar);
    liar.publish(up('CB-002'), 'x', { qos: 1 });
    expect(await denied).toBe(0x87);
    expect(refused).toEqual([up('CB-002')]);
    const first = await connect('CB-001');
    const takenOver = farewell(first);
    await connect('CB-001');
    expect(await takenOver).toBe(0x8e);
    const large = await connect('CB-005');
    const tooLarge = farewell(large);
    large.publish(up('CB-005'), Buffer.alloc(2 * 1024 * 1024), { qos: 1 });
    expect(await tooLarge).toBe(0x95);
    accept = async () => {
      throw new Error('the database is away');
    };
    const early = await connect('CB-006');
    const busy = farewell(early);
    early.publish(up('CB-006'), 'x', { qos: 1 });
    expect(await busy).toBe(0x89);
    const closed = await connect('CB-007');
    const off = farewell(closed);
    disabled = true;
    await broker.review();
    expect(await off).toBe(0x98);
    expect(said).toEqual([]);
  });
  it('takes neither a second CONNECT nor AUTH, retained messages, identifiers of subscriptions, or topics that are none', async () => {
    const cases: [Packet | Buffer, number][] = [
      [hello('CB-001'), 0x82],
      [Buffer.from([0xf0, 0x02, 0x18, 0x00]), 0x82],
      [publishOf({ topic: up('CB-001'), retain: true }), 0x9a],
      [publishOf({ topic: 'a'.repeat(300) }), 0x90],
      [publishOf({ topic: 'iot/v1/alpha/CB-001/up/a\0b' }), 0x90],
      [Buffer.from([0x82, 0x06, 0x00, 0x01, 0x02, 0x0b, 0x05, 0x00]), 0x81],
      [Buffer.from([0x82, 0x0a, 0x00, 0x01, 0x02, 0x0b, 0x05, 0x00, 0x02, 0x61, 0x62, 0x00]), 0xa1],
      [Buffer.from([0x82, 0x08, 0x00, 0x01, 0x00, 0x00, 0x02, 0x23, 0x61, 0x00]), 0x90],
      [Buffer.from([0x36, 0x04, 0x00, 0x01, 0x61, 0x00]), 0x81],
    ];
    for (const [packet, reason] of cases) {
      const client = await signedIn('CB-001');
      client.say(packet);
      expect([await reasonOf(client), reason]).toEqual([reason, reason]);
    }
    expect(said).toEqual([]);
  });
  it('of 3.1.1 is what it was, also when its first bytes come one by one', async () => {
    const client = raw();
    const answer = new Promise<Buffer>((resolve) => client.socket.once('data', resolve));
    for (const byte of generate({ ...hello('CB-001'), protocolVersion: 4 } as Packet)) {
      client.socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect([...(await answer)]).toEqual([0x20, 2, 0, 0]);
    const five = raw();
    for (const byte of generate(hello('CB-002'), { protocolVersion: 5 })) five.socket.write(Buffer.from([byte]));
    expect(await five.next('connack')).toMatchObject({ reasonCode: 0 });
  });
  // last: it gets our address blocked
  it('of hostile bytes ends, and the others live on', async () => {
    const honest = await connect('CB-008');
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed;
    };
    const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => random() % 256));
    const start = generate(hello('CB-009'), { protocolVersion: 5 });
    const closes: Promise<unknown>[] = [];
    for (let round = 0; round < 300; round++) {
      const client = raw();
      closes.push(new Promise((resolve) => client.socket.once('close', resolve)));
      const torn = Buffer.from(start);
      torn[random() % torn.length] = random() % 256;
      client.socket.write(round % 3 === 0 ? Buffer.concat([start, bytes(200)]) : round % 3 === 1 ? torn : bytes(64));
      client.socket.end();
    }
    await Promise.all(closes);
    await honest.publishAsync(up('CB-008'), 'here', { qos: 1 });
    expect(said.filter((text) => !text.startsWith('iot/v1/alpha/CB-009/'))).toEqual([`${up('CB-008')} here`]);
  });
});
