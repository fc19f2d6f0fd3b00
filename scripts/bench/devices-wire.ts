/** MQTT 3.1.1 as the benches of devices need it: QoS 1 publishes out and in, many under way at a time, and how long each took. */
import { connect, type Socket } from 'node:net';

const text = (of: string): Buffer => {
  const bytes = Buffer.from(of);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};
const packet = (head: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let left = body.length; ; ) {
    const more = left >> 7;
    length.push((left & 127) | (more > 0 ? 128 : 0));
    left = more;
    if (left === 0) break;
  }
  return Buffer.concat([Buffer.from([head, ...length]), body]);
};

export interface Publish {
  readonly mid: number;
  readonly topic: string;
  readonly payload: Buffer;
}
/** Takes bytes of a client as they come, and tells of its publishes and of its connect. */
export const publishesIn = (onPublish: (publish: Publish) => void, onConnect: () => void): ((part: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  return (part) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    let at = 0;
    for (;;) {
      let [length, shift, head] = [0, 0, at + 1];
      let byte = 128;
      while ((byte & 128) !== 0 && head < rest.length) {
        byte = rest[head++] as number;
        length |= (byte & 127) << shift;
        shift += 7;
      }
      if ((byte & 128) !== 0 || head + length > rest.length) break;
      if (rest[at] === 0x32) {
        const name = rest.readUInt16BE(head);
        const body = head + 2 + name;
        onPublish({
          mid: rest.readUInt16BE(body),
          topic: rest.toString('utf8', head + 2, body),
          payload: rest.subarray(body + 2, head + length),
        });
      } else if (rest[at] === 0x10) onConnect();
      at = head + length;
    }
    rest = rest.subarray(at);
  };
};

export interface WireBox {
  readonly topic: string;
  readonly sn: string;
  readonly user: string;
  readonly secret: string;
}
export interface Wire {
  readonly sn: string;
  /** holds when it is acknowledged; ms it took */
  publish(payload: string): Promise<number>;
  close(): void;
}
interface Under {
  readonly at: number;
  readonly done: (ms: number) => void;
  readonly failed: (error: unknown) => void;
}
export const openWire = async (port: number, { topic, sn, user, secret }: WireBox): Promise<Wire> => {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const under = new Map<number, Under>();
  let mid = 0;
  let closed = false;
  let rest: Buffer = Buffer.alloc(0);
  let out: Buffer[] = [];
  await new Promise<void>((done, failed) => {
    socket.on('error', failed);
    socket.on('close', () => {
      const error = new Error(`${sn}: the connection ended`);
      failed(error);
      // nobody acknowledges them any more
      if (!closed) for (const one of under.values()) one.failed(error);
    });
    socket.on('data', (part: Buffer) => {
      rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
      let at = 0;
      for (; at + 4 <= rest.length; at += 4) {
        if (rest[at] === 0x20) {
          if (rest[at + 3] === 0) done();
          else failed(new Error(`${sn} is refused`));
          continue;
        }
        const id = rest.readUInt16BE(at + 2);
        const one = under.get(id);
        under.delete(id);
        one?.done(performance.now() - one.at);
      }
      rest = rest.subarray(at);
    });
    const flags = Buffer.from([4, 0xc2, 0, 0]);
    socket.write(packet(0x10, text('MQTT'), flags, text(sn), text(user), text(secret)));
  });
  const flush = (): void => {
    socket.write(Buffer.concat(out));
    out = [];
  };
  return {
    sn,
    publish: (payload) =>
      new Promise((done, failed) => {
        mid = (mid % 65_535) + 1;
        under.set(mid, { at: performance.now(), done, failed });
        if (out.length === 0) setImmediate(flush);
        out.push(packet(0x32, text(topic), Buffer.from([mid >> 8, mid & 255]), Buffer.from(payload)));
      }),
    close: () => {
      closed = true;
      socket.destroy();
    },
  };
};
