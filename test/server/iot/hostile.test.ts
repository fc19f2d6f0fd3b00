/** 5,000 messages that mean harm beside a box that means well: each is refused by its name, nothing else is touched, memory stays. */
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REASON } from '../../../server/iot/message';
import type { Iot } from '../../../server/iot/service';
import { demoFactory, type Factory } from '../../domain/factory';
import { keptMb } from '../../support/heap';
import { allowPlain, connectBox, freePort, makeBox, startIot, type TestBox } from '../../support/iot';
import { encoded } from '../../support/sparkplug';

const MESSAGES = 5_000;
const EACH = 25;
const MOST_MB = 50;
const now = Date.now();

let factory: Factory;
let iot: Iot;
let port = 0;
let box: TestBox;
let edge: TestBox;
let good: TestBox;
const faults: unknown[] = [];
const clients: MqttClient[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  port = await freePort();
  await allowPlain(factory);
  iot = await startIot(factory, port, { onError: (error) => faults.push(error) });
  box = await makeBox(factory, 'TH-001', { D1: {}, REG: { codec: '4' }, ALM: { codec: '11' } });
  edge = await makeBox(factory, 'TH-002', { D1: {} }, { protocol: '2' });
  good = await makeBox(factory, 'TH-003', { D1: {} });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await iot?.stop();
  await factory?.database.drop();
});
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const connect = (to: TestBox): MqttClient => {
  const client = connectBox(port, to);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};

let seq = 1;
const data = (d: unknown, more: object = {}): string =>
  JSON.stringify({ v: 1, seq: seq++, ts: now - 1_000, d, ...more });
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '['));
/** what is sent, and the reason it is refused for; null = it is no message that can be refused, and changes nothing */
const HOSTILE: readonly (readonly [string, () => string | Buffer, string | null])[] = [
  ['no JSON', () => '{"v":1,', REASON.format],
  ['no text', () => Buffer.from([0xff, 0xfe, 0x00, 0x80]), REASON.format],
  ['nothing', () => '', REASON.format],
  ['too large', () => Buffer.alloc(300 * 1024, '1'), REASON.large],
  ['a bomb', () => bomb, REASON.large],
  ['half a gzip', () => gzipSync(data([['D1', 0, 1]])).subarray(0, 30), REASON.format],
  ['deep', () => `{"v":1,"d":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, REASON.format],
  ['another version', () => JSON.stringify({ v: 2 }), REASON.version],
  ['a version like none', () => '{"v":1e400,"seq":1}', REASON.version],
  ['NaN', () => `{"v":1,"seq":${seq++},"ts":${now},"d":[["D1",0,NaN]]}`, REASON.format],
  ['endless', () => `{"v":1,"seq":${seq++},"ts":${now},"d":[["D1",0,1e999]]}`, null],
  ['huge', () => `{"v":1,"seq":${seq++},"ts":${now},"d":[["D1",0,1e308],["REG",0,9007199254740993]]}`, null],
  ['a register of words', () => data([['REG', 0, '0xZZ']]), REASON.type],
  ['a NUL as code', () => data([['D\0', 0, 1]]), REASON.format],
  ['a NUL as value', () => data([['ALM', 0, 'a\0b']]), REASON.format],
  ['half a letter as code', () => data([[`D${JSON.parse('"\\ud800"')}`, 0, 1]]), REASON.unknown],
  ['half a letter as value', () => `{"v":1,"seq":${seq++},"ts":${now - 2_000},"d":[["ALM",0,"\\udfff"]]}`, null],
  [
    'an inherited name',
    () =>
      data([
        ['__proto__', 0, 1],
        ['constructor', 0, 1],
      ]),
    REASON.unknown,
  ],
  ['an unknown code', () => data([[`X${seq}`, 0, 1]]), REASON.unknown],
  ['the future', () => data([['D1', 0, 1]], { ts: now + 86_400_000 }), REASON.future],
  ['the end of time', () => data([['D1', 0, 1]], { ts: 8.64e15 }), REASON.future],
  ['beyond time', () => data([['D1', 0, 1]], { ts: 8.7e15 }), REASON.format],
  ['the past', () => data([['D1', 0, 1]], { ts: 0 }), REASON.old],
  ['before all', () => data([['D1', -9e15, 1]]), REASON.format],
  ['an organisation', () => data([['X-org', 0, 1]], { org: 'platform', sn: 'TH-003', box: 'TH-003' }), REASON.unknown],
  ['too many', () => data(Array.from({ length: 2_001 }, () => ['D1', 0, 1])), REASON.large],
  ['a number like none', () => JSON.stringify({ v: 1, seq: -1, ts: now, d: [] }), REASON.format],
];

it('names them, and keeps everything else', async () => {
  const [bad, fine, node] = [connect(box), connect(good), connect(edge)];
  const sent: Promise<unknown>[] = [];
  const say = (client: MqttClient, topic: string, payload: string | Buffer) =>
    client.publishAsync(topic, payload, { qos: 1 });
  const rounds = Math.ceil(MESSAGES / (HOSTILE.length + 1));
  // what is compiled and cached on the way is no growth
  for (const [, make] of HOSTILE) await say(bad, `${box.topic}up/data`, make());
  const before = keptMb();
  let most = before;
  for (let n = 0; n < rounds; n++) {
    for (const [, make] of HOSTILE) sent.push(say(bad, `${box.topic}up/${['data', 'fast'][n % 2]}`, make()));
    sent.push(
      say(
        node,
        `spBv1.0/demo/NDATA/TH-002`,
        n % 2 === 0 ? Buffer.alloc(64, n) : encoded({ timestamp: 2 ** 62, metrics: [] }),
      ),
    );
    sent.push(
      say(fine, `${good.topic}up/data`, JSON.stringify({ v: 1, seq: n + 1, ts: now - 60_000 + n, d: [['D1', 0, n]] })),
    );
    if (n % EACH > 0) continue;
    await Promise.all(sent.splice(0));
    most = Math.max(most, keptMb());
  }
  await Promise.all(sent);
  expect(faults).toEqual([]);
  const told = await rows<{ reason: string; times: string }>(
    `select reason, sum(times)::int as times from $.iot_reject where box_id = '${box.id}' group by reason order by reason`,
  );
  const expected = new Map<string, number>();
  for (const [, , reason] of HOSTILE) if (reason !== null) expected.set(reason, (expected.get(reason) ?? 0) + 1);
  for (const [reason, kinds] of expected)
    expect(Number(told.find((row) => row.reason === reason)?.times ?? 0), `reason ${reason}`).toBeGreaterThanOrEqual(
      reason === REASON.unknown ? kinds : kinds * (rounds + 1),
    );
  const [kept] = await rows<{ n: number; sum: string }>(
    `select count(*)::int as n, sum(value) as sum from $.mw_iot_fast where point_id = '${good.points.get('D1')}'`,
  );
  expect([kept?.n, Number(kept?.sum)]).toEqual([rounds, (rounds * (rounds - 1)) / 2]);
  // numbers beyond ours are bad, not stored as something else
  const values = await rows<{ value: number | null; q: number }>(
    `select value, q from $.mw_iot_fast where point_id = '${box.points.get('D1')}'`,
  );
  expect(values.every(({ value, q }) => value === null && q === 2)).toBe(true);
  expect(most - before).toBeLessThan(MOST_MB);
});
