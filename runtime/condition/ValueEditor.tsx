/** The value of a line: the kind's own search control, one value where the operator takes one, a period, or an expression. */
import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { Suspense } from 'react';
import { isExprValue, isRel } from '../../schemas/language/condition/index';
import type { FilterOp } from '../../schemas/language/kinds/kind';
import { SHAPE_OF_OP } from '../../schemas/language/kinds/kind';
import type { Json } from '../../schemas/language/value';
import type { FilterHost } from '../fields/filter-props';
import { filterOf } from '../fields/filters';
import styles from './condition.module.css';
import type { ConditionField } from './fields';
import { COUNTED, periodsOf } from './words';

export interface ValueProps {
  readonly at: ConditionField;
  /** path from the head, under which candidates are asked */
  readonly path: string;
  readonly op: FilterOp;
  readonly value: Json | undefined;
  readonly host: FilterHost;
  readonly onChange: (value: Json | undefined) => void;
  readonly onEnter: () => void;
}

export const ValueEditor = (props: ValueProps) => {
  const { at, op, value, onChange } = props;
  const { type } = at.field;
  if (SHAPE_OF_OP[op] === 'flag') return null;
  if (isExprValue(value)) return <Expression {...props} text={value.expr} />;
  if (op === 'rel') return <Period {...props} />;
  if (SHAPE_OF_OP[op] === 'one') {
    if (type === 'int' || type === 'decimal') return <OneNumber {...props} />;
    if (type === 'date' || type === 'datetime') return <OneDay {...props} />;
  }
  const Control = filterOf(at.field.kind);
  if (Control === null)
    return (
      <Input
        value={typeof value === 'string' ? value : ''}
        aria-label={`${at.title}的值`}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={props.onEnter}
      />
    );
  // a control of several values holds the one of `eq`
  const single = SHAPE_OF_OP[op] === 'one' && LISTED.includes(type);
  const shown = single && value !== undefined && value !== null && !Array.isArray(value) ? [value] : value;
  return (
    <Suspense fallback={<span className={styles.coming} />}>
      <Control
        title={`${at.title}的值`}
        placement={{ field: props.path }}
        field={at.field}
        value={shown}
        host={props.host}
        onChange={(next) => onChange(single && Array.isArray(next) ? next.at(-1) : next)}
        onEnter={props.onEnter}
      />
    </Suspense>
  );
};
const LISTED: readonly string[] = ['dict', 'ref', 'id'];

const OneNumber = ({ at, value, onChange, onEnter }: ValueProps) => (
  <InputNumber
    value={typeof value === 'number' ? value : null}
    aria-label={`${at.title}的值`}
    placeholder="数值"
    controls={false}
    suffix={at.field.suffix}
    onChange={(next) => onChange(next ?? undefined)}
    onPressEnter={onEnter}
  />
);

const OneDay = ({ at, value, onChange }: ValueProps) => {
  const isTime = at.field.type === 'datetime';
  const format = isTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
  return (
    <DatePicker
      value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
      showTime={isTime}
      format={format}
      aria-label={`${at.title}的值`}
      onChange={(day) => onChange(day === null ? undefined : day.format(format))}
    />
  );
};

const Period = ({ at, value, onChange, onEnter }: ValueProps) => {
  const { rel, n } = isRel(value) ? value : { rel: undefined, n: undefined };
  return (
    <span className={styles.period}>
      <Select
        value={rel ?? null}
        options={periodsOf(at.field).map(([code, label]) => ({ value: code, label }))}
        listHeight={520}
        placeholder="时段"
        aria-label={`${at.title}的时段`}
        onChange={(word) => onChange(COUNTED.has(word) ? { rel: word, n: n ?? 7 } : { rel: word })}
      />
      {rel !== undefined && COUNTED.has(rel) && (
        <InputNumber
          value={n ?? 7}
          min={1}
          max={3650}
          precision={0}
          suffix="天"
          aria-label={`${at.title}的天数`}
          onChange={(days) => onChange({ rel, n: days ?? 1 })}
          onPressEnter={onEnter}
        />
      )}
    </span>
  );
};

const Expression = ({ at, text, onChange, onEnter }: ValueProps & { readonly text: string }) => (
  <Input
    value={text}
    prefix={<span className={styles.sign}>=</span>}
    className={styles.code ?? ''}
    aria-label={`${at.title}的表达式`}
    allowClear
    onChange={(event) => onChange(event.target.value === '' ? undefined : { expr: event.target.value })}
    onPressEnter={onEnter}
  />
);
