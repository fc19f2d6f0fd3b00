/** Kind 3: from – to in factory time; either end may stay open. */
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { InputProps } from '../input-props';
import { boxOf } from '../shared/box';
import { MOMENT, step } from '../shared/DateTimeInput';
import { spanPresets } from '../shared/presets';

export function DatetimeRangeInput(props: InputProps) {
  const { field, value, host, onChange } = props;
  const [from, to] = Array.isArray(value) ? (value as readonly (string | null)[]) : [];
  return (
    <DatePicker.RangePicker
      {...boxOf(props)}
      showTime={field.step === undefined ? true : { minuteStep: step(field.step) }}
      presets={spanPresets(field.presets, host.today())}
      format={MOMENT}
      allowEmpty={[true, true]}
      placeholder={['开始时间', '结束时间']}
      value={[read(from), read(to)]}
      onChange={(pair) => onChange(pair === null ? null : [print(pair[0]), print(pair[1])])}
    />
  );
}

const read = (text: string | null | undefined): Dayjs | null => (typeof text === 'string' ? dayjs(text) : null);
const print = (time: Dayjs | null | undefined): string | null => time?.format(MOMENT) ?? null;
