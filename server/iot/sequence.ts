/** Numbers of a box that are stored (50 §2.3): what it may forget, and what it should send again. */

export interface Ack {
  /** all numbers up to it are stored, or were never heard of before the first */
  readonly upTo: number;
  /** gaps behind it, the oldest first */
  readonly miss: readonly (readonly [number, number])[];
}
const MOST = 50;

/** `{[1,5),[8,10)}` of PostgreSQL, a multirange of whole numbers; null = none are stored. */
export const ackOf = (ranges: string): Ack | null => {
  const stored = [...ranges.matchAll(/\[(\d+),(\d+)\)/g)].map(
    ([, from, to]) => [Number(from), Number(to) - 1] as const,
  );
  const [first] = stored;
  if (first === undefined) return null;
  const miss = stored.slice(1).map(([from], at) => [(stored[at]?.[1] ?? 0) + 1, from - 1] as const);
  return { upTo: first[1], miss: miss.slice(0, MOST) };
};
