/** Kind 11: a number given at save; where the rule allows it, typed. */
import { useContext } from 'react';
import { HostContext } from '../../page/host';
import type { InputProps } from '../input-props';
import styles from '../shared/inputs.module.css';
import { TextInput } from '../shared/TextInput';

export function AutoCodeInput(props: InputProps) {
  const { field, value, placeholder } = props;
  const host = useContext(HostContext);
  // the organisation may leave all codes to the rules
  const isTyped = field.manual === true && host?.session.sys('code.manual') !== false;
  if (isTyped || field.rule === undefined)
    return <TextInput {...props} placeholder={placeholder ?? (field.rule === undefined ? '' : '留空则保存时生成')} />;
  const isGiven = typeof value === 'string' && value !== '';
  return (
    <span id={props.id} className={isGiven ? undefined : styles.auto}>
      {isGiven ? value : (placeholder ?? (field.at === 'audit' ? '审核时生成' : '保存时生成'))}
    </span>
  );
}
