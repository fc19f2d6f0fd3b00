/** Minutes to change a resource from one product to the next (30 §3 step 3). */
import type { Changeover } from './types';

export interface Setups {
  /** work group → key before → key after → minutes; '' = any */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>;
}
/** What is to be set up for: its key, and the minutes of its operation where no row speaks. */
export interface SetupFor {
  readonly key: string;
  readonly setupMin: number;
}

export function setupsOf(changeover: readonly Changeover[]): Setups {
  const rows = new Map<string, Map<string, Map<string, number>>>();
  for (const { group, fromKey, toKey, minutes } of changeover) {
    const ofGroup = rows.get(group) ?? new Map<string, Map<string, number>>();
    rows.set(group, ofGroup);
    ofGroup.set(fromKey, (ofGroup.get(fromKey) ?? new Map<string, number>()).set(toKey, minutes));
  }
  return { rows };
}

/**
 * The row of the two keys, else 0 for equal keys, else a row that leaves a key empty (the key after counts more), else the set-up of the
 * operation. A resource whose last product nobody knows counts as set up for another one.
 */
export function setupMinutes(setups: Setups, group: string | null, before: string | null, next: SetupFor): number {
  const rows = group === null ? undefined : setups.rows.get(group);
  const exact = before === null ? undefined : rows?.get(before)?.get(next.key);
  if (exact !== undefined) return exact;
  if (before === next.key) return 0;
  if (rows === undefined) return next.setupMin;
  const any = rows.get('');
  const partly = any?.get(next.key) ?? (before === null ? undefined : rows.get(before)?.get('')) ?? any?.get('');
  return partly ?? next.setupMin;
}
