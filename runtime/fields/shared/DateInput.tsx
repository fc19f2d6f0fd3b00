/** A day, a month or a year; the first day is stored. Typed as 20260115, 2026-1-15, 2026/01/15 or chosen. */
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { InputHost, InputProps } from '../input-props';
import { boxOf } from './box';
import { dayPresets } from './presets';

export function DateInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const picker = field.format === 'month' ? 'month' : field.format === 'year' ? 'year' : 'date';
  const shown = picker === 'month' ? 'YYYY-MM' : picker === 'year' ? 'YYYY' : 'YYYY-MM-DD';
  const bounds = limits(field, host);
  return (
    <DatePicker
      {...boxOf(props)}
      picker={picker}
      format={picker === 'date' ? TYPED : shown}
      value={typeof value === 'string' ? dayjs(value) : null}
      placeholder={placeholder ?? '选择日期'}
      {...bounds}
      presets={dayPresets(field.presets, host.today())}
      onChange={(next: Dayjs | null) => onChange(next === null ? null : firstDay(next, picker))}
    />
  );
}

/** No text may be a day before its last figure is typed: with YYYY-M-D, 2026-12-2 would be taken and the 0 of 2026-12-20 lost. */
const TYPED = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY-M-DD', 'YYYY/M/DD'];

const firstDay = (day: Dayjs, picker: 'date' | 'month' | 'year'): string =>
  (picker === 'date' ? day : day.startOf(picker)).format('YYYY-MM-DD');

/** `min` and `max` grey the days out of reach; the sentence of a refusal is the validator's. */
export function limits(field: InputProps['field'], host: InputHost): { minDate?: Dayjs; maxDate?: Dayjs } {
  const min = host.limit(field, 'min');
  const max = host.limit(field, 'max');
  return {
    ...(typeof min === 'string' ? { minDate: dayjs(min) } : {}),
    ...(typeof max === 'string' ? { maxDate: dayjs(max) } : {}),
  };
}
