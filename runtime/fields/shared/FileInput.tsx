/** Attachments of a record. */
import type { FileValue, Value } from '../../../schemas/language/value';
import { FileBox } from '../../files/FileBox';
import type { InputProps } from '../input-props';

export function FileInput({ id, field, value, host, onChange, disabled, status }: InputProps) {
  const files = Array.isArray(value) ? (value as readonly FileValue[]) : [];
  const limit = field.many === true ? host.limit(field, 'max') : 1;
  return (
    <FileBox
      id={id}
      field={field}
      files={files}
      max={typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY}
      disabled={disabled}
      status={status}
      onChange={(next) => onChange(next as Value)}
    />
  );
}
