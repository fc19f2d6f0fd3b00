/** When a chart of a board is asked again: a clock by hand, no browser. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Pace } from '../../runtime/charts/pace';

let now = 0;
let timers: { at: number; run: () => void }[] = [];
let asks: number[] = [];
let random = 0.5;
let pace: Pace;
beforeEach(() => {
  now = 0;
  timers = [];
  asks = [];
  random = 0.5;
  pace = new Pace({
    ask: () => {
      asks.push(now);
      pace.asking();
    },
    later: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((item) => item !== timer);
      };
    },
    random: () => random,
  });
});
const pass = (seconds: number): void => {
  const end = now + seconds * 1000;
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (next === undefined) break;
    now = next.at;
    timers = timers.filter((timer) => timer !== next);
    next.run();
  }
  now = end;
};
const begin = (every: number | null): void => {
  pace.setEvery(every);
  pace.asking();
  pace.answered();
};

describe('the pace of a chart', () => {
  it('a tenth sooner or later, from the answer on and never while one is under way', () => {
    random = 0;
    begin(60);
    pass(54);
    expect(asks).toEqual([54_000]);
    pass(300);
    expect(asks).toHaveLength(1);
    random = 1;
    pace.answered();
    pass(65.9);
    expect(asks).toHaveLength(1);
    pass(0.1);
    expect(asks).toEqual([54_000, 420_000]);
  });
  it('rests while nobody looks, once is enough when somebody looks again', () => {
    begin(10);
    pace.show(false);
    pass(600);
    expect(asks).toEqual([]);
    pace.show(true);
    expect(asks).toEqual([600_000]);
    pace.answered();
    pace.show(false);
    pace.show(true);
    expect(asks).toHaveLength(1);
  });
  it('after 5, 15 and 60 seconds where the line is lost, by its own interval after a refusal', () => {
    begin(30);
    pass(30);
    for (const [wait, at] of [
      [5, 35],
      [15, 50],
      [60, 110],
      [60, 170],
    ] as const) {
      pace.failed(true);
      pass(wait - 0.1);
      expect(asks.at(-1)).not.toBe(at * 1000);
      pass(0.1);
      expect(asks.at(-1)).toBe(at * 1000);
    }
    pace.answered();
    pass(30);
    expect(asks.at(-1)).toBe(200_000);
    pace.failed(false);
    pass(29);
    expect(asks.at(-1)).toBe(200_000);
    pass(1);
    expect(asks.at(-1)).toBe(230_000);
  });
  it('told of changes it asks at once, and what is told during a question after its answer', () => {
    begin(null);
    pass(900);
    expect(asks).toEqual([]);
    pace.due();
    expect(asks).toEqual([900_000]);
    pace.due();
    expect(asks).toHaveLength(1);
    pace.answered();
    expect(asks).toHaveLength(2);
    pace.answered();
    pass(900);
    expect(asks).toHaveLength(2);
    // the channel is lost: by the clock until it is back
    pace.setEvery(60);
    pass(60);
    expect(asks).toHaveLength(3);
    pace.answered();
    pace.setEvery(null);
    pass(900);
    expect(asks).toHaveLength(3);
  });
  it('retries nothing after it was stopped', () => {
    begin(10);
    pace.stop();
    pass(100);
    expect(asks).toEqual([]);
  });
});
