/**
 * The broker of an installation on one server (50 §2.2). A box is what its user name, client id and secret say; it publishes below its
 * own name, hears what is told to it, and its message is acknowledged when the ingest says that it is stored. Boxes that speak Sparkplug B
 * are told whether their host is there. MQTT 5 reaches it as 3.1.1 (`mqtt5`).
 */
import { createServer as plainServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createServer as tlsServer } from 'node:tls';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { busy } from '../listen';
import { type Address, mayHear, maySay, OWN, prefixOf, readUser, STATE_TOPIC, UPS } from './address';
import { addressBlocks } from './blocks';
import type { Box, Directory } from './directory';
import type { Ingest } from './ingest';
import { type Direct, intake } from './intake';
import { withLevel } from './mqtt5/level';
import { lineOf5 } from './mqtt5/line';
import { REASON } from './mqtt5/reasons';
import { packetLimit } from './packet-limit';
import { fitsBoxSecret } from './secret';
import { stateOf } from './sparkplug/state';

export interface BrokerOptions {
  readonly host: string;
  /** undefined: no plain connections */
  readonly port: number | undefined;
  readonly tls: { readonly port: number; readonly cert: string; readonly key: string } | undefined;
  readonly directory: Directory;
  readonly ingest: Ingest;
  /** whether an organisation lets its boxes connect in plain text */
  readonly mayBePlain: (box: Box) => Promise<boolean>;
  readonly onConnected: (box: Box, ip: string) => void;
  readonly onError: (error: unknown) => void;
}
export interface Broker {
  publish(topic: string, payload: string | Buffer): void;
  /** connections of boxes that are switched off by now, or have another secret, end */
  review(): Promise<void>;
  close(): Promise<void>;
}

/** More than any message of ours with its topic. */
const MAX_PACKET = 1024 * 1024;
const MAX_SOCKETS = 5_000;
const CONNECT_MS = 10_000;

interface Line {
  readonly ip: string;
  readonly isPlain: boolean;
  /** what is said in MQTT 5 when we end it */
  why?: number;
  /** the box is known, and its messages need no broker */
  direct?: Direct;
}

