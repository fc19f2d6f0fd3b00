/**
 * The walk over the genealogy (40 §10.2): level by level, each node once, so that loops of rework end. Whole, however far it goes: lists
 * and recalls never stop early.
 */
import type { TraceDirection, TraceNodeType } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { type Edge, edgesAt } from '../../datasets/trace/edges';

export interface Root {
  readonly type: TraceNodeType;
  readonly id: string;
}
export interface Met extends Root {
  readonly level: number;
}
export interface Walk {
  /** in the order they were met, roots first */
  readonly nodes: readonly Met[];
  readonly edges: readonly Edge[];
}
export interface Way {
  readonly direction: TraceDirection;
  readonly weak: boolean;
  readonly narrow: boolean;
}

export const walk = async (ctx: Ctx, roots: readonly Root[], way: Way): Promise<Walk> => {
  const { direction, weak, narrow } = way;
  const nodes = new Map<string, Met>(roots.map((root) => [root.id, { ...root, level: 0 }]));
  const edges: Edge[] = [];
  const reached = new Map<string, string>();
  for (let frontier = roots.map(({ id }) => id), level = 1; frontier.length > 0; level++) {
    const found = await edgesAt(ctx, frontier, direction, weak);
    const taken = narrow ? found.filter((edge) => couldGo(edge, direction, reached)) : found;
    const next: string[] = [];
    for (const edge of taken) {
      edges.push(edge);
      const end = direction === 'forward' ? { type: edge.toType, id: edge.to } : { type: edge.fromType, id: edge.from };
      if (narrow) note(reached, end.id, direction === 'forward' ? edge.first : edge.last, direction);
      if (nodes.has(end.id)) continue;
      nodes.set(end.id, { ...end, level });
      next.push(end.id);
    }
    frontier = next;
  }
  return { nodes: [...nodes.values()], edges };
};

/** 按时段收窄: what came out of a work order before the lot went in has none of it (back: what went in after it came out). */
const couldGo = (edge: Edge, direction: TraceDirection, reached: ReadonlyMap<string, string>): boolean => {
  const isForward = direction === 'forward';
  if ((isForward ? edge.fromType : edge.toType) !== '2') return true;
  const since = reached.get(isForward ? edge.from : edge.to);
  if (since === undefined) return true;
  return isForward ? edge.last >= since : edge.first <= since;
};
/** When something first (back: last) came to a node. */
const note = (reached: Map<string, string>, id: string, at: string, direction: TraceDirection): void => {
  const known = reached.get(id);
  if (known === undefined || (direction === 'forward' ? at < known : at > known)) reached.set(id, at);
};
