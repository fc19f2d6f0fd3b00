/** Yes or no. */
import { Switch } from 'antd';
import type { InputProps } from '../input-props';

export function BoolInput({ id, value, onChange, disabled, autoFocus }: InputProps) {
  return (
    <Switch
      id={id}
      checked={value === true}
      disabled={disabled}
      autoFocus={autoFocus}
      onChange={(checked) => onChange(checked)}
    />
  );
}
