/** 50 §2.7 gap split and §2.9: in which hour pieces were made, and for which work. */
import { describe, expect, it } from 'vitest';
import { type Long, type Near, outputOf, sharesOf, type Work } from '../../../server/iot/output-slots';

const MINUTE = 60_000;
/** 09:00 of the factory's day */
const T0 = Date.UTC(2026, 0, 15, 1);
const at = (minute: number): number => T0 + minute * MINUTE;
const HOURS = [at(0), at(60), at(120)];
const work = (id: string, from: number, to: number | null, reported = 0): Work => ({
  id,
  from: at(from),
  to: to === null ? null : at(to),
  reported,
});
const near = (span: number, pieces: number, kind: Near['kind'] = 'made'): Near => ({ span, kind, pieces, late: false });
const gap = (from: number, to: number, pieces: number): Long => ({
  from: at(from),
  to: at(to),
  kind: 'made',
  pieces,
  late: false,
});
const told = (works: readonly Work[], spans: readonly Near[], long: readonly Long[] = []) =>
  outputOf(HOURS, works, spans, long).map(({ slot, work: of, made, bad, est }) => [
    (slot - T0) / MINUTE,
    of,
    made,
    bad,
    est,
  ]);

describe('pieces over a gap', () => {
  it('are spread over its hours and add up: 100 between 09:50 and 11:20 are 11, 66 and 23', () => {
    expect(told([], [], [gap(50, 140, 100)])).toEqual([
      [0, null, 11, 0, 11],
      [60, null, 66, 0, 66],
      [120, null, 23, 0, 23],
    ]);
  });
  it('before the first hour are booked there, not here', () => {
    expect(told([], [], [gap(-60, 60, 60)])).toEqual([[0, null, 30, 0, 30]]);
  });
});

describe('pieces of a device', () => {
  it("belong to the work they were made in; before and between works they are nobody's", () => {
    const works = [work('a', 0, 60), work('b', 90, null)];
    // bounds 0, 60, 90, 120
    expect(told(works, [near(0, 40), near(1, 7), near(2, 30), near(3, 5), near(2, 4, 'bad')])).toEqual([
      [0, 'a', 40, 0, 0],
      [60, null, 7, 0, 0],
      [60, 'b', 30, 4, 0],
      [120, 'b', 5, 0, 0],
    ]);
  });
  it('are shared by what was reported while several run, equally while nothing is', () => {
    const works = [work('a', 0, 60, 45), work('b', 0, 60, 35), work('c', 30, 60, 20)];
    expect(told(works, [near(0, 8), near(1, 10)])).toEqual([
      [0, 'a', 10, 0, 0],
      [0, 'b', 6, 0, 0],
      [0, 'c', 2, 0, 0],
    ]);
    expect(told([work('a', 0, 60), work('b', 0, 60)], [near(0, 9)])).toEqual([
      [0, 'a', 5, 0, 0],
      [0, 'b', 4, 0, 0],
    ]);
  });
});

describe('bad pieces', () => {
  it('are kept by their reason, and those without one count all the same', () => {
    const bad = (span: number, pieces: number, reason: string | null): Near => ({
      ...near(span, pieces, 'bad'),
      reason,
    });
    const spans = [near(0, 40), bad(0, 2, 'leak'), bad(0, 1, 'scratch'), bad(0, 4, null), bad(1, 3, 'leak')];
    const rows = outputOf(HOURS, [], spans, []).map(({ bad, bads }) => [bad, Object.fromEntries(bads)]);
    expect(rows).toEqual([
      [7, { leak: 2, scratch: 1 }],
      [3, { leak: 3 }],
    ]);
    // of several works each has its share
    const works = [work('a', 0, 60, 3), work('b', 0, 60, 1)];
    expect(outputOf(HOURS, works, [bad(0, 4, 'leak')], []).map(({ work: of, bads }) => [of, bads.get('leak')])).toEqual(
      [
        ['a', 3],
        ['b', 1],
      ],
    );
  });
});

describe('shares', () => {
  it('are whole, make up the pieces and leave the rest to the largest remainders', () => {
    expect(sharesOf(10, [45, 35, 20])).toEqual([5, 3, 2]);
    expect(sharesOf(10, [1, 1, 1])).toEqual([4, 3, 3]);
    expect(sharesOf(7, [0, 0])).toEqual([4, 3]);
    expect(sharesOf(1.5, [1])).toEqual([1.5]);
    expect(sharesOf(3.5, [2, 1])).toEqual([2.5, 1]);
    for (let pieces = 0; pieces < 300; pieces += 7)
      for (const weights of [[3, 5, 9], [1, 999], [0.3, 0.3, 0.4], [12]])
        expect(sharesOf(pieces, weights).reduce((sum, share) => sum + share, 0)).toBe(pieces);
  });
});
