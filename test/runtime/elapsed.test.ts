import { describe, expect, it } from 'vitest';
import { elapsed } from '../../runtime/floor/elapsed';

describe('the time of a task', () => {
  it.each([
    ['2026-01-15 08:00:00', '2026-01-15 08:00:00', '0:00:00'],
    ['2026-01-15 08:00:00', '2026-01-15 14:46:10', '6:46:10'],
    ['2026-01-14 22:00:00', '2026-01-15 05:00:09', '7:00:09'],
    ['2026-01-12 06:00:00', '2026-01-15 08:10:59', '3天 02:10'],
  ])('from %s to %s is %s', (from, to, text) => expect(elapsed(from, to)).toBe(text));

  it('is none before it begins and of what is no moment', () => {
    expect(elapsed('2026-01-15 08:00:01', '2026-01-15 08:00:00')).toBeUndefined();
    expect(elapsed('', '2026-01-15 08:00:00')).toBeUndefined();
  });
});
