/** Choice from a dictionary, or from the `options` expression of the field. What is no longer offered stands there only while it is the value, and says so. */

import { Select } from 'antd';
import { isMany, valueOfCode } from '../../../schemas/language/kinds/index';
import type { ResolvedDict, ResolvedField } from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';
import type { InputHost, InputProps, Option } from '../input-props';
import { boxOf } from './box';
import { marked } from './marked';
import { useSoundSearch } from './sounds';

export function DictInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const many = isMany(field);
  const options = optionsOf(field, host, value);
  const max = host.limit(field, 'max');
  const common = {
    ...boxOf(props),
    options: [...options],
    placeholder: placeholder ?? '请选择',
    ...useSoundSearch(options.length > 7),
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
      onChange={(next) => onChange(next === null || next === undefined ? null : valueOfCode(next, field))}
    />
  );
}

export function optionsOf(field: ResolvedField, host: InputHost, value: Value): readonly Option[] {
  const held = new Set((Array.isArray(value) ? value : [value]).map((item) => String(item ?? '')));
  held.delete('');
  const offered =
    field.options === undefined
      ? itemsOf(field.dict === undefined ? undefined : host.dict(field.dict), held)
      : host.options(field);
  const codes = new Set(offered.map((option) => option.value));
  const gone = [...held].filter((code) => !codes.has(code));
  return [...offered, ...gone.map((code) => ({ value: code, label: marked(code, 'gone') }))];
}
const itemsOf = (dict: ResolvedDict | undefined, held: ReadonlySet<string>): readonly Option[] =>
  (dict?.items ?? [])
    .filter((item) => item.off !== true || held.has(item.code))
    .map((item) => ({ value: item.code, label: marked(item.title, item.off === true && 'off') }));
