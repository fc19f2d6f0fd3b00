import { Select } from 'antd';
import type { FilterProps } from '../filter-props';

const YES_NO = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];
const SOME_NONE = [
  { value: false, label: '有' },
  { value: true, label: '无' },
];

const Choice = ({ title, value, onChange, options }: FilterProps & { readonly options: typeof YES_NO }) => (
  <Select
    value={typeof value === 'boolean' ? value : null}
    options={options}
    placeholder={title}
    aria-label={title}
    allowClear
    onChange={(next) => onChange(typeof next === 'boolean' ? next : undefined, true)}
  />
);

export const BoolFilter = (props: FilterProps) => <Choice {...props} options={YES_NO} />;
/** files, pictures, json: is there anything (`empty` = false) or not */
export const FlagFilter = (props: FilterProps) => <Choice {...props} options={SOME_NONE} />;
