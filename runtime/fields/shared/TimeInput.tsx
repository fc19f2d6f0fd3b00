/** A time of day, or from–to with `range`. */
import { TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { InputProps } from '../input-props';
import styles from './inputs.module.css';

const WHOLE = 'HH:mm:ss';
const DAY = '2000-01-01 ';

export function TimeInput({ id, field, value, onChange, disabled, status, autoFocus, open }: InputProps) {
  const shown = field.seconds === true ? WHOLE : 'HH:mm';
  const common = {
    className: styles.fill ?? '',
    format: shown,
    disabled: disabled ?? false,
    autoFocus: autoFocus ?? false,
    needConfirm: false,
    ...(status === undefined ? {} : { status }),
    ...(open === true ? { defaultOpen: true } : {}),
    ...(field.step === undefined ? {} : { minuteStep: field.step as 1 }),
  };
  if (field.range === true) {
    const [from, to] = Array.isArray(value) ? (value as readonly (string | null)[]) : [];
    return (
      <TimePicker.RangePicker
        {...common}
        id={id ?? ''}
        order={false}
        placeholder={['开始', '结束']}
        value={[read(from), read(to)]}
        onChange={(pair) => onChange(pair === null ? null : [print(pair[0]), print(pair[1])])}
      />
    );
  }
  return (
    <TimePicker
      {...common}
      id={id ?? ''}
      placeholder="选择时间"
      value={read(typeof value === 'string' ? value : null)}
      onChange={(next: Dayjs | null) => onChange(print(next))}
    />
  );
}

const read = (text: string | null | undefined): Dayjs | null => (typeof text === 'string' ? dayjs(DAY + text) : null);
const print = (time: Dayjs | null | undefined): string | null => time?.format(WHOLE) ?? null;
