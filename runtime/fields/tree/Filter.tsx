/** A node of a tree object and all below it; levels are loaded when they are opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useState } from 'react';
import { keys } from '../../data/query-client';
import type { TreeNode } from '../../data/types';
import type { FilterProps } from '../filter-props';

export const TreeFilter = ({ title, field, value, host, onChange }: FilterProps) => {
  const object = field.ref ?? '';
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [below, setBelow] = useState<ReadonlyMap<string, readonly TreeNode[]>>(new Map());
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const { data: first = [] } = useQuery({
    queryKey: [...keys.tree(object), null],
    queryFn: () => host.tree(object, null),
    enabled: open || chosen.length > 0,
  });
  const load = async (id: string): Promise<void> => {
    const children = await client.fetchQuery({
      queryKey: [...keys.tree(object), id],
      queryFn: () => host.tree(object, id),
    });
    setBelow((now) => new Map(now).set(id, children));
  };
  return (
    <TreeSelect
      treeDataSimpleMode
      value={chosen}
      treeData={flatten(first, below)}
      multiple
      allowClear
      maxTagCount="responsive"
      placeholder={title}
      aria-label={title}
      treeNodeFilterProp="title"
      loadData={(node) => load(String(node.value))}
      onOpenChange={setOpen}
      onChange={(ids: readonly string[]) => onChange(ids.length === 0 ? undefined : [...ids], true)}
    />
  );
};

interface Flat {
  readonly id: string;
  readonly pId: string | null;
  readonly value: string;
  readonly title: string;
  readonly isLeaf: boolean;
}

const flatten = (first: readonly TreeNode[], below: ReadonlyMap<string, readonly TreeNode[]>): Flat[] => {
  const out: Flat[] = [];
  const add = (nodes: readonly TreeNode[], parent: string | null): void => {
    for (const node of nodes) {
      const children = below.get(node.id) ?? node.children;
      out.push({
        id: node.id,
        pId: parent,
        value: node.id,
        title: node.label,
        isLeaf: node.leaf === true || children?.length === 0,
      });
      if (children !== undefined) add(children, node.id);
    }
  };
  add(first, null);
  return out;
};
