/** Kind 12: a node of a tree of records. The first level comes when the list opens, deeper ones when a node is opened; typing searches. */
import { TreeSelect } from 'antd';
import { useRef, useState } from 'react';
import type { TreeNode } from '../../data/types';
import { isMany } from '../facts';
import type { InputProps } from '../input-props';
import { boxOf } from '../shared/box';

interface Node {
  readonly id: string;
  readonly pId: string | null;
  readonly value: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly selectable: boolean;
}
const SEARCH_MS = 200;

export function TreeInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const target = host.target(field);
  const leafOnly = field.leaf === true;
  const [nodes, setNodes] = useState<readonly Node[]>([]);
  const [found, setFound] = useState<readonly Node[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const many = isMany(field);

  const take = (list: readonly TreeNode[], parent: string | null): void => {
    const flat = flatten(list, parent, leafOnly);
    host.keep(
      field,
      flat.map((node) => ({ id: node.value, label: node.title })),
    );
    setNodes((now) => [...now.filter((one) => !flat.some((node) => node.id === one.id)), ...flat]);
  };
  const handleSearch = (text: string): void => {
    clearTimeout(timer.current);
    setFound(null);
    if (text.trim() === '') return;
    timer.current = setTimeout(() => {
      void host.tree(target, null, text.trim()).then((list) => {
        const flat = flatten(list, null, leafOnly);
        host.keep(
          field,
          flat.map((node) => ({ id: node.value, label: node.title })),
        );
        setFound(flat);
      });
    }, SEARCH_MS);
  };
  const chosen = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];
  const shown = found ?? nodes;
  const missing = chosen.filter((one) => !shown.some((node) => node.value === one));
  const common = {
    ...boxOf(props),
    treeDataSimpleMode: true as const,
    treeData: [...shown],
    placeholder: placeholder ?? '请选择',
    showSearch: true,
    filterTreeNode: false,
    notFoundContent: '暂无数据',
    onSearch: handleSearch,
    onOpenChange: (opened: boolean) => {
      if (opened && nodes.length === 0) void host.tree(target, null).then((list) => take(list, null));
    },
    loadData: async (node: { readonly value?: unknown }) => {
      const parent = String(node.value);
      take(await host.tree(target, parent), parent);
    },
  };
  const label = (one: string) => ({ value: one, label: host.label(target, one) });
  if (many)
    return (
      <TreeSelect
        {...common}
        treeCheckable
        treeCheckStrictly={field.half === true}
        maxTagCount="responsive"
        labelInValue
        value={chosen.map(label)}
        onChange={(next: readonly { value: string }[]) => onChange(next.map((one) => one.value))}
      />
    );
  const only = chosen[0];
  return (
    <TreeSelect
      {...common}
      labelInValue
      value={
        only === undefined ? null : missing.includes(only) ? label(only) : { value: only, label: titleOf(shown, only) }
      }
      onChange={(next: { value: string } | null | undefined) => onChange(next?.value ?? null)}
    />
  );
}

const titleOf = (nodes: readonly Node[], value: string): string =>
  nodes.find((node) => node.value === value)?.title ?? '';

function flatten(list: readonly TreeNode[], parent: string | null, leafOnly: boolean): Node[] {
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
