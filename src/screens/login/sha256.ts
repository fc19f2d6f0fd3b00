/** SHA-256 (FIPS 180-4) for the pure-JS envelope; small inputs only. */
const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  // the constants are the first 32 bits of the fractions of roots of the first primes
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32);
  primes.forEach((p, i) => {
    K[i] = fraction(Math.cbrt(p));
    if (i < 8) START[i] = fraction(Math.sqrt(p));
  });
}

export const sha256 = (message: Uint8Array): Uint8Array => {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, (message.length << 3) >>> 0);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let offset = 0; offset < length; offset += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = at(w, i - 15);
      const b = at(w, i - 2);
      w[i] =
        at(w, i - 16) + (rot(a, 7) ^ rot(a, 18) ^ (a >>> 3)) + at(w, i - 7) + (rot(b, 17) ^ rot(b, 19) ^ (b >>> 10));
    }
    const s = Uint32Array.from(hash);
    for (let i = 0; i < 64; i++) {
      const [a, e] = [at(s, 0), at(s, 4)];
      const choose = (e & at(s, 5)) ^ (~e & at(s, 6));
      const major = (a & at(s, 1)) ^ (a & at(s, 2)) ^ (at(s, 1) & at(s, 2));
      const number = at(s, 7) + (rot(e, 6) ^ rot(e, 11) ^ rot(e, 25)) + choose + at(K, i) + at(w, i);
      const two = (rot(a, 2) ^ rot(a, 13) ^ rot(a, 22)) + major;
      s.copyWithin(1, 0, 7);
      s[4] = at(s, 4) + number;
      s[0] = number + two;
    }
    for (let i = 0; i < 8; i++) hash[i] = at(hash, i) + at(s, i);
  }
  const out = new Uint8Array(32);
  const outView = new DataView(out.buffer);
  hash.forEach((word, i) => {
    outView.setUint32(i * 4, word);
  });
  return out;
};

const at = (array: Uint32Array, i: number): number => array[i] ?? 0;
const rot = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
