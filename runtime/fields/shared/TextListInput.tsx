/** Several texts of one field: typed, scanned (a scanner ends with Enter) or pasted, one a line or between commas. */
import { Select } from 'antd';
import type { InputProps } from '../input-props';
import { boxOf } from './box';
import { readTexts, SEPARATORS } from './texts';

export function TextListInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const max = host.limit(field, 'max');
  const texts = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <Select<string[]>
      {...boxOf(props)}
      mode="tags"
      open={false}
      suffixIcon={null}
      maxTagCount={20}
      tokenSeparators={[...SEPARATORS]}
      placeholder={placeholder ?? '输入、扫描或粘贴，每行一个'}
      {...(typeof max === 'number' ? { maxCount: max } : {})}
      value={[...texts]}
      onChange={(next) => onChange(readTexts(next.join('\n'), field.case))}
    />
  );
}
