/** Small deterministic generator, so that a failing seed can be run again. */
export const random = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % limit;
  };
};

/** The same choices for the same seed; every digit of them is as good as the others. */
export const dice = (seed: number) => {
  let state = seed;
  const next = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    upTo: (most: number): number => next(most + 1),
    of: <T>(list: readonly T[]): T | undefined => list[next(Math.max(list.length, 1))],
  };
};
export type Dice = ReturnType<typeof dice>;
