/** What conditions are called in the builder and in chips. */
import type { PeriodWord } from '../../schemas/language/codec/period';
import { isDated } from '../../schemas/language/kinds/index';
import type { FilterOp } from '../../schemas/language/kinds/kind';
import type { ResolvedField } from '../../schemas/language/resolved';

const OPS: Readonly<Record<FilterOp, string>> = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  between: '介于',
  rel: '属于时段',
  in: '是',
  notIn: '不是',
  like: '包含',
  starts: '开头是',
  sub: '属于',
  has: '含任一',
  hasAll: '含全部',
  overlaps: '有交集',
  empty: '为空',
  notEmpty: '不为空',
  row: '有一行满足',
};
const OF_TIMES: Partial<Record<FilterOp, string>> = {
  gt: '晚于',
  ge: '不早于',
  lt: '早于',
  le: '不晚于',
  between: '在',
};
const OF_CODES: Partial<Record<FilterOp, string>> = { eq: '是', ne: '不是' };

export const opTitle = (op: FilterOp, field: Pick<ResolvedField, 'type' | 'dict'> | undefined): string => {
  if (isDated(field) || field?.type === 'time') return OF_TIMES[op] ?? OPS[op];
  if (field?.dict !== undefined || field?.type === 'ref' || field?.type === 'bool') return OF_CODES[op] ?? OPS[op];
  return OPS[op];
};

const PERIODS: readonly (readonly [PeriodWord, string])[] = [
  ['today', '今天'],
  ['yesterday', '昨天'],
  ['tomorrow', '明天'],
  ['thisShift', '当班'],
  ['thisWeek', '本周'],
  ['lastWeek', '上周'],
  ['nextWeek', '下周'],
  ['thisMonth', '本月'],
  ['lastMonth', '上月'],
  ['nextMonth', '下月'],
  ['thisQuarter', '本季'],
  ['lastQuarter', '上季'],
  ['thisYear', '本年'],
  ['lastYear', '去年'],
  ['lastDays', '近 n 天'],
  ['nextDays', '未来 n 天'],
];
/** 当班 is a word of dates that count for shifts. */
export const periodsOf = ({ shift }: Pick<ResolvedField, 'shift'>): typeof PERIODS =>
  shift === true ? PERIODS : PERIODS.filter(([word]) => word !== 'thisShift');
/** words that count days */
export const COUNTED: ReadonlySet<string> = new Set(['lastDays', 'nextDays']);

export const periodTitle = (word: string, n: number | undefined): string => {
  const title = PERIODS.find(([code]) => code === word)?.[1] ?? word;
  return COUNTED.has(word) ? title.replace('n', String(n ?? 1)) : title;
};
