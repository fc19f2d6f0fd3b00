/** Rows that come in the order of a structure with their level, folded at some of them. Pure. */
import type { WireRow } from '../data/types';
import type { TreePlace } from '../table/index';

export interface Place extends TreePlace {
  readonly row: WireRow;
}
export const keyOf = (row: WireRow): string => String(row.path ?? row.id);

/** What is seen: nothing below a folded row. */
export function placesOf(rows: readonly WireRow[], folded: ReadonlySet<string>): readonly Place[] {
  const out: Place[] = [];
  let hidden = Number.POSITIVE_INFINITY;
  rows.forEach((row, n) => {
    const level = Number(row.level ?? 1) - 1;
    if (level > hidden) return;
    hidden = Number.POSITIVE_INFINITY;
    const leaf = Number(rows[n + 1]?.level ?? 1) - 1 <= level;
    const open = !folded.has(keyOf(row));
    if (!leaf && !open) hidden = level;
    out.push({ row, level, leaf, open });
  });
  return out;
}
