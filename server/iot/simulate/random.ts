/** Chance that is the same for the same seed. */
export type Random = () => number;

/** mulberry32: small, and the same on every machine. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Around a mean, never beyond three spreads (sum of twelve). */
export const around = (random: Random, mean: number, spread: number): number => {
  let sum = -6;
  for (let n = 0; n < 12; n++) sum += random();
  return mean + spread * Math.max(-3, Math.min(3, sum));
};
