/** 50 §6.1 and §6.2 by their worked numbers: registers, slots, gaps, swaps, virtual meters, gas, shares. */
import { describe, expect, it } from 'vitest';
import { sumDec } from '../../../schemas/language/codec/decimal';
import { standbyUse, toDevices, toWorks } from '../../../server/energy/devices';
import { loopFrom, parseFormula, renamedIn, type Term } from '../../../server/energy/formula';
import { type MeterReading, type MeterRule, registerAt, registerOf } from '../../../server/energy/register';
import { sharesOf } from '../../../server/energy/share';
import { demandOf, type SlotUse, slotsOf, standardVolume, virtualSlots } from '../../../server/energy/slots';
import { factoryMs } from '../../../server/iot/factory-time';

const MINUTE = 60_000;
const RULE = { slotMs: 15 * MINUTE, gapMs: 120 * MINUTE };
const METER: MeterRule = { ratio: 40, rolloverMax: null, maxRate: null };
const ms = (time: string): number => factoryMs(`2026-01-15 ${time}:00`);
const read = (time: string, x: number): MeterReading => ({ ts: ms(time), x });
const knotsOf = (readings: readonly MeterReading[], rule = METER) => registerOf(rule, readings).knots;
const total = (slots: readonly SlotUse[]): number => sumDec(slots.map(({ use }) => use));

describe('a register', () => {
  it('is straight between readings: 31.2000 kWh and 124.8 kW in a quarter', () => {
    const knots = knotsOf([read('09:58', 1000), read('10:03', 1000.5), read('10:18', 1001.1)]);
    expect(registerAt(knots, ms('10:00'))).toBe(0.2 * 40);
    expect(registerAt(knots, ms('10:15'))).toBe(0.98 * 40);
    const slots = slotsOf(RULE, knots);
    expect(slots.map(({ slot, use, est }) => [slot - ms('09:45'), use, est])).toEqual([
      [0, 8, false],
      [15 * MINUTE, 31.2, false],
      [30 * MINUTE, 4.8, false],
    ]);
    expect(demandOf(31.2, RULE.slotMs)).toBe(124.8);
  });
  it('adds up exactly when no slot does', () => {
    const slots = slotsOf(
      RULE,
      knotsOf([read('08:00', 0), read('08:35', 1 / 8), read('09:50', 0.33333)], { ...METER, ratio: 0.777 }),
    );
    expect(total(slots)).toBe(0.259);
  });
  it('is estimated over a gap, at the same line', () => {
    const slots = slotsOf(
      RULE,
      knotsOf([read('08:00', 100), read('08:15', 101), read('10:30', 110), read('10:45', 111)]),
    );
    expect(slots.map(({ use, est }) => [use, est])).toEqual([[40, false], ...Array(9).fill([40, true]), [40, false]]);
  });
  it('goes on after a swap: (5.4 + 1.8) × 40 = 288', () => {
    const knots = knotsOf([
      read('09:00', 8760),
      { ...read('09:20', 8765.4), endsAt: 40 },
      { ...read('09:20', 3.2), begins: true },
      read('09:45', 5),
    ]);
    expect(total(slotsOf(RULE, knots))).toBe(288);
  });
  it('takes the ratio of the meter that was read', () => {
    const knots = knotsOf(
      [
        read('09:00', 10),
        { ...read('09:20', 12), endsAt: 40 },
        { ...read('09:20', 0), begins: true },
        read('09:45', 3),
      ],
      { ...METER, ratio: 60 },
    );
    expect(total(slotsOf(RULE, knots))).toBe(2 * 40 + 3 * 60);
  });
  it('goes over its end and forgets a glitch', () => {
    const rule = { ratio: 1, rolloverMax: 1000, maxRate: 2 };
    expect(total(slotsOf(RULE, knotsOf([read('09:00', 998), read('09:10', 3)], rule)))).toBe(5);
    const glitch = [read('09:00', 500), { ts: ms('09:10'), x: 0 }, { ts: ms('09:10') + 5000, x: 501 }];
    expect(total(slotsOf(RULE, knotsOf(glitch, { ratio: 1, rolloverMax: null, maxRate: 2 })))).toBe(1);
  });
  it('stands still while its readings do, and has no slots without readings', () => {
    const slots = slotsOf(
      RULE,
      knotsOf([read('09:00', 7), read('09:15', 7), read('09:30', 8)], { ...METER, ratio: 1 }),
    );
    expect(slots.map(({ use }) => use)).toEqual([0, 1]);
    expect(slotsOf(RULE, knotsOf([]))).toEqual([]);
  });
});

