/** Kind 1: one line of text. */
import type { InputProps } from '../input-props';
import { TextInput } from '../shared/TextInput';

export const InputInput = (props: InputProps) => <TextInput {...props} />;
