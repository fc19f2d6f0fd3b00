/** A parameter of a search over a dictionary: one value where a field would be several. */
import { Select } from 'antd';
import type { FilterProps } from '../filter-props';
import { hintOf } from './param-hint';
import { useSoundSearch } from './sounds';

export const DictParam = ({ title, value, onChange, ...rest }: FilterProps) => {
  const items = rest.host.dict(rest.field.dict ?? '')?.items ?? [];
  return (
    <Select
      value={typeof value === 'string' ? value : null}
      options={items.map(({ code, title: label }) => ({ value: code, label }))}
      placeholder={hintOf(title, rest)}
      aria-label={title}
      allowClear
      {...useSoundSearch(items.length > 7)}
      onChange={(code: string | undefined) => onChange(code, true)}
    />
  );
};
