/** 计划管理 (20 §6): 试排 says the next ten days over the calendar of the first device. */
import { bookOf, calendarOfUnit } from '../../calendar/book';
import { openDay } from '../../calendar/day';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { answer, type DraftOf, type RowOf } from '../../rows';
import { CYCLE, cycleText, type PlanRule, planDays, weekdayName, weekdayOf } from './plan-dates';

const BY_DATE = ['1', '4'];

export const devPlan: DomainModule<'devPlan'> = {
  async derive(record) {
    const parts: string[] = [];
    const { trigger } = record;
    if (BY_DATE.includes(String(trigger)) && record.cycleUnit) parts.push(cycleText(ruleOf(record)));
    if ((trigger === '2' || trigger === '4') && typeof record.hours === 'number') parts.push(`运行${record.hours}小时`);
    if (trigger === '3' && typeof record.qty === 'number') parts.push(`产量${record.qty}`);
    return { cycle: parts.join(' 或 ') };
  },
  actions: {
    async trial(record, _ask, ctx) {
      if (!BY_DATE.includes(String(record.trigger))) throw refuse('该计划不按日历触发，没有日期可试排');
      const rule = ruleOf(record);
      const chosen = new Set(record.shifts);
      const open = await openShifts(ctx, record);
      const works = (date: string): readonly { readonly id: string; readonly name: string }[] =>
        open(date).filter(({ id }) => rule.cycleUnit !== CYCLE.shift || chosen.size === 0 || chosen.has(id));
      const [, from = ctx.today] = [rule.startDate, ctx.today].sort();
      const days = planDays(rule, from, (date) => works(date).length > 0);
      if (days.length === 0) throw refuse('该计划在结束日期前没有可执行的日期');
      const rows = days.map(({ date, instead }, index) => ({
        id: String(index),
        planDate: date,
        planDay: weekdayName(weekdayOf(date)),
        planShifts: works(date)
          .map(({ name }) => name)
          .join('、'),
        planNote: instead === undefined ? '' : `${instead} 休息，${date < instead ? '提前' : '顺延'}`,
      }));
      return answer({ rows });
    },
  },
};

const ruleOf = (record: DraftOf<'devPlan'>): PlanRule => ({
  cycleUnit: String(record.cycleUnit ?? CYCLE.day),
  interval: Number(record.interval ?? 1),
  weekDays: numbers(record.weekDays),
  monthDays: numbers(record.monthDays),
  startDate: String(record.startDate),
  endDate: record.endDate,
  holidayRule: String(record.holidayRule ?? '2'),
});
const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

/** Shifts of the first device on a day: its own calendar, that of its place, the default one. */
async function openShifts(ctx: Ctx, record: RowOf<'devPlan'>) {
  const { records } = ctx.asSystem();
  const book = await bookOf(ctx);
  const [first] = record.equips;
  const [device] =
    first === undefined
      ? await records.find('equipment', 'devCategory in param.categories && docStatus == 60', {
          param: { categories: await categoriesBelow(ctx, record.devCategory) },
          limit: 1,
          sort: 'code',
        })
      : await records.many('equipment', [first], { stored: true });
  const calendar = book.calendars.get(String(device?.workCalendar ?? '')) ?? calendarOfUnit(book, device?.factoryUnit);
  return (date: string) => openDay(calendar, date).shifts;
}

/** A category and all below it. */
async function categoriesBelow(ctx: Ctx, top: string | null): Promise<string[]> {
  const all = top === null ? [] : [top];
  for (let level = [...all]; level.length > 0; ) {
    const below = await ctx.asSystem().records.find('devCategory', 'parent in param.level', { param: { level } });
    level = below.map(({ id }) => id).filter((id) => !all.includes(id));
    all.push(...level);
  }
  return all;
}
