/** The guard against double clicks (specification §9): a key that ran is deaf for 3,000 ms, and as long as its call is under way. */
export const ONCE_MS = 3000;

export interface Once {
  /** Runs unless the same key ran within the time or is still running; false = not run. */
  run(key: string, work: () => Promise<void> | void): Promise<boolean>;
  busy(key: string): boolean;
}

/** `now` and `wait` are passed in by tests. */
export function createOnce(wait: number = ONCE_MS, now: () => number = Date.now): Once {
  const until = new Map<string, number>();
  const busy = (key: string): boolean => (until.get(key) ?? 0) > now();
  return {
    busy,
    async run(key, work) {
      if (busy(key)) return false;
      until.set(key, Number.POSITIVE_INFINITY);
      const from = now();
      try {
        await work();
        return true;
      } finally {
        until.set(key, from + wait);
      }
    },
  };
}
