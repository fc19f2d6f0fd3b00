import { Cascader } from 'antd';
import { useMemo } from 'react';
import type { ResolvedDict } from '../../../schemas/language/resolved';
import type { FilterProps } from '../filter-props';
import { useSoundPaths } from '../shared/sounds';

/** antd wants its options mutable */
interface Option {
  value: string;
  label: string;
  children?: Option[];
}

/** A place in a tree dictionary and everything below it. */
export const CascaderFilter = ({ title, field, value, host, onChange }: FilterProps) => {
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
