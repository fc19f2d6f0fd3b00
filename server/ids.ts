import { randomBytes } from 'node:crypto';

let last = 0;
let counter = 0;

/** UUIDv7: the time in milliseconds first, then a counter within it, so ids of one process sort as they were made. */
export const newId = (now: number = Date.now()): string => {
  if (now > last) {
    last = now;
    counter = randomBytes(2).readUInt16BE() & 0x7ff;
  } else if (++counter > 0xfff) {
    last++;
    counter = 0;
  }
  const random = randomBytes(8);
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0);
  const time = last.toString(16).padStart(12, '0');
  const tail = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
};