describe('a virtual meter', () => {
  const terms = (text: string): readonly Term[] | null => parseFormula(text);
  it('reads codes, signs and factors', () => {
    expect(terms('EM-00 - EM-10 - 0.5 * EM-20')).toEqual([
      { code: 'EM-00', factor: 1 },
      { code: 'EM-10', factor: -1 },
      { code: 'EM-20', factor: -0.5 },
    ]);
    expect(terms('EM-00+EM-10 × 2')).toEqual([
      { code: 'EM-00', factor: 1 },
      { code: 'EM-10', factor: 2 },
    ]);
    // a minus at the beginning of a code is a sign, one within it is not
    expect(terms('-EM-10＋EM-11×2 -EM-12')).toEqual([
      { code: 'EM-10', factor: -1 },
      { code: 'EM-11', factor: 2 },
      { code: 'EM-12', factor: -1 },
    ]);
    expect(terms('2 * 301')).toEqual([{ code: '301', factor: 2 }]);
    for (const wrong of ['', 'EM-00 -', 'EM-00 EM-10', '* EM-00', '+ + EM-00', '2 *', 'EM-00 * EM-10'])
      expect(terms(wrong), wrong).toBeNull();
  });
  it('is what its parts leave: 146.0 of the demo day, and may be negative', () => {
    const uses: Record<string, number> = { 'EM-00': 4860, 'EM-10': 2310, 'EM-20': 1024, 'EM-30': 1380 };
    const partOf = (code: string): readonly SlotUse[] => [{ slot: 0, use: uses[code] ?? 0, est: code === 'EM-30' }];
    expect(virtualSlots(terms('EM-00 - EM-10 - EM-20 - EM-30') ?? [], partOf)).toEqual([
      { slot: 0, use: 146, est: true },
    ]);
    expect(virtualSlots(terms('EM-20 - EM-30') ?? [], partOf)).toEqual([{ slot: 0, use: -356, est: true }]);
  });
  it('is renamed with its meters, and its loops are found', () => {
    expect(renamedIn('EM-00 - EM-1 -EM-10', 'EM-1', 'EM-2')).toBe('EM-00 - EM-2 -EM-10');
    const parts: Record<string, readonly string[]> = { A: ['B', 'C'], B: ['D'], C: ['A'] };
    expect(loopFrom('A', (code) => parts[code] ?? [])).toEqual(['A', 'C', 'A']);
    expect(loopFrom('B', (code) => parts[code] ?? [])).toBeUndefined();
  });
});

it('gas at 20 kPa and 25 °C: 100 m³ are 117.7304', () => expect(standardVolume(100, 20, 25)).toBe(117.7304));

describe('whose use it was', () => {
  it('devices by power × running: 9.0000 and 3.0000; by power while none runs', () => {
    const device = (power: number, runSec: number) => ({ power, runSec });
    expect(toDevices(12, [device(15, 900), device(10, 450)])).toEqual([9, 3]);
    expect(toDevices(10, [device(15, 0), device(10, 0)])).toEqual([6, 4]);
  });
  it('works by overlapped seconds: 6.0000 and 3.0000 of nobody', () => {
    const slot = { from: ms('10:00'), to: ms('10:15') };
    expect(toWorks(9, slot, [{ from: ms('10:00'), to: ms('10:10') }])).toEqual([6, 3]);
    expect(
      toWorks(9, slot, [
        { from: ms('09:00'), to: ms('10:10') },
        { from: ms('10:05'), to: null },
      ]),
    ).toEqual([4.5, 4.5, 0]);
    expect(toWorks(9, slot, [])).toEqual([9]);
  });
  it('standby never exceeds the use: 130 min at 1.2 kW are 2.60 kWh', () => {
    expect(standbyUse(72, 1.2, 130 * 60)).toBe(2.6);
    expect(standbyUse(1, 1.2, 130 * 60)).toBe(1);
  });
  it('shares add up to the last decimal', () => {
    expect(sharesOf(100, [1, 1, 1], 2)).toEqual([33.34, 33.33, 33.33]);
    expect(sharesOf(-0.05, [1, 2], 2)).toEqual([-0.02, -0.03]);
    expect(sharesOf(100, [2, 3, 1], 0)).toEqual([33, 50, 17]);
    expect(sharesOf(5, [], 2)).toEqual([]);
  });
});
