/** A counter that views can subscribe to: the smallest thing React's useSyncExternalStore can watch. */
import { useSyncExternalStore } from 'react';

export interface Signal {
  readonly subscribe: (listener: () => void) => () => void;
  readonly version: () => number;
  readonly bump: () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  let version = 0;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    bump: () => {
      version += 1;
      for (const listener of [...listeners]) listener();
    },
  };
}

/** Re-renders when a bump of the signal changed what `look` sees through it: a plain value. */
export const useSeen = <V extends string | number | boolean>(signal: Signal, look: () => V): V =>
  useSyncExternalStore(signal.subscribe, look, look);

/** Re-renders when the signal is bumped; the value is only good as a key. */
export function useSignal(signal: Signal): number {
  return useSyncExternalStore(signal.subscribe, signal.version, signal.version);
}
