/** 50 §6.1 by its worked numbers: periods, settled units, steps, power factor, the bill of a month. */
import { describe, expect, it } from 'vitest';
import { sumDec } from '../../../schemas/language/codec/decimal';
import { factoryClock } from '../../../server/clock';
import { adjustPercent, monthBill, percentOf, pfTableOf, powerFactor } from '../../../server/energy/bill';
import { type SettleRule, settle } from '../../../server/energy/settle';
import type { SlotUse } from '../../../server/energy/slots';
import { dayTypeOf, feeMonth, periodAt, type Tariff, tariffOn, tierFee } from '../../../server/energy/tariff';
import { factoryMs } from '../../../server/iot/factory-time';

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const SHARP = [1, 7, 8, 12];
const slot = (months: readonly number[], from: number, to: number, period: string, dayType = '1') => ({
  months,
  from: from * 60,
  to: to * 60,
  period,
  dayType,
});
const TARIFF: Tariff = {
  id: 'dj',
  energyType: '1',
  startDate: '2026-01-01',
  endDate: null,
  flatPrice: null,
  prices: new Map([
    ['1', 1.2068],
    ['2', 1.0056],
    ['3', 0.6285],
    ['4', 0.3142],
  ]),
  slots: [
    slot(ALL, 0, 8, '4'),
    slot(ALL, 8, 11, '2'),
    slot(ALL, 11, 17, '3'),
    slot(ALL, 17, 18, '2'),
    slot(SHARP, 18, 20, '1'),
    slot(
      ALL.filter((month) => !SHARP.includes(month)),
      18,
      20,
      '2',
    ),
    slot(ALL, 20, 22, '2'),
    slot(ALL, 22, 24, '3'),
    slot([5], 11, 17, '5', '4'),
  ],
  tiers: [],
  tierCycle: 'month',
  sewagePrice: 0,
  sewageRate: 0.9,
  resPrice: 0,
};
const WATER: Tariff = {
  ...TARIFF,
  id: 'sj',
  energyType: '2',
  prices: new Map(),
  slots: [],
  tiers: [
    { from: 0, to: 500, price: 3.8 },
    { from: 500, to: 800, price: 5 },
    { from: 800, to: null, price: 7.2 },
  ],
  sewagePrice: 1.4,
};
const ruleOf = (energyType: string, tariffs: readonly Tariff[] = [TARIFF, WATER]): SettleRule => ({
  energyType,
  slotMs: 900_000,
  tariffs,
  billDay: 1,
  dayOf: (at) => {
    const clock = factoryClock(new Date(at));
    return { day: clock.slice(0, 10), minute: Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16)) };
  },
  entryOn: () => null,
});
const used = (at: string, use: number): SlotUse => ({ slot: factoryMs(`${at}:00`), use, est: false });

describe('a period', () => {
  it('by season, sort of day and slot', () => {
    expect(periodAt(TARIFF, '2026-01-15', '2', 18 * 60)).toBe('1');
    expect(periodAt(TARIFF, '2026-02-15', '2', 18 * 60)).toBe('2');
    expect(periodAt(TARIFF, '2026-05-01', '4', 12 * 60)).toBe('5');
    expect(periodAt(TARIFF, '2026-05-04', '2', 12 * 60)).toBe('3');
    expect(periodAt(TARIFF, '2026-01-15', '2', 1439)).toBe('3');
    expect(periodAt(WATER, '2026-01-15', '2', 0)).toBeNull();
  });
  it('a day is one of work, of the weekend or a holiday', () => {
    expect(['2026-01-15', '2026-01-17', '2026-01-18'].map((day) => dayTypeOf(day, null))).toEqual(['2', '3', '3']);
    expect(dayTypeOf('2026-01-01', '1')).toBe('4');
    expect(dayTypeOf('2026-01-18', '2')).toBe('2');
    expect(dayTypeOf('2026-01-18', '3')).toBe('2');
  });
  it('a version holds on its days', () => {
    const old = { ...TARIFF, id: 'old', startDate: '2025-01-01', endDate: '2025-12-31' };
    expect(tariffOn([TARIFF, old], '1', '2025-12-31')?.id).toBe('old');
    expect(tariffOn([TARIFF, old], '1', '2026-01-01')?.id).toBe('dj');
    expect(tariffOn([TARIFF, old], '2', '2026-01-01')).toBeUndefined();
  });
  it('a month of fees may begin on another day', () => {
    expect(['2026-01-24', '2026-01-25'].map((day) => feeMonth(day, 25))).toEqual(['2025-12', '2026-01']);
    expect(feeMonth('2026-01-01', 1)).toBe('2026-01');
  });
});

