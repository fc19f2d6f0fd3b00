/** Ids made in the browser. `crypto.randomUUID` needs a secure context, `getRandomValues` does not. */
let lastMs = 0;
let sequence = 0;
/** random bytes are asked for in blocks: a paste makes a thousand ids */
const SIZE = 16;
const POOL = 64 * SIZE;
const pool = new Uint8Array(POOL);
let used = POOL;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A UUIDv7: 48 bits of milliseconds, 12 bits that count up within one millisecond, 62 random bits.
 * Ids of one page load sort in the order they were made, also when the clock steps back.
 */
export const uuidv7 = (now: number = Date.now()): string => {
  if (now > lastMs) {
    lastMs = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  if (used === POOL) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + SIZE);
  used += SIZE;
  for (let i = 0, rest = lastMs; i < 6; i++) {
    bytes[5 - i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | (sequence >> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The token that makes a repeated call harmless; one for each intention of the user, kept over its repeats. */
export const newToken = (): string => uuidv7();
