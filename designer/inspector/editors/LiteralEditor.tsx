/** A fixed value in the form of the type that is wanted: a code of a dictionary, a number, a date, yes or no, a text. */
import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import type { Ty } from '../../../schemas/language/expr/check';
import type { Json } from '../../../schemas/language/value';
import { useInspecting } from '../context';
import { NumberEditor } from './NumberEditor';
import { type EditorProps, isLimit } from './props';
import { TextEditor } from './TextEditor';

export const LiteralEditor = (props: EditorProps & { readonly want: Ty | undefined }) => {
  const { library } = useInspecting();
  const { want, value, title, disabled, mixed, onChange } = props;
  const of = want?.t === 'list' ? want.of : want;
  if (of?.t === 'dict') {
    const items = library.types.dict(of.dict)?.items ?? [];
    return (
      <Select
        {...(want?.t === 'list' ? { mode: 'multiple' as const } : {})}
        value={(value ?? null) as string | null}
        options={items.map((item) => ({ value: item.code, label: item.title }))}
        placeholder={mixed ? '不一致' : '无'}
        allowClear
        showSearch
        optionFilterProp="label"
        disabled={disabled}
        aria-label={title}
        onChange={(next: Json | undefined) => onChange(isNone(next) ? undefined : next)}
      />
    );
  }
  if (of?.t === 'bool')
    return (
      <Select
        value={typeof value === 'boolean' ? value : null}
        options={[
          { value: true, label: '是' },
          { value: false, label: '否' },
        ]}
        placeholder="否"
        allowClear
        disabled={disabled}
        aria-label={title}
        onChange={(next: boolean | undefined) => onChange(next)}
      />
    );
  if (of?.t === 'int' || of?.t === 'decimal')
    return <NumberEditor {...props} shape={of.t === 'int' ? 'int' : 'number'} />;
  if (of?.t === 'date' || of?.t === 'datetime') {
    const format = of.t === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm:ss';
    return (
      <DatePicker
        value={typeof value === 'string' && dayjs(value).isValid() ? dayjs(value) : null}
        showTime={of.t === 'datetime'}
        format={format}
        placeholder={isLimit(props.name) ? '不限' : '无'}
        disabled={disabled}
        aria-label={title}
        onChange={(day) => onChange(day === null ? undefined : day.format(format))}
      />
    );
  }
  return <TextEditor {...props} shape="text" />;
};
const isNone = (value: Json | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);
