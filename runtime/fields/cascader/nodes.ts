/** The levels of a tree of records for a cascader: each is loaded when it is opened; typing asks the server, by characters and by sound. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-client';
import { mayGoOn, type TreeAsk } from '../../data/record-client';
import type { TreeNode } from '../../data/types';
import { useNodeSearch } from '../shared/use-node-search';

/** antd wants its options mutable */
export interface Node {
  readonly value: string;
  readonly label: string;
  readonly isLeaf: boolean;
  children?: Node[];
}
export type LoadTree = (object: string, parent: string | null, ask?: TreeAsk) => Promise<readonly TreeNode[]>;

/** Nodes below `depth - 1` others; behind the last level that may be chosen nothing opens. */
const nodesOf = (list: readonly TreeNode[], depth: number, level: number | undefined): Node[] =>
  list.map(({ id, label, leaf, children }) => {
    const isLast = leaf === true || (level !== undefined && depth >= level);
    return {
      value: id,
      label,
      isLeaf: isLast,
      ...(isLast || children === undefined ? {} : { children: nodesOf(children, depth + 1, level) }),
    };
  });

export function useNodes(load: LoadTree, object: string, level: number | undefined) {
  const [nodes, setNodes] = useState<Node[]>([]);
  const { found, search } = useNodeSearch((keyword) => load(object, null, { keyword, path: true }));
  const read = async (parent: string | null, depth: number): Promise<Node[]> => {
    const all: TreeNode[] = [];
    for (let part = 1; ; part += 1) {
      const list = await load(object, parent, { part });
      all.push(...list);
      if (!mayGoOn(list)) return nodesOf(all, depth, level);
    }
  };
  return {
    nodes,
    /** null = nothing is searched */
    found: found === null ? null : nodesOf(found, 1, level),
    search,
    start: (): void => {
      if (nodes.length === 0) void read(null, 1).then(setNodes, () => undefined);
    },
    open: (path: Node[]): void => {
      const last = path.at(-1);
      if (last === undefined || last.children !== undefined) return;
      void read(last.value, path.length + 1).then(
        (children) => {
          last.children = children;
          setNodes((now) => [...now]);
        },
        () => undefined,
      );
    },
  };
}

/** The way to each node from the top; a node may be of a level nobody has opened. */
export function useWays(
  load: LoadTree,
  object: string,
  ids: readonly string[],
): ReadonlyMap<string, readonly TreeNode[]> {
  const { data = [] } = useQuery({
    queryKey: [...keys.tree(object), 'ways', ...ids],
    queryFn: () => load(object, null, { ids }),
    enabled: ids.length > 0,
    placeholderData: (old) => old,
  });
  const ways = new Map<string, readonly TreeNode[]>();
  const walk = (list: readonly TreeNode[], above: readonly TreeNode[]): void => {
    for (const node of list) {
      ways.set(node.id, [...above, node]);
      walk(node.children ?? [], [...above, node]);
    }
  };
  walk(data, []);
  return ways;
}
