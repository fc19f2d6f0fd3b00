/** One box on the broker: it keeps what it sent until `upTo` passes it, sends again what is missing, and what was buffered no faster than `win`. */
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { topicOf } from '../../server/iot/address';
import type { Sent } from '../../server/iot/simulate/run';

export interface Play {
  readonly broker: string;
  readonly org: string;
  readonly box: string;
  readonly secret: string;
  readonly sent: readonly Sent[];
  /** times as fast as the clock; 0 = as fast as they are taken */
  readonly speed: number;
  /** ms without any progress until it gives up */
  readonly patienceMs?: number;
}
interface Ack {
  readonly upTo: number;
  readonly win?: number;
  readonly miss?: readonly (readonly [number, number])[];
}
const IN_FLIGHT = 100;
const TRIES = 5;

/** A server needs a moment to hear of a new secret. */
export const connected = async (
  { broker, org, box, secret }: Play,
  more: Pick<IClientOptions, 'clean' | 'will'>,
): Promise<MqttClient> => {
  const given = { clientId: box, username: `${org}/${box}`, password: secret, ...more };
  for (let left = TRIES; ; left--)
    try {
      return await mqtt.connectAsync(broker, given);
    } catch (error) {
      if (left === 0) throw error;
      await sleep(1_000);
    }
};

/** ms until a message leaves in a run that began so long ago */
export const waitFor = ({ sent, speed }: Play, { at }: Sent, began: number): number =>
  Math.max(0, (at - (sent[0]?.at ?? 0)) / speed - (Date.now() - began));
/** Holds when all of it is stored; answers how many messages were sent again. */
export const playBox = async (play: Play): Promise<number> => {
  const { org, box, sent, speed, patienceMs = 60_000 } = play;
  const client = await connected(play, { clean: false });
  const kept = new Map<number, Sent>();
  let [win, again, progress] = [20, 0, Date.now()];
  const publish = (message: Sent): Promise<unknown> =>
    client.publishAsync(topicOf({ org, sn: box }, message.said), message.payload, { qos: 1 });
  client.on('message', (_topic, payload) => {
    const ack = JSON.parse(payload.toString('utf8')) as Ack;
    win = ack.win ?? win;
    for (const seq of [...kept.keys()].filter((seq) => seq <= ack.upTo)) {
      kept.delete(seq);
      progress = Date.now();
    }
    for (const [from, to] of ack.miss ?? [])
      for (const [seq, message] of kept)
        if (seq >= from && seq <= to) {
          again++;
          publish(message).catch(() => undefined);
        }
  });
  try {
    await client.subscribeAsync(`iot/v1/${org}/${box}/down/#`, { qos: 1 });
    const began = Date.now();
    let flying: Promise<unknown>[] = [];
    for (const message of sent) {
      if (!message.garbage) kept.set(message.seq, message);
      if (speed > 0) await sleep(waitFor(play, message, began));
      else if (message.historical) await sleep(1000 / win);
      flying.push(publish(message));
      if (flying.length < IN_FLIGHT) continue;
      await Promise.all(flying);
      flying = [];
    }
    await Promise.all(flying);
    progress = Date.now();
    while (kept.size > 0) {
      if (Date.now() - progress > patienceMs) throw new Error(`${box}: ${kept.size} messages are not acknowledged`);
      await sleep(100);
    }
    return again;
  } finally {
    await client.endAsync();
  }
};
