/** Messages are taken out of the bytes of a connection wherever these are cut; all else passes as it came. */
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'mqtt-packet';
import { expect, it } from 'vitest';
import { type Direct, intake } from '../../../server/iot/intake';

const OWN = 'iot/v1/demo/CB-001/up/data';
const publish = (messageId: number, payload: Buffer | string, topic = OWN, qos: 0 | 1 | 2 = 1): Buffer =>
  generate({ cmd: 'publish', topic, payload, qos, dup: false, retain: false, ...(qos > 0 ? { messageId } : {}) });
const acksOf = (ids: readonly number[]): Buffer =>
  Buffer.concat(ids.map((messageId) => generate({ cmd: 'puback', messageId })));

const open = (accept: (topic: string, payload: Buffer) => Promise<void>) => {
  const written: Buffer[] = [];
  const conn = new PassThrough();
  conn.on('data', (part: Buffer) => written.push(part));
  let failures = 0;
  const take: Direct['take'] = (sent) =>
    void accept(sent.topic, sent.payload).then(() => sent.to.stored(sent), sent.to.failed);
  // within one second of the box: a loaded machine is longer at thousands of bytes one by one
  const stream = intake(
    () => ({ topics: new Set([OWN]), take, failed: () => failures++, conn }),
    () => 10_000,
  );
  const passed: Buffer[] = [];
  stream.on('data', (part: Buffer) => passed.push(part));
  return {
    stream,
    conn,
    written: () => Buffer.concat(written),
    passed: () => Buffer.concat(passed),
    failures: () => failures,
  };
};

it('takes own messages at QoS 1 whole, however the bytes are cut, and acknowledges what is stored', async () => {
  const others = [
    generate({ cmd: 'pingreq' }),
    publish(7, 'x', 'iot/v1/demo/CB-002/up/data'),
    publish(8, 'x', OWN, 2),
    publish(0, 'x', OWN, 0),
    generate({ cmd: 'subscribe', messageId: 9, subscriptions: [{ topic: 'iot/v1/demo/CB-001/down/#', qos: 0 }] }),
  ];
  const texts = ['', 'a', 'b'.repeat(300), 'c'.repeat(20_000)];
  const bytes = Buffer.concat([
    // the broker hears of the first, so it knows that the box is alive
    publish(1, 'first'),
    ...others.flatMap((other, n) => [publish(n + 100, texts[n] ?? 'd'), other]),
  ]);
  for (const size of [1, 2, 7, 1000, bytes.length]) {
    const heard: string[] = [];
    const { stream, written, passed } = open(async (topic, payload) => {
      expect(topic).toBe(OWN);
      heard.push(payload.toString());
    });
    for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
    await sleep(20);
    expect(heard).toEqual([...texts, 'd']);
    expect(passed()).toEqual(Buffer.concat([publish(1, 'first'), ...others]));
    expect(written()).toEqual(acksOf([100, 101, 102, 103, 104]));
  }
});

it('reads no more than may wait to be stored, and goes on when it is', async () => {
  const done: (() => void)[] = [];
  const { stream, written } = open(() => new Promise((resolve) => done.push(resolve)));
  stream.write(generate({ cmd: 'pingreq' }));
  for (let n = 1; n <= 40; n++) stream.write(publish(n, 'x'.repeat(20_000)));
  await sleep(20);
  expect(done.length).toBe(14);
  expect(written().length).toBe(0);
  for (const one of done.splice(0)) one();
  await sleep(20);
  expect(written()).toEqual(acksOf(Array.from({ length: 14 }, (_, n) => n + 1)));
  expect(done.length).toBe(14);
});

it('acknowledges nothing that was not stored', async () => {
  const { stream, written, failures } = open(async (_, payload) => {
    if (payload.toString() === 'no') throw new Error('stopped');
  });
  stream.write(Buffer.concat([generate({ cmd: 'pingreq' }), publish(1, 'yes'), publish(2, 'no')]));
  await sleep(20);
  expect(written()).toEqual(acksOf([1]));
  expect(failures()).toBe(1);
});
