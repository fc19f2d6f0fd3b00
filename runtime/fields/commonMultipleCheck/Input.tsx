/** Kind 5: several records of an object, as chips. */
import type { InputProps } from '../input-props';
import { RefInput } from '../shared/RefInput';

export const CommonMultipleCheckInput = (props: InputProps) => <RefInput {...props} />;
