/** Rows of the label screen: what is labelled, how much, over how many labels. */
import { cmpNum, divNum, roundNum, subDec, toNumber } from '../../../schemas/language/codec/decimal';
import type { LabelSort, LabelSource } from '../../../schemas/language/wire-labels';

export interface SourceRow extends Omit<LabelSource, 'total' | 'each'> {
  readonly key: string;
  readonly total: number | null;
  readonly each: number | null;
  /** labels of a row without quantity */
  readonly count: number;
}

let keys = 0;
export const rowOf = (source: LabelSource, more: Partial<SourceRow> = {}): SourceRow => ({
  ...source,
  key: `r${++keys}`,
  count: 1,
  ...more,
});

/** Rows joined with those that are there: the same thing of the same batch once. */
export function joined(rows: readonly SourceRow[], more: readonly SourceRow[]): readonly SourceRow[] {
  const known = new Set(rows.map(identity));
  return [...rows, ...more.filter((row) => !known.has(identity(row)))];
}
const identity = ({ id, batchNbr, attrKey, src, total }: SourceRow): string =>
  [id, batchNbr, attrKey, src?.id ?? '', src === undefined ? '' : total].join(' ');

/** ceil(总数/每张); a row without quantity says it. */
export function labelsOf(type: LabelSort, { total, each, count }: SourceRow): number {
  if (type !== 'LB' || total === null || total <= 0) return count;
  if (each === null || each <= 0) return 1;
  return toNumber(roundNum(divNum(total, each) ?? 0, 0, 'ceil'));
}

/** 尾数: what stands on the last label when it is not a full one. */
export function restOf(type: LabelSort, row: SourceRow): number | null {
  const { total, each } = row;
  if (type !== 'LB' || total === null || each === null || each <= 0 || total <= 0 || cmpNum(total, each) <= 0)
    return null;
  const rest = subDec(total, Number((each * (labelsOf(type, row) - 1)).toFixed(8)));
  return rest === each ? null : rest;
}

export const countAll = (type: LabelSort, rows: readonly SourceRow[]): number =>
  rows.reduce((sum, row) => sum + labelsOf(type, row), 0);

/** What the server is told of a row. */
export const wishOf = ({ id, attrKey, batchNbr, total, each, count, unit, src }: SourceRow) => ({
  id,
  attrKey,
  batchNbr,
  total: total ?? 0,
  each: each ?? 0,
  count,
  ...(unit === null ? {} : { unit }),
  ...(src === undefined ? {} : { src: { object: src.object, id: src.id } }),
});
