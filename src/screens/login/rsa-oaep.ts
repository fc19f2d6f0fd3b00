/**
 * RSA-OAEP with SHA-256 in plain JavaScript, for pages without a secure context (no WebCrypto there). Encryption only; the exponent of a
 * public key is small, so one BigInt power takes a few milliseconds. Randomness is `getRandomValues`, which needs no secure context.
 */
import { sha256 } from './sha256';

const HASH = 32;

/** `spki` is a DER SubjectPublicKeyInfo; throws when the message is longer than the key can take. */
export const encryptOaep = (spki: Uint8Array, message: Uint8Array): Uint8Array => {
  const { modulus, exponent, size } = publicKeyOf(spki);
  const room = size - 2 * HASH - 2;
  if (message.length > room) throw new Error('message too long for the key');
  const block = new Uint8Array(size - HASH - 1);
  block.set(sha256(new Uint8Array()));
  block[block.length - message.length - 1] = 1;
  block.set(message, block.length - message.length);
  const seed = crypto.getRandomValues(new Uint8Array(HASH));
  const maskedBlock = xor(block, mask(seed, block.length));
  const maskedSeed = xor(seed, mask(maskedBlock, HASH));
  const encoded = new Uint8Array(size);
  encoded.set(maskedSeed, 1);
  encoded.set(maskedBlock, 1 + HASH);
  return toBytes(power(toNumber(encoded), exponent, modulus), size);
};

const mask = (seed: Uint8Array, length: number): Uint8Array => {
  const out = new Uint8Array(Math.ceil(length / HASH) * HASH);
  for (let i = 0; i * HASH < length; i++) {
    const input = new Uint8Array(seed.length + 4);
    input.set(seed);
    new DataView(input.buffer).setUint32(seed.length, i);
    out.set(sha256(input), i * HASH);
  }
  return out.subarray(0, length);
};

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ (b[i] ?? 0));

const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
};

const toNumber = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') || '0'}`);

const toBytes = (value: bigint, size: number): Uint8Array => {
  const hex = value.toString(16).padStart(size * 2, '0');
  return Uint8Array.from({ length: size }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16));
};

/** Walks the DER: SEQUENCE { SEQUENCE algorithm, BIT STRING { SEQUENCE { INTEGER modulus, INTEGER exponent } } }. */
const publicKeyOf = (der: Uint8Array): { modulus: bigint; exponent: bigint; size: number } => {
  const outer = read(der, 0);
  const algorithm = read(der, outer.start);
  const bits = read(der, algorithm.end);
  const inner = read(der, bits.start + 1);
  const modulus = read(der, inner.start);
  const exponent = read(der, modulus.end);
  const bytes = der.subarray(modulus.start, modulus.end);
  const trimmed = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  return {
    modulus: toNumber(trimmed),
    exponent: toNumber(der.subarray(exponent.start, exponent.end)),
    size: trimmed.length,
  };
};

const read = (der: Uint8Array, at: number): { start: number; end: number } => {
  const first = der[at + 1] ?? 0;
  const count = first < 0x80 ? 0 : first & 0x7f;
  let length = count === 0 ? first : 0;
  for (let i = 0; i < count; i++) length = length * 256 + (der[at + 2 + i] ?? 0);
  const start = at + 2 + count;
  return { start, end: start + length };
};
