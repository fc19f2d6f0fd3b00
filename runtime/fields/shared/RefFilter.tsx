/** Any of the chosen records, found while typing; labels of ids from the address are asked once. */
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import type { FilterProps } from '../filter-props';
import { searchKey } from '../search-key';
import { useLater } from './use-later';

export const RefFilter = ({ title, placement, field, value, host, onChange }: FilterProps) => {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const search = useLater(text, 250);
  const key = searchKey(placement);
  // an address may name one record alone
  const chosen = Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];
  const known = useQuery({
    queryKey: ['object', field.ref ?? '', 'pick', key, 'ids', chosen],
    queryFn: () => host.pick(key, { ids: chosen }),
    enabled: chosen.length > 0,
    staleTime: 300_000,
    placeholderData: (old) => old,
  });
  const found = useQuery({
    queryKey: ['object', field.ref ?? '', 'pick', key, search],
    queryFn: () => host.pick(key, { search }),
    enabled: open,
    placeholderData: (old) => old,
  });
  const options = new Map<string, string>();
  for (const row of [...(known.data?.records ?? []), ...(found.data?.records ?? [])]) options.set(row.id, row.label);
  return (
    <Select
      mode="multiple"
      value={chosen}
      options={[...options].map(([id, label]) => ({ value: id, label }))}
      labelRender={({ value: id }) => options.get(String(id)) ?? '…'}
      placeholder={title}
      aria-label={title}
      allowClear
      maxTagCount="responsive"
      filterOption={false}
      loading={open && found.isFetching}
      notFoundContent={found.isFetching ? '加载中…' : '暂无数据'}
      onSearch={setText}
      onOpenChange={setOpen}
      onChange={(ids) => onChange(ids.length === 0 ? undefined : ids, true)}
    />
  );
};
