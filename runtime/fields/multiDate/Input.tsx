/** Kind 13: several days, sorted, each once. */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { InputProps } from '../input-props';
import { boxOf } from '../shared/box';
import { limits } from '../shared/DateInput';

export function MultiDateInput(props: InputProps) {
  const { field, value, host, onChange, placeholder } = props;
  const days = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <DatePicker
      {...boxOf(props)}
      multiple
      maxTagCount="responsive"
      value={days.map((day) => dayjs(day))}
      placeholder={placeholder ?? '选择日期'}
      {...limits(field, host)}
      onChange={(next) => {
        const list = (Array.isArray(next) ? next : []).map((day) => day.format('YYYY-MM-DD'));
        onChange([...new Set(list)].sort());
      }}
    />
  );
}
