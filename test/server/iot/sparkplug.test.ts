/**
 * 50 §2.4, Sparkplug B without a broker: bytes of another library, births and aliases, numbers in their order, deaths, and bytes that mean
 * harm. Checks of the specification's host application profile are named by their ids (tck-id-…).
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Address, Verb } from '../../../server/iot/address';
import { mayHear, maySay, readTopic, SPARKPLUG } from '../../../server/iot/address';
import type { Box, Point } from '../../../server/iot/directory';
import { type Message, REASON } from '../../../server/iot/message';
import { type Nodes, openNodes, rebirth } from '../../../server/iot/sparkplug/nodes';
import { measured, readPayload, TYPE, type Written, writePayload } from '../../../server/iot/sparkplug/payload';
import { stateOf } from '../../../server/iot/sparkplug/state';
import { decoded, encoded } from '../../support/sparkplug';

const TS = 1_768_439_405_000;
const point = (station: string | null): Point => ({
  id: '',
  words: [],
  station,
  code: {
    codec: '1',
    byteOrder: 'ABCD',
    bit: null,
    invert: false,
    scaleA: 1,
    scaleB: 0,
    linear: null,
    rangeLow: null,
    rangeHigh: null,
    enums: new Map(),
  },
  mapped: false,
  counts: [],
  devices: [],
  watched: [],
  metered: false,
});
const BOX: Box = {
  id: 'box',
  sn: 'CB-004',
  org: { id: 'o', code: 'demo', name: '示例工厂', schema: 'org_demo', rightsVersion: 0 },
  disabled: false,
  protocol: SPARKPLUG,
  keyHash: null,
  stations: new Map([
    ['BS-03', 's3'],
    ['BS-04', 's4'],
  ]),
  points: new Map([
    ['AL1.OK', point('s3')],
    ['BS-04/AL1.OK', point('s4')],
    ['T', point(null)],
  ]),
};

let nodes: Nodes;
let asked: Address[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: TS });
  asked = [];
  nodes = openNodes({ askBirth: (address) => asked.push(address), now: Date.now });
});
afterEach(() => {
  nodes.stop();
  vi.useRealTimers();
});
const raw = (verb: Verb, bytes: Buffer, device: string | null = null) =>
  nodes.read(BOX, { protocol: SPARKPLUG, verb, device }, bytes);
const say = (
  verb: Verb,
  seq: number,
  metrics: readonly Written[],
  more: { readonly device?: string; readonly ts?: number } = {},
) => raw(verb, writePayload({ ts: more.ts ?? TS + seq, seq, metrics }), more.device ?? null);
const birth = (bdSeq = 0, more: readonly Written[] = []) =>
  say('NBIRTH', 0, [
    { name: 'bdSeq', type: TYPE.int64, value: bdSeq },
    { name: 'Node Control/Rebirth', type: TYPE.boolean, value: false },
    { name: 'T', alias: 7, type: TYPE.double, value: 20.5 },
    ...more,
  ]);
const messageOf = async (read: ReturnType<typeof raw>): Promise<Message> => {
  const answer = await read;
  if ('reason' in answer) throw new Error(`refused: ${answer.reason}`);
  return answer.message;
};
const values = async (read: ReturnType<typeof raw>) =>
  (await messageOf(read)).readings.map(({ code, raw: value }) => [code, value]);

describe('topics', () => {
  it('name the group, the edge node and its device', () => {
    expect(readTopic('spBv1.0/demo/DDATA/CB-004/BS-03')).toEqual({
      org: 'demo',
      sn: 'CB-004',
      said: { protocol: SPARKPLUG, verb: 'DDATA', device: 'BS-03' },
    });
    expect(readTopic('spBv1.0/demo/NBIRTH/CB-004')?.said).toMatchObject({ verb: 'NBIRTH', device: null });
    for (const topic of [
      'spBv1.0/demo/NBIRTH/CB-004/BS-03',
      'spBv1.0/demo/DDATA/CB-004',
      'spBv1.0/demo/NCMD/CB-004',
      'spBv1.0/STATE/factory',
      'spBv1.0/Demo/NDATA/CB-004',
      'spBv1.0/demo/DDATA/CB-004/a/b',
      'spBv1.0/demo/DDATA/CB-004/a\0b',
      'spAv1.0/demo/NDATA/CB-004',
    ])
      expect(readTopic(topic)).toBeNull();
  });
  it('a box speaks below its own name in its own protocol, and hears its commands and its host', () => {
    const box = { org: 'demo', sn: 'CB-004' };
    expect(maySay(box, SPARKPLUG, 'spBv1.0/demo/DDATA/CB-004/BS-03')).toBe(true);
    for (const topic of [
      'spBv1.0/demo/NDATA/CB-001',
      'spBv1.0/other/NDATA/CB-004',
      'spBv1.0/demo/NCMD/CB-004',
      'spBv1.0/STATE/factory',
      'iot/v1/demo/CB-004/up/data',
    ])
      expect(maySay(box, SPARKPLUG, topic)).toBe(false);
    expect(maySay(box, '1', 'spBv1.0/demo/NDATA/CB-004')).toBe(false);
    for (const filter of ['spBv1.0/demo/NCMD/CB-004', 'spBv1.0/demo/DCMD/CB-004/#', 'spBv1.0/STATE/factory'])
      expect(mayHear(box, SPARKPLUG, filter)).toBe(true);
    for (const filter of ['spBv1.0/#', 'spBv1.0/demo/NCMD/+', 'spBv1.0/demo/NDATA/CB-004', 'spBv1.0/demo/NCMD/CB-0041'])
      expect(mayHear(box, SPARKPLUG, filter)).toBe(false);
    expect(mayHear(box, '1', 'spBv1.0/STATE/factory')).toBe(false);
  });
});

describe('a payload of another library', () => {
  const metrics = [
    { name: 'i8', type: 'Int8', value: -8 },
    { name: 'i16', type: 'Int16', value: -300 },
    { name: 'i32', type: 'Int32', value: -70_000 },
    { name: 'i64', type: 'Int64', value: -5_000_000_000 },
    { name: 'u8', type: 'UInt8', value: 200 },
    { name: 'u16', type: 'UInt16', value: 65_535 },
    { name: 'u32', type: 'UInt32', value: 4_000_000_000 },
    { name: 'u64', type: 'UInt64', value: 9_000_000_000 },
    { name: 'f', type: 'Float', value: 3.14 },
    { name: 'd', type: 'Double', value: 0.1 },
    { name: 'b', type: 'Boolean', value: true },
    { name: 's', type: 'String', value: '漏油' },
    { name: 't', type: 'DateTime', value: TS },
    { name: 'x', type: 'Text', value: 'E102' },
  ] as const;
  it('is read in all types that are taken', () => {
    const read = readPayload(encoded({ timestamp: TS, seq: 3, metrics: [...metrics] }));
    if ('reason' in read) throw new Error(read.reason);
    expect([read.ts, read.seq]).toEqual([TS, 3]);
    expect(read.metrics.map((metric) => measured(metric.type, metric))).toEqual(metrics.map(({ value }) => value));
  });
  it('is written so that the other library reads the same', () => {
    const more = [
      { name: 'a', type: TYPE.int32, value: -7 },
      { name: 'b', type: TYPE.float, value: 0.5 },
      { name: 'c', type: TYPE.boolean, value: true },
      { name: 'd', type: TYPE.string, value: '漏油' },
      { name: 'e', type: TYPE.double, value: -0.1 },
      { name: 'f', type: TYPE.uint16, value: 65_535 },
    ];
    expect(decoded(writePayload({ ts: TS, seq: 1, metrics: more })).metrics?.map(({ value }) => value)).toEqual(
      more.map(({ value }) => value),
    );
  });
  it('of nothing measured is bad, of UUIDs, bytes and what has parts is no value', () => {
    const read = readPayload(
      encoded({
        timestamp: TS,
        seq: 3,
        metrics: [
          { name: 'null', type: 'Int32', value: null },
          { name: 'uuid', type: 'UUID', value: 'a' },
          { name: 'bytes', type: 'Bytes', value: new Uint8Array([1]) },
          { name: 'set', type: 'DataSet', value: { numOfColumns: 1, columns: ['a'], types: ['Int32'], rows: [] } },
        ],
      }),
    );
    if ('reason' in read) throw new Error(read.reason);
    expect(read.metrics.map((metric) => measured(metric.type, metric))).toEqual([
      null,
      undefined,
      undefined,
      undefined,
    ]);
    // a type that is named and a value of another
    const [odd] = read.metrics;
    expect(odd && measured(TYPE.string, { ...odd, isNull: false, held: [10, 5n] })).toBeUndefined();
  });
});

describe('bytes that mean harm', () => {
  const data = writePayload({ ts: TS, seq: 0, metrics: [{ name: 'T', type: TYPE.double, value: 1 }] });
  it('are refused by name: cut short, too long, too many, no numbers', async () => {
    const format = { reason: REASON.format };
    for (let at = 1; at < data.length; at++)
      expect([REASON.format, undefined]).toContain(
        ((await raw('NDATA', data.subarray(0, at))) as { reason?: string }).reason,
      );
    expect(await raw('NDATA', Buffer.alloc(0))).toEqual(format);
    expect(await raw('NDATA', Buffer.from('{"timestamp":1}'))).toEqual(format);
    // a varint without an end, a length beyond the message, a group, a moment that is a text
    expect(await raw('NDATA', Buffer.alloc(40, 0xff))).toEqual(format);
    expect(await raw('NDATA', Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]))).toEqual(format);
    expect(await raw('NDATA', Buffer.from([0x0b]))).toEqual(format);
    expect(await raw('NDATA', Buffer.from([0x0a, 1, 65]))).toEqual(format);
    expect(await say('NDATA', 256, [])).toEqual(format);
    expect(await raw('NDATA', writePayload({ ts: 2 ** 52, seq: 0, metrics: [] }))).toEqual(format);
    expect(await raw('NDATA', writePayload({ ts: TS, metrics: [] }))).toEqual(format);
    expect(await raw('NDATA', writePayload({ seq: 0, metrics: [] }))).toEqual(format);
    expect(await raw('NDATA', Buffer.alloc(256 * 1024 + 1))).toEqual({ reason: REASON.large });
    const many = Array.from({ length: 2_001 }, () => ({ alias: 1, value: 1 }));
    expect(await say('NDATA', 0, many)).toEqual({ reason: REASON.large });
  });
  it('of any kind never fail it', async () => {
    let seed = 7;
    const next = (): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed >>> 8;
    };
    await birth();
    for (let round = 0; round < 3_000; round++) {
      const bytes = Buffer.from(data);
      for (let n = next() % 4; n >= 0; n--) bytes[next() % bytes.length] = next() % 256;
      const verbs: readonly Verb[] = ['NBIRTH', 'NDATA', 'NDEATH', 'DDATA', 'DBIRTH', 'DDEATH'];
      void raw(verbs[next() % verbs.length] ?? 'NDATA', bytes, round % 2 === 0 ? null : 'BS-03');
    }
    await vi.advanceTimersByTimeAsync(2_000);
  });
  it('names that are none are told, their neighbours kept', async () => {
    const message = await messageOf(
      birth(0, [
        { name: 'x'.repeat(65), type: TYPE.double, value: 1 },
        { name: 'a\0b', type: TYPE.double, value: 1 },
        { name: 'U', type: 15, value: 'x' },
        { name: 'N', type: TYPE.string, value: 'a\0b' },
      ]),
    );
    expect(message.readings).toEqual([{ code: 'T', ts: TS, raw: 20.5, q: 0 }]);
    expect(message.refused?.map(({ reason, point }) => [reason, point])).toEqual([
      [REASON.unknown, 'x'.repeat(64)],
      [REASON.unknown, 'ab'],
      [REASON.type, 'U'],
      [REASON.type, 'N'],
    ]);
  });
});

describe('births and aliases', () => {
  it('a birth gives values and the names of aliases; its receipt is ms × 256 + seq', async () => {
    const message = await messageOf(birth());
    expect(message).toMatchObject({ seq: TS * 256, ts: TS, historical: false, station: null });
    expect(message.readings).toEqual([{ code: 'T', ts: TS, raw: 20.5, q: 0 }]);
    expect(await values(say('NDATA', 1, [{ alias: 7, value: 21.25, type: TYPE.double }]))).toEqual([['T', 21.25]]);
    // tck-id-payloads-alias-data-cmd-requirement: neither name nor type, both are those of the birth
    const typed = writePayload({ ts: TS + 2, seq: 2, metrics: [{ alias: 7, value: 22.5 }] });
    expect(await values(raw('NDATA', typed))).toEqual([['T', 22.5]]);
    expect(asked).toEqual([]);
  });
  it('a metric has its own moment, is historical, or is nothing', async () => {
    await birth();
    const message = await messageOf(say('NDATA', 1, [{ alias: 7, ts: TS - 60_000, value: null, historical: true }]));
    expect(message).toMatchObject({ historical: true, readings: [{ code: 'T', ts: TS - 60_000, raw: null, q: 0 }] });
    const mixed = await messageOf(
      say('NDATA', 2, [
        { alias: 7, value: 1.5, historical: true },
        { alias: 7, value: 2.5 },
      ]),
    );
    expect(mixed.historical).toBe(false);
  });
  it('a device has aliases of its own; a point of another station is not meant', async () => {
    await birth();
    const count = [{ name: 'AL1.OK', alias: 9, type: TYPE.int64, value: 5 }];
    expect(await values(say('DBIRTH', 1, count, { device: 'BS-03' }))).toEqual([['AL1.OK', 5]]);
    expect(await values(say('DBIRTH', 2, count, { device: 'BS-04' }))).toEqual([['BS-04/AL1.OK', 5]]);
    expect(await values(say('DDATA', 3, [{ alias: 9, value: 6 }], { device: 'BS-03' }))).toEqual([['AL1.OK', 6]]);
    const other = await messageOf(say('DDATA', 4, [{ alias: 7, value: 1.5 }], { device: 'BS-03' }));
    expect(other).toMatchObject({ readings: [], refused: [{ reason: REASON.unknown, point: '#7' }] });
    expect(asked).toEqual([{ org: 'demo', sn: 'CB-004' }]);
  });
  it('an unknown node or alias is asked for a birth, once a minute until it comes', async () => {
    // tck-id-operational-behavior-data-commands-ncmd-rebirth-name, -value
    const first = await messageOf(
      say('NDATA', 40, [
        { alias: 7, value: 1.5 },
        { name: 'T', type: TYPE.double, value: 9 },
      ]),
    );
    expect(first.refused).toMatchObject([{ reason: REASON.unknown, point: '#7' }]);
    expect(first.readings).toMatchObject([{ code: 'T', raw: 9 }]);
    expect(asked).toHaveLength(1);
    await say('NDATA', 41, [{ alias: 7, value: 1.5 }]);
    expect(asked).toHaveLength(1);
    vi.setSystemTime(TS + 60_000);
    await say('NDATA', 42, [{ alias: 7, value: 1.5 }]);
    expect(asked).toHaveLength(2);
    await birth();
    vi.setSystemTime(TS + 180_000);
    expect(await values(say('NDATA', 1, [{ alias: 7, value: 1.5 }]))).toEqual([['T', 1.5]]);
    expect(asked).toHaveLength(2);
  });
  it('the request is the command of the specification', () => {
    const { timestamp, metrics, seq } = decoded(rebirth(TS));
    expect([Number(timestamp), seq, metrics]).toMatchObject([
      TS,
      undefined,
      [{ name: 'Node Control/Rebirth', type: 'Boolean', value: true }],
    ]);
  });
  it('what the host says of itself is JSON with both keys (tck-id-host-topic-phid-birth-payload)', () => {
    expect(JSON.parse(stateOf(true, TS))).toEqual({ online: true, timestamp: TS });
  });
});

describe('numbers in their order', () => {
  const data = (seq: number, value: number) => say('NDATA', seq, [{ alias: 7, value: value + 0.5 }]);
  it('a message that came too early waits for the one before (tck-id-operational-behavior-host-reordering-success)', async () => {
    await birth();
    const order: number[] = [];
    const two = data(2, 2).then(() => order.push(2));
    const three = data(3, 3).then(() => order.push(3));
    await vi.advanceTimersByTimeAsync(1_900);
    expect(order).toEqual([]);
    await data(1, 1).then(() => order.push(1));
    await Promise.all([two, three]);
    expect([...order].sort()).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([]);
  });
  it('after 2 s it is taken, and a birth asked for (tck-id-operational-behavior-host-reordering-rebirth)', async () => {
    await birth();
    const two = values(data(2, 2));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await two).toEqual([['T', 2.5]]);
    expect(asked).toHaveLength(1);
    // and on from there; what was missed is late, not early
    expect(await values(data(3, 3))).toEqual([['T', 3.5]]);
    expect(await values(data(1, 1))).toEqual([['T', 1.5]]);
    expect(asked).toHaveLength(1);
  });
  it('go from 255 to 0', async () => {
    await birth();
    for (let seq = 1; seq < 600; seq++) expect(await values(data(seq % 256, seq))).toEqual([['T', seq + 0.5]]);
    expect(asked).toEqual([]);
  });
  it('data that overtook its birth is read by that birth', async () => {
    await birth();
    const early = values(say('NDATA', 2, [{ alias: 70, value: 2.5 }], { ts: TS + 100 }));
    await say('NBIRTH', 1, [{ name: 'T', alias: 70, type: TYPE.double, value: 1.5 }], { ts: TS + 99 });
    expect(await early).toEqual([['T', 2.5]]);
    expect(asked).toEqual([]);
  });
  it('a node that skips on and on keeps no more than so many waiting', async () => {
    await birth();
    const all = Array.from({ length: 64 }, (_, n) => data(n + 2, n));
    expect(await Promise.all(all)).toHaveLength(64);
    expect(asked).toHaveLength(1);
  });
});

describe('deaths', () => {
  const death = (bdSeq: number) =>
    raw('NDEATH', writePayload({ metrics: [{ name: 'bdSeq', type: TYPE.int64, value: bdSeq }] }));
  it('of the node count with the number of its birth only, and end what it said', async () => {
    // tck-id-payloads-ndeath-bdseq: a will may come after the next birth
    await birth(4);
    expect((await messageOf(death(3))).stale).toBeUndefined();
    expect(await values(say('NDATA', 1, [{ alias: 7, value: 1.5 }]))).toEqual([['T', 1.5]]);
    // tck-id-operational-behavior-edge-node-termination-host-action-ndeath-node-tags-stale
    expect(await messageOf(death(4))).toMatchObject({ seq: null, ts: null, stale: { station: null } });
    expect((await messageOf(death(4))).stale).toBeUndefined();
    expect((await messageOf(say('NDATA', 2, [{ alias: 7, value: 1.5 }]))).refused).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });
  it('of a device end what that device said (tck-id-operational-behavior-edge-node-termination-host-action-ddeath-devices-tags-stale)', async () => {
    await birth();
    await say('DBIRTH', 1, [{ name: 'AL1.OK', alias: 9, type: TYPE.int64, value: 5 }], { device: 'BS-03' });
    const message = await messageOf(say('DDEATH', 2, [], { device: 'BS-03' }));
    expect(message).toMatchObject({ station: null, stale: { station: 'BS-03' }, readings: [] });
    expect((await messageOf(say('DDATA', 3, [{ alias: 9, value: 6 }], { device: 'BS-03' }))).refused).toHaveLength(1);
  });
});
