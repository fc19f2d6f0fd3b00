/**
 * One connection to a broker outside. A message of QoS 1 is acknowledged when the promise of whoever takes it holds, however many are under
 * way at once: client libraries acknowledge on receipt, or take one message at a time.
 */
import { connect as plainConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { generate, type IConnackPacket, type IPublishPacket, type Packet, parser } from 'mqtt-packet';

export interface Will {
  readonly topic: string;
  readonly payload: string;
}
export interface LinkOptions {
  readonly url: URL;
  readonly clientId: string;
  /** the broker keeps what comes while the connection is away, so many seconds; 0: it keeps nothing */
  readonly keepSec: number;
  /** messages that may be under way without an acknowledgement */
  readonly most: number;
  readonly filters: readonly string[];
  /** what is said, retained, when the connection breaks; begins with each connection */
  readonly will?: (connectedAt: number) => Will;
  /** its filters are granted */
  readonly onReady?: (link: Link, connectedAt: number) => void;
  readonly onMessage: (topic: string, payload: Buffer) => Promise<void>;
  readonly onError: (error: unknown) => void;
}
export interface Link {
  publish(topic: string, payload: string | Buffer, retained?: boolean): void;
  readonly isUp: () => boolean;
  /** says its last word first */
  close(last?: Will): Promise<void>;
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
const ALIVE_SEC = 30;
const CLOSE_MS = 2_000;
/** "unacceptable protocol version" of MQTT 3.1.1 and of 5 */
const OTHER_VERSION = new Set([1, 0x84]);

export const openLink = (options: LinkOptions): Link => {
  const { url, onError } = options;
  let version: 4 | 5 = 5;
  let wait = FIRST_MS;
  let socket: Socket | undefined;
  let ready = false;
  let closed = false;
  let again: NodeJS.Timeout | undefined;
  let messageId = 0;

  const write = (to: Socket, packet: Packet): void => {
    if (!to.destroyed) to.write(generate(packet, { protocolVersion: version }));
  };
  const publish: Link['publish'] = (topic, payload, retained = false) => {
    if (socket === undefined || !ready) return;
    messageId = (messageId % 65_535) + 1;
    const qos = retained ? 1 : 0;
    write(socket, {
      cmd: 'publish',
      topic,
      payload,
      qos,
      retain: retained,
      dup: false,
      ...(retained ? { messageId } : {}),
    });
  };
  const received = (from: Socket, { topic, payload, qos, messageId: id }: IPublishPacket): void => {
    options.onMessage(topic, Buffer.from(payload)).then(() => {
      if (qos > 0 && id !== undefined) write(from, { cmd: 'puback', messageId: id });
    }, onError);
  };
  const granted = (from: Socket, codes: readonly unknown[], at: number): void => {
    const refused = codes.findIndex((code) => typeof code === 'number' && code >= 0x80);
    if (refused >= 0) {
      onError(new Error(`broker refuses ${options.filters[refused] ?? 'a subscription'}`));
      from.destroy();
      return;
    }
    ready = true;
    wait = FIRST_MS;
    options.onReady?.(link, at);
  };
  const connected = (from: Socket, { returnCode, reasonCode }: IConnackPacket): void => {
    const code = returnCode ?? reasonCode ?? 0;
    if (code === 0) {
      const subscriptions = options.filters.map((topic) => ({ topic, qos: 1 as const }));
      write(from, { cmd: 'subscribe', messageId: 1, subscriptions });
      return;
    }
    if (version === 5 && OTHER_VERSION.has(code)) version = 4;
    else onError(new Error(`broker refuses the connection: ${code}`));
    from.destroy();
  };

  const open = (): void => {
    const at = Date.now();
    const isTls = url.protocol === 'mqtts:';
    const to = { host: url.hostname, port: Number(url.port || (isTls ? 8883 : 1883)) };
    const made = isTls ? tlsConnect({ ...to, servername: url.hostname }) : plainConnect(to);
    socket = made;
    made.setNoDelay(true);
    made.setTimeout(ALIVE_SEC * 1_500);
    const ping = setInterval(() => write(made, { cmd: 'pingreq' }), (ALIVE_SEC * 1_000) / 2);
    const read = parser({ protocolVersion: version });
    read.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish') received(made, packet);
      else if (packet.cmd === 'connack') connected(made, packet);
      else if (packet.cmd === 'suback') granted(made, packet.granted, at);
      else if (packet.cmd === 'disconnect') made.destroy();
    });
    read.on('error', (error: unknown) => {
      onError(error);
      made.destroy();
    });
    made.on('data', (bytes: Buffer) => read.parse(bytes));
    made.on('timeout', () => made.destroy());
    made.on('error', onError);
    made.once('close', () => {
      clearInterval(ping);
      ready = false;
      if (closed) return;
      again = setTimeout(open, wait);
      wait = Math.min(LONGEST_MS, wait * 2);
    });
    made.once(isTls ? 'secureConnect' : 'connect', () => write(made, connectPacket(options, version, at)));
  };

  const link: Link = {
    publish,
    isUp: () => ready,
    async close(last) {
      if (last !== undefined) publish(last.topic, last.payload, true);
      closed = true;
      clearTimeout(again);
      const now = socket;
      if (now === undefined || now.destroyed) return;
      const gone = new Promise<void>((resolve) => now.once('close', () => resolve()));
      write(now, { cmd: 'disconnect' });
      now.end();
      const late = setTimeout(() => now.destroy(), CLOSE_MS);
      await gone;
      clearTimeout(late);
    },
  };
  open();
  return link;
};

const connectPacket = (
  { url, clientId, keepSec, most, will }: LinkOptions,
  protocolVersion: 4 | 5,
  at: number,
): Packet => {
  const said = will?.(at);
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clientId,
    clean: keepSec === 0,
    keepalive: ALIVE_SEC,
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: Buffer.from(decodeURIComponent(url.password)) }),
    ...(said === undefined
      ? {}
      : { will: { topic: said.topic, payload: Buffer.from(said.payload), qos: 1, retain: true } }),
    ...(protocolVersion === 5 ? { properties: { sessionExpiryInterval: keepSec, receiveMaximum: most } } : {}),
  };
};
