/** A moment in factory time, to the second. */
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { InputProps } from '../input-props';
import { limits } from './DateInput';
import styles from './inputs.module.css';
import { dayPresets } from './presets';

export const MOMENT = 'YYYY-MM-DD HH:mm:ss';

export function DateTimeInput({
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
  return (
    <DatePicker
      id={id ?? ''}
      className={styles.fill ?? ''}
      showTime={field.step === undefined ? true : { minuteStep: step(field.step) }}
      format={MOMENT}
      value={typeof value === 'string' ? dayjs(value) : null}
      disabled={disabled ?? false}
      {...(status === undefined ? {} : { status })}
      placeholder={placeholder ?? '选择时间'}
      autoFocus={autoFocus ?? false}
      allowClear={field.required !== true}
      {...(open === true ? { defaultOpen: true } : {})}
      {...limits(field, host)}
      presets={dayPresets(field.presets, host.today())}
      onChange={(next: Dayjs | null) => onChange(next === null ? null : next.format(MOMENT))}
    />
  );
}

/** antd takes the divisors of an hour only */
export const step = (minutes: number): 1 | 5 | 10 | 15 | 30 =>
  ([30, 15, 10, 5] as const).find((one) => minutes % one === 0) ?? 1;
