/**
 * The server is killed (-9) again and again while boxes send at QoS 1. What was acknowledged is stored, what was not is sent again, and
 * nothing is there twice: real processes, a real database, real clients.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_KEY, demoFactory, type Factory } from '../../domain/factory';
import { serverEnv } from '../../support/database';
import { dataFolder, removeFolder } from '../../support/folder';
import { allowPlain, connectBox, freePort, makeBox, type TestBox } from '../../support/iot';
import { type RunningServer, startServer } from '../../support/server';

const FULL = process.env.LAWS === 'full';
const KILLS = FULL ? 10 : 2;
const BOXES = 4;
const MESSAGES = FULL ? 2_500 : 250;
const VALUES = 4;

let factory: Factory;
let server: RunningServer;
let start: () => Promise<RunningServer>;
const dataDir = dataFolder('iot-kill');
const clients: MqttClient[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  await allowPlain(factory);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await (server as RunningServer | undefined)?.stop();
  await factory?.database.drop();
  removeFolder(dataDir);
});

it(`keeps every acknowledged reading once over ${KILLS} kills under ${BOXES} boxes`, async () => {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const env = { ...serverEnv(factory.database), SECRET_KEY: DEMO_KEY.toString('hex'), MQTT_PORT: String(mqttPort) };
  start = () => startServer({ dataDir, port, env });
  const points = Object.fromEntries(Array.from({ length: VALUES }, (_, at) => [`D${at}`, {}]));
  const boxes: TestBox[] = [];
  for (let at = 0; at < BOXES; at++) boxes.push(await makeBox(factory, `TK-00${at}`, points));
  server = await start();

  const began = Date.now() - 60_000;
  const acknowledged = new Map(boxes.map(({ id }) => [id, 0]));
  let goes = true;
  const work = async (box: TestBox): Promise<void> => {
    const client = connectBox(mqttPort, box);
    client.on('error', () => undefined);
    clients.push(client);
    const sent: Promise<unknown>[] = [];
    // the client gives up what was under way when its connection ended just then: a box sends it again until it is acknowledged
    const deliver = async (text: string): Promise<void> => {
      for (let tries = 0; tries < 1_000; tries++) {
        try {
          await client.publishAsync(`${box.topic}up/data`, text, { qos: 1 });
          acknowledged.set(box.id, (acknowledged.get(box.id) ?? 0) + 1);
          return;
        } catch {
          await sleep(100);
        }
      }
      throw new Error(`never acknowledged: ${text}`);
    };
    for (let seq = 1; seq <= MESSAGES; seq++) {
      const d = Object.keys(points).map((code, at) => [code, at, seq]);
      const text = JSON.stringify({ v: 1, seq, ts: began + seq * 10, d });
      sent.push(deliver(text));
      // some go out in a burst, so that kills find many under way; all are sent over the whole time of the kills
      if (seq % 20 === 0) await sleep(goes ? 120 : 0);
    }
    await Promise.all(sent);
  };
  const all = Promise.all(boxes.map(work));
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(400 + kill * 130);
    await server.kill();
    // what was acknowledged until now is there, whoever was killed
    const { rows } = await sql<{ box_id: string; n: string }>`
      SELECT box_id, (SELECT coalesce(sum(upper(r) - lower(r)), 0) FROM unnest(seqs) r) AS n
        FROM ${sql.id(factory.org.schema, 'mw_iot_box')}`.execute(factory.database.db);
    const stored = new Map(rows.map(({ box_id, n }) => [box_id, Number(n)]));
    for (const [id, count] of acknowledged) expect(stored.get(id) ?? 0).toBeGreaterThanOrEqual(count);
    server = await start();
  }
  goes = false;
  await all;

  for (const box of boxes) {
    const { rows } = await sql<{ n: string; seqs: string; wrong: string }>`
      SELECT count(*) AS n, count(*) FILTER (WHERE r.value <> r.seq) AS wrong,
             (SELECT seqs::text FROM ${sql.id(factory.org.schema, 'mw_iot_box')} WHERE box_id = ${box.id}) AS seqs
        FROM ${sql.id(factory.org.schema, 'mw_iot_fast')} r WHERE point_id = ANY(${[...box.points.values()]}::uuid[])`.execute(
      factory.database.db,
    );
    expect(rows).toEqual([{ n: String(MESSAGES * VALUES), wrong: '0', seqs: `{[1,${MESSAGES + 1})}` }]);
    expect(acknowledged.get(box.id)).toBe(MESSAGES);
  }
});
