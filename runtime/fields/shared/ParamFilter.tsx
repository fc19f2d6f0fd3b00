/** A parameter of a search is one value where a field would be a span or several (`{"param": "qty", "type": "decimal"}`). */
import { DatePicker, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import type { FilterProps } from '../filter-props';

const DAY = 'YYYY-MM-DD';

export const NumberParam = ({ title, value, onChange, onEnter }: FilterProps) => (
  <InputNumber
    value={typeof value === 'number' ? value : null}
    placeholder={title}
    aria-label={title}
    controls={false}
    onChange={(next) => onChange(next ?? undefined, false)}
    onPressEnter={onEnter}
  />
);

export const DateParam = ({ title, value, onChange }: FilterProps) => (
  <DatePicker
    value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
    placeholder={title}
    aria-label={title}
    onChange={(day) => onChange(day?.format(DAY), true)}
  />
);

export const DictParam = ({ title, field, value, host, onChange }: FilterProps) => (
  <Select
    value={typeof value === 'string' ? value : null}
    options={(host.dict(field.dict ?? '')?.items ?? []).map(({ code, title: label }) => ({ value: code, label }))}
    placeholder={title}
    aria-label={title}
    allowClear
    onChange={(code: string | undefined) => onChange(code, true)}
  />
);
