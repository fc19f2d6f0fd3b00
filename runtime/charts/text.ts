/** Keys and numbers of charts as people read them. */

import { formatNum } from '../../schemas/language/codec/decimal';
import { slotText } from '../../schemas/language/codec/slot';
import type { ChartData, ChartDim, ChartMeasure, ChartRow } from '../../schemas/language/wire';
import type { Words } from './types';

/** Label of a group: reference, dictionary, slot of time, or the value itself. */
export const dimText = (dim: ChartDim, row: ChartRow, at: number, words: Words): string => {
  const key = row.k[at] ?? null;
  const label = row.l[at];
  if (label !== null && label !== undefined && label !== '') return label;
  if (key === null || key === '') return '（空）';
  if (dim.dict !== undefined) return words.dict(dim.dict)?.items.find((item) => item.code === key)?.title ?? '--';
  if (typeof key === 'boolean') return key ? '是' : '否';
  return typeof key === 'string' ? slotText(key, dim.grain) : String(key);
};

/** A number with thousands and the measure's scale; nothing is `--`. */
export const numberText = (
  measure: Pick<ChartMeasure, 'scale' | 'type' | 'suffix'>,
  value: number | null | undefined,
): string => {
  if (value === null || value === undefined || !Number.isFinite(value)) return '--';
  const whole = measure.type === 'int' || Number.isInteger(value);
  const digits = measure.suffix === '%' ? 2 : Math.min(measure.scale ?? 4, 4);
  const text = formatNum(
    value,
    (whole && measure.suffix !== '%') || digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`,
  );
  return measure.suffix === '%' ? text : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
};
/** Above 99,999 in 万 and 亿: labels and cards only, the full number stands in the tip. */
export const shortText = (
  measure: Pick<ChartMeasure, 'scale' | 'type' | 'suffix'>,
  value: number | null | undefined,
): string => {
  if (value === null || value === undefined || Math.abs(value) <= 99_999) return numberText(measure, value);
  const [by, unit] = Math.abs(value) >= 100_000_000 ? [100_000_000, '亿'] : [10_000, '万'];
  return `${formatNum(Math.round((value / by) * 100) / 100, '#,##0.00')}${unit}`;
};
/** A number of a measure; of one whose numbers are codes, their words. */
export const valueText = (measure: ChartMeasure, value: number | null | undefined, words: Words): string => {
  if (measure.dict === undefined) return numberText(measure, value);
  if (value === null || value === undefined) return '--';
  return words.dict(measure.dict)?.items.find((item) => item.code === String(value))?.title ?? '--';
};
export const withUnit = (measure: ChartMeasure, value: number | null | undefined): string => {
  const text = numberText(measure, value);
  return text === '--' || measure.suffix === undefined ? text : `${text} ${measure.suffix}`;
};

/** How far a number moved: per cent, of a percentage in points. */
export const changeText = (
  measure: ChartMeasure,
  now: number | null,
  before: number | null | undefined,
): { readonly text: string; readonly good?: boolean } => {
  if (now === null || before === null || before === undefined) return { text: '--' };
  const isPercent = measure.suffix === '%';
  if (!isPercent && before === 0) return { text: '--' };
  const change = isPercent ? now - before : ((now - before) / Math.abs(before)) * 100;
  const rounded = Math.round(change * 100) / 100;
  const arrow = rounded > 0 ? '↑' : rounded < 0 ? '↓' : '';
  const text = `${arrow} ${formatNum(Math.abs(rounded), '#,##0.00')}${isPercent ? ' 百分点' : ' %'}`.trim();
  if (measure.better === undefined || rounded === 0) return { text };
  return { text, good: rounded > 0 === (measure.better === 'up') };
};

/** One sentence for people who do not see the picture. */
export const saidOf = (title: string, data: ChartData, words: Words): string => {
  const [measure] = data.measures;
  const [dim] = data.dims;
  if (measure === undefined) return title;
  if (dim === undefined) return `${title}，${measure.title} ${withUnit(measure, data.total[measure.code])}`;
  if (measure.dict !== undefined) return `${title}，${data.rows.length} 段`;
  const best = [...data.rows].sort((a, b) => (b.v[measure.code] ?? 0) - (a.v[measure.code] ?? 0))[0];
  const top =
    best === undefined ? '' : `，最大 ${dimText(dim, best, 0, words)} ${withUnit(measure, best.v[measure.code])}`;
  return `${title}，${data.rows.length} 项${top}`;
};

/** What stands beside the title: the units of all its numbers, none where some have no unit and would seem to have it. */
export const unitsOf = (measures: readonly Pick<ChartMeasure, 'suffix' | 'dict'>[]): readonly string[] => {
  const units = measures.filter((measure) => measure.dict === undefined).map((measure) => measure.suffix);
  return units.includes(undefined) ? [] : [...new Set(units as readonly string[])];
};

/** Good, doubtful or bad by two limits; the order of the limits says which way is good. */
export type Tone = 'ok' | 'warn' | 'bad';
export const toneOf = (limits: readonly number[] | undefined, value: number | null | undefined): Tone | undefined => {
  const [warn, good] = limits ?? [];
  if (warn === undefined || good === undefined || value === null || value === undefined) return undefined;
  const reaches = (limit: number): boolean => (warn <= good ? value >= limit : value <= limit);
  return reaches(good) ? 'ok' : reaches(warn) ? 'warn' : 'bad';
};
