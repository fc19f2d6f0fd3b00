/** Periods of the energy reports: months of fees, and as much of the earlier period as this one has come to. */
import { describe, expect, it } from 'vitest';
import { feeShift, periodsOf, shifted } from '../../../server/energy/spans';
import { aboveOf, topsBy } from '../../../server/energy/tree';

describe('periods', () => {
  it('a whole month stands beside the whole month before, however long that is', () => {
    const [march] = periodsOf({ from: '2026-03-01', to: '2026-03-31' }, 'month', '2026-05-02');
    expect(march).toMatchObject({
      ...{
        key: '2026-03',
        prev: { from: '2026-02-01', to: '2026-02-28' },
        yoy: { from: '2025-03-01', to: '2025-03-31' },
      },
    });
    const [leap] = periodsOf({ from: '2025-02-01', to: '2025-02-28' }, 'month', '2026-05-02');
    expect(leap?.yoy).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });
  it('one that still runs stands beside as many days', () => {
    const [month] = periodsOf({ from: '2026-01-01', to: '2026-01-31' }, 'month', '2026-01-15');
    expect(month?.prev).toEqual({ from: '2025-12-01', to: '2025-12-15' });
    expect(month?.yoy).toEqual({ from: '2025-01-01', to: '2025-01-15' });
  });
  it('weeks begin on Monday and are cut by the span', () => {
    const weeks = periodsOf({ from: '2026-01-07', to: '2026-01-12' }, 'week', '2026-02-01');
    expect(weeks.map(({ key, from, to }) => [key, from, to])).toEqual([
      ['2026-01-05周', '2026-01-07', '2026-01-11'],
      ['2026-01-12周', '2026-01-12', '2026-01-12'],
    ]);
  });
  it('end where the calendar does', () => {
    for (const grain of ['day', 'week', 'month', 'year'] as const)
      expect(periodsOf({ from: '9999-12-30', to: '9999-12-31' }, grain, '2026-02-01').at(-1)?.to).toBe('9999-12-31');
  });
  it('a month of fees from the 21st is told as the month it begins in, day by day', () => {
    expect(feeShift('day', 21)).toBe(0);
    const shift = feeShift('month', 21);
    expect(shifted({ from: '2026-02-01', to: '2026-02-28' }, shift)).toEqual({ from: '2026-02-21', to: '2026-03-20' });
    expect(shifted({ from: '2026-02-21', to: '2026-03-20' }, -shift)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });
});

describe('meters below each other', () => {
  const all = [
    { id: 'EM-00', parent: null },
    { id: 'EM-10', parent: 'EM-00' },
    { id: 'EM-11', parent: 'EM-10' },
  ];
  it('the nearest shown one is taken off, also past one that is not shown', () => {
    const shown = all.filter(({ id }) => id !== 'EM-10');
    expect([...aboveOf(all, shown)]).toEqual([['EM-11', 'EM-00']]);
    expect([...aboveOf(all, all)]).toEqual([
      ['EM-10', 'EM-00'],
      ['EM-11', 'EM-10'],
    ]);
  });
  it('within a place the uppermost alone is added up', () => {
    const place: Readonly<Record<string, string>> = { 'EM-00': 'GC', 'EM-10': 'JJ', 'EM-11': 'JJ' };
    expect([...topsBy(all, aboveOf(all, all), ({ id }) => place[id] ?? '')]).toEqual(['EM-00', 'EM-10']);
  });
  it('a ring ends', () => {
    const ring = [
      { id: 'A', parent: 'B' },
      { id: 'B', parent: 'A' },
    ];
    expect([...aboveOf(ring, [ring[0]!])]).toEqual([]);
    expect([...topsBy(ring, aboveOf(ring, ring), () => '')].length).toBe(0);
  });
});
