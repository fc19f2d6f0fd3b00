import type { InputProps } from '../input-props';
import styles from './inputs.module.css';

/** What every box of antd one chooses from is told alike: name, state, whether it may be emptied, whether it opens at once. */
export const boxOf = ({ id, field, disabled, status, autoFocus, open }: InputProps) => ({
  id: id ?? '',
  className: styles.fill ?? '',
  disabled: disabled ?? false,
  autoFocus: autoFocus ?? false,
  allowClear: field.required !== true,
  ...(status === undefined ? {} : { status }),
  ...(open === true ? { defaultOpen: true } : {}),
});
