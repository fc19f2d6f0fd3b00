/** 50 §2.8 with its worked numbers: what a device does, from its signals. */
import { describe, expect, it } from 'vitest';
import {
  type AlarmSignal,
  type Change,
  type CountSignal,
  type DeviceRule,
  type Happening,
  happen,
  type Machine,
  NO_MACHINE,
  renew,
  type StateSignal,
  settle,
  settlesAt,
} from '../../../server/iot/state';

const reads = { point: 'A', box: 'b1', bit: null, factor: 1, offset: 0, validMin: null, validMax: null };
/** 运行 from 5.0 kept to 4.0, 待机 from 0.5, 停机 below */
const current: StateSignal = {
  ...reads,
  map: 'current',
  kind: 'state',
  rows: [
    { from: 5, to: 100, state: 1, keepTo: 4, holdMs: 3_000 },
    { from: 0.5, to: 4.999, state: 2, keepTo: 0.5, holdMs: 10_000 },
    { from: 0, to: 0.499, state: 3, keepTo: 0, holdMs: 10_000 },
  ],
};
const count: CountSignal = { ...reads, point: 'C', map: 'count', kind: 'count', pulse: false, idleMs: 120_000 };
const alarm: AlarmSignal = { ...reads, point: 'L', map: 'alarm', kind: 'alarm', stops: [{ raw: 102, code: 'E102' }] };

type At = readonly [sec: number, what: number | Happening, point?: string];
const told = (what: At[1], point = 'A'): Happening =>
  typeof what === 'number' ? { kind: 'read', point, value: what } : what;
/** [second, state] of each change; until: the second that time went on to */
const fold = (rule: DeviceRule, list: readonly At[], until: number): { changes: Change[]; machine: Machine } => {
  const changes: Change[] = [];
  const tell = (change: Change): void => void changes.push(change);
  let machine = NO_MACHINE;
  for (const [sec, what, point] of list)
    machine = happen(rule, machine, { ts: sec * 1000, all: [told(what, point)] }, tell);
  return { machine: settle(rule, machine, until * 1000, tell), changes };
};
const strip = (rule: DeviceRule, list: readonly At[], until: number) =>
  fold(rule, list, until).changes.map(({ at, state }) => [at / 1000, state]);
const silent = (isSilent: boolean, box = 'b1'): Happening => ({ kind: 'box', box, silent: isSilent });

describe('a state signal', () => {
  const worked: At[] = [
    ...([
      [0, 0.8],
      [2, 5.2],
      [4, 5.6],
      [6, 5.4],
      [8, 4.5],
      [10, 3],
      [12, 3.1],
      [14, 5.1],
    ] as const),
    ...Array.from({ length: 7 }, (_, n): At => [20 + 2 * n, 0.9]),
  ];
  it('gives 待机 | 运行 18 s | 待机, as worked', () => {
    expect(strip({ signals: [current] }, worked, 40)).toEqual([
      [0, 2],
      [2, 1],
      [20, 2],
    ]);
  });
  it('is decided by time alone too, dated back', () => {
    const rule = { signals: [current] };
    const open = fold(rule, worked.slice(0, 2), 4);
    expect(open.changes).toHaveLength(1);
    expect(settlesAt(rule, open.machine)).toBe(5_000);
    expect(strip(rule, worked.slice(0, 2), 5)).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });
  it('forgets a candidate that is interrupted', () => {
    expect(
      strip(
        { signals: [current] },
        [
          [0, 0.8],
          [2, 5.2],
          [4, 0.9],
          [5, 5.2],
          [7, 0.9],
        ],
        60,
      ),
    ).toEqual([[0, 2]]);
  });
  it('is kept down to the lower limit, and left below it', () => {
    expect(
      strip(
        { signals: [current] },
        [
          [0, 6],
          [10, 4],
          [60, 3.999],
        ],
        90,
      ),
    ).toEqual([
      [0, 1],
      [60, 2],
    ]);
  });
  it('says nothing with a value it may not have', () => {
    expect(
      strip(
        { signals: [{ ...current, validMax: 50 }] },
        [
          [0, 0.8],
          [2, 60],
        ],
        90,
      ),
    ).toEqual([[0, 2]]);
  });
  it('reads its bit of a word', () => {
    const rows = [
      { from: 1, to: 1, state: 1, keepTo: 1, holdMs: 0 },
      { from: 0, to: 0, state: 2, keepTo: 0, holdMs: 0 },
    ] as const;
    expect(
      strip(
        { signals: [{ ...current, bit: 3, rows }] },
        [
          [0, 8],
          [9, 7],
        ],
        9,
      ),
    ).toEqual([
      [0, 1],
      [9, 2],
    ]);
  });
});

