/** 50 §6: rules of energy over slots, without a database. */
import { describe, expect, it } from 'vitest';
import { type EnergyRule, foldedRule, linesOf, type Series, samplesOf, TYPE, toldOf } from '../../server/energy/alerts';
import { factoryMs, factoryText } from '../../server/iot/factory-time';
import { foldRule } from '../../server/iot/rules/engine';
import { IDLE, type Warning } from '../../server/iot/rules/rule';

const SLOT = 900_000;
const rule = (type: string, more: Partial<EnergyRule> = {}): EnergyRule => ({
  ...{
    type,
    below: false,
    limit: 0,
    part: 80,
    windowMin: 60,
    forSec: 0,
    nights: 3,
    clear: null,
    range: null,
    days: [],
  },
  ...more,
});
const series = (from: string, uses: readonly number[], more: Partial<Series> = {}): Series => {
  const start = factoryMs(from);
  const slots = uses.map((use, n) => ({ slot: start + n * SLOT, use, est: false }));
  return {
    ...{ slotMs: SLOT, slots, heardUntil: start + uses.length * SLOT, now: start + uses.length * SLOT },
    ...{ below: new Map(), reactive: new Map(), quotaOf: () => null, monthOf: (day) => day.slice(0, 7) },
    ...{ sortOf: () => 'work', isRest: () => false, clockOf: factoryText, ...more },
  };
};
const alertsOf = (one: EnergyRule, of: Series) =>
  linesOf(one, of).flatMap(({ part, measures }) => {
    const made = new Map<number, Warning>();
    const samples = samplesOf(one, measures);
    foldRule(foldedRule(one), IDLE, { samples, until: samples.at(-1)?.ts ?? 0 }, (w) => void made.set(w.openAt, w));
    return [...made.values()].map((w) => ({
      ...{ part, at: factoryText(w.openAt), end: w.endAt === null ? null : factoryText(w.endAt) },
      ...toldOf(one, measures, w),
    }));
  });
const flat = (n: number, use: number): readonly number[] => Array.from({ length: n }, () => use);
const DAY = 96;

