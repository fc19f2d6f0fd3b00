/** 50 §6 费率 without a database: the rows of a tariff. */
import { describe, expect, it } from 'vitest';
import { type SlotRow, sharedDays, slotFault, tierFault } from '../../../server/domain/energy/tariff-rules';

const YEAR = Array.from({ length: 12 }, (_, at) => String(at + 1));
const slot = (from: string, to: string, more: Partial<SlotRow> = {}): SlotRow => ({
  ...{ season: '全年', months: YEAR, dayType: '1', from: `${from}:00`, to: `${to}:00`, period: '3' },
  ...more,
});
const words = { period: (code: string) => ({ 1: '尖', 3: '平' })[Number(code)] ?? code };
const fault = (slots: readonly SlotRow[], priced = ['1', '3']) => slotFault(slots, new Set(priced), words)?.text;

describe('slots', () => {
  const whole = [slot('00:00', '11:00'), slot('11:00', '11:30', { period: '1' }), slot('11:30', '00:00')];
  it('cover the day once', () => {
    expect(fault(whole)).toBeUndefined();
    expect(fault([])).toBeUndefined();
    const gap = '时段必须覆盖24小时且不重叠：1月 工作日 11:00-11:30 未定义';
    expect(fault([whole[0]!, whole[2]!])).toBe(gap);
    expect(fault([whole[2]!, whole[0]!])).toBe(gap);
    expect(fault(whole.slice(0, 2))).toBe('时段必须覆盖24小时且不重叠：1月 工作日 11:30-24:00 未定义');
    expect(fault([...whole, slot('10:00', '10:30')])).toBe('时段必须覆盖24小时且不重叠：1月 工作日 10:00-10:30 重叠');
  });
  it('hold for each kind of day', () => {
    const days = (dayType: string) => whole.map((row) => ({ ...row, dayType }));
    expect(fault([...days('2'), ...days('3'), ...days('4')])).toBeUndefined();
    expect(fault([...days('2'), ...days('3')])).toBe('时段必须覆盖24小时且不重叠：1月 节假日 00:00-24:00 未定义');
  });
  it('give every month one season', () => {
    const wrong = '12个月必须各属于一个季节';
    expect(fault(whole.map((row) => ({ ...row, months: YEAR.slice(1) })))).toBe(wrong);
    expect(fault([...whole, slot('00:00', '00:00', { season: '夏季', months: ['7'] })])).toBe(wrong);
    const half = (season: string, months: readonly string[]) => whole.map((row) => ({ ...row, season, months }));
    expect(fault([...half('上半年', YEAR.slice(0, 6)), ...half('下半年', YEAR.slice(6))])).toBeUndefined();
  });
  it('begin and end at quarters, before midnight, with a price', () => {
    const quarters = '时段起止必须是15分钟的整数倍';
    expect(fault([slot('00:00', '11:10'), slot('11:10', '00:00')])).toBe(quarters);
    expect(fault([slot('00:00', '00:00', { from: '00:00:30' })])).toBe(quarters);
    expect(fault([slot('08:00', '22:00'), slot('22:00', '08:00')])).toBe('时段的结束必须晚于开始，跨零点请分成两行');
    expect(fault(whole, ['3'])).toBe('使用了未定价的时段：尖');
  });
});

describe('tiers', () => {
  const tiers = (...rows: readonly (readonly [number, number | null])[]) =>
    tierFault(rows.map(([fromQty, toQty]) => ({ fromQty, toQty })))?.text;
  it('follow each other from 0 without an end', () => {
    expect(tiers()).toBeUndefined();
    expect(tiers([0, 500], [500, 800], [800, null])).toBeUndefined();
    expect(tiers([0, 500], [600, null])).toBe('阶梯必须首尾相接，第2档起点应为500');
    expect(tiers([10, null])).toBe('阶梯必须首尾相接，第1档起点应为0');
    expect(tiers([0, null], [500, null])).toBe('阶梯必须首尾相接，第1档终点应大于0');
    expect(tiers([0, 500])).toBe('阶梯必须首尾相接，最后一档的终点应为空');
  });
});

describe('days that two versions share', () => {
  const days = (a: readonly [string, string | null], b: readonly [string, string | null]) =>
    sharedDays({ startDate: a[0], endDate: a[1] }, { startDate: b[0], endDate: b[1] });
  it('are named, open ends too', () => {
    expect(days(['2026-01-01', null], ['2025-01-01', '2026-03-31'])).toBe('2026-01-01 至 2026-03-31');
    expect(days(['2026-01-01', null], ['2025-01-01', '2025-12-31'])).toBeUndefined();
    expect(days(['2026-01-01', null], ['2026-05-01', null])).toBe('2026-05-01 起');
  });
});
