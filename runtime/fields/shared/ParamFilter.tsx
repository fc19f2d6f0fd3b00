/** A parameter of a search is one value where a field would be a span or several (`{"param": "qty", "type": "decimal"}`). */
import { DatePicker, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import type { FilterProps } from '../filter-props';
import { useSoundSearch } from './sounds';

const DAY = 'YYYY-MM-DD';

/** What nobody says goes by its default: it stands in the box in grey. */
const hintOf = (
  title: string,
  { placement, field, host }: Pick<FilterProps, 'placement' | 'field' | 'host'>,
): string => {
  const { default: given } = placement;
  const dict = field.dict === undefined ? undefined : host.dict(field.dict);
  const said =
    given === '=today()'
      ? host.today()
      : (dict?.items.find(({ code }) => code === given)?.title ??
        (typeof given === 'number' || (typeof given === 'string' && !given.startsWith('=')) ? String(given) : ''));
  return said === '' ? title : `${title} ${said}`;
};

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

export const DictParam = ({ title, value, onChange, ...rest }: FilterProps) => {
  const items = rest.host.dict(rest.field.dict ?? '')?.items ?? [];
  return (
    <Select
      value={typeof value === 'string' ? value : null}
      options={items.map(({ code, title: label }) => ({ value: code, label }))}
      placeholder={hintOf(title, rest)}
      aria-label={title}
      allowClear
      showSearch={items.length > 7}
      {...useSoundSearch()}
      onChange={(code: string | undefined) => onChange(code, true)}
    />
  );
};
