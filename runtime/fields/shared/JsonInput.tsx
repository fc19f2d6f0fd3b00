/** A JSON value as text; it is taken over when it reads. */
import { Input } from 'antd';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { useDraft } from './draft';

export function JsonInput({ id, value, onChange, disabled, status, autoFocus }: InputProps) {
  const draft = useDraft({
    value,
    format: (value) => (value === null ? '' : JSON.stringify(value)),
    parse: readJson,
    onChange,
  });
  return (
    <Input.TextArea
      id={id}
      rows={3}
      value={draft.text}
      disabled={disabled}
      status={status}
      autoFocus={autoFocus}
      onChange={(event) => draft.onText(event.target.value)}
      onBlur={draft.onLeave}
    />
  );
}

const readJson = (text: string): Value | undefined => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
};
