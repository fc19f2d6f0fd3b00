/** Pictures and words of the monitors of energy (50 §6.4). */
import { describe, expect, it } from 'vitest';
import { barsOf, placesOf } from '../../src/screens/energy-monitor/layout';
import { isLossy, loss } from '../../src/screens/energy-monitor/words';

describe('hours of costs', () => {
  const hours = [
    { hour: 8, period: '2', use: 40, cost: 40.22 },
    { hour: 17, period: '1', use: 10, cost: 12.07 },
    { hour: 17, period: '2', use: 30, cost: 30.17 },
    { hour: 18, period: '1', use: -5, cost: -6.03 },
  ];
  it('stack their periods, and what flows back is no bar', () => {
    expect(barsOf(hours, true)).toEqual([
      { hour: 8, period: '2', value: 40.22, from: 0 },
      { hour: 17, period: '1', value: 12.07, from: 0 },
      { hour: 17, period: '2', value: 30.17, from: 12.07 },
    ]);
  });
  it('show use to who sees no amount', () => {
    const hidden = hours.map((hour) => ({ ...hour, cost: null }));
    expect(barsOf(hidden, true)).toEqual([]);
    expect(barsOf(hidden, false).map(({ value, from }) => [value, from])).toEqual([
      [40, 0],
      [10, 0],
      [30, 10],
    ]);
  });
});

describe('一次图', () => {
  it('has a column for each level and no two meters in one place', () => {
    const meter = (id: string, parent: string | null) => ({ id, parent });
    const meters = [
      meter('00', null),
      meter('10', '00'),
      meter('11', '10'),
      meter('12', '10'),
      meter('20', '00'),
      meter('W', null),
    ];
    expect(placesOf(meters).map(({ meter: { id }, x, y }) => [id, x, y])).toEqual([
      ['00', 0, 0],
      ['10', 1, 0],
      ['11', 2, 0],
      ['12', 2, 1],
      ['20', 1, 2],
      ['W', 0, 3],
    ]);
  });
});

describe('losses', () => {
  it('above 5 % are said in a word, not by a colour alone', () => {
    expect([isLossy(5), isLossy(5.01), isLossy(null)]).toEqual([false, true, false]);
    expect([loss(3), loss(5.91), loss(null)]).toEqual(['3.00 %', '5.91 % 偏高', '--']);
  });
});
