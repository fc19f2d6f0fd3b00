/** Words of `presets` (those of period(), `lastDays:30` with a number) as quick choices of date controls. */
import dayjs, { type Dayjs } from 'dayjs';
import { PERIOD_WORDS, type PeriodWord, period } from '../../../schemas/language/codec/period';

const TITLES: { readonly [word in PeriodWord]?: string } = {
  today: '今天',
  yesterday: '昨天',
  tomorrow: '明天',
  thisWeek: '本周',
  lastWeek: '上周',
  nextWeek: '下周',
  thisMonth: '本月',
  lastMonth: '上月',
  nextMonth: '下月',
  thisQuarter: '本季',
  lastQuarter: '上季',
  thisYear: '本年',
  lastYear: '上年',
};

export interface Preset {
  readonly title: string;
  /** first and last day */
  readonly days: readonly [string, string];
}
/** Quick choices of a field; words nobody knows are left out. */
export function presetsOf(words: readonly string[] | undefined, today: string): readonly Preset[] {
  return (words ?? []).flatMap((text) => {
    const [word = '', count] = text.split(':');
    const n = Number(count ?? 1);
    if (!PERIOD_WORDS.some((text) => text === word)) return [];
    const days = period(word as PeriodWord, `${today} 00:00:00`, n);
    const title =
      TITLES[word as PeriodWord] ?? (word === 'lastDays' ? `近${n}天` : word === 'nextDays' ? `未来${n}天` : undefined);
    return days === null || title === undefined ? [] : [{ title, days: [days[0], days[1]] as const }];
  });
}
export const dayPresets = (words: readonly string[] | undefined, today: string): { label: string; value: Dayjs }[] =>
  presetsOf(words, today).map(({ title, days }) => ({ label: title, value: dayjs(days[0]) }));
/** whole days: from their first to their last second */
export const spanPresets = (
  words: readonly string[] | undefined,
  today: string,
): { label: string; value: [Dayjs, Dayjs] }[] =>
  presetsOf(words, today).map(({ title, days }) => ({
    label: title,
    value: [dayjs(days[0]).startOf('day'), dayjs(days[1]).endOf('day')],
  }));
