/** What the broker keeps of a box is of that box alone, whatever others are called. */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrgInfo } from '../../../server/ctx';
import { type Broker, openBroker } from '../../../server/iot/broker';
import type { Box } from '../../../server/iot/directory';
import { boxSecretHash } from '../../../server/iot/secret';
import { freePort } from '../../support/iot';

const SECRET = 's'.repeat(32);
let broker: Broker;
let port = 0;
const said: string[] = [];
const clients: MqttClient[] = [];
beforeAll(async () => {
  port = await freePort();
  broker = await openBroker({
    host: '127.0.0.1',
    port,
    tls: undefined,
    directory: {
      org: async (code: string) => ({ code, schema: `org_${code}` }) as OrgInfo,
      find: async ({ org, sn }: { org: string; sn: string }) =>
        ({
          id: `${org} ${sn}`,
          sn,
          org: { code: org },
          protocol: '1',
          disabled: false,
          keyHash: KEY,
        }) as unknown as Box,
    } as never,
    ingest: { accept: async (topic: string) => void said.push(topic), reject: async () => undefined } as never,
    mayBePlain: async () => true,
    onConnected: () => undefined,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await broker.close();
});
const KEY = boxSecretHash(SECRET);
const connect = (org: string, sn: string, more: object = {}): Promise<MqttClient> =>
  mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    clientId: sn,
    username: `${org}/${sn}`,
    password: SECRET,
    clean: false,
    reconnectPeriod: 0,
    ...more,
  });

it('a box of the same name in another organisation takes over nothing', async () => {
  const ours = await connect('alpha', 'CB-001');
  clients.push(ours);
  let isCut = false;
  ours.on('close', () => {
    isCut = true;
  });
  await ours.subscribeAsync('iot/v1/alpha/CB-001/down/#', { qos: 1 });
  const theirs = await connect('beta', 'CB-001');
  clients.push(theirs);
  const heard: string[] = [];
  theirs.on('message', (topic) => heard.push(topic));
  await theirs.publishAsync('iot/v1/beta/CB-001/up/data', 'x', { qos: 2 });
  broker.publish('iot/v1/alpha/CB-001/down/cmd', 'secret');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([isCut, heard]).toEqual([false, []]);
  expect(said).toEqual(['iot/v1/beta/CB-001/up/data']);
});

it('its last will is its own as well, and nothing it says stays behind', async () => {
  said.length = 0;
  const will = { topic: 'iot/v1/alpha/CB-002/up/death', payload: Buffer.from('{}'), qos: 1 as const, retain: true };
  // of another box it is refused when it is said
  const liar = await connect('alpha', 'CB-003', { will });
  liar.stream.destroy();
  const honest = await connect('alpha', 'CB-002', { will });
  honest.stream.destroy();
  await expect.poll(() => said).toEqual(['iot/v1/alpha/CB-002/up/death']);
  const later = await connect('alpha', 'CB-002');
  clients.push(later);
  const heard: string[] = [];
  later.on('message', (topic) => heard.push(topic));
  for (const filter of ['#', '+/#', '$SYS/#', '$share/g/iot/#', 'iot/v1/alpha/CB-003/down/#', 'iot/v1/+/CB-002/down/#'])
    await expect(later.subscribeAsync(filter)).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(heard).toEqual([]);
});
