/** The rule engine without a database (50 §2.10). */
import { describe, expect, it } from 'vitest';
import { warningsOf } from '../../../server/iot/rules/engine';
import { ONLINE, type Rule, type Sample, STATE, WINDOW } from '../../../server/iot/rules/rule';

const DAY = Date.UTC(2026, 0, 15);
const at = (time: string): number => {
  const [h = 0, m = 0, s = 0] = time.split(':').map(Number);
  return DAY + ((h * 60 + m) * 60 + s) * 1000;
};
const series = (signal: string, ...values: readonly (readonly [time: string, x: number])[]): Sample[] =>
  values.map(([time, x]) => ({ ts: at(time), signal, x }));
const rule = (changes: Partial<Rule> = {}): Rule => ({
  sort: 'values',
  conditions: [{ signal: 'T', op: '>', value: 80 }],
  any: false,
  forMs: 0,
  often: null,
  clearValue: null,
  clearMs: 0,
  skipInMaint: true,
  maxPerHour: 12,
  ...changes,
});
const HOT = rule({ forMs: 60_000, clearValue: 75, clearMs: 120_000 });
const WORKED = series(
  'T',
  ...([
    ['10:00:00', 82],
    ['10:00:30', 83],
    ['10:00:50', 79],
    ['10:01:10', 84],
    ['10:02:10', 85],
  ] as const),
  ...([
    ['10:03:00', 78],
    ['10:04:00', 74],
    ['10:05:00', 76],
    ['10:06:00', 73],
    ['10:08:00', 72],
  ] as const),
);
const random = (seed: number) => (n: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const spans = (of: Rule, samples: readonly Sample[], until = '12:00:00') =>
  warningsOf(of, samples, at(until)).map(({ startAt, openAt, endAt }) =>
    [startAt, openAt, endAt].map((ts) => (ts === null ? '' : new Date(ts).toISOString().slice(11, 19))).join(' '),
  );

describe('a limit with a span', () => {
  it('opens and ends as worked out', () => {
    expect(warningsOf(HOT, WORKED, at('10:30:00'))).toEqual([
      {
        ...{ startAt: at('10:01:10'), openAt: at('10:02:10'), endAt: at('10:06:00') },
        ...{ value: 85, peak: 85, repeats: 0, shaken: 0 },
      },
    ]);
  });
  it('is open until its clear time has passed', () => {
    expect(spans(HOT, WORKED.slice(0, -1), '10:07:59')).toEqual(['10:01:10 10:02:10 ']);
    expect(spans(HOT, WORKED.slice(0, -1), '10:08:00')).toEqual(['10:01:10 10:02:10 10:06:00']);
  });
  it('is the same in any order, however often its readings come', () => {
    const next = random(50);
    const values = Array.from(
      { length: 150 },
      (_, n): Sample => ({ ts: at('08:00:00') + n * 20_000, signal: 'T', x: (n % 40 < 18 ? 77 : 66) + next(9) }),
    );
    const expected = warningsOf(HOT, values, at('12:00:00'));
    expect(expected.length).toBeGreaterThan(1);
    for (let round = 0; round < 30; round++) {
      const mixed = [...values, ...values.filter(() => next(3) === 0)]
        .map((sample) => ({ sample, by: next(1e6) }))
        .sort((a, b) => a.by - b.by)
        .map(({ sample }) => sample);
      expect(warningsOf(HOT, mixed, at('12:00:00'))).toEqual(expected);
    }
  });
  it('counts a second trigger of what is open', () => {
    const again = [...WORKED.slice(0, 6), ...series('T', ['10:03:30', 88], ['10:06:00', 73])];
    expect(warningsOf(HOT, again, at('12:00:00'))).toMatchObject([{ repeats: 1, peak: 88 }]);
  });
  it('below: its peak is the least value', () => {
    const low = rule({ conditions: [{ signal: 'T', op: '<', value: 10 }], clearValue: 12 });
    const read = series('T', ['10:00:00', 9], ['10:01:00', 4], ['10:02:00', 11], ['10:03:00', 13]);
    expect(warningsOf(low, read, at('12:00:00'))).toMatchObject([{ value: 9, peak: 4, endAt: at('10:03:00') }]);
  });
});

describe('other sorts', () => {
  it('a change, and how fast', () => {
    const changes = rule({ conditions: [{ signal: 'T', op: 'change', value: 5 }] });
    const read = series('T', ['10:00:00', 10], ['10:01:00', 12], ['10:02:00', 20], ['10:03:00', 20]);
    expect(spans(changes, read)).toEqual(['10:02:00 10:02:00 10:03:00']);
    const fast = rule({ conditions: [{ signal: 'T', op: 'rate', value: 10 }] });
    expect(spans(fast, series('T', ['10:00:00', 10], ['10:00:30', 16], ['10:01:30', 16]))).toEqual([
      '10:00:30 10:00:30 10:01:30',
    ]);
    expect(spans(fast, series('T', ['10:00:00', 10], ['10:00:30', 15]))).toEqual([]);
  });
  it('no data for so long, while the box is online', () => {
    const silent = rule({ sort: 'silent', forMs: 300_000 });
    const read = series('T', ['10:00:00', 1], ['10:04:00', 1], ['10:20:00', 1], ['10:22:00', 1]);
    expect(spans(silent, read, '10:23:00')).toEqual(['10:04:00 10:09:00 10:20:00']);
    expect(
      spans(silent, [...read.slice(0, 2), ...series(ONLINE, ['10:07:00', 0], ['10:30:00', 1])], '10:34:59'),
    ).toEqual([]);
  });
  it('a value that stays although the device runs', () => {
    const frozen = rule({ sort: 'frozen', forMs: 600_000 });
    const read = series('T', ['10:00:00', 5], ['10:05:00', 5], ['10:12:00', 5], ['10:13:00', 6]);
    expect(spans(frozen, [...series(STATE, ['09:00:00', 1]), ...read], '10:20:00')).toEqual([
      '10:00:00 10:10:00 10:13:00',
    ]);
    expect(spans(frozen, [...series(STATE, ['09:00:00', 2]), ...read], '10:20:00')).toEqual([]);
  });
  it('a run state that lasts', () => {
    const waits = rule({ conditions: [{ signal: STATE, op: '=', value: 2 }], forMs: 900_000 });
    expect(spans(waits, series(STATE, ['10:00:00', 2], ['10:10:00', 1], ['10:20:00', 2], ['10:40:00', 1]))).toEqual([
      '10:20:00 10:35:00 10:40:00',
    ]);
  });
  it('several conditions, all of them or one', () => {
    const conditions = [
      { signal: 'T', op: '>', value: 80 },
      { signal: 'A', op: '<', value: 2 },
    ] as const;
    const read = [
      ...series('T', ['10:00:00', 81], ['10:10:00', 70]),
      ...series('A', ['10:05:00', 1], ['10:20:00', 3]),
    ].sort((a, b) => a.ts - b.ts);
    expect(spans(rule({ conditions }), read)).toEqual(['10:05:00 10:05:00 10:10:00']);
    expect(spans(rule({ conditions, any: true }), read)).toEqual(['10:00:00 10:00:00 10:20:00']);
  });
  it('so many times within so many minutes', () => {
    const leak = rule({ conditions: [{ signal: 'L', op: '=', value: 1 }], often: { times: 3, withinMs: 1_800_000 } });
    const pulses = (...times: readonly string[]) =>
      series(
        'L',
        ...times.flatMap(
          (time) =>
            [
              [`${time}:00`, 1],
              [`${time}:30`, 0],
            ] as const,
        ),
      );
    expect(spans(leak, pulses('10:00', '10:20', '10:40'))).toEqual([]);
    expect(spans(leak, pulses('10:00', '10:10', '10:20'))).toEqual(['10:20:00 10:20:00 10:30:00']);
  });
});

describe('what keeps a rule quiet', () => {
  it('its times, repair, a box that is offline', () => {
    const read = series('T', ['10:00:00', 90], ['10:30:00', 70]);
    expect(
      spans(
        rule(),
        [...series(WINDOW, ['09:00:00', 0], ['10:10:00', 1]), ...read].sort((a, b) => a.ts - b.ts),
      ),
    ).toEqual(['10:10:00 10:10:00 10:30:00']);
    expect(spans(rule(), [...series(STATE, ['09:00:00', 6]), ...read])).toEqual([]);
    expect(spans(rule({ skipInMaint: false }), [...series(STATE, ['09:00:00', 6]), ...read])).toHaveLength(1);
    expect(spans(rule(), [...series(ONLINE, ['09:00:00', 0]), ...read])).toEqual([]);
  });
  it('too many openings in an hour: the last one counts them until 30 quiet minutes', () => {
    const flaps = (from: number, n: number, everyMs: number): Sample[] =>
      Array.from({ length: n }, (_, k) => [
        { ts: from + k * everyMs, signal: 'T', x: 90 },
        { ts: from + k * everyMs + 20_000, signal: 'T', x: 70 },
      ]).flat();
    const made = warningsOf(
      rule(),
      [...flaps(at('10:00:00'), 40, 90_000), ...flaps(at('11:40:00'), 1, 90_000)],
      at('12:00:00'),
    );
    expect(made).toHaveLength(13);
    expect(made[11]).toMatchObject({ shaken: 28 });
    expect(made[12]).toMatchObject({ openAt: at('11:40:00'), shaken: 0 });
  });
});
