/** 50 §2.3 and §2.6b: what is read from a message, what is refused and why. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTopic, readUser } from '../../../server/iot/address';
import { decode, type PointCode } from '../../../server/iot/decode';
import { type Raw, REASON, readMessage } from '../../../server/iot/message';
import { ackOf } from '../../../server/iot/sequence';

const TS = 1_768_439_405_000;
const data = (more: object = {}) => ({ v: 1, seq: 10, ts: TS, d: [['D100', 0, 1523]], ...more });
const read = (body: unknown, up: Parameters<typeof readMessage>[0] = 'data') =>
  readMessage(up, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

describe('a message', () => {
  it('of data has points with their own times and qualities', () => {
    const body = data({
      st: 'BS-03',
      h: 1,
      d: [
        ['D100', 0, 1523],
        ['D101', -500, 36.62, 1],
        ['D102', 0, '0x4048F5C3'],
      ],
    });
    const message = {
      seq: 10,
      ts: TS,
      historical: true,
      station: 'BS-03',
      readings: [
        { code: 'D100', ts: TS, raw: 1523, q: 0 },
        { code: 'D101', ts: TS - 500, raw: 36.62, q: 1 },
        { code: 'D102', ts: TS, raw: '0x4048F5C3', q: 0 },
      ],
    };
    expect(read(body)).toMatchObject({ message });
    expect(readMessage('fast', gzipSync(JSON.stringify(body)))).toMatchObject({ message });
  });
  it('of birth, event and death says what they are', () => {
    const birth = { v: 1, boot: 17, seq: 5, ts: TS, fw: '1.4.2', buf: { n: 3, oldest: null }, lost: 2 };
    expect(read(birth, 'birth')).toMatchObject({
      message: { seq: 5, birth: { boot: 17, fw: '1.4.2', buffered: 3, lost: 2 } },
    });
    const event = { v: 1, seq: 6, ts: TS, e: 'alarm', p: 'ALM', code: 'E102', on: true };
    expect(read(event, 'event')).toMatchObject({ message: { readings: [{ code: 'ALM', raw: 'E102' }] } });
    expect(read({ ...event, on: false }, 'event')).toMatchObject({ message: { readings: [{ raw: '' }] } });
    expect(read({ v: 1, boot: 17 }, 'death')).toMatchObject({
      message: { seq: null, stale: { station: null, boot: 17 } },
    });
  });
  it('is refused whole with its reason', () => {
    const refused = (body: unknown) => read(body) as { readonly reason?: string };
    for (const wrong of [
      '',
      '[',
      'null',
      '[]',
      '7',
      '{"v":1}',
      data({ seq: -1 }),
      data({ seq: 2 ** 53 }),
      data({ ts: 9e15 }),
    ])
      expect(refused(wrong), JSON.stringify(wrong)).toEqual({ reason: REASON.format });
    for (const d of [
      {},
      [1],
      [['D100', 0]],
      [['D100', 0.5, 1]],
      [['', 0, 1]],
      [['D\0', 0, 1]],
      [['D100', 0, null]],
      [['D100', 0, 1, 9]],
    ])
      expect(refused(data({ d })), JSON.stringify(d)).toEqual({ reason: REASON.format });
    expect(refused(data({ v: 2 }))).toEqual({ reason: REASON.version });
    expect(refused(data({ d: Array.from({ length: 2001 }, () => ['D100', 0, 1]) }))).toEqual({ reason: REASON.large });
    expect(refused(`{"v":1,"a":${'['.repeat(50_000)}`)).toEqual({ reason: REASON.format });
    expect(readMessage('data', Buffer.alloc(300 * 1024, ' '))).toEqual({ reason: REASON.large });
    expect(readMessage('data', gzipSync(Buffer.alloc(20 * 1024 * 1024)))).toEqual({ reason: REASON.large });
    expect(readMessage('data', Buffer.from([0x1f, 0x8b, 1, 2, 3]))).toEqual({ reason: REASON.format });
  });
  it('reaches nothing but its own values', () => {
    expect(read(`{"__proto__":{"polluted":1},"v":1,"seq":1,"ts":${TS},"d":[["__proto__",0,1]]}`)).toMatchObject({
      message: { readings: [{ code: '__proto__' }] },
    });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('an address', () => {
  it('is read from topic and user name only', () => {
    expect(readTopic('iot/v1/demo/CB-001/up/data')).toEqual({
      org: 'demo',
      sn: 'CB-001',
      said: { protocol: '1', up: 'data' },
    });
    for (const topic of [
      'iot/v1/demo/CB-001/down/ack',
      'iot/v1/demo/CB-001/up/x',
      'iot/v1/demo/a b/up/data',
      'iot/v1/demo/CB-001/up/data/x',
    ])
      expect(readTopic(topic)).toBeNull();
    expect(readUser('demo/CB-001')).toEqual({ org: 'demo', sn: 'CB-001' });
    for (const user of [undefined, '', 'demo', 'demo/+', 'demo/#', '../x']) expect(readUser(user)).toBeNull();
  });
});

describe('numbers of a box', () => {
  it('say what is stored and what is missing', () => {
    expect(ackOf('{}')).toBeNull();
    expect(ackOf('{[1,5)}')).toEqual({ upTo: 4, miss: [] });
    // a box that began anew: nothing is missing between its boots
    expect(ackOf('{[285212673,285212680),[301989889,301989891),[301989895,301989900)}')).toEqual({
      upTo: 301989890,
      miss: [[301989891, 301989894]],
    });
    expect(ackOf('{[1,5),[8,10),[11,12)}')).toEqual({
      upTo: 4,
      miss: [
        [5, 7],
        [10, 10],
      ],
    });
  });
});

const POINT: PointCode = {
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
};
describe('a value', () => {
  const value = (raw: Raw, more: Partial<PointCode>): unknown => {
    const made = decode({ ...POINT, ...more }, raw, 0);
    return 'refused' in made ? made.refused : made.value;
  };
  it('is decoded as the examples say', () => {
    expect(value('0x4048F5C3', { codec: '7' })).toBe(3.14);
    expect(value('0xF5C34048', { codec: '7', byteOrder: 'CDAB' })).toBe(3.14);
    expect(value('0x4840C3F5', { codec: '7', byteOrder: 'BADC' })).toBe(3.14);
    expect(value('0xC3F54840', { codec: '7', byteOrder: 'DCBA' })).toBe(3.14);
    expect(value('0xFF9C', { codec: '3' })).toBe(-100);
    expect(value(0xff9c, { codec: '3' })).toBe(-100);
    expect(value(-100, { codec: '3' })).toBe(-100);
    expect(value('0x000186A0', { codec: '5' })).toBe(100_000);
    expect(value('0x1234', { codec: '9' })).toBe(1234);
    expect(value('0x12A4', { codec: '9' })).toBe(REASON.type);
    expect(value('0x0008', { codec: '2', bit: 3 })).toBe(1);
    expect(value('0x0008', { codec: '2', bit: 3, invert: true })).toBe(0);
    expect(value(12_000, { linear: [4000, 20_000, 0, 1.6] })).toBe(0.8);
    expect(value(1523, { scaleA: 0.1, scaleB: -2 })).toBe(150.3);
    expect(value(true, {})).toBe(1);
  });
  it('of another sort is refused, one that is no number is bad', () => {
    for (const raw of ['12', 'x', '0x12'] as const) expect(value(raw, {})).toBe(REASON.type);
    expect(value('0x123456', { codec: '3' })).toBe(REASON.type);
    expect(value(true, { codec: '7' })).toBe(REASON.type);
    expect(value(1.5, { codec: '4' })).toBe(REASON.type);
    expect(decode({ ...POINT, codec: '7' }, '0x7FC00000', 0)).toEqual({ value: null, text: null, q: 2 });
    expect(decode(POINT, 1e300, 0)).toEqual({ value: null, text: null, q: 2 });
    expect(decode({ ...POINT, rangeHigh: 100 }, 101, 1)).toEqual({
      value: 101,
      text: null,
      q: 2,
      reason: REASON.range,
    });
  });
  it('of a text point is its text, with a number where one is said', () => {
    const enums = new Map([['E102', 102]]);
    expect(decode({ ...POINT, codec: '11', enums }, 'E102', 0)).toEqual({ value: 102, text: 'E102', q: 0 });
    expect(decode({ ...POINT, codec: '11', enums }, '', 0)).toEqual({ value: null, text: '', q: 0 });
  });
});
