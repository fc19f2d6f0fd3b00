/** One edge node of Sparkplug B on the broker: it begins when its host is there, sends each message once, and dies by name when it goes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SPARKPLUG, STATE_TOPIC, topicOf } from '../../server/iot/address';
import { edgeDeath } from '../../server/iot/simulate/edge';
import type { Span } from '../../server/iot/simulate/scenarios';
import { connected, type Play, waitFor } from './play-box';

const IN_FLIGHT = 100;
/** nobody acknowledges what it says: what is under way is given a moment before it dies */
const LAST_MS = 1_000;

/** Holds when all of it is said; no message is sent again. */
export const playEdge = async (play: Play, span: Span): Promise<number> => {
  const { org, box, sent, speed, patienceMs = 60_000 } = play;
  const topic = topicOf({ org, sn: box }, { protocol: SPARKPLUG, verb: 'NDEATH', device: null });
  const payload = edgeDeath(span);
  const client = await connected(play, { clean: true, will: { topic, payload, qos: 1, retain: false } });
  let isHost = false;
  client.on('message', (_topic, said) => {
    isHost = (JSON.parse(said.toString('utf8')) as { readonly online: boolean }).online;
  });
  try {
    await client.subscribeAsync(STATE_TOPIC, { qos: 1 });
    for (const end = Date.now() + patienceMs; !isHost; await sleep(50))
      if (Date.now() > end) throw new Error(`${box}: the host application is not online`);
    const began = Date.now();
    let flying: Promise<unknown>[] = [];
    for (const message of sent) {
      if (speed > 0) await sleep(waitFor(play, message, began));
      flying.push(client.publishAsync(topicOf({ org, sn: box }, message.said), message.payload, { qos: 0 }));
      if (flying.length < IN_FLIGHT) continue;
      await Promise.all(flying);
      flying = [];
    }
    await Promise.all(flying);
    await sleep(LAST_MS);
    await client.publishAsync(topic, payload, { qos: 0 });
    return 0;
  } finally {
    await client.endAsync();
  }
};
