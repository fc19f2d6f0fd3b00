/** Addresses that guess at secrets: ten failures within five minutes are answered no more for fifteen (50 §2.2). */

const MOST = 10;
const WITHIN_MS = 5 * 60_000;
const BLOCK_MS = 15 * 60_000;
const ADDRESSES = 10_000;

export interface Blocks {
  isBlocked(address: string): boolean;
  /** true: it is blocked from now on */
  failed(address: string): boolean;
}

export const addressBlocks = (now: () => number = Date.now): Blocks => {
  const tries = new Map<string, { since: number; count: number; until: number }>();
  return {
    isBlocked: (address) => (tries.get(address)?.until ?? 0) > now(),
    failed(address) {
      const known = tries.get(address);
      const isOld = known === undefined || now() - known.since > WITHIN_MS;
      const next = isOld ? { since: now(), count: 1, until: known?.until ?? 0 } : { ...known, count: known.count + 1 };
      // the address that was heard of longest ago makes room
      tries.delete(address);
      const [oldest] = tries.size >= ADDRESSES ? tries.keys() : [];
      if (oldest !== undefined) tries.delete(oldest);
      const blocks = next.count >= MOST && next.until <= now();
      tries.set(address, blocks ? { since: now(), count: 0, until: now() + BLOCK_MS } : next);
      return blocks;
    },
  };
};
