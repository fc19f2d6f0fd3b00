/** Lengths of MQTT packets, read as they pass: one that says it is larger than any of ours ends its connection before it is kept. */
import { Transform } from 'node:stream';

/** whoever has not said yet who it is */
const FIRST_BYTES = 64 * 1024;

/** Whether a packet is too long: it is its first byte, its length in up to four bytes of seven bits, and so many bytes more. */
export const packetLengths = (maxBytes: number): ((chunk: Buffer) => boolean) => {
  let [rest, length, shift, isLength] = [0, 0, 0, false];
  let most = Math.min(FIRST_BYTES, maxBytes);
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (rest > 0) {
        const skipped = Math.min(rest, chunk.length - at);
        rest -= skipped;
        at += skipped;
        if (rest === 0) most = maxBytes;
      } else if (!isLength) {
        [length, shift, isLength] = [0, 0, true];
        at++;
      } else {
        const byte = chunk[at++] ?? 0;
        length += (byte & 0x7f) * 2 ** shift;
        shift += 7;
        if (length > most || shift > 28) return true;
        if (byte < 0x80) [rest, isLength] = [length, false];
      }
    }
    return false;
  };
};

export const packetLimit = (maxBytes: number): Transform => {
  const isTooLong = packetLengths(maxBytes);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isTooLong(chunk)) done(new Error('packet too large'));
      else done(null, chunk);
    },
  });
};
