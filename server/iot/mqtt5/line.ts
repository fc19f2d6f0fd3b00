/**
 * A connection of MQTT 5 as a stream of 3.1.1 for the broker. The bytes of both ends are read here; neither is taken faster than the other
 * takes what it becomes.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { generate, type Packet, parser } from 'mqtt-packet';
import { packetLengths } from '../packet-limit';
import { REASON } from './reasons';
import { translation } from './translate';

/** what a client that does not read its last word has for it */
const FAREWELL_MS = 2_000;

/** Why the broker ends a connection is asked when it does. */
export const lineOf5 = (socket: Socket, maxPacket: number, why: () => number): Duplex => {
  const isTooLong = packetLengths(maxPacket);
  let [up, down]: [Buffer[], Buffer[]] = [[], []];
  let isBye = false;
  const bytes = (packet: Packet): Buffer => generate(packet, { protocolVersion: 5 });
  const said = translation(
    {
      toBroker: (packet) => up.push(generate(packet, { protocolVersion: 4 })),
      toClient: (packet) => down.push(bytes(packet)),
      lengthOf: (packet) => bytes(packet).length,
      end: () => conn.destroy(),
      bye: () => {
        isBye = true;
      },
    },
    maxPacket,
  );
  /** whatever a packet holds that cannot be written again is no packet */
  const reading = (take: (packet: Packet) => void) => {
    const reader = parser({ protocolVersion: 4 });
    const malformed = (): void => said.leave(REASON.malformed);
    reader.on('packet', take);
    reader.on('error', malformed);
    return (chunk: Buffer): void => {
      try {
        reader.parse(chunk);
      } catch {
        malformed();
      }
    };
  };
  const [readClient, readBroker] = [reading(said.fromClient), reading(said.fromBroker)];
  /** false: the client is behind */
  const flush = (): boolean => {
    const [toBroker, toClient] = [up, down];
    [up, down] = [[], []];
    if (toBroker.length > 0 && !conn.destroyed && !conn.push(Buffer.concat(toBroker))) socket.pause();
    return toClient.length === 0 || socket.destroyed || socket.write(Buffer.concat(toClient));
  };
  const conn: Duplex = new Duplex({
    read: () => void socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      readBroker(chunk);
      if (flush()) done();
      else socket.once('drain', done);
    },
    final(done) {
      conn.destroy();
      done();
    },
    destroy(_error, done) {
      said.leave(why());
      flush();
      socket.destroySoon();
      setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
      done(null);
    },
  });
  socket.on('data', (chunk: Buffer) => {
    if (conn.destroyed || isBye) return;
    if (isTooLong(chunk)) said.leave(REASON.tooLarge);
    else readClient(chunk);
    flush();
    if (isBye) conn.push(null);
  });
  // whoever said good-bye is not waited for, but all it said is heard
  socket.on('close', () => {
    if (!isBye) conn.destroy();
  });
  conn.on('error', () => conn.destroy());
  return conn;
};
