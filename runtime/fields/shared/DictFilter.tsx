import { Select } from 'antd';
import { useMemo } from 'react';
import type { FilterProps } from '../filter-props';
import { useSoundSearch } from './sounds';

/** Any of the chosen codes. */
export const DictFilter = ({ title, field, value, host, onChange }: FilterProps) => {
  const dict = field.dict === undefined ? undefined : host.dict(field.dict);
  const options = useMemo(
    () => (dict?.items ?? []).map((item) => ({ value: item.code, label: item.title, disabled: item.off === true })),
    [dict],
  );
  const search = useSoundSearch();
  const chosen = Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];
  return (
    <Select
      mode="multiple"
      value={chosen}
      options={options}
      placeholder={title}
      aria-label={title}
      allowClear
      maxTagCount="responsive"
      {...search}
      onChange={(codes) => onChange(codes.length === 0 ? undefined : codes, true)}
    />
  );
};