export const openBroker = async (options: BrokerOptions): Promise<Broker> => {
  const { directory, ingest, onError } = options;
  const here = connections();
  // a last will is said when its connection is gone already
  const boxes = new WeakMap<Client, Box>();
  const blocks = addressBlocks();
  const boxOf = async (client: Client, user: string | undefined, secret: string): Promise<Box | null> => {
    const { ip, isPlain } = here.lineOf(client);
    const address = readUser(user);
    if (address === null || blocks.isBlocked(ip)) return null;
    const box = await directory.find(address);
    const fits = fitsBoxSecret(box?.keyHash ?? null, secret);
    if (box !== undefined && fits && !box.disabled && client.id === box.sn)
      return !isPlain || (await options.mayBePlain(box)) ? box : null;
    const org = await directory.org(address.org);
    const blocked = blocks.failed(ip);
    if (org !== undefined && (blocked || box !== undefined)) await ingest.reject(org, box?.id ?? null, `CONNECT ${ip}`);
    return null;
  };

  const aedes = await Aedes.createBroker({
    maxClientsIdLength: 32,
    connectTimeout: CONNECT_MS,
    authenticate(client, user, password, done) {
      boxOf(client, user, password?.toString('utf8') ?? '').then(
        (box) => {
          if (box === null) return done(refusal(), false);
          // organisations name their boxes as they like: those of one never take over the session of another
          client.id = user ?? '';
          here.took(client, box);
          boxes.set(client, box);
          options.onConnected(box, here.lineOf(client).ip);
          return done(null, true);
        },
        (error) => {
          onError(error);
          done(refusal(3), false);
        },
      );
    },
    authorizePublish(client, packet, done) {
      const box = client === null ? undefined : boxes.get(client);
      // nobody but ourselves has no connection
      if (client === null) return done();
      if (box === undefined) return done(new Error('not authorised'));
      if (!maySay(addressOf(box), box.protocol, packet.topic)) {
        ingest.reject(box.org, box.id, packet.topic).catch(onError);
        here.mark(client, REASON.notAuthorized);
        return done(new Error('not its topic'));
      }
      packet.retain = false;
      ingest.accept(packet.topic, Buffer.from(packet.payload)).then(
        () => done(),
        (error) => {
          here.mark(client, REASON.busy);
          done(error);
        },
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const box = boxes.get(client);
      const own = box !== undefined && mayHear(addressOf(box), box.protocol, subscription.topic);
      done(null, own ? subscription : null);
    },
  });
  aedes.on('clientReady', (client) => {
    const box = boxes.get(client);
    const failed = (): void => {
      here.mark(client, REASON.busy);
      client.conn.destroy();
    };
    // those of Sparkplug stay in one order with all their node says
    if (box?.protocol === OWN) here.lineOf(client).direct = directOf(box, client.conn, ingest, failed);
  });
  aedes.on('clientDisconnect', here.forget);
  aedes.on('clientError', here.forget);
  aedes.on('keepaliveTimeout', (client) => here.mark(client, REASON.keepAlive));

  const handle = (isPlain: boolean) => (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    withLevel(socket, CONNECT_MS, (level) => {
      const line: Line = { ip: socket.remoteAddress ?? '', isPlain };
      const conn =
        level === 5
          ? lineOf5(socket, MAX_PACKET, () => line.why ?? REASON.unspecified)
          : plainLine(socket, () => line.direct);
      here.open(conn, line);
      aedes.handle(conn);
    });
  };
  await publishState(aedes, true, onError);
  const { host, port, tls } = options;
  const servers: Server[] = [];
  if (port !== undefined) servers.push(await listening(plainServer(handle(true)), host, port));
  if (tls !== undefined)
    servers.push(await listening(tlsServer({ cert: tls.cert, key: tls.key }, handle(false)), host, tls.port));

  return {
    publish: (topic, payload) =>
      aedes.publish(
        { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain: false, dup: false },
        (error) => error && onError(error),
      ),
    async review() {
      for (const { client, box } of here.all()) {
        const now = await directory.find(addressOf(box));
        if (now === undefined || now.disabled || now.keyHash !== box.keyHash || now.protocol !== box.protocol) {
          here.mark(client, REASON.byAdministrator);
          client.close();
        }
      }
    },
    close: async () => {
      for (const server of servers) server.close();
      await publishState(aedes, false, onError);
      for (const { client } of here.all()) here.mark(client, REASON.shuttingDown);
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
};

/** Retained, so that whoever connects later knows it too. */
const publishState = (aedes: Aedes, online: boolean, onError: BrokerOptions['onError']): Promise<void> =>
  new Promise((resolve) => {
    const payload = Buffer.from(stateOf(online, Date.now()));
    aedes.publish({ cmd: 'publish', topic: STATE_TOPIC, payload, qos: 1, retain: true, dup: false }, (error) => {
      if (error) onError(error);
      resolve();
    });
  });
const directOf = (box: Box, conn: Duplex, { take }: Ingest, failed: () => void): Direct => ({
  topics: new Set(UPS.map((up) => `${prefixOf(addressOf(box))}/up/${up}`)),
  take,
  failed,
  conn,
});

/** Who is connected, by the name a box has over all organisations, and why we end a connection. */
const connections = () => {
  const lines = new WeakMap<object, Line>();
  const known = new Map<string, { readonly client: Client; readonly box: Box }>();
  const mark = (client: Client, why: number): void => {
    const line = lines.get(client.conn);
    if (line !== undefined) line.why ??= why;
  };
  return {
    open: (conn: Duplex, line: Line): void => void lines.set(conn, line),
    lineOf: (client: Client): Line => lines.get(client.conn) ?? { ip: '', isPlain: true },
    /** the first reason counts */
    mark,
    /** the name is its own now: whoever had it is closed by the broker */
    took(client: Client, box: Box): void {
      const before = known.get(client.id)?.client;
      if (before !== undefined) mark(before, REASON.takenOver);
      known.set(client.id, { client, box });
    },
    forget(client: Client): void {
      if (known.get(client.id)?.client === client) known.delete(client.id);
    },
    all: () => [...known.values()],
  };
};

/** MQTT 3.1.1 as it comes, or what is none: the broker says so. */
const plainLine = (socket: Socket, directly: () => Direct | undefined): Duplex => {
  const limit = socket.pipe(packetLimit(MAX_PACKET));
  const readable = limit.pipe(intake(directly));
  limit.on('error', () => socket.destroy());
  const conn = Duplex.from({ readable, writable: socket });
  readable.on('error', () => socket.destroy());
  conn.on('close', () => socket.destroy());
  conn.on('error', () => socket.destroy());
  socket.on('close', () => conn.destroy());
  return conn;
};

const addressOf = (box: Box): Address => ({ org: box.org.code, sn: box.sn });
/** 4: wrong user name or secret; 3: cannot be said now */
const refusal = (returnCode: 3 | 4 = 4): AuthenticateError =>
  Object.assign(new Error(returnCode === 4 ? 'not authorised' : 'not available'), { returnCode });

const listening = (server: Server, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.maxConnections = MAX_SOCKETS;
    server.once('error', (error: NodeJS.ErrnoException) => reject(busy(host, port, error.code ?? error.message)));
    server.listen(port, host, () => resolve(server));
  });
