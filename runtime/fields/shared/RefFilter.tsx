/** Records found while typing; labels of ids from the address are asked once. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import type { FilterProps } from '../filter-props';
import { searchKey } from '../search-key';
import { chosenIds, useTitles } from './titles';
import { useLater } from './use-later';

/** Any of the chosen records. */
export const RefFilter = (props: FilterProps) => {
  const { chosen, box } = useFound(props);
  return (
    <Select
      {...box}
      mode="multiple"
      value={chosen}
      maxTagCount="responsive"
      onChange={(ids) => props.onChange(ids.length === 0 ? undefined : ids, true)}
    />
  );
};

/** A parameter takes one record. */
export const RefParam = (props: FilterProps) => {
  const { chosen, box } = useFound(props);
  return (
    <Select {...box} showSearch value={chosen[0] ?? null} onChange={(id) => props.onChange(id ?? undefined, true)} />
  );
};

/** The box that finds them, and the titles it knows. */
const useFound = ({ title, placement, field, value, host }: FilterProps) => {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const search = useLater(text, 250);
  const key = searchKey(placement);
  const chosen = chosenIds(value);
  const known = useTitles(host, field.ref, key, chosen);
  const found = useQuery({
    queryKey: ['object', field.ref ?? '', 'pick', key, search],
    queryFn: () => host.pick(key, { search }),
    enabled: open,
    placeholderData: (old) => old,
  });
  const options = new Map(known);
  for (const row of found.data?.records ?? []) options.set(row.id, row.label);
  return {
    chosen,
    box: {
      options: [...options].map(([id, label]) => ({ value: id, label })),
      labelRender: ({ value: id }: { readonly value: string | number }) => options.get(String(id)) ?? '…',
      placeholder: title,
      'aria-label': title,
      allowClear: true,
      filterOption: false as const,
      loading: open && found.isFetching,
      notFoundContent: found.isFetching ? '加载中…' : '暂无数据',
      onSearch: setText,
      onOpenChange: setOpen,
    },
  };
};
