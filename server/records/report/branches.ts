/** Rows of a report whose service says how the values of a dim stand below each other. */
import type { Out } from './list';
import type { Said } from './run';

/** Rows of a tree from the top down, each with the row it stands below; one that is no record has its own name and opens nothing. */
export function treed(records: readonly Out[], groups: number, tree: Said['tree']): readonly Out[] {
  if (tree === undefined || groups !== 1 || records.some((record) => record[tree.dim] === undefined)) return records;
  const nodes = new Map(tree.nodes.map((node) => [node.value, node]));
  const keyOf = (record: Out): string => String(record[`${tree.dim}Id`] ?? record[tree.dim]);
  const known = new Set(records.map(keyOf));
  const aboveOf = (record: Out): string | null => {
    const above = nodes.get(keyOf(record))?.above ?? null;
    return above !== null && known.has(above) ? above : null;
  };
  const below = new Map<string | null, Out[]>();
  for (const record of records) below.set(aboveOf(record), [...(below.get(aboveOf(record)) ?? []), record]);
  const placed: Out[] = [];
  const place = (above: string | null, depth: number): void => {
    const own = below.get(above) ?? [];
    const isNamed = (record: Out): boolean => nodes.get(keyOf(record))?.title !== undefined;
    // what is no record closes its branch
    for (const record of [...own.filter((one) => !isNamed(one)), ...own.filter(isNamed)]) {
      const { $drill: _, ...plain } = record;
      const title = nodes.get(keyOf(record))?.title;
      placed.push({
        ...(title === undefined ? record : { ...plain, [tree.dim]: title }),
        $depth: depth,
        ...(above === null ? {} : { $upId: JSON.stringify([above]) }),
      });
      place(keyOf(record), depth + 1);
    }
  };
  place(null, 0);
  return placed;
}
