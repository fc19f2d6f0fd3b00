import { schedule } from '../index';
import type { Input, Plan } from '../types';

/** more exchanges than any second takes */
const SWAPS = 1_000_000;

/** A plan, improved for some seconds. */
export function planWithin(input: Input, improveSec: number, told: (share: number) => void): Plan {
  if (improveSec <= 0) return schedule(input, { told });
  const until = Date.now() + improveSec * 1_000;
  return schedule(input, { swaps: SWAPS, goOn: () => Date.now() < until, told });
}
