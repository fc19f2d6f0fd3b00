/** A parameter of a search is one value where a field would be a span (`{"param": "qty", "type": "decimal"}`). */
import { DatePicker, InputNumber } from 'antd';
import dayjs from 'dayjs';
import type { FilterProps } from '../filter-props';
import { hintOf } from './param-hint';

const DAY = 'YYYY-MM-DD';

export const NumberParam = ({ title, value, onChange, onEnter, ...rest }: FilterProps) => (
  <InputNumber
    value={typeof value === 'number' ? value : null}
    placeholder={hintOf(title, rest)}
    aria-label={title}
    controls={false}
    onChange={(next) => onChange(next ?? undefined, false)}
    onPressEnter={onEnter}
  />
);

export const DateParam = ({ title, value, onChange, ...rest }: FilterProps) => (
  <DatePicker
    value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
    placeholder={hintOf(title, rest)}
    aria-label={title}
    onChange={(day) => onChange(day?.format(DAY), true)}
  />
);
