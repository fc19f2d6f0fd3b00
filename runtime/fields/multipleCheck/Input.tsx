/** Kind 6: several entries of a dictionary; up to six stand as boxes side by side. */
import { Checkbox } from 'antd';
import type { InputProps } from '../input-props';
import { DictInput, optionsOf } from '../shared/DictInput';

const BOXES = 6;

export function MultipleCheckInput(props: InputProps) {
  const { field, host, value, onChange, disabled } = props;
  const options = optionsOf(field, host, value);
  if (options.length > BOXES || props.open === true) return <DictInput {...props} />;
  return (
    <Checkbox.Group
      options={[...options]}
      value={Array.isArray(value) ? (value as string[]) : []}
      disabled={disabled ?? false}
      onChange={(next) => onChange(next)}
    />
  );
}
