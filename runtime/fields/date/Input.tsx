/** Kind 7: a day, month or year. */
import type { InputProps } from '../input-props';
import { DateInput } from '../shared/DateInput';

export const DateKindInput = (props: InputProps) => <DateInput {...props} />;
