/** A node of a tree object and all below it; levels are loaded when they are opened, part by part. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { type ReactNode, useState } from 'react';
import { keys } from '../../data/query-client';
import { mayGoOn } from '../../data/record-client';
import type { TreeNode } from '../../data/types';
import type { FilterProps } from '../filter-props';
import { searchKey } from '../search-key';
import { MoreNodes, moreKey } from '../shared/MoreNodes';
import { chosenIds, useTitles } from '../shared/titles';
import { useNodeSearch } from '../shared/use-node-search';

export const TreeFilter = ({ title, placement, field, value, host, onChange }: FilterProps) => {
  const object = field.ref ?? '';
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  /** parts of each level; '' = the first one */
  const [levels, setLevels] = useState<ReadonlyMap<string, readonly (readonly TreeNode[])[]>>(new Map());
  const chosen = chosenIds(value);
  // a node may be of a level nobody has opened
  const titles = useTitles(host, field.ref, searchKey(placement), chosen);
  const { data: first = [] } = useQuery({
    queryKey: [...keys.tree(object), null],
    queryFn: () => host.tree(object, null),
    enabled: open,
  });
  const load = async (id: string, part = 1): Promise<void> => {
    const parent = id === TOP ? null : id;
    const nodes = await client.fetchQuery({
      queryKey: [...keys.tree(object), parent, ...(part === 1 ? [] : [part])],
      queryFn: () => host.tree(object, parent, { part }),
    });
    const before = (now: typeof levels) => (now.get(id) ?? (id === TOP ? [first] : [])).slice(0, part - 1);
    setLevels((now) => new Map(now).set(id, [...before(now), nodes]));
  };
  const { found, search } = useNodeSearch((keyword) => host.tree(object, null, { keyword }));
  const more = (id: string, part: number): void => void load(id, part).catch(() => undefined);
  return (
    <TreeSelect
      treeDataSimpleMode
      labelInValue
      value={chosen.map((id) => ({ value: id, label: titles.get(id) ?? '…' }))}
      treeData={found === null ? flatten(first, levels, more) : found.map(hit)}
      showSearch
      filterTreeNode={false}
      onSearch={search}
      notFoundContent="暂无数据"
      multiple
      allowClear
      maxTagCount="responsive"
      placeholder={title}
      aria-label={title}
      loadData={(node) => load(String(node.value))}
      onOpenChange={setOpen}
      onChange={(nodes: readonly { readonly value: string }[]) =>
        onChange(nodes.length === 0 ? undefined : nodes.map((node) => node.value), true)
      }
    />
  );
};

const TOP = '';
/** What a search found stands flat, by its full name. */
const hit = ({ id, label }: TreeNode): Flat => ({ id, pId: null, value: id, title: label, isLeaf: true });

interface Flat {
  readonly id: string;
  readonly pId: string | null;
  readonly value: string;
  readonly title: ReactNode;
  readonly isLeaf: boolean;
  readonly selectable?: boolean;
}

const flatten = (
  first: readonly TreeNode[],
  levels: ReadonlyMap<string, readonly (readonly TreeNode[])[]>,
  onMore: (level: string, part: number) => void,
): Flat[] => {
  const out: Flat[] = [];
  const add = (parts: readonly (readonly TreeNode[])[], parent: string | null): void => {
    for (const node of parts.flat()) {
      const children = levels.get(node.id) ?? (node.children === undefined ? undefined : [node.children]);
      out.push({
        id: node.id,
        pId: parent,
        value: node.id,
        title: node.label,
        isLeaf: node.leaf === true || children?.flat().length === 0,
      });
      if (children !== undefined) add(children, node.id);
    }
    const more = moreKey(parent);
    if (mayGoOn(parts.at(-1) ?? []))
      out.push({
        id: more,
        pId: parent,
        value: more,
        title: <MoreNodes onMore={() => onMore(parent ?? TOP, parts.length + 1)} />,
        isLeaf: true,
        selectable: false,
      });
  };
  add(levels.get(TOP) ?? [first], null);
  return out;
};
