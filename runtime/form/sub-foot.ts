/** Sums under a sub-table: its declared summary, then the totals of the head that stand in the same part. */
import { divDec, formatNum } from '../../schemas/language/codec/decimal';
import { isMoney } from '../../schemas/language/codec/shown';
import type { States } from '../../schemas/language/record/states';
import type { ResolvedField, ResolvedSub } from '../../schemas/language/resolved';
import type { Row } from '../../schemas/language/value';
import type { FootItem } from '../grid/types';
import { cellText } from './cell-text';
import type { ColumnStats, Stats } from './column-stats';
import type { InputContext, InputForm } from './input-context';

export interface FootedRows {
  readonly form: Pick<InputForm, 'env' | 'value'> & { readonly inputs: InputContext; readonly states: States };
  readonly sub: ResolvedSub;
  readonly store: { readonly rows: readonly Row[] };
  stats(code: string): ColumnStats;
}

export function footItems(sub: FootedRows, extra: readonly ResolvedField[]): readonly FootItem[] {
  const { rows } = sub.store;
  const own = Object.entries(sub.sub.summary).flatMap(([code, word]) => {
    const field = sub.sub.fields[code];
    const value = field === undefined ? null : aggregate(word, sub.stats(code).of(rows));
    const unit = field === undefined ? null : unitOf(sub, field, rows);
    if (field === undefined || value === null || unit === null) return [];
    return [{ code, title: field.title, text: `${numberText(value, field)}${unit}` }];
  });
  const titles = new Set(own.map((item) => item.title));
  const head = extra
    .filter((field) => !titles.has(field.title) && !sub.form.states.hidden.has(field.code))
    .map((field) => {
      const value = sub.form.value(field.code);
      const text = typeof value === 'number' ? numberText(value, field) : headText(sub, field);
      return { code: field.code, title: field.title, text };
    });
  return [...own, ...head];
}

function headText(sub: FootedRows, field: ResolvedField): string {
  const { env, inputs } = sub.form;
  const text = cellText(sub.form.value(field.code), field, {
    dict: (code) => env.dict(code),
    label: (object, id) => env.label(object, id),
    target: (field) => inputs.target(field),
    options: (field) => inputs.options(field),
    today: env.now.slice(0, 10),
  });
  return text === '' ? '--' : text;
}

/** sum, avg, min, max, count of the words of a summary; anything else is an expression the server answers. */
function aggregate(word: string, { count, sum, min, max }: Stats): number | null {
  switch (word) {
    case 'sum':
      return sum;
    case 'count':
      return count;
    case 'avg':
      return count === 0 ? null : (divDec(sum, count) ?? null);
    case 'min':
      return count === 0 ? null : min;
    case 'max':
      return count === 0 ? null : max;
    default:
      return null;
  }
}

/** Money keeps its decimals; quantities drop trailing zeros. Both with thousands. */
const numberText = (value: number, field: ResolvedField): string =>
  isMoney(field) ? formatNum(value, '#,##0.00') : `${formatNum(value, '#,##0.####')}${field.suffix ?? ''}`;

/** The unit behind a sum; null where rows have different ones: pieces and kilograms add up to nothing. */
function unitOf(sub: FootedRows, field: ResolvedField, rows: readonly Row[]): string | null {
  if (field.unit === undefined) return '';
  const unit = sub.sub.fields[field.unit];
  let only: string | undefined;
  for (const row of rows) {
    const id = row[field.unit];
    if (typeof id !== 'string' || id === only) continue;
    if (only !== undefined) return null;
    only = id;
  }
  if (unit === undefined || only === undefined) return '';
  const label = sub.form.env.label(sub.form.inputs.target(unit), only) ?? '';
  return label === '' ? '' : ` ${label.split(' ').at(-1)}`;
}
