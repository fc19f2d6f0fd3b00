/** Small deterministic generator, so that a failing seed can be run again. */
export const random = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % limit;
  };
};
