import { describe, expect, it } from 'vitest';
import { continued } from '../../runtime/grid/fill';

describe('continued', () => {
  it('goes on with numbers of one step, exactly', () => {
    expect(continued([10, 20], 3)).toEqual([30, 40, 50]);
    expect(continued([0.1, 0.2], 3)).toEqual([0.3, 0.4, 0.5]);
    expect(continued([3, 2, 1], 3)).toEqual([0, -1, -2]);
  });
  it('goes on with days, and with the same day of months', () => {
    expect(continued(['2026-01-30', '2026-01-31'], 2)).toEqual(['2026-02-01', '2026-02-02']);
    expect(continued(['2026-11-15', '2026-12-15'], 2)).toEqual(['2027-01-15', '2027-02-15']);
    expect(continued(['2026-01-01', '2026-01-08'], 1)).toEqual(['2026-01-15']);
  });
  it('goes on with texts that end with a number', () => {
    expect(continued(['A-08', 'A-09'], 2)).toEqual(['A-10', 'A-11']);
  });
  it('repeats what is no series: one value, equal values, unequal steps, mixed values', () => {
    expect(continued([5], 2)).toEqual([5, 5]);
    expect(continued([5, 5], 2)).toEqual([5, 5]);
    expect(continued([1, 2, 4], 4)).toEqual([1, 2, 4, 1]);
    expect(continued([1, '2026-01-01'], 2)).toEqual([1, '2026-01-01']);
    expect(continued(['A-1', 'B-2'], 2)).toEqual(['A-1', 'B-2']);
    expect(continued([null, 3], 2)).toEqual([null, 3]);
  });
});
