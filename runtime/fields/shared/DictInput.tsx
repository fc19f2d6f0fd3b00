/** Choice from a dictionary, or from the `options` expression of the field. Items switched off are shown only while they are the value. */
import { Select } from 'antd';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';
import { isMany } from '../facts';
import type { InputHost, InputProps, Option } from '../input-props';
import { boxOf } from './box';

export function DictInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const many = isMany(field);
  const options = optionsOf(field, host, value);
  const max = host.limit(field, 'max');
  const common = {
    ...boxOf(props),
    options: [...options],
    placeholder: placeholder ?? '请选择',
    showSearch: options.length > 7,
    optionFilterProp: 'label',
  };
  if (many)
    return (
      <Select<string[]>
        {...common}
        mode="multiple"
        maxTagCount="responsive"
        {...(typeof max === 'number' ? { maxCount: max } : {})}
        value={Array.isArray(value) ? (value as string[]) : []}
        onChange={(next) => onChange(next)}
      />
    );
  return (
    <Select<string | null>
      {...common}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(next) => onChange(chosen(next ?? null, field))}
    />
  );
}

/** Integers with a dictionary keep being integers. */
const chosen = (code: string | null, field: ResolvedField): Value =>
  code !== null && field.type === 'int' ? Number(code) : code;

export function optionsOf(field: ResolvedField, host: InputHost, value: Value): readonly Option[] {
  if (field.options !== undefined) return host.options(field);
  const present = new Set(Array.isArray(value) ? value.map(String) : [String(value)]);
  const items = (field.dict === undefined ? undefined : host.dict(field.dict))?.items ?? [];
  return items
    .filter((item) => item.off !== true || present.has(item.code))
    .map((item) => ({ value: item.code, label: item.title, ...(item.off === true ? { disabled: true } : {}) }));
}
