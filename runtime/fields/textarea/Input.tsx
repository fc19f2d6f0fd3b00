/** Kind 2: several lines of text; grows with the text. An empty one is not measured: that costs a layout of the page each. */
import { Input } from 'antd';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { useDraft } from '../shared/draft';
import { textOf } from '../shared/TextInput';

const LINES = 1;
const MOST = 8;

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
  const least = field.lines ?? LINES;
  const max = typeof field.max === 'number' ? field.max : undefined;
  return (
    <Input.TextArea
      id={id}
      value={draft.text}
      disabled={disabled}
      status={status}
      placeholder={placeholder}
      autoFocus={autoFocus}
      rows={least}
      // at all lengths the same: the mark to draw it larger would come and go
      style={{ resize: 'none' }}
      autoSize={draft.text === '' && !placeholder ? false : { minRows: least, maxRows: Math.max(least, MOST) }}
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
