/** A value as one line for people: the codec's text, with thousands in numbers and both decimals of amounts. */
import { formatNum } from '../../../schemas/language/codec/decimal';
import { kindOf } from '../../../schemas/language/kinds/index';
import type { Labels } from '../../../schemas/language/kinds/kind';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';

type NumberField = Pick<ResolvedField, 'type' | 'scale' | 'suffix' | 'dict'>;

export const displayText = (value: Value | undefined, field: ResolvedField, labels: Labels): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && field.dict === undefined) return numberText(value, field);
  return kindOf(field.kind).codec.toText(value, field, labels);
};

/** An amount: two decimals and no mark behind. It keeps both; all other numbers drop their trailing zeros. */
export const isMoney = ({ type, scale, suffix }: Pick<ResolvedField, 'type' | 'scale' | 'suffix'>): boolean =>
  type === 'decimal' && scale === 2 && suffix === undefined;

/** 12,345.5 · an amount 12,345.50 · the suffix behind */
export const numberText = (value: number, field: NumberField): string => {
  const text = field.type === 'int' ? String(value) : formatNum(value, isMoney(field) ? '#,##0.00' : '#,##0.########');
  if (field.suffix === undefined) return text;
  return field.suffix === '%' ? `${text}%` : `${text} ${field.suffix}`;
};
