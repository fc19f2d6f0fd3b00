/**
 * What is usually built: Mosquitto, a client of mqtt.js that hears everything at QoS 1, COPY of what came meanwhile. Boxes are acknowledged by
 * Mosquitto, which knows nothing of the database.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { linesOf, openReadings } from './devices-readings';

const port = Number(process.env.BENCH_MQTT);
const config = join(mkdtempSync(join(tmpdir(), 'mosquitto-')), 'mosquitto.conf');
writeFileSync(
  config,
  `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_inflight_messages 0\nmax_queued_messages 0\nlog_type none\n`,
);
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` };
const broker = spawn('mosquitto', ['-c', config], { env, stdio: 'ignore' });
broker.on('error', () => {
  console.log('mosquitto is not there');
  process.exit(0);
});
process.on('SIGTERM', () => {
  broker.kill();
  process.exit(0);
});
const copy = await openReadings('bench_mosquitto');
await sleep(1_000);
const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: 'bench' });
let rows: string[] = [];
let running = false;
const run = async (): Promise<void> => {
  if (running) return;
  running = true;
  while (rows.length > 0) {
    const text = `${rows.join('\n')}\n`;
    rows = [];
    await copy(text);
  }
  running = false;
};
client.on('message', (topic, payload) => {
  rows.push(...linesOf(topic, payload));
  setImmediate(() => void run());
});
await client.subscribeAsync('iot/v1/+/+/up/data', { qos: 1 });
console.log(`mosquitto on ${port}`);
