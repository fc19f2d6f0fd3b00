/** Kind 8: a time of day. */
import type { InputProps } from '../input-props';
import { TimeInput } from '../shared/TimeInput';

export const TimeKindInput = (props: InputProps) => <TimeInput {...props} />;
