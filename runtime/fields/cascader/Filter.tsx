import { Cascader } from 'antd';
import { useMemo } from 'react';
import type { ResolvedDict } from '../../../schemas/language/resolved';
import type { FilterProps } from '../filter-props';
import { useSoundPaths } from '../shared/sounds';
import { chosenIds } from '../shared/titles';
import { useNodes, useWays } from './nodes';

/** antd wants its options mutable */
interface Option {
  value: string;
  label: string;
  children?: Option[];
}

/** A place in a tree, of a dictionary or of records, and everything below it. */
export const CascaderFilter = (props: FilterProps) =>
  props.field.type === 'ref' ? <RecordPath {...props} /> : <CodePath {...props} />;

const CodePath = ({ title, field, value, host, onChange }: FilterProps) => {
  const dict = field.dict === undefined ? undefined : host.dict(field.dict);
  const options = useMemo(() => optionsOf(dict), [dict]);
  const path = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split('/') : [];
  return (
    <Cascader
      value={path}
      options={options}
      placeholder={title}
      aria-label={title}
      changeOnSelect
      {...useSoundPaths()}
      allowClear
      onChange={(codes) => {
        const chosen: readonly unknown[] = Array.isArray(codes) ? codes : [];
        onChange(chosen.length === 0 ? undefined : chosen.map(String), true);
      }}
    />
  );
};

const RecordPath = ({ title, field, value, host, onChange }: FilterProps) => {
  const object = field.ref ?? '';
  const [only] = chosenIds(value);
  const { nodes, found, search, start, open } = useNodes(host.tree, object, undefined);
  const way = useWays(host.tree, object, only === undefined ? [] : [only]).get(only ?? '');
  return (
    <Cascader
      value={only === undefined ? [] : (way?.map(({ id }) => id) ?? [only])}
      displayRender={() => way?.map(({ label }) => label).join(' / ') ?? '…'}
      options={found ?? nodes}
      placeholder={title}
      aria-label={title}
      changeOnSelect
      showSearch={SHOWN}
      onSearch={search}
      {...(found === null ? { loadData: open } : {})}
      onOpenChange={(opened) => {
        if (opened) start();
      }}
      allowClear
      onChange={(ids) => {
        const end = (ids as readonly string[] | undefined)?.at(-1);
        onChange(end === undefined ? undefined : [end], true);
      }}
    />
  );
};
/** the server has found what the list shows */
const SHOWN = { filter: () => true };

const optionsOf = (dict: ResolvedDict | undefined): Option[] => {
  const byParent = new Map<string, { readonly code: string; readonly title: string }[]>();
  for (const item of dict?.items ?? []) {
    if (item.off === true) continue;
    const list = byParent.get(item.parent ?? '') ?? [];
    list.push(item);
    byParent.set(item.parent ?? '', list);
  }
  const below = (parent: string): Option[] =>
    (byParent.get(parent) ?? []).map(({ code, title }) => {
      const children = below(code);
      return children.length === 0 ? { value: code, label: title } : { value: code, label: title, children };
    });
  return below('');
};
