/** Kind 13: several days, sorted, each once. */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { InputProps } from '../input-props';
import { limits } from '../shared/DateInput';
import styles from '../shared/inputs.module.css';

export function MultiDateInput({
  id,
  field,
  value,
  host,
  onChange,
  disabled,
  status,
  placeholder,
  autoFocus,
  open,
}: InputProps) {
  const days = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <DatePicker
      id={id ?? ''}
      className={styles.fill ?? ''}
      multiple
      maxTagCount="responsive"
      value={days.map((day) => dayjs(day))}
      disabled={disabled ?? false}
      placeholder={placeholder ?? '选择日期'}
      autoFocus={autoFocus ?? false}
      {...(status === undefined ? {} : { status })}
      {...(open === true ? { defaultOpen: true } : {})}
      {...limits(field, host)}
      onChange={(next) => {
        const list = (Array.isArray(next) ? next : []).map((day) => day.format('YYYY-MM-DD'));
        onChange([...new Set(list)].sort());
      }}
    />
  );
}
