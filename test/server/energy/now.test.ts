/** Monitors of energy (50 §6.4): where the month ends, until when a price holds, the load of the slot that runs. */
import { describe, expect, it } from 'vitest';
import { forecastOf, kvarOf, lossRate, priceAt, runningLoad, tierAt, usedUntil } from '../../../server/energy/now';
import type { Tariff } from '../../../server/energy/tariff';

const [WORK, WEEKEND, HOLIDAY] = ['2', '3', '4'];
const days = (dayType: string, value: number, n: number) => Array.from({ length: n }, () => ({ dayType, value }));

describe('the forecast', () => {
  const left = [...Array.from({ length: 11 }, () => WORK), ...Array.from({ length: 5 }, () => WEEKEND)];
  it('is 102,030.00 for 52,380.00 with 11 workdays and 5 weekend days left', () => {
    expect(forecastOf(52_380, left, [...days(WORK, 3650, 7), ...days(WEEKEND, 1900, 7)])).toBe(102_030);
  });
  it('counts the seven newest days of a sort alone', () => {
    const past = [...days(WORK, 3650, 7), ...days(WORK, 9999, 5), ...days(WEEKEND, 1900, 2)];
    expect(forecastOf(52_380, left, past)).toBe(102_030);
  });
  it('tells holidays by weekends, and nothing where nothing tells a day', () => {
    expect(forecastOf(100, [HOLIDAY], days(WEEKEND, 19, 3))).toBe(119);
    expect(forecastOf(100, [WORK], days(WEEKEND, 19, 3))).toBeNull();
    expect(forecastOf(100, [], [])).toBe(100);
  });
});

describe('the price of now', () => {
  const slot = (from: number, to: number, period: string) => ({
    ...{ months: [1], dayType: '1', from: from * 60, to: to * 60, period },
  });
  const tariff: Tariff = {
    ...{
      id: 'a',
      energyType: '1',
      startDate: '2026-01-01',
      endDate: null,
      flatPrice: null,
      tiers: [],
      tierCycle: 'month',
    },
    ...{ sewagePrice: 0, sewageRate: 0, resPrice: 0 },
    prices: new Map([
      ['1', 1.2068],
      ['2', 1.0056],
      ['4', 0.3142],
    ]),
    slots: [slot(0, 8, '4'), slot(8, 18, '2'), slot(18, 20, '1'), slot(20, 22, '2'), slot(22, 24, '4')],
  };
  const of = { tariff: () => tariff, dayType: () => WORK };
  it('holds until another period begins, over midnight too', () => {
    expect(priceAt('2026-01-15', 18 * 60 + 37, of)).toEqual({ period: '1', price: 1.2068, until: 20 * 60 });
    expect(priceAt('2026-01-15', 23 * 60, of)).toEqual({ period: '4', price: 0.3142, until: 32 * 60 });
  });
  it('has no end without periods, and is none without a tariff', () => {
    const flat = { ...of, tariff: () => ({ ...tariff, slots: [], flatPrice: 3.65 }) };
    expect(priceAt('2026-01-15', 600, flat)).toEqual({ period: null, price: 3.65, until: null });
    expect(priceAt('2026-01-15', 600, { ...of, tariff: () => undefined })).toBeUndefined();
  });
  it('is of the step the cycle is in', () => {
    const tiers = [
      { from: 0, to: 500, price: 3.8 },
      { from: 500, to: null, price: 5 },
    ];
    expect([tierAt(tiers, 499)?.price, tierAt(tiers, 500)?.price]).toEqual([3.8, 5]);
  });
});

describe('loads', () => {
  it('are the mean of what was read of the slot, none while it has hardly begun', () => {
    // 31.2 kWh in 15 minutes
    expect(runningLoad(31.2, 900_000)).toBe(124.8);
    expect(runningLoad(10.4, 300_000)).toBe(124.8);
    expect(runningLoad(1, 30_000)).toBeNull();
  });
  it('of yesterday count as far as today has come', () => {
    const slots = [0, 1, 2].map((n) => ({ at: n * 900_000, use: 9 }));
    expect(usedUntil(slots, 1_200_000, 900_000)).toBe(12);
  });
  it('lose what is not measured below, and have a reactive side', () => {
    expect(lossRate(4860, [2310, 1024, 1380])).toBe(3);
    expect(lossRate(0, [1])).toBeNull();
    expect(kvarOf(80, 0.8)).toBe(60);
  });
});
