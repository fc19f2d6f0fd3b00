/** Kind 9: a day or a moment that turns red when it is near; while editing it is a plain calendar. */
import type { InputProps } from '../input-props';
import { DateInput } from '../shared/DateInput';
import { DateTimeInput } from '../shared/DateTimeInput';

export const DateCriticalInput = (props: InputProps) =>
  props.field.type === 'datetime' ? <DateTimeInput {...props} /> : <DateInput {...props} />;
