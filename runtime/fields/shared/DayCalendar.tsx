import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { type ComponentRef, useEffect, useRef } from 'react';
import { endOf, startOf } from '../../../schemas/language/codec/date-time';
import type { FilterProps } from '../filter-props';
import { spanOf } from './day-span';
import { spanPresets } from './presets';

/** of antd's range, whose type it does not export by name */
type PickerRef = NonNullable<ComponentRef<typeof DatePicker.RangePicker>>;
const DAY = 'YYYY-MM-DD';

interface Props extends FilterProps {
  /** its end that has the focus already; undefined = neither */
  readonly focused: 0 | 1 | undefined;
  /** by a press, which opens it */
  readonly isPressed: boolean;
}

/** Days from and to with their calendar. */
export const DayCalendar = ({ title, field, value, host, focused, isPressed, onChange }: Props) => {
  const picker = useRef<PickerRef>(null);
  // what was begun on the fields that stood here goes on, once
  const begun = useRef({ focused, isPressed });
  useEffect(() => {
    const { focused, isPressed } = begun.current;
    const end = focused === undefined ? undefined : picker.current?.nativeElement.querySelectorAll('input')[focused];
    end?.focus();
    if (isPressed) end?.click();
  }, []);
  const day = (text: string) => (text === '' ? null : dayjs(text));
  const [from, to] = spanOf(value);
  return (
    <DatePicker.RangePicker
      ref={picker}
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
