/** Loops and low-level codes of the graph of materials (20 §10.4): an edge leads from a product to each of its rows and substitutes. */
import { MAX_LEVELS } from './types';

export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * A way from a product back to itself or between what is below it, as the materials on it; undefined = none. A material met on two
 * branches is none.
 */
export function findCycle(start: string, edges: Edges): readonly string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const onWay = new Set<string>();
  const visit = (node: string): readonly string[] | undefined => {
    if (onWay.has(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return undefined;
    way.push(node);
    onWay.add(node);
    for (const child of edges.get(node) ?? []) {
      const found = visit(child);
      if (found) return found;
    }
    way.pop();
    onWay.delete(node);
    done.add(node);
    return undefined;
  };
  return visit(start);
}

/** Levels below a product, itself not counted; of a graph without loops. */
export function depthBelow(start: string, edges: Edges): number {
  const known = new Map<string, number>();
  const depth = (node: string): number => {
    const at = known.get(node);
    if (at !== undefined) return at;
    let most = 0;
    for (const child of edges.get(node) ?? []) most = Math.max(most, depth(child) + 1);
    known.set(node, most);
    return most;
  };
  return depth(start);
}

/** Deeper than orders may meet: what stands above the product and what hangs below it, together. */
export const isTooDeep = (above: number, below: number): boolean => above + below > MAX_LEVELS;

/** Longest way from a top product for each of `nodes`; `stored` says it for parents outside of them. */
export function lowLevels(
  nodes: ReadonlySet<string>,
  parents: Edges,
  stored: (node: string) => number,
): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const level = (node: string): number => {
    if (!nodes.has(node)) return stored(node);
    const at = known.get(node);
    if (at !== undefined) return at;
    let most = 0;
    for (const parent of parents.get(node) ?? []) most = Math.max(most, level(parent) + 1);
    known.set(node, most);
    return most;
  };
  for (const node of nodes) level(node);
  return known;
}
