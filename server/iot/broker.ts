/**
 * The broker of an installation on one server (50 §2.2). A box is what its user name, client id and secret say; it publishes below its
 * own name, hears what is told to it, and its message is acknowledged when the ingest says that it is stored. Boxes that speak Sparkplug B
 * are told whether their host is there.
 */
import { createServer as plainServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createServer as tlsServer } from 'node:tls';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { busy } from '../listen';
import { type Address, mayHear, maySay, readUser, STATE_TOPIC } from './address';
import { addressBlocks } from './blocks';
import type { Box, Directory } from './directory';
import type { Ingest } from './ingest';
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

interface Line {
  readonly ip: string;
  readonly isPlain: boolean;
  box?: Box;
}

export const openBroker = async (options: BrokerOptions): Promise<Broker> => {
  const { directory, ingest, onError } = options;
  const lines = new WeakMap<object, Line>();
  const known = new Map<Client, Box>();
  // a last will is said when its connection is gone already
  const boxes = new WeakMap<Client, Box>();
  const blocks = addressBlocks();
  const lineOf = (client: Client): Line => lines.get(client.conn) ?? { ip: '', isPlain: true };

  const boxOf = async (client: Client, user: string | undefined, secret: string): Promise<Box | null> => {
    const { ip, isPlain } = lineOf(client);
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
    connectTimeout: 10_000,
    authenticate(client, user, password, done) {
      boxOf(client, user, password?.toString('utf8') ?? '').then(
        (box) => {
          if (box === null) return done(refusal(), false);
          // organisations name their boxes as they like: those of one never take over the session of another
          client.id = user ?? '';
          known.set(client, box);
          boxes.set(client, box);
          options.onConnected(box, lineOf(client).ip);
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
        return done(new Error('not its topic'));
      }
      packet.retain = false;
      ingest.accept(packet.topic, Buffer.from(packet.payload)).then(
        () => done(),
        (error) => done(error),
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const box = boxes.get(client);
      const own = box !== undefined && mayHear(addressOf(box), box.protocol, subscription.topic);
      done(null, own ? subscription : null);
    },
  });
  aedes.on('clientDisconnect', (client) => known.delete(client));
  aedes.on('clientError', (client) => known.delete(client));

  const handle = (isPlain: boolean) => (socket: Socket) => {
    const readable = socket.pipe(packetLimit(MAX_PACKET));
    const conn = Duplex.from({ readable, writable: socket });
    socket.on('error', () => conn.destroy());
    readable.on('error', () => socket.destroy());
    conn.on('close', () => socket.destroy());
    conn.on('error', () => socket.destroy());
    socket.on('close', () => conn.destroy());
    lines.set(conn, { ip: socket.remoteAddress ?? '', isPlain });
    aedes.handle(conn);
  };
  /** retained, so that whoever connects later knows it too */
  const sayState = (online: boolean): Promise<void> =>
    new Promise((resolve) => {
      const payload = Buffer.from(stateOf(online, Date.now()));
      aedes.publish({ cmd: 'publish', topic: STATE_TOPIC, payload, qos: 1, retain: true, dup: false }, (error) => {
        if (error) onError(error);
        resolve();
      });
    });
  await sayState(true);
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
      for (const [client, box] of [...known]) {
        const now = await directory.find(addressOf(box));
        if (now === undefined || now.disabled || now.keyHash !== box.keyHash || now.protocol !== box.protocol)
          client.close();
      }
    },
    close: async () => {
      for (const server of servers) server.close();
      await sayState(false);
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
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
