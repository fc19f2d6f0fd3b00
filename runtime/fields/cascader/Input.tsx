/** Kind 4: a path through a dictionary with parents, or through a tree of records; levels load as they are opened. */
import { Cascader } from 'antd';
import { useMemo, useState } from 'react';
import type { DictItemDoc } from '../../../schemas/language/document';
import type { Value } from '../../../schemas/language/value';
import type { TreeNode } from '../../data/types';
import { isMany } from '../facts';
import type { InputProps } from '../input-props';
import { boxOf } from '../shared/box';
import { useSoundPaths } from '../shared/sounds';

interface Node {
  readonly value: string;
  readonly label: string;
  readonly isLeaf?: boolean;
  children?: Node[];
}

export function CascaderInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const items = field.dict === undefined ? undefined : host.dict(field.dict)?.items;
  const fromDict = useMemo(
    () => (items === undefined ? undefined : dictTree(items, field.level)),
    [items, field.level],
  );
  const bySound = useSoundPaths();
  const lazy = useTree(fromDict === undefined ? host.tree : undefined, host.target(field), field.level);
  const common = {
    ...boxOf(props),
    placeholder: placeholder ?? '请选择',
    changeOnSelect: field.any === true,
    options: fromDict ?? lazy.nodes,
    ...(fromDict === undefined ? { loadData: lazy.open } : bySound),
    onOpenChange: (opened: boolean) => {
      if (opened && fromDict === undefined) lazy.start();
    },
  };
  if (isMany(field))
    return (
      <Cascader
        {...common}
        multiple
        value={Array.isArray(value) ? (value as readonly string[]).map(pathOf) : []}
        onChange={(paths) => onChange((paths as string[][]).map((path) => path.join('/')))}
      />
    );
  return (
    <Cascader
      {...common}
      value={pathOf(value)}
      onChange={(path) => onChange(path === undefined ? null : (path as string[]).join('/'))}
    />
  );
}

/** A path is `a/b` in a record. */
const pathOf = (value: Value): string[] => (typeof value === 'string' && value !== '' ? value.split('/') : []);

function dictTree(items: readonly DictItemDoc[], level: number | undefined): Node[] {
  const under = new Map<string, DictItemDoc[]>();
  for (const item of items) {
    if (item.off === true) continue;
    const parent = item.parent ?? '';
    under.set(parent, [...(under.get(parent) ?? []), item]);
  }
  const build = (parent: string, depth: number): Node[] =>
    (under.get(parent) ?? []).map((item) => {
      const children = level !== undefined && depth >= level ? [] : build(item.code, depth + 1);
      return { value: item.code, label: item.title, ...(children.length > 0 ? { children } : { isLeaf: true }) };
    });
  return build('', 1);
}

type LoadTree = (object: string, parent: string | null) => Promise<readonly TreeNode[]>;

function useTree(load: LoadTree | undefined, object: string, level: number | undefined) {
  const [nodes, setNodes] = useState<Node[]>([]);
  const read = async (parent: string | null, depth: number): Promise<Node[]> =>
    ((await load?.(object, parent)) ?? []).map((one) => ({
      value: one.id,
      label: one.label,
      isLeaf: one.leaf === true || (level !== undefined && depth >= level),
    }));
  return {
    nodes,
    start: (): void => {
      if (nodes.length === 0) void read(null, 1).then(setNodes, () => setNodes([]));
    },
    open: (path: Node[]): void => {
      const last = path.at(-1);
      if (last === undefined || last.children !== undefined) return;
      void read(last.value, path.length + 1).then((children) => {
        last.children = children;
        setNodes((now) => [...now]);
      });
    },
  };
}
