/** A moment in factory time, to the second. */
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { InputProps } from '../input-props';
import { boxOf } from './box';
import { limits } from './DateInput';
import { dayPresets } from './presets';

export const MOMENT = 'YYYY-MM-DD HH:mm:ss';

export function DateTimeInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  return (
    <DatePicker
      {...boxOf(props)}
      showTime={field.step === undefined ? true : { minuteStep: step(field.step) }}
      format={MOMENT}
      value={typeof value === 'string' ? dayjs(value) : null}
      placeholder={placeholder ?? '选择时间'}
      {...limits(field, host)}
      presets={dayPresets(field.presets, host.today())}
      onChange={(next: Dayjs | null) => onChange(next === null ? null : next.format(MOMENT))}
    />
  );
}

/** antd takes the divisors of an hour only */
export const step = (minutes: number): 1 | 5 | 10 | 15 | 30 =>
  ([30, 15, 10, 5] as const).find((one) => minutes % one === 0) ?? 1;
