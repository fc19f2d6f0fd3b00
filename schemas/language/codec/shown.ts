/**
 * A value as one line for people, on the screen and on paper: the codec's text, with thousands in numbers and both decimals of amounts;
 * spans of time and shares where a column looks so.
 */
import type { ColumnAs } from '../document';
import { kindOf } from '../kinds/index';
import type { Labels } from '../kinds/kind';
import type { ResolvedField } from '../resolved';
import type { Value } from '../value';
import { formatNum } from './decimal';
import { duration, elapsed } from './span';

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

/** 66.67% of a bar that is full at 100. */
export const shareText = (value: number): string => `${Math.round(value * 100) / 100}%`;

/** What a look says of a value in place of its own text; undefined = the look has no words of its own. */
export const lookText = (as: ColumnAs | undefined, value: unknown, now: string): string | undefined => {
  if (as === 'duration' && typeof value === 'number') return duration(value);
  if (as === 'elapsed' && typeof value === 'string' && value !== '') return elapsed(value, now);
  if (as === 'progress' && typeof value === 'number') return shareText(value);
  return undefined;
};
