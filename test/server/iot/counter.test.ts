/** 50 §2.7 by its worked numbers, and laws of the fold. */
import { describe, expect, it } from 'vitest';
import { type Booking, type CounterRule, foldCounter, NO_COUNT, type Sample } from '../../../server/iot/counter';

const RULE: CounterRule = {
  pulse: false,
  maxRate: null,
  rolloverMax: null,
  backTol: 0,
  confirmReads: 3,
  confirmMs: 60_000,
  debounceMs: 0,
  minGapMs: 0,
  per: 1,
};
const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 0, 15, 2);
const at = (sec: number, x: number): Sample => ({ ts: T0 + sec * 1000, x });
const run = (rule: Partial<CounterRule>, samples: readonly Sample[], until = samples.at(-1)?.ts ?? 0) => {
  const made: Booking[] = [];
  const state = foldCounter({ ...RULE, ...rule }, NO_COUNT, samples, until, (booking) => made.push(booking));
  const sum = (suspect: boolean): number =>
    made.filter((booking) => booking.suspect === suspect).reduce((all, { pieces }) => all + pieces, 0);
  return { state, made, pieces: sum(false), suspect: sum(true) };
};

describe('a counter', () => {
  it('counts 4 over a glitch and a reset, never 902', () => {
    const readings = [at(0, 900), at(10, 901), at(20, 0), at(30, 902), at(40, 0), at(50, 1), at(60, 2)];
    const { pieces, made } = run({ maxRate: 20 }, readings);
    expect(pieces).toBe(4);
    expect(made.map(({ to, pieces }) => [(to - T0) / 1000, pieces])).toEqual([
      [10, 1],
      [30, 1],
      [50, 1],
      [60, 1],
    ]);
  });
  it('goes over its end: 65530 → 4 is 10 after 30 s, and waits as a drop after 10 s', () => {
    const rule = { maxRate: 20, rolloverMax: 65_536 };
    expect(run(rule, [at(0, 65_530), at(30, 4)]).pieces).toBe(10);
    expect(run({ ...rule, per: 4 }, [at(0, 65_530), at(30, 4)]).pieces).toBe(40);
    const { pieces, state } = run(rule, [at(0, 65_530), at(10, 4)]);
    expect(pieces).toBe(0);
    expect(state.pending).toMatchObject({ kind: 'drop' });
  });
  it('takes a reset alone after the time of its confirmation', () => {
    const readings = [at(0, 900), at(10, 12)];
    expect(run({}, readings, T0 + 69_999).pieces).toBe(0);
    expect(run({}, readings, T0 + 70_000).pieces).toBe(12);
  });
  it('does not count a small step back', () => {
    expect(run({ backTol: 0.5 }, [at(0, 215.7), at(10, 215.6), at(20, 216.7)]).pieces).toBe(1);
  });
  it('keeps a jump for a person', () => {
    const { pieces, suspect, state } = run({ maxRate: 20 }, [at(0, 100), at(5, 5000), at(10, 5001), at(15, 5002)]);
    expect([pieces, suspect, state.base?.x]).toEqual([0, 4902, 5002]);
    expect(run({ maxRate: 20 }, [at(0, 100), at(5, 5000), at(10, 102)]).pieces).toBe(2);
  });
  it('loses no half piece: 7 strokes are 3, 8 are 4', () => {
    const strokes = Array.from({ length: 9 }, (_, x) => at(x, x));
    expect(run({ per: 0.5 }, strokes.slice(0, 8)).pieces).toBe(3);
    expect(run({ per: 0.5 }, strokes).pieces).toBe(4);
  });
  it('counts levels that hold: of three edges two', () => {
    const edges = [
      [-10, 0],
      [0, 1],
      [20, 0],
      [30, 1],
      [100, 0],
      [400, 1],
      [480, 0],
    ].map(([ms, x]) => ({ ts: T0 + (ms ?? 0), x: x ?? 0 }));
    expect(run({ pulse: true, debounceMs: 50 }, edges).pieces).toBe(2);
    expect(run({ pulse: true, debounceMs: 50, minGapMs: 500 }, edges).pieces).toBe(1);
  });
});

describe('the fold of a counter', () => {
  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const walk = (next: () => number): Sample[] => {
    let [ts, x] = [T0, 65_400];
    return Array.from({ length: 120 }, () => {
      ts += 1000 + Math.floor(next() * 90_000);
      const what = next();
      x = what < 0.05 ? 0 : what < 0.08 ? x + 5000 : (x + Math.floor(next() * 8)) % 65_536;
      return { ts, x };
    });
  };
  it('is the same in parts: state carried over = all at once', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed);
      const rule = { ...RULE, maxRate: next() < 0.5 ? 20 : null, rolloverMax: next() < 0.5 ? 65_536 : null, per: 0.5 };
      const samples = walk(next);
      const whole: Booking[] = [];
      const until = (samples.at(-1)?.ts ?? 0) + HOUR;
      foldCounter(rule, NO_COUNT, samples, until, (booking) => whole.push(booking));
      const parts: Booking[] = [];
      const cut = Math.floor(next() * samples.length);
      const middle = samples[cut]?.ts ?? 0;
      const state = foldCounter(rule, NO_COUNT, samples.slice(0, cut), middle - 1, (booking) => parts.push(booking));
      const carried = JSON.parse(JSON.stringify(state)) as typeof state;
      foldCounter(rule, carried, samples.slice(cut), until, (booking) => parts.push(booking));
      expect(parts).toEqual(whole);
    }
  });
});
