/**
 * QoS 1 messages of a box, taken out of its bytes once the broker knows it: nobody else hears what a box says, so nothing a broker does
 * for those who listen is needed, and what is stored at once is acknowledged in one write. All else passes to the broker, and a message a
 * second, so that it knows that the box is alive.
 */
import { type Duplex, Transform } from 'node:stream';
import type { Sender, Sent } from './ingest';

export interface Direct {
  /** topics whose messages are taken */
  readonly topics: ReadonlySet<string>;
  /** whoever sent it hears what becomes of it */
  take(sent: Sent): void;
  /** one of them is neither stored nor refused */
  failed(): void;
  /** where acknowledgements go */
  readonly conn: Duplex;
}

/** bytes of messages that are not acknowledged yet; beyond them nothing is read */
const MOST_BYTES = 256 * 1024;
/** what a message takes besides what it says */
const AROUND = 64;
const PASS_MS = 1_000;
/** PUBLISH at QoS 1, repeated or not, to be kept or not */
const PUBLISH = 0x32;
const PUBLISH_BITS = 0xf6;
const PUBACK = 0x40;
const NONE = Buffer.alloc(0);

interface Place {
  readonly body: number;
  readonly end: number;
}
/** undefined: more bytes are needed */
const packetAt = (bytes: Buffer, at: number): Place | undefined => {
  let length = 0;
  for (let n = 1; n <= 4; n++) {
    const byte = bytes[at + n];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** (7 * (n - 1));
    if (byte < 0x80 || n === 4) return { body: at + n + 1, end: at + n + 1 + length };
  }
  return undefined;
};

export const intake = (directly: () => Direct | undefined, now: () => number = Date.now): Transform => {
  let rest: Buffer = NONE;
  let passing = 0;
  let passedAt = 0;
  let under = 0;
  let acks: number[] = [];
  let topicBefore = NONE;
  let textBefore = '';
  let isFull = false;
  let waiting: (() => void) | undefined;
  let sender: Sender | undefined;

  const goOn = (): void => {
    if (under > MOST_BYTES || isFull) return;
    const next = waiting;
    waiting = undefined;
    next?.();
  };
  const flush = ({ conn }: Direct): void => {
    const bytes = Buffer.allocUnsafe(acks.length * 4);
    for (const [n, id] of acks.entries()) bytes.writeUInt32BE(PUBACK * 2 ** 24 + 2 * 2 ** 16 + id, n * 4);
    acks = [];
    if (!conn.destroyed && !conn.write(bytes)) {
      isFull = true;
      conn.once('drain', () => {
        isFull = false;
        goOn();
      });
    }
    goOn();
  };
  const senderOf = (direct: Direct): Sender => ({
    stored({ payload, id }) {
      under -= payload.length + AROUND;
      if (acks.push(id) === 1) setImmediate(flush, direct);
    },
    failed: direct.failed,
  });
  /** A box says most of what it says under one name. */
  const topicAt = (bytes: Buffer, from: number, to: number): string => {
    if (bytes.compare(topicBefore, 0, topicBefore.length, from, to) === 0) return textBefore;
    topicBefore = Buffer.from(bytes.subarray(from, to));
    textBefore = topicBefore.toString('utf8');
    return textBefore;
  };
  /** Whether a whole PUBLISH is taken. */
  const take = (direct: Direct, bytes: Buffer, { body, end }: Place): boolean => {
    const name = body + 2 + bytes.readUInt16BE(body);
    if (name + 2 > end) return false;
    const topic = topicAt(bytes, body + 2, name);
    const id = bytes.readUInt16BE(name);
    if (id === 0 || !direct.topics.has(topic)) return false;
    if (now() - passedAt > PASS_MS) return false;
    const payload = bytes.subarray(name + 2, end);
    under += payload.length + AROUND;
    sender ??= senderOf(direct);
    direct.take({ topic, payload, id, to: sender });
    return true;
  };
  /** What passes of these bytes; what is no whole packet yet waits for more. */
  const read = (bytes: Buffer): readonly Buffer[] => {
    const direct = directly();
    const passed: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      if (passing > 0) {
        const part = bytes.subarray(at, at + passing);
        passed.push(part);
        passing -= part.length;
        at += part.length;
        continue;
      }
      const isPublish = direct !== undefined && ((bytes[at] ?? 0) & PUBLISH_BITS) === PUBLISH;
      const packet = packetAt(bytes, at);
      if (packet === undefined || (isPublish && packet.end > bytes.length)) {
        rest = bytes.subarray(at);
        break;
      }
      const isWhole = isPublish && packet.end >= packet.body + 4;
      if (isWhole && take(direct, bytes, packet)) at = packet.end;
      else {
        passedAt = now();
        passing = packet.end - at;
      }
    }
    return passed;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      rest = NONE;
      const passed = read(bytes);
      for (const part of passed) this.push(part);
      if (under > MOST_BYTES || isFull) waiting = done;
      else done();
    },
  });
};
