/** The demo factory stands at an hour of its day: loaded earlier, what it has done lies before now and keeps its order. */
import { describe, expect, it } from 'vitest';
import { movedTo, shiftDates } from '../../schemas/language/data/shift';

const at = (now: string, ...moments: string[]) => movedTo(moments, now);

describe('a factory loaded at another moment', () => {
  it('is as it was written in the afternoon of its own day', () => {
    expect(at('2026-01-15 14:00:00', '2026-01-15 13:30:00', '2026-01-14 08:00:00', '2026-01-15')).toEqual([
      '2026-01-15 13:30:00',
      '2026-01-14 08:00:00',
      '2026-01-15',
    ]);
  });
  it('moves by whole days, with the days in numbers and names of operations', () => {
    expect(movedTo({ nbr: 'GD202601080001/10', $at: '2026-01-08 09:00:00' }, '2026-03-01 20:00:00')).toEqual({
      nbr: 'GD202602220001/10',
      $at: '2026-02-22 09:00:00',
    });
  });
  it('moves the day in labels and batches and the month in numbers of a month', () => {
    const written = ['260115000001', '2601120001', 'GJ26010001', '260115000001/1', '269915000001', 'GJ26130001'];
    expect(shiftDates(written, 45)).toEqual([
      '260301000001',
      '2602260001',
      'GJ26030001',
      '260115000001/1',
      '269915000001',
      'GJ26130001',
    ]);
    expect(shiftDates(['260115000001', 'GJ26010001'], 0)).toEqual(['260115000001', 'GJ26010001']);
    expect(shiftDates('GJ25120007', 16)).toBe('GJ25120007');
    expect(shiftDates('GJ25120007', 17)).toBe('GJ26010007');
  });
  it('leaves holidays on the days they have, and no other date of their row', () => {
    const row = {
      $fixed: ['entries'],
      from: '2026-01-15',
      entries: [{ dateFrom: '2026-02-15', dateTo: '2026-02-23' }],
    };
    expect(shiftDates(row, 45)).toEqual({ ...row, from: '2026-03-01' });
  });
  it('has done nothing in the future when it is loaded in the morning', () => {
    expect(at('2026-02-15 07:00:00', '2026-01-15 00:00:00', '2026-01-15 08:00:00', '2026-01-15 14:00:00')).toEqual([
      '2026-02-15 00:00:00',
      '2026-02-15 04:00:00',
      '2026-02-15 07:00:00',
    ]);
    expect(at('2026-02-15 07:00:00', '2026-01-15 17:00:00', '2026-01-14 23:00:00')).toEqual([
      '2026-02-15 17:00:00',
      '2026-02-14 23:00:00',
    ]);
  });
});
