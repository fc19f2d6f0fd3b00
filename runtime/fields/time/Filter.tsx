import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { FilterProps } from '../filter-props';

const SHOWN = 'HH:mm';
const WIRE = 'HH:mm:ss';

/** Times of day from and to. */
export const TimeFilter = ({ title, value, onChange }: FilterProps) => {
  const [from, to] = Array.isArray(value) ? value : [];
  const time = (text: unknown) => (typeof text === 'string' ? dayjs(`2000-01-01T${text}`) : null);
  return (
    <TimePicker.RangePicker
      value={[time(from), time(to)]}
      format={SHOWN}
      placeholder={[title, '到']}
      aria-label={title}
      order={false}
      allowEmpty={[true, true]}
      onChange={(times) => {
        const pair = [times?.[0]?.format(WIRE) ?? null, times?.[1]?.format(WIRE) ?? null];
        onChange(pair.every((part) => part === null) ? undefined : pair, true);
      }}
    />
  );
};
