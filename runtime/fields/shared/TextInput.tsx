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
  const isSecret = field.secret !== undefined;
  // what is kept can only be replaced: nothing of it is ever here, and leaving the box empty leaves it as it is
  const kept = isSecret && value === KEPT;
  const draft = useDraft({
    value,
    format: kept ? () => '' : textOf,
    parse: (text) => (kept && text === '' ? value : isSecret ? text || null : readText(text, field.case)),
    onType,
    onChange,
  });
  return (
    <Input
      id={id}
      value={draft.text}
      disabled={disabled}
      status={status}
      placeholder={kept ? KEPT : placeholder}
      autoFocus={autoFocus}
      autoComplete={isSecret ? 'new-password' : 'off'}
      suffix={field.suffix}
      type={isSecret ? 'password' : 'text'}
      onChange={(event) => draft.onText(event.target.value)}
      onBlur={draft.onLeave}
      onKeyDown={draft.onKey}
    />
  );
}

/** what answers show of a secret that is there */
const KEPT = '******';

export const textOf = (value: Value): string =>
  typeof value === 'string' ? value : value === null ? '' : String(value);

/** Trimmed and folded; empty is null. */
export function readText(text: string, fold: 'upper' | 'lower' | undefined): Value {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return fold === 'upper' ? trimmed.toUpperCase() : fold === 'lower' ? trimmed.toLowerCase() : trimmed;
}
