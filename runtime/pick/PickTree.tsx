/** The tree at the left of a pick dialog; levels load when they are opened, part by part. */
import { Tree } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { mayGoOn } from '../data/record-client';
import type { TreeNode } from '../data/types';
import { MoreNodes, moreKey } from '../fields/shared/MoreNodes';
import styles from './PickDialog.module.css';
import type { PickRequest } from './request';

interface Node {
  readonly key: string;
  readonly title: ReactNode;
  readonly isLeaf: boolean;
  readonly selectable?: boolean;
  children?: Node[];
}
export interface PickTreeProps {
  readonly object: string;
  readonly load: PickRequest['loadTree'];
  readonly chosen: string | null;
  readonly onChoose: (node: string | null) => void;
}
const ALL = '';

export function PickTree({ object, load, chosen, onChoose }: PickTreeProps) {
  const [nodes, setNodes] = useState<Node[]>([]);
  /** what the nodes belong to; answers for another one come too late */
  const shown = useRef('');
  const loadPart = useCallback(
    async (parent: string | null, part: number): Promise<void> => {
      const list = await load(object, parent, part);
      if (shown.current !== object) return;
      const more = (): void => void loadPart(parent, part + 1).catch(() => undefined);
      const put = (before: readonly Node[]): Node[] => [
        ...(part === 1 ? [] : before.filter(({ key }) => key !== moreKey(parent))),
        ...list.map(asNode),
        ...(mayGoOn(list)
          ? [{ key: moreKey(parent), title: <MoreNodes onMore={more} />, isLeaf: true, selectable: false }]
          : []),
      ];
      setNodes((now) => (parent === null ? put(now) : withChildren(now, parent, put)));
    },
    [object, load],
  );
  useEffect(() => {
    shown.current = object;
    loadPart(null, 1).catch(() => setNodes([]));
    return () => {
      shown.current = '';
    };
  }, [object, loadPart]);
  return (
    <nav className={styles.tree} aria-label="分类">
      <Tree
        blockNode
        treeData={[{ key: ALL, title: '全部', isLeaf: true }, ...nodes]}
        selectedKeys={[chosen ?? ALL]}
        loadData={({ key }) => loadPart(String(key), 1)}
        onSelect={(_keys, info) => onChoose(info.node.key === ALL ? null : String(info.node.key))}
      />
    </nav>
  );
}

const asNode = (node: TreeNode): Node => ({
  key: node.id,
  title: node.label,
  isLeaf: node.leaf === true,
  ...(node.children === undefined || node.children.length === 0 ? {} : { children: node.children.map(asNode) }),
});

const withChildren = (nodes: readonly Node[], parent: string, put: (before: readonly Node[]) => Node[]): Node[] =>
  nodes.map((node) =>
    node.key === parent
      ? { ...node, children: put(node.children ?? []) }
      : node.children === undefined
        ? node
        : { ...node, children: withChildren(node.children, parent, put) },
  );
