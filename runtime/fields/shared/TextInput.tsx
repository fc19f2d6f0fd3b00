/** One line of text. */
import { Input } from 'antd';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { useDraft } from './draft';

export function TextInput({
  id,
  field,
  value,
  onType,
  onChange,
  disabled,
  status,
  placeholder,
  autoFocus,
}: InputProps) {
  const draft = useDraft({ value, format: textOf, parse: (text) => readText(text, field.case), onType, onChange });
  return (
    <Input
      id={id}
      value={draft.text}
      disabled={disabled}
      status={status}
      placeholder={placeholder}
      autoFocus={autoFocus}
      autoComplete="off"
      suffix={field.suffix}
      type={field.secret === undefined ? 'text' : 'password'}
      onChange={(event) => draft.onText(event.target.value)}
      onBlur={draft.onLeave}
      onKeyDown={draft.onKey}
    />
  );
}

export const textOf = (value: Value): string =>
  typeof value === 'string' ? value : value === null ? '' : String(value);

/** Trimmed and folded; empty is null. */
export function readText(text: string, fold: 'upper' | 'lower' | undefined): Value {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return fold === 'upper' ? trimmed.toUpperCase() : fold === 'lower' ? trimmed.toLowerCase() : trimmed;
}
