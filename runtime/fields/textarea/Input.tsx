/** Kind 2: several lines of text; grows with the text. */
import { Input } from 'antd';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { useDraft } from '../shared/draft';
import { textOf } from '../shared/TextInput';

const LINES = 1;

export function TextareaInput({
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
  const draft = useDraft({ value, format: textOf, parse: lines, onType, onChange });
  const max = typeof field.max === 'number' ? field.max : undefined;
  return (
    <Input.TextArea
      id={id}
      value={draft.text}
      disabled={disabled}
      status={status}
      placeholder={placeholder}
      autoFocus={autoFocus}
      autoSize={{ minRows: field.lines ?? LINES, maxRows: Math.max(field.lines ?? LINES, 8) }}
      showCount={
        max !== undefined && draft.text.length > max * 0.8 ? { formatter: ({ count }) => `${count} / ${max}` } : false
      }
      onChange={(event) => draft.onText(event.target.value)}
      onBlur={draft.onLeave}
      onKeyDown={(event) => {
        // Enter is a new line here
        if (event.key !== 'Enter') draft.onKey(event);
      }}
    />
  );
}

const lines = (text: string): Value => (text.trim() === '' ? null : text.replace(/\s+$/, ''));