describe('several signals', () => {
  const second: StateSignal = { ...current, map: 'second', point: 'B', box: 'b2' };
  it('give the best of 1, 2, 3, and 4 before all', () => {
    expect(
      strip(
        { signals: [current, second] },
        [
          [0, 0.1],
          [1, 0.8, 'B'],
          [30, 6, 'A'],
          [60, 0.1, 'A'],
        ],
        90,
      ),
    ).toEqual([
      [0, 3],
      [1, 2],
      [30, 1],
      [60, 2],
    ]);
    const rows = [{ from: 9, to: 9, state: 4, keepTo: 9, holdMs: 0 }] as const;
    expect(
      strip(
        { signals: [current, { ...second, rows }] },
        [
          [0, 6],
          [5, 9, 'B'],
        ],
        9,
      ),
    ).toEqual([
      [0, 1],
      [5, 4],
    ]);
  });
  it('an alarm that stops is 4 with its code; others do not stop', () => {
    const { changes } = fold(
      { signals: [current, alarm] },
      [
        [0, 6],
        [5, 7, 'L'],
        [8, 102, 'L'],
        [20, 0, 'L'],
      ],
      60,
    );
    expect(changes.map(({ at, state, fault }) => [at / 1000, state, fault])).toEqual([
      [0, 1, null],
      [8, 4, 'E102'],
      [20, 1, null],
    ]);
  });
  it('are offline when the boxes of all state signals are, and one that speaks is enough', () => {
    const both: DeviceRule = { signals: [current, second] };
    expect(
      strip(
        both,
        [
          [0, 6],
          [0, 6, 'B'],
          [9, silent(true)],
          [20, silent(true, 'b2')],
        ],
        60,
      ),
    ).toEqual([
      [0, 1],
      [20, 5],
    ]);
    expect(
      strip(
        { signals: [current, { ...alarm, box: 'b2' }] },
        [
          [0, 6],
          [9, silent(true)],
        ],
        60,
      ),
    ).toEqual([
      [0, 1],
      [9, 5],
    ]);
  });
});

describe('a count signal', () => {
  it('runs while it counts within its idle time, else stands by', () => {
    expect(
      strip(
        { signals: [count] },
        [
          [0, 5, 'C'],
          [60, 6, 'C'],
          [170, 7, 'C'],
          [180, 7, 'C'],
        ],
        400,
      ),
    ).toEqual([
      [0, 2],
      [60, 1],
      [290, 2],
    ]);
  });
  it('says nothing beside a state signal', () => {
    expect(
      strip(
        { signals: [current, count] },
        [
          [0, 0.8],
          [60, 5, 'C'],
          [70, 6, 'C'],
        ],
        100,
      ),
    ).toEqual([[0, 2]]);
  });
  it('is offline when all boxes of the device are', () => {
    const rule: DeviceRule = { signals: [count, { ...alarm, box: 'b2' }] };
    expect(
      strip(
        rule,
        [
          [0, 5, 'C'],
          [9, silent(true)],
          [20, silent(true, 'b2')],
        ],
        60,
      ),
    ).toEqual([
      [0, 2],
      [20, 5],
    ]);
  });
});

describe('what holds a device', () => {
  it('comes before offline and signals, and ends without a trace', () => {
    const held = (state: 4 | 6 | 7 | null): Happening => ({ kind: 'hold', state });
    const list: At[] = [
      [0, 6],
      [10, held(4)],
      [20, held(6)],
      [25, silent(true)],
      [30, held(null)],
      [40, silent(false)],
    ];
    expect(strip({ signals: [current] }, list, 60)).toEqual([
      [0, 1],
      [10, 4],
      [20, 6],
      [30, 5],
      [40, 1],
    ]);
  });
  it('nothing mapped has no timeline, alarms alone neither', () => {
    expect(
      strip(
        { signals: [] },
        [
          [0, 6],
          [9, silent(true)],
        ],
        60,
      ),
    ).toEqual([]);
    expect(strip({ signals: [alarm] }, [[0, 102, 'L']], 60)).toEqual([]);
  });
  it('a rule that reads nothing more ends it', () => {
    const changes: Change[] = [];
    const { machine } = fold({ signals: [current] }, [[0, 6]], 10);
    renew({ signals: [] }, machine, 20_000, (change) => changes.push(change));
    expect(changes.map(({ at, state }) => [at, state])).toEqual([[20_000, null]]);
  });
});
