/** Numbers of a box that are stored (50 §2.3): what it may forget, and what it should send again. */

export interface Ack {
  /** all numbers up to it are stored, or were never heard of before the first */
  readonly upTo: number;
  /** gaps behind it, the oldest first */
  readonly miss: readonly (readonly [number, number])[];
}
const MOST = 50;
/** boxes without memory number their messages boot × 2^24 + n, n from 1 on: what is missing before such a beginning was never sent */
const BOOT = 2 ** 24;

/** `{[1,5),[8,10)}` of PostgreSQL, a multirange of whole numbers; null = none are stored. */
export const ackOf = (ranges: string): Ack | null => {
  const all = [...ranges.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to) - 1] as const);
  const begun = all.findLastIndex(([from]) => from >= BOOT && from % BOOT <= 1);
  const stored = all.slice(Math.max(0, begun));
  const [first] = stored;
  if (first === undefined) return null;
  const miss = stored.slice(1).map(([from], at) => [(stored[at]?.[1] ?? 0) + 1, from - 1] as const);
  return { upTo: first[1], miss: miss.slice(0, MOST) };
};
