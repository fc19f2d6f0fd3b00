/** Kind 3: from – to in factory time; either end may stay open. */
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { InputProps } from '../input-props';
import { MOMENT, step } from '../shared/DateTimeInput';
import styles from '../shared/inputs.module.css';
import { spanPresets } from '../shared/presets';

export function DatetimeRangeInput({
  id,
  field,
  value,
  host,
  onChange,
  disabled,
  status,
  autoFocus,
  open,
}: InputProps) {
  const [from, to] = Array.isArray(value) ? (value as readonly (string | null)[]) : [];
  return (
    <DatePicker.RangePicker
      id={id ?? ''}
      className={styles.fill ?? ''}
      showTime={field.step === undefined ? true : { minuteStep: step(field.step) }}
      presets={spanPresets(field.presets, host.today())}
      format={MOMENT}
      allowEmpty={[true, true]}
      placeholder={['开始时间', '结束时间']}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      allowClear={field.required !== true}
      {...(status === undefined ? {} : { status })}
      {...(open === true ? { defaultOpen: true } : {})}
      value={[read(from), read(to)]}
      onChange={(pair) => onChange(pair === null ? null : [print(pair[0]), print(pair[1])])}
    />
  );
}

const read = (text: string | null | undefined): Dayjs | null => (typeof text === 'string' ? dayjs(text) : null);
const print = (time: Dayjs | null | undefined): string | null => time?.format(MOMENT) ?? null;
