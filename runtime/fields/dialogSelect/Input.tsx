/** Kind 14: picked in the selection window. */
import type { InputProps } from '../input-props';
import { DialogRef } from '../shared/DialogRef';

export const DialogSelectInput = (props: InputProps) => <DialogRef {...props} />;
