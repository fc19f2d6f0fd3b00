import { randomFillSync } from 'node:crypto';

const BYTES = 10;
/** randomness for many ids at a time: asking for it costs more than the rest of an id */
const pool = Buffer.alloc(BYTES * 256);
let taken = pool.length;
const random = (): Buffer => {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += BYTES;
  return pool.subarray(taken - BYTES, taken);
};

let last = 0;
let counter = 0;

/** UUIDv7: the time in milliseconds first, then a counter within it, so ids of one process sort as they were made. */
export const newId = (now: number = Date.now()): string => {
  const bytes = random();
  if (now > last) {
    last = now;
    counter = bytes.readUInt16BE(8) & 0x7ff;
  } else if (++counter > 0xfff) {
    last++;
    counter = 0;
  }
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x80, 0);
  const time = last.toString(16).padStart(12, '0');
  const tail = bytes.toString('hex', 0, 8);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
};
