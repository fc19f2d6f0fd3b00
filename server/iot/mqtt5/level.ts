/** Which MQTT a connection speaks, from its first bytes, which stay unread. */
import type { Socket } from 'node:net';

/** the first byte, up to four of the length, the name with its length, the level */
const NAME = Buffer.from([0, 4, ...Buffer.from('MQTT')]);
const CONNECT = 0x10;

/** undefined: more bytes are needed; null: no CONNECT of a level we know. */
export const levelIn = (head: Buffer): number | null | undefined => {
  if (head.length > 0 && head[0] !== CONNECT) return null;
  let at = 1;
  while (at < 5 && (head[at] ?? 0) >= 0x80) at++;
  const name = head.subarray(at + 1, at + 1 + NAME.length);
  if (!NAME.subarray(0, name.length).equals(name)) return null;
  return name.length < NAME.length ? undefined : head[at + 1 + NAME.length];
};

/** Tells the level once it is known; a connection that ends or keeps silent before is told of no more. */
export const withLevel = (socket: Socket, waitMs: number, told: (level: number | null) => void): void => {
  let head = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), waitMs).unref();
  const look = (): void => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    head = Buffer.concat([head, chunk]);
    const level = levelIn(head);
    if (level === undefined) return;
    clearTimeout(timer);
    socket.off('readable', look);
    socket.unshift(head);
    told(level);
  };
  socket.on('readable', look);
  socket.once('close', () => clearTimeout(timer));
};
