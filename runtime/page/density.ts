/** How dense tables are: 1 narrow, 2 as shipped, 3 wide (个人信息 › 表格密度). The shell sets it, tables follow at once. */
import { useSyncExternalStore } from 'react';

export type Density = 1 | 2 | 3;

/** px at 1440 a row is lower or higher by */
const STEP: Readonly<Record<Density, number>> = { 1: -6, 2: 0, 3: 8 };
const listeners = new Set<() => void>();
let now: Density = 2;

export const setDensity = (next: Density): void => {
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What a row's height changes by. */
export const useRowStep = (): number => STEP[useSyncExternalStore(subscribe, () => now)];
