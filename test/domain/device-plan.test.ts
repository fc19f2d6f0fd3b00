import { describe, expect, it } from 'vitest';
import { cycleText, type PlanRule, planDays } from '../../server/domain/device/plan-dates';

const rule = (more: Partial<PlanRule>): PlanRule => ({
  cycleUnit: '2',
  interval: 1,
  weekDays: [],
  monthDays: [],
  startDate: '2026-01-15',
  holidayRule: '2',
  ...more,
});
const FROM = '2026-01-15';
const always = (): boolean => true;
/** Monday to Friday, none of them a holiday. */
const weekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
const dates = (more: Partial<PlanRule>, isOpen: (date: string) => boolean = always, count = 4, from = FROM): string[] =>
  planDays(rule(more), from, isOpen, count).map(({ date }) => date);

describe('days of a device plan', () => {
  it('come by days, weeks, months, quarters and years', () => {
    expect(dates({ interval: 3 })).toEqual(['2026-01-15', '2026-01-18', '2026-01-21', '2026-01-24']);
    expect(dates({ cycleUnit: '3', interval: 2, weekDays: [4, 1] })).toEqual([
      '2026-01-15',
      '2026-01-26',
      '2026-01-29',
      '2026-02-09',
    ]);
    expect(dates({ cycleUnit: '4', monthDays: [1] })).toEqual(['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01']);
    expect(dates({ cycleUnit: '4', monthDays: [30, 99] }, always, 5)).toEqual([
      '2026-01-30',
      '2026-01-31',
      '2026-02-28',
      '2026-03-30',
      '2026-03-31',
    ]);
    expect(dates({ cycleUnit: '5' }, always, 3)).toEqual(['2026-01-15', '2026-04-15', '2026-07-15']);
    expect(dates({ cycleUnit: '6' }, always, 2)).toEqual(['2026-01-15', '2027-01-15']);
  });
  it('stay, go before, go after or fall out on a day of rest', () => {
    // 2026-01-17 is a Saturday
    const saturdays = { cycleUnit: '3', weekDays: [6] } as const;
    expect(dates({ ...saturdays, holidayRule: '0' }, weekday, 2)).toEqual(['2026-01-17', '2026-01-24']);
    expect(dates({ ...saturdays, holidayRule: '1' }, weekday, 2)).toEqual(['2026-01-16', '2026-01-23']);
    expect(planDays(rule({ ...saturdays, holidayRule: '2' }), FROM, weekday, 2)).toEqual([
      { date: '2026-01-19', instead: '2026-01-17' },
      { date: '2026-01-26', instead: '2026-01-24' },
    ]);
    expect(dates({ ...saturdays, holidayRule: '3' }, weekday, 2)).toEqual([]);
    // two days of the cycle that meet on one day are one task
    expect(dates({ holidayRule: '2' }, weekday, 4)).toEqual(['2026-01-15', '2026-01-16', '2026-01-19', '2026-01-20']);
  });
  it('begin today at the earliest and end with the plan', () => {
    expect(dates({ startDate: '2026-01-01', interval: 7 }, always, 2)).toEqual(['2026-01-15', '2026-01-22']);
    expect(dates({ endDate: '2026-01-16' })).toEqual(['2026-01-15', '2026-01-16']);
    expect(planDays(rule({}), FROM, always)).toHaveLength(10);
  });
  it('read as people say them', () => {
    const text = (more: Partial<PlanRule>): string => cycleText(rule(more));
    expect(text({ cycleUnit: '3', interval: 2, weekDays: [1] })).toBe('每2周 周一');
    expect(text({ cycleUnit: '4', monthDays: [99, 1] })).toBe('每月 1日、月末');
    expect(text({})).toBe('每日');
    expect(text({ interval: 3 })).toBe('每3天');
    expect(text({ cycleUnit: '5' })).toBe('每季');
  });
});