describe('a settled unit', () => {
  it('the day of 1,139.0 kWh costs 844.53', () => {
    const units = settle(ruleOf('1'), [
      used('2026-01-15 03:00', 251.3),
      used('2026-01-15 08:00', 402.8),
      used('2026-01-15 12:00', 200),
      used('2026-01-15 12:15', 188.5),
      used('2026-01-15 18:30', 96.4),
    ]);
    expect(units.map(({ period, use, fee }) => [period, use, fee])).toEqual([
      ['4', 251.3, 78.96],
      ['2', 402.8, 405.06],
      ['3', 388.5, 244.17],
      ['1', 96.4, 116.34],
    ]);
    expect(sumDec(units.map(({ use }) => use))).toBe(1139);
    expect(sumDec(units.map(({ fee }) => fee ?? 0))).toBe(844.53);
    expect(units[2]).toMatchObject({ demand: 800, demandAt: factoryMs('2026-01-15 12:00:00') });
  });
  it('is rounded once, over its slots at six decimals', () => {
    const units = settle(ruleOf('1'), [used('2026-01-15 12:00', 0.004), used('2026-01-15 12:15', 0.004)]);
    expect(units.map(({ fee }) => fee)).toEqual([0.01]);
  });
  it('has no fee where no price holds', () => {
    const units = settle(ruleOf('1'), [used('2025-12-31 12:00', 5), used('2026-05-01 12:00', 5)]);
    expect(units.map(({ fee }) => fee)).toEqual([null, 3.14]);
    expect(settle({ ...ruleOf('1'), entryOn: () => '1' }, [used('2026-05-01 12:00', 5)])[0]).toMatchObject({
      period: '5',
      fee: null,
    });
  });
  it('water of day 40 after 480: 176.00 and 50.40 are 226.40; the month after begins anew', () => {
    const [, day, next] = settle(ruleOf('2'), [
      used('2026-01-14 10:00', 480),
      used('2026-01-15 10:00', 40),
      used('2026-02-01 10:00', 40),
    ]);
    expect(day).toMatchObject({ period: null, fee: 176, sewage: 50.4 });
    expect(sumDec([day?.fee ?? 0, day?.sewage ?? 0])).toBe(226.4);
    expect(next?.fee).toBe(152);
  });
  it('late use of a day prices the later days of its cycle again; a year is one cycle', () => {
    const days = [used('2026-01-14 10:00', 500), used('2026-01-15 10:00', 40), used('2026-02-01 10:00', 40)];
    expect(settle(ruleOf('2'), days).map(({ fee }) => fee)).toEqual([1900, 200, 152]);
    expect(settle(ruleOf('2', [{ ...WATER, tierCycle: 'year' }]), days).map(({ fee }) => fee)).toEqual([
      1900, 200, 200,
    ]);
  });
  it('steps over all tiers, and back', () => {
    expect(tierFee(WATER.tiers, 0, 1000)).toBe(500 * 3.8 + 300 * 5 + 200 * 7.2);
    expect(tierFee(WATER.tiers, 520, -40)).toBe(-176);
    expect(tierFee([], 0, 5)).toBeNull();
  });
});

describe('a power factor', () => {
  it('0.90: the checks of the decree', () => {
    const of = (pf: number): number => adjustPercent('0.90', pf);
    expect([0.9, 0.89, 0.7, 0.68, 0.65, 0.64, 0.92, 0.95, 0.98].map(of)).toEqual([
      0, 0.5, 10, 12, 15, 17, -0.3, -0.75, -0.75,
    ]);
  });
  it('0.85 and 0.80 by their own tables', () => {
    expect([0.85, 0.9, 0.91, 0.94, 1, 0.65, 0.6, 0.59].map((pf) => adjustPercent('0.85', pf))).toEqual([
      0, -0.5, -0.65, -1.1, -1.1, 10, 15, 17,
    ]);
    expect([0.8, 0.9, 0.91, 0.92, 1, 0.6, 0.55, 0.54].map((pf) => adjustPercent('0.80', pf))).toEqual([
      0, -1, -1.15, -1.3, -1.3, 10, 15, 17,
    ]);
    expect(adjustPercent('0', 0.5)).toBe(0);
  });
  it('as a table', () => {
    const table = pfTableOf('0.90');
    expect([table[0], table.at(-1)]).toEqual([
      { pf: 1, percent: -0.75 },
      { pf: 0.5, percent: 45 },
    ]);
    expect(percentOf([{ pf: 0.92, percent: -0.4 }], '0.90', 0.9222)).toBe(-0.4);
    expect(percentOf([], '0.90', 0.9222)).toBe(-0.3);
    expect(pfTableOf('0')).toEqual([]);
  });
});

describe('the bill of a month', () => {
  const RULE = {
    fundPrice: 0.0278,
    basic: 'demand',
    basicPrice: 38,
    pfStd: '0.90',
    pfTable: pfTableOf('0.90'),
  } as const;
  const MONTH = { active: 186_000, reactive: 78_000, energyFee: 130_000, demand: 620, ratedKva: 630 };
  it('is 153,114.83', () => {
    expect(powerFactor(186_000, 78_000)).toBe(0.9222);
    expect(monthBill(RULE, MONTH)).toEqual({
      pf: 0.9222,
      basic: 23_560,
      base: 148_389.2,
      percent: -0.3,
      adjust: -445.17,
      amount: 153_114.83,
    });
  });
  it('by capacity; without a reading of what is reactive nothing is adjusted', () => {
    expect(monthBill({ ...RULE, basic: 'capacity', basicPrice: 24 }, { ...MONTH, reactive: null })).toMatchObject({
      pf: null,
      basic: 15_120,
      adjust: 0,
      amount: 145_120,
    });
    expect(monthBill({ ...RULE, basic: 'none' }, MONTH).basic).toBe(0);
    expect(powerFactor(0, 0)).toBeNull();
  });
});
