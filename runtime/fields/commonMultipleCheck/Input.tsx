/** Kind 5: several records of an object, as chips. */
import type { InputProps } from '../input-props';
import { DialogRef } from '../shared/DialogRef';

export const CommonMultipleCheckInput = (props: InputProps) => <DialogRef {...props} />;
