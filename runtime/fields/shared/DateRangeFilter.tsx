import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { endOf, startOf } from '../../../schemas/language/codec/date-time';
import type { FilterProps } from '../filter-props';
import { spanPresets } from './presets';

const DAY = 'YYYY-MM-DD';

/** Days from and to, both included; the server takes the last day whole. */
export const DateRangeFilter = ({ title, field, value, host, onChange }: FilterProps) => {
  // an address may name one day alone
  const [from, to] = Array.isArray(value) ? value : [value, value];
  const day = (text: unknown) => (typeof text === 'string' && text !== '' ? dayjs(text) : null);
  return (
    <DatePicker.RangePicker
      value={[day(from), day(to)]}
      placeholder={[title, '到']}
      aria-label={title}
      allowEmpty={[true, true]}
      presets={field.presets === undefined ? presets(host.today()) : spanPresets(field.presets, host.today())}
      onChange={(days) => {
        const [first, last] = days ?? [];
        const pair = [first?.format(DAY) ?? null, last?.format(DAY) ?? null];
        onChange(pair.every((part) => part === null) ? undefined : pair, true);
      }}
    />
  );
};

const presets = (today: string) => {
  const span = (label: string, from: string | null, to: string | null) => ({
    label,
    value: [dayjs(from ?? today), dayjs(to ?? today)] as [dayjs.Dayjs, dayjs.Dayjs],
  });
  const back = (days: number): string => dayjs(today).subtract(days, 'day').format(DAY);
  const lastMonth = dayjs(today).subtract(1, 'month').format(DAY);
  return [
    span('今天', today, today),
    span('本周', startOf(today, 'week'), endOf(today, 'week')),
    span('本月', startOf(today, 'month'), endOf(today, 'month')),
    span('上月', startOf(lastMonth, 'month'), endOf(lastMonth, 'month')),
    span('近30天', back(29), today),
    span('本年', startOf(today, 'year'), endOf(today, 'year')),
  ];
};
