/**
 * The text of a flow as the graph its tokens walk: start, ends and joins written out. A `branch` needs no join, its ways lead straight
 * on; only inclusive and parallel blocks split tokens, so only they have one.
 */
import type { FlowDoc, FlowNodeDoc, NodeSort } from './document';

export interface GraphWay {
  readonly to: string;
  readonly title: string;
  readonly when?: string;
}
export interface GraphNode {
  /** code of the text; what is implied is named with a sign no code may have: `#start`, `#end`, `both#join` */
  readonly code: string;
  readonly title: string;
  readonly sort: NodeSort | 'start' | 'join';
  readonly doc?: FlowNodeDoc;
  /** ways of a block in order, else the one way on; none after an end */
  readonly ways: readonly GraphWay[];
  /** splitting blocks around it and the way it stands in, outermost first */
  readonly stack: readonly Inside[];
}
export interface Inside {
  readonly fork: string;
  readonly way: number;
}
export interface FlowGraph {
  readonly doc: FlowDoc;
  readonly nodes: ReadonlyMap<string, GraphNode>;
}
export const START = '#start';
export const END = '#end';
export const joinOf = (block: string): string => `${block}#join`;

/** The graph of a sound text; nodes that are off are left out, an end that is not written follows the last node. */
export function compileFlow(doc: FlowDoc): FlowGraph {
  const nodes = new Map<string, GraphNode>();
  const put = (node: GraphNode): string => {
    nodes.set(node.code, node);
    return node.code;
  };
  const one = (to: string): readonly GraphWay[] => [{ to, title: '' }];
  /** Puts a list of nodes that leads to `after`; answers its first node. */
  const chain = (list: readonly FlowNodeDoc[], after: string, stack: readonly Inside[]): string =>
    list.filter((node) => node.off !== true).reduceRight((to, node) => single(node, to, stack), after);
  const single = (node: FlowNodeDoc, to: string, stack: readonly Inside[]): string => {
    const base = { code: node.node, title: node.title, sort: node.sort, doc: node, stack };
    if (node.sort === 'end') return put({ ...base, ways: [] });
    if (node.ways === undefined) return put({ ...base, ways: one(to) });
    const isSplit = node.sort !== 'branch';
    const after = isSplit
      ? put({ code: joinOf(node.node), title: node.title, sort: 'join', ways: one(to), stack })
      : to;
    const ways = node.ways
      .filter((way) => way.off !== true)
      .map((way, i) => ({
        to: chain(way.nodes ?? [], after, isSplit ? [...stack, { fork: node.node, way: i }] : stack),
        title: way.title,
        ...(way.when === undefined ? {} : { when: way.when }),
      }));
    return put({ ...base, ways });
  };
  put({ code: END, title: '结束', sort: 'end', ways: [], stack: [] });
  put({ code: START, title: '开始', sort: 'start', ways: one(chain(doc.nodes, END, [])), stack: [] });
  return { doc, nodes };
}

/** Ways a token takes out of a block: the first true one of a branch, all true ones, else the last; of a parallel block all. */
export function openWays({ sort, ways }: GraphNode, test: (when: string) => boolean): readonly number[] {
  if (sort === 'parallel') return ways.map((_, i) => i);
  const open = ways.flatMap(({ when }, i) =>
    (sort === 'branch' && when === undefined) || (when !== undefined && test(when)) ? [i] : [],
  );
  const taken = open.length > 0 ? open : [ways.length - 1];
  return sort === 'branch' ? taken.slice(0, 1) : taken;
}

export function nodeAt(graph: FlowGraph, code: string): GraphNode {
  const node = graph.nodes.get(code);
  if (node === undefined) throw new Error(`no node ${code} in flow ${graph.doc.flow}`);
  return node;
}
