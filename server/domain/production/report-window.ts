/** How far back people tell what they did (report.windowDays): a day or a time far off is a slip, and hours are counted from it. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';

interface Told {
  readonly shiftDate: string | null;
  readonly startTime: string | null;
}

/** What is wrong with the day and the beginning of a start or a report; `old`: what it said before is not asked again. */
export const windowProblems = (told: Told, old: Told | null, ctx: Ctx): readonly Problem[] => {
  const days = Number(ctx.setting('report.windowDays'));
  const first = dateAdd(ctx.today, -days, 'day') ?? '';
  // the night shift of the next day may begin this evening
  const last = dateAdd(ctx.today, 1, 'day') ?? '';
  const problems: Problem[] = [];
  for (const [code, title] of [
    ['shiftDate', '班次日期'],
    ['startTime', '开始时间'],
  ] as const) {
    const value = told[code];
    if (value === null || value === old?.[code]) continue;
    const text =
      value < first
        ? `${title}${value}超过报工期限${days}天，最早可报${first}`
        : code === 'shiftDate' && value > last
          ? `${title}${value}不能晚于${last}`
          : null;
    if (text !== null) problems.push({ code: 'report.window', path: code, text });
  }
  return problems;
};
