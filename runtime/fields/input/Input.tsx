/** Kind 1: one line of text, or several texts. */
import type { InputProps } from '../input-props';
import { TextInput } from '../shared/TextInput';
import { TextListInput } from '../shared/TextListInput';

export const InputInput = (props: InputProps) =>
  props.field.many === true ? <TextListInput {...props} /> : <TextInput {...props} />;
