import { describe, expect, it } from 'vitest';
import {
  type DateUnit,
  dateAdd,
  dateDiff,
  endOf,
  formatDate,
  isDate,
  isDateTime,
  isTime,
  partsOf,
  readDate,
  readDateTime,
  slot,
  startOf,
} from '../../../schemas/language/codec/date-time';
import { type PERIOD_WORDS, period } from '../../../schemas/language/codec/period';
import { random } from '../expr-fixture';

const text = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

describe('dates', () => {
  it('agree with the Gregorian calendar of the machine, seed 11', () => {
    const next = random(11);
    for (let i = 0; i < 5_000; i += 1) {
      const at = new Date(Math.floor((next() * 8e11 - 2e11) / 1000) * 1000 * 4);
      const d = text(at);
      const n = Math.floor(next() * 2000 - 1000);
      expect(dateAdd(d, n)).toBe(text(new Date(at.getTime() + n * 864e5)));
      expect(dateAdd(d, n, 'minute')).toBe(text(new Date(at.getTime() + n * 6e4)));
      expect(dateAdd(d.slice(0, 10), n)).toBe(text(new Date(at.getTime() + n * 864e5)).slice(0, 10));
      expect(partsOf(d)).toEqual({
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        weekday: at.getUTCDay() === 0 ? 7 : at.getUTCDay(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      });
      const back = dateAdd(d, n, 'month') as string;
      expect(dateDiff(d, back, 'month')).toEqual({ n: n + 0, per: 1 });
      for (const unit of ['week', 'month', 'quarter', 'year', 'day', 'hour'] as DateUnit[]) {
        const first = startOf(d, unit) as string;
        const last = endOf(d, unit) as string;
        expect(first <= d && d <= last, `${d} ${unit}`).toBe(true);
        expect(startOf(dateAdd(last, 1, 'second') as string, unit)).toBe(dateAdd(last, 1, 'second'));
        expect(endOf(first, unit)).toBe(last);
      }
    }
  });
  it.each<[string, number, DateUnit, string | null]>([
    ['2026-01-31', 1, 'month', '2026-02-28'],
    ['2024-01-31', 1, 'month', '2024-02-29'],
    ['2026-03-31', -1, 'month', '2026-02-28'],
    ['2026-01-31', 1, 'quarter', '2026-04-30'],
    ['2026-01-15', 2.9, 'day', '2026-01-17'],
    ['2026-01-15', -2.9, 'day', '2026-01-13'],
    ['2026-01-15', 90, 'minute', '2026-01-15 01:30:00'],
    ['9999-12-31', 1, 'day', null],
    ['0001-01-01', -1, 'day', null],
    ['2026-01-15', 1e15, 'day', null],
    ['2026-02-30', 1, 'day', null],
    ['nonsense', 1, 'day', null],
  ])('%s + %d %s', (d, n, unit, result) => {
    expect(dateAdd(d, n, unit)).toBe(result);
  });
  it('start weeks on Monday and slots on their grain', () => {
    expect(startOf('2026-01-18', 'week')).toBe('2026-01-12');
    expect(startOf('2026-01-12', 'week')).toBe('2026-01-12');
    expect(slot('2026-01-15 08:44:59', 'quarterHour')).toBe('2026-01-15 08:30:00');
    expect(slot('2026-01-15 08:44:59', 'halfHour')).toBe('2026-01-15 08:30:00');
    expect(slot('2026-05-15', 'quarter')).toBe('2026-04-01');
  });
  it('know what is one', () => {
    expect(['2026-01-15', '2024-02-29'].every(isDate)).toBe(true);
    expect(['2026-02-29', '2026-1-5', '', '2026-01-15 00:00:00', '0000-01-01'].some(isDate)).toBe(false);
    expect(isDateTime('2026-01-15 23:59:59') && !isDateTime('2026-01-15 24:00:00')).toBe(true);
    expect(isTime('23:59:59') && !isTime('24:00:00') && !isTime('8:00:00')).toBe(true);
  });
  it('read what others write', () => {
    expect(readDate('2026/1/5')).toBe('2026-01-05');
    expect(readDate('20260105')).toBe('2026-01-05');
    expect(readDate('2026年1月5日')).toBe('2026-01-05');
    expect(readDateTime('2026-01-15T00:00:00Z')).toBe('2026-01-15 08:00:00');
    expect(readDateTime('2026-01-15T08:00:00.123+08:00')).toBe('2026-01-15 08:00:00');
    expect(readDateTime('2026-01-15T08:00')).toBe('2026-01-15 08:00:00');
    expect(readDateTime('2026-01-32')).toBe(null);
  });
  it('are shown in a format', () => {
    expect(formatDate('2026-01-05 08:09:07', 'yyyyMMdd HH:mm:ss')).toBe('20260105 08:09:07');
    expect(formatDate('2026-01-05', 'yy年M月d日')).toBe('26年1月5日');
    expect(formatDate('08:30:00', 'HH:mm')).toBe('08:30');
  });
  it('do not depend on the time zone of the machine', () => {
    const before = process.env.TZ;
    for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York']) {
      process.env.TZ = zone;
      expect(dateAdd('2026-03-08 01:30:00', 1, 'hour')).toBe('2026-03-08 02:30:00');
      expect(startOf('1988-04-10 12:00:00', 'day')).toBe('1988-04-10 00:00:00');
    }
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
});

describe('periods', () => {
  it.each<[(typeof PERIOD_WORDS)[number], number, readonly [string, string]]>([
    ['today', 1, ['2026-01-15', '2026-01-15']],
    ['yesterday', 1, ['2026-01-14', '2026-01-14']],
    ['thisWeek', 1, ['2026-01-12', '2026-01-18']],
    ['lastWeek', 1, ['2026-01-05', '2026-01-11']],
    ['thisMonth', 1, ['2026-01-01', '2026-01-31']],
    ['lastMonth', 1, ['2025-12-01', '2025-12-31']],
    ['thisYear', 1, ['2026-01-01', '2026-12-31']],
    ['lastDays', 7, ['2026-01-09', '2026-01-15']],
    ['nextDays', 7, ['2026-01-15', '2026-01-21']],
    ['lastDays', 0, ['2026-01-15', '2026-01-15']],
  ])('%s %d', (word, n, span) => {
    expect(period(word, '2026-01-15 23:59:59', n)).toEqual(span);
  });
});
