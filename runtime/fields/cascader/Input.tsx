/** Kind 4: a path through a dictionary with parents, or a node of a tree of records; levels of records load as they are opened. */

import { Cascader } from 'antd';
import { useMemo } from 'react';
import type { DictItemDoc } from '../../../schemas/language/document';
import { isMany } from '../../../schemas/language/kinds/index';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { boxOf } from '../shared/box';
import { marked } from '../shared/marked';
import { useSoundPaths } from '../shared/sounds';
import type { Node } from './nodes';
import { useNodes, useWays } from './nodes';

export const CascaderInput = (props: InputProps) =>
  props.field.type === 'ref' ? <RecordPath {...props} /> : <CodePath {...props} />;

function CodePath(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const items = field.dict === undefined ? undefined : host.dict(field.dict)?.items;
  const options = useMemo(() => dictTree(items ?? [], field.level), [items, field.level]);
  const common = {
    ...boxOf(props),
    placeholder: placeholder ?? '请选择',
    changeOnSelect: field.any === true,
    options,
    ...useSoundPaths(),
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
    const list = under.get(parent) ?? [];
    list.push(item);
    under.set(parent, list);
  }
  const build = (parent: string, depth: number): Node[] =>
    (under.get(parent) ?? []).map((item) => {
      const children = level !== undefined && depth >= level ? [] : build(item.code, depth + 1);
      const isLeaf = children.length === 0;
      return { value: item.code, label: item.title, isLeaf, ...(isLeaf ? {} : { children }) };
    });
  return build('', 1);
}

function RecordPath(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const target = host.target(field);
  const chosen = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];
  const load = host.tree.bind(host);
  const { nodes, found, search, start, open } = useNodes(load, target, field.level);
  const ways = useWays(load, target, chosen);
  const wayTo = (id: string): string[] => ways.get(id)?.map((node) => node.id) ?? [id];
  const wordsOf = (id: string): string =>
    marked(
      ways
        .get(id)
        ?.map(({ label }) => label)
        .join(' / ') ?? host.label(target, id),
      host.isOff(target, id) && 'off',
    );
  /** The last node of a path is what the field holds. */
  const endOf = (path: readonly Node[]): string | null => {
    const end = path.at(-1);
    if (end === undefined) return null;
    host.keep(field, [{ id: end.value, label: end.label }]);
    return end.value;
  };
  const common = {
    ...boxOf(props),
    placeholder: placeholder ?? '请选择',
    changeOnSelect: field.any === true,
    options: found ?? nodes,
    // the server has found what the list shows
    showSearch: { filter: () => true },
    onSearch: search,
    ...(found === null ? { loadData: open } : {}),
    onOpenChange: (opened: boolean) => {
      if (opened) start();
    },
  };
  if (isMany(field))
    return (
      <Cascader
        {...common}
        multiple
        value={chosen.map(wayTo)}
        displayRender={(labels, path) => {
          const end = path?.at(-1)?.value;
          return end === undefined ? labels.join(' / ') : wordsOf(String(end));
        }}
        onChange={(_, paths) => onChange((paths as Node[][]).flatMap((path, n) => endOf(path) ?? chosen[n] ?? []))}
      />
    );
  const [only] = chosen;
  return (
    <Cascader
      {...common}
      value={only === undefined ? [] : wayTo(only)}
      displayRender={() => (only === undefined ? '' : wordsOf(only))}
      onChange={(_, path) => onChange(endOf((path ?? []) as Node[]))}
    />
  );
}