describe('rules of energy', () => {
  it('8: 512 of 620 is told before, 640 is grave', () => {
    const demand = rule(TYPE.demand, { limit: 620 });
    expect(alertsOf(demand, series('2026-01-15 08:00:00', [124, 128, 100]))).toMatchObject([
      { at: '2026-01-15 08:30:00', end: '2026-01-15 08:45:00', value: 512, limit: 620, isGrave: false },
    ]);
    expect(alertsOf(demand, series('2026-01-15 08:00:00', [160]))).toMatchObject([{ value: 640, isGrave: true }]);
  });
  it('3: at 80, 90 and 100 % once each in a month', () => {
    const quota = series('2026-01-30 00:00:00', flat(3 * DAY, 1), { quotaOf: () => 100 });
    const opened = alertsOf(rule(TYPE.quota), quota).map(({ part, at, end }) => [part, at, end]);
    expect(opened).toEqual([
      [80, '2026-01-30 20:00:00', '2026-01-30 22:30:00'],
      [80, '2026-02-01 20:00:00', '2026-02-01 22:30:00'],
      [90, '2026-01-30 22:30:00', '2026-01-31 01:00:00'],
      [90, '2026-02-01 22:30:00', null],
      [100, '2026-01-31 01:00:00', '2026-02-01 00:15:00'],
    ]);
  });
  it('4: an hour against the median of the same hour of the last four days of its sort', () => {
    const days = [10, 12, 20, 14].flatMap((use) => flat(DAY, use / 4));
    const jump = rule(TYPE.jump, { limit: 1.5 });
    expect(alertsOf(jump, series('2026-01-05 00:00:00', [...days, ...flat(4, 19.5 / 4)]))).toEqual([]);
    const [alert] = alertsOf(jump, series('2026-01-05 00:00:00', [...days, ...flat(4, 5)]));
    expect(alert).toMatchObject({ at: '2026-01-09 01:00:00', value: 20, limit: 19.5, overUse: 0.5 });
    const weekends = series('2026-01-05 00:00:00', [...days, ...flat(4, 5)], { sortOf: (day) => day });
    expect(alertsOf(jump, weekends)).toEqual([]);
  });
  it('6: three nights in a row above 0.3, and a night that was not read breaks the row', () => {
    const night = rule(TYPE.night, { limit: 0.3 });
    const nights = (...flows: number[]) =>
      alertsOf(
        night,
        series(
          '2026-01-10 00:00:00',
          flows.flatMap((flow) => flat(DAY, flow / 4)),
        ),
      );
    expect(nights(0.42, 0.42, 0.3, 0.42, 0.42)).toEqual([]);
    expect(nights(0.42, 0.42, 0.42, 0.5, 0.2)).toMatchObject([
      { at: '2026-01-12 05:00:00', end: '2026-01-14 05:00:00', value: 0.42, peak: 0.5 },
    ]);
    const all = series('2026-01-10 00:00:00', flat(4 * DAY, 0.105));
    const gap = all.slots.filter(({ slot }) => factoryText(slot) !== '2026-01-12 03:00:00');
    expect(alertsOf(night, { ...all, slots: gap })).toEqual([]);
  });
  it('1, 2, 5: power, windows and times in which nothing is made', () => {
    const late = series('2026-01-15 21:00:00', flat(8, 10));
    const moment = rule(TYPE.moment, { limit: 30, range: { from: 22 * 60, to: 6 * 60 } });
    expect(alertsOf(moment, late)).toMatchObject([{ at: '2026-01-15 22:15:00', value: 40 }]);
    const below = rule(TYPE.moment, { limit: 50, below: true });
    expect(alertsOf(below, series('2026-01-15 21:00:00', [20, 10]))).toMatchObject([{ value: 40, overUse: null }]);
    expect(alertsOf(rule(TYPE.window, { limit: 39 }), late)).toMatchObject([
      { at: '2026-01-15 22:00:00', value: 40, overUse: 1 },
    ]);
    const rest = rule(TYPE.rest, { limit: 25, range: { from: 22 * 60, to: 6 * 60 } });
    expect(alertsOf(rest, late)).toMatchObject([{ at: '2026-01-15 22:45:00', value: 30 }]);
    expect(alertsOf(rest, { ...late, isRest: () => true })).toMatchObject([{ at: '2026-01-15 21:45:00' }]);
  });
  it('7, 10: the power factor and the loss of a day', () => {
    const day = series('2026-01-15 00:00:00', flat(DAY, 1), { reactive: new Map([['2026-01-15', 72]]) });
    expect(alertsOf(rule(TYPE.factor, { limit: 0.85 }), day)).toMatchObject([
      { at: '2026-01-16 00:00:00', value: 0.8 },
    ]);
    expect(alertsOf(rule(TYPE.factor, { limit: 0.8 }), day)).toEqual([]);
    const below = new Map(day.slots.map(({ slot }) => [slot, 0.9]));
    expect(alertsOf(rule(TYPE.loss, { limit: 5 }), { ...day, below })).toMatchObject([{ value: 10, overUse: 4.8 }]);
    expect(alertsOf(rule(TYPE.loss, { limit: 5 }), day)).toEqual([]);
  });
  it('9: what is not heard for too long, until it is heard again', () => {
    const heard = series('2026-01-15 08:00:00', flat(12, 1));
    const slots = heard.slots.map((one, n) => ({ ...one, est: n >= 4 && n < 9 }));
    expect(alertsOf(rule(TYPE.silent), { ...heard, slots })).toMatchObject([
      { at: '2026-01-15 10:00:00', end: '2026-01-15 10:15:00', limit: 60 },
    ]);
    const now = heard.now + 3_600_000;
    expect(alertsOf(rule(TYPE.silent), { ...heard, now })).toMatchObject([{ at: '2026-01-15 12:00:00', end: null }]);
    expect(alertsOf(rule(TYPE.silent), { ...heard, now: now - 1 })).toEqual([]);
  });
});
