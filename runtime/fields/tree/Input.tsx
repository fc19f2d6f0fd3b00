/**
 * Kind 12: a node of a tree of records. The first level comes when the list opens, deeper ones when a node is opened, each part by part;
 * typing searches.
 */

import { TreeSelect } from 'antd';
import { type ReactNode, useState } from 'react';
import { isMany } from '../../../schemas/language/kinds/index';
import { mayGoOn } from '../../data/record-client';
import type { TreeNode } from '../../data/types';
import type { InputProps } from '../input-props';
import { boxOf } from '../shared/box';
import { MoreNodes, moreKey } from '../shared/MoreNodes';
import { marked } from '../shared/marked';
import { useNodeSearch } from '../shared/use-node-search';

interface Node {
  readonly id: string;
  readonly pId: string | null;
  readonly value: string;
  readonly title: ReactNode;
  readonly isLeaf: boolean;
  readonly selectable: boolean;
  readonly checkable?: boolean;
  /** stands there for what is below it: the condition of the field does not offer it */
  readonly disabled?: true;
}
/** nodes one question may be about */
const AMONG = 500;

export function TreeInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const target = host.target(field);
  const leafOnly = field.leaf === true;
  const [nodes, setNodes] = useState<readonly Node[]>([]);
  const many = isMany(field);

  /** Nodes as they can be taken: what the condition of the field leaves out is grey. */
  const offered = async (list: readonly TreeNode[], parent: string | null): Promise<readonly Node[]> => {
    const flat = flatten(list, parent, leafOnly);
    const rows = flat.map((node) => ({ id: node.value, label: node.title }));
    host.keep(field, rows);
    if (field.pick?.where === undefined || flat.length === 0) return flat;
    const parts = Array.from({ length: Math.ceil(rows.length / AMONG) }, (_, n) =>
      rows.slice(n * AMONG, (n + 1) * AMONG),
    );
    const answers = await Promise.all(parts.map((part) => host.pick(field, { among: part.map(({ id }) => id) })));
    const open = new Set(answers.flatMap(({ records }) => records.map(({ id }) => id)));
    return flat.map((node) => (open.has(node.value) ? node : { ...node, disabled: true }));
  };
  const load = async (parent: string | null, part = 1): Promise<void> => {
    const list = await host.tree(target, parent, { part });
    const flat = await offered(list, parent);
    const more = moreKey(parent);
    const last: Node = {
      id: more,
      pId: parent,
      value: more,
      title: <MoreNodes onMore={() => void load(parent, part + 1).catch(() => undefined)} />,
      isLeaf: true,
      selectable: false,
      checkable: false,
    };
    setNodes((now) => [
      ...now.filter((eachNode) => eachNode.id !== more && !flat.some((node) => node.id === eachNode.id)),
      ...flat,
      ...(mayGoOn(list) ? [last] : []),
    ]);
  };
  const { found, search } = useNodeSearch(async (keyword) => offered(await host.tree(target, null, { keyword }), null));
  const chosen = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];
  const shown = found ?? nodes;
  const missing = chosen.filter((text) => !shown.some((node) => node.value === text));
  const common = {
    ...boxOf(props),
    treeDataSimpleMode: true as const,
    treeData: [...shown],
    placeholder: placeholder ?? '请选择',
    showSearch: true,
    filterTreeNode: false,
    notFoundContent: '暂无数据',
    onSearch: search,
    onOpenChange: (opened: boolean) => {
      if (opened && nodes.length === 0) void load(null).catch(() => undefined);
    },
    loadData: (node: { readonly value?: unknown }) => load(String(node.value)),
  };
  const label = (text: string) => ({
    value: text,
    label: marked(host.label(target, text), host.isOff(target, text) && 'off'),
  });
  if (many)
    return (
      <TreeSelect
        {...common}
        treeCheckable
        treeCheckStrictly={field.half === true}
        maxTagCount="responsive"
        labelInValue
        value={chosen.map(label)}
        onChange={(next: readonly { value: string }[]) => onChange(next.map((item) => item.value))}
      />
    );
  const only = chosen[0];
  const taken =
    only === undefined ? null : missing.includes(only) ? label(only) : { value: only, label: titleOf(shown, only) };
  return (
    <TreeSelect<{ readonly value: string; readonly label: ReactNode } | null>
      {...common}
      labelInValue
      value={taken}
      onChange={(next) => onChange(next?.value ?? null)}
    />
  );
}

const titleOf = (nodes: readonly Node[], value: string): ReactNode =>
  nodes.find((node) => node.value === value)?.title ?? '';

function flatten(
  list: readonly TreeNode[],
  parent: string | null,
  leafOnly: boolean,
): (Node & { readonly title: string })[] {
  return list.flatMap((node) => [
    {
      id: node.id,
      pId: node.parentId ?? parent,
      value: node.id,
      title: node.label,
      isLeaf: node.leaf === true,
      selectable: !leafOnly || node.leaf === true,
    },
    ...flatten(node.children ?? [], node.id, leafOnly),
  ]);
}
