/** A value as one line for people: the codec's text, with thousands in numbers and all decimals where money is computed. */
import { formatNum } from '../../../schemas/language/codec/decimal';
import { kindOf } from '../../../schemas/language/kinds/index';
import type { Labels } from '../../../schemas/language/kinds/kind';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';

type NumberField = Pick<ResolvedField, 'type' | 'scale' | 'suffix' | 'dict'> & {
  readonly formulaAt?: string | undefined;
};

export const displayText = (value: Value | undefined, field: ResolvedField, labels: Labels): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && field.dict === undefined) return numberText(value, field);
  return kindOf(field.kind).codec.toText(value, field, labels);
};

/** decimals of money; other numbers drop their trailing zeros */
const MONEY = 2;

/** 12,345.5 · computed money 12,345.50 · the suffix behind */
export const numberText = (value: number, field: NumberField): string => {
  const scale = field.scale ?? 4;
  const text =
    field.type === 'int'
      ? String(value)
      : formatNum(
          value,
          field.formulaAt !== undefined && scale === MONEY && field.suffix !== '%' ? '#,##0.00' : '#,##0.########',
        );
  if (field.suffix === undefined) return text;
  return field.suffix === '%' ? `${text}%` : `${text} ${field.suffix}`;
};
