/** Kind 99: nothing to type; a value a service answered, as text. */
import { kindOf } from '../../../schemas/language/kinds/index';
import type { InputProps } from '../input-props';

export function UndataInput({ id, field, value, host }: InputProps) {
  const text = kindOf(field.kind).codec.toText(value, field, {
    dict: (code) => host.dict(code),
    label: (object, text) => host.label(object, text),
  });
  return <span id={id}>{text === '' ? '--' : text}</span>;
}
