/** The tree at the left of a pick dialog; levels load when they are opened. */
import { Tree } from 'antd';
import { useEffect, useState } from 'react';
import type { TreeNode } from '../../data/types';
import styles from './PickDialog.module.css';

interface Node {
  readonly key: string;
  readonly title: string;
  readonly isLeaf: boolean;
  children?: Node[];
}
export interface PickTreeProps {
  readonly object: string;
  readonly load: (object: string, parent: string | null) => Promise<readonly TreeNode[]>;
  readonly chosen: string | null;
  readonly onChoose: (node: string | null) => void;
}
const ALL = '';

export function PickTree({ object, load, chosen, onChoose }: PickTreeProps) {
  const [nodes, setNodes] = useState<Node[]>([]);
  useEffect(() => {
    let gone = false;
    load(object, null).then(
      (list) => {
        if (!gone) setNodes(list.map(asNode));
      },
      () => setNodes([]),
    );
    return () => {
      gone = true;
    };
  }, [object, load]);
  const handleLoad = async (node: { readonly key: React.Key }): Promise<void> => {
    const parent = String(node.key);
    const children = (await load(object, parent)).map(asNode);
    setNodes((now) => withChildren(now, parent, children));
  };
  return (
    <nav className={styles.tree} aria-label="分类">
      <Tree
        blockNode
        treeData={[{ key: ALL, title: '全部', isLeaf: true }, ...nodes]}
        selectedKeys={[chosen ?? ALL]}
        loadData={handleLoad}
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

const withChildren = (nodes: readonly Node[], parent: string, children: Node[]): Node[] =>
  nodes.map((node) =>
    node.key === parent
      ? { ...node, children }
      : node.children === undefined
        ? node
        : { ...node, children: withChildren(node.children, parent, children) },
  );
