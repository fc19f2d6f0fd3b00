/** Fixed values in their order, as limits of a colour: typed one after the other. */
import { Select } from 'antd';
import type { EditorProps } from './props';

export const LiteralsEditor = ({ title, value, base, mixed, disabled, onChange }: EditorProps) => {
  const written = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      value={written.map(String)}
      placeholder={mixed ? '不一致' : Array.isArray(base) ? base.join('、') : '输入后回车，可输入多个'}
      disabled={disabled}
      aria-label={title}
      onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next.map(literalOf))}
    />
  );
};
/** What reads as a number is one. */
const literalOf = (text: string): string | number => {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
};
