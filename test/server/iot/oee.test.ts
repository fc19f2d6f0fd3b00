/** Where the time of a device went (50 §4, 00 §9), by hand: its stays on shifts, breaks and stops, to the second. */
import { describe, expect, it } from 'vitest';
import type { Calendar, Entry } from '../../../server/calendar/day';
import type { Resource } from '../../../server/calendar/resource';
import { type Shift, timesOf } from '../../../server/calendar/shift';
import { factoryMs } from '../../../server/iot/factory-time';
import { type Counts, madeOf } from '../../../server/iot/oee/made';
import { type Rule, STATE_SUMS, type Stay, type TimeRow, timeOf } from '../../../server/iot/oee/time';
import { zonesOf } from '../../../server/iot/oee/zones';
import { RUN, type RunState } from '../../../server/iot/state';

const DAY = '2026-01-15';
type Times = readonly [start: string, end: string];
const shift = (id: string, [start, end]: Times, breaks: readonly Times[] = []): Shift => ({
  ...{ id, code: id, name: id, color: '', isNight: false, graceBefore: 30, graceAfter: 120, former: [] },
  times: timesOf(
    start,
    end,
    breaks.map(([startTime, endTime]) => ({ startTime, endTime, plannedStop: true })),
  )!,
});
const EARLY = shift('白班', ['08:00', '17:00'], [['12:00', '13:00']]);
const NIGHT = shift('夜班', ['20:00', '05:00'], [['00:00', '01:00']]);
const resource = (shifts: readonly Shift[], entries: readonly Entry[] = []): Resource => ({
  calendar: { id: 'c', name: 'c', week: Array(7).fill(shifts), entries } satisfies Calendar,
  isDevice: true,
});
const sec = (time: string, day = DAY): number => factoryMs(`${day} ${time.length === 5 ? `${time}:00` : time}`) / 1000;
const stay = (state: RunState, from: number, to: number, more: Partial<Stay> = {}): Stay => ({
  ...{ state, from, to, reason: null, planned: false, setup: false, cut: false },
  ...more,
});
/** stays one after the other, in minutes */
const line = (start: number, ...parts: readonly (readonly [RunState, number, Partial<Stay>?])[]): readonly Stay[] => {
  let at = start;
  return parts.map(([state, minutes, more]) => {
    const from = at;
    at += minutes * 60;
    return stay(state, from, at, more);
  });
};
const RULE: Rule = { microSec: 0, offlineOut: false };
const sums = (rows: readonly TimeRow[]) => {
  const all: Record<string, number> = {};
  for (const row of rows) for (const [code, n] of Object.entries(row.sums)) all[code] = (all[code] ?? 0) + n / 60;
  return all;
};
const one = (stays: readonly Stay[], of = resource([EARLY]), rule = RULE) =>
  sums(timeOf({ stays, zones: zonesOf(of, DAY, DAY), rule }));
const MAINT = { reason: '70', planned: true };
/** CNC-01 of the worked day: 360 run, 42 standby, 28 stop, 20 fault, 30 maintained, 60 break */
const CNC01 = line(
  sec('08:00'),
  ...([
    [RUN.run, 150],
    [RUN.standby, 42],
    [RUN.fault, 20],
    [RUN.stop, 28],
    [RUN.standby, 60],
    [RUN.run, 120],
    [RUN.care, 30, MAINT],
    [RUN.run, 90],
  ] as const),
);

describe('the worked day of CNC-01', () => {
  it('has 450 planned minutes of 540 and 360 run ones, the rest is where it went', () => {
    expect(one(CNC01)).toMatchObject({
      ...{ known: 540, plan: 450, runPlan: 360, run: 360, standby: 102, stop: 28, fault: 20, maint: 30 },
      ...{ gross: 480, lossPlanned: 30, oeePlan: 450, oeeRun: 360, lossFault: 20, lossSetup: 0, lossIdle: 70 },
    });
  });

  it('is the same where the maintenance is a stop of the calendar', () => {
    const stop = { kind: '4', dateFrom: DAY, dateTo: DAY, shifts: [], reason: '' };
    const of = resource([EARLY], [{ ...stop, timeFrom: '15:00:00', timeTo: '15:30:00' }]);
    const stays = CNC01.map((each) => ({ ...each, planned: false }));
    expect(one(stays, of)).toMatchObject({ plan: 450, gross: 480, lossPlanned: 30, oeePlan: 450, oeeRun: 360 });
  });

  it('gives change-over its own place, but not before a fault', () => {
    const setup = { reason: '10', setup: true };
    const stays = CNC01.map((each) =>
      each.state === RUN.stop || each.state === RUN.fault ? { ...each, ...setup } : each,
    );
    expect(one(stays)).toMatchObject({ lossFault: 20, lossSetup: 28, lossIdle: 42, oeePlan: 450, oeeRun: 360 });
  });

  it('adds a break that was worked through to run and to plan alike, of OEE alone', () => {
    const through = line(sec('08:00'), [RUN.run, 540]);
    expect(one(through)).toMatchObject({ plan: 480, runPlan: 480, oeePlan: 540, oeeRun: 540, gross: 540 });
    const half = line(sec('08:00'), [RUN.run, 270], [RUN.stop, 270]);
    expect(one(half)).toMatchObject({ plan: 480, runPlan: 240, oeePlan: 510, oeeRun: 270, lossIdle: 240 });
  });
});

describe('what is no planned time', () => {
  it('is all of a device without a shift', () => {
    expect(one(CNC01, resource([]))).toMatchObject({
      known: 540,
      run: 360,
      plan: 0,
      runPlan: 0,
      oeePlan: 0,
      oeeRun: 0,
    });
  });

  it('is what lies outside of shifts: kept as state, in no plan', () => {
    const stays = line(sec('06:00'), [RUN.run, 180], [RUN.stop, 720]);
    const rows = timeOf({ stays, zones: zonesOf(resource([EARLY]), DAY, DAY), rule: RULE });
    expect(
      rows.map(({ zone, sums: { run, stop, plan } }) => [zone.day, zone.shift, run / 60, stop / 60, plan / 60]),
    ).toEqual([
      [DAY, null, 120, 0, 0],
      [DAY, '白班', 60, 480, 480],
      [DAY, null, 0, 240, 0],
    ]);
  });

  it('is time nobody knows of: before the first reading, and after now', () => {
    const stays = line(sec('10:00'), [RUN.run, 60], [RUN.stop, 30]);
    expect(one(stays)).toMatchObject({ known: 90, plan: 90, runPlan: 60, oeePlan: 90 });
  });

  it('is offline time where the factory says so', () => {
    const stays = line(sec('08:00'), [RUN.run, 150], [RUN.offline, 30], [RUN.run, 60], [RUN.stop, 300]);
    expect(one(stays)).toMatchObject({ plan: 480, oeePlan: 480, lossIdle: 270, lossPlanned: 0, offline: 30 });
    expect(one(stays, resource([EARLY]), { ...RULE, offlineOut: true })).toMatchObject({
      ...{ plan: 480, oeePlan: 450, lossIdle: 240, lossPlanned: 30, oeeRun: 210 },
    });
  });
});

describe('stops', () => {
  it('below the limit are running, but not a fault, and not a part that people cut off', () => {
    const cut = { cut: true, reason: '20' };
    const stays = line(
      sec('08:00'),
      ...([
        [RUN.run, 60],
        [RUN.stop, 1],
        [RUN.run, 60],
        [RUN.fault, 1],
        [RUN.run, 60],
        [RUN.stop, 4],
        [RUN.stop, 1, cut],
        [RUN.run, 53],
        [RUN.run, 300],
      ] as const),
    );
    expect(one(stays)).toMatchObject({ lossIdle: 6, lossFault: 1 });
    const rule = { ...RULE, microSec: 120 };
    expect(one(stays, resource([EARLY]), rule)).toMatchObject({ lossIdle: 5, lossFault: 1, stop: 6, oeeRun: 534 });
  });

  it('are counted once over two shifts, where they began, and once when people cut them', () => {
    const two = resource([shift('一', ['08:00', '12:00']), shift('二', ['12:00', '16:00'])]);
    const stays = [
      stay(RUN.run, sec('08:00'), sec('11:50')),
      stay(RUN.stop, sec('11:50'), sec('12:10'), { reason: '20' }),
      stay(RUN.stop, sec('12:10'), sec('12:20'), { cut: true }),
      stay(RUN.run, sec('12:20'), sec('15:00')),
      stay(RUN.stop, sec('15:00'), sec('15:04')),
      stay(RUN.run, sec('15:04'), sec('16:00')),
    ];
    const rows = timeOf({ stays, zones: zonesOf(two, DAY, DAY), rule: RULE });
    expect(rows.map(({ zone, sums: s }) => [zone.shift, s.stop / 60, s.stopTimes, s.longTimes, s.unsaidTimes])).toEqual(
      [
        ['一', 10, 1, 1, 0],
        ['二', 24, 1, 1, 1],
      ],
    );
  });

  it('that began before the span count with their inner part', () => {
    const stays = [stay(RUN.stop, sec('20:00', '2026-01-14'), sec('09:00')), stay(RUN.run, sec('09:00'), sec('17:00'))];
    expect(one(stays)).toMatchObject({ stop: 540, plan: 480, runPlan: 420, stopTimes: 1 / 60 });
  });

  it('stand with their reasons where those are asked for', () => {
    const stays = line(sec('08:00'), [RUN.stop, 30, { reason: 'a' }], [RUN.run, 30], [RUN.stop, 10, { reason: 'b' }]);
    const rows = timeOf({
      stays,
      zones: zonesOf(resource([EARLY]), DAY, DAY),
      rule: RULE,
      wordOf: ({ reason }) => String(reason),
    });
    expect(rows.map(({ stay: { reason }, sums: { stop, run } }) => [reason, stop / 60, run / 60])).toEqual([
      ['a', 30, 0],
      [null, 0, 30],
      ['b', 10, 0],
    ]);
  });
});

describe('nights', () => {
  it('belong to the day they began, and give nothing to the next one', () => {
    const stays = [stay(RUN.run, sec('20:00'), sec('06:00', '2026-01-16'))];
    const of = resource([EARLY, NIGHT]);
    const on = (day: string) =>
      timeOf({ stays, zones: zonesOf(of, day, day), rule: RULE }).map(({ zone, sums: { run, plan, oeePlan } }) => [
        ...[zone.day, zone.shift, run / 60, plan / 60, oeePlan / 60],
      ]);
    expect(on(DAY)).toEqual([[DAY, '夜班', 540, 480, 540]]);
    expect(on('2026-01-16')).toEqual([['2026-01-16', null, 60, 0, 0]]);
  });

  it('overlap with overtime without a second counted twice', () => {
    const of = resource([EARLY, shift('加班', ['16:00', '19:00'])]);
    const stays = line(sec('08:00'), [RUN.run, 660]);
    const rows = timeOf({ stays, zones: zonesOf(of, DAY, DAY), rule: RULE });
    expect(rows.map(({ zone, sums: { run } }) => [zone.shift, run / 60])).toEqual([
      ['白班', 540],
      ['加班', 120],
    ]);
  });
});

it('gives the time of a product while it was made', () => {
  const stays = line(sec('08:00'), [RUN.run, 120], [RUN.stop, 60], [RUN.run, 360]);
  const runs = [
    { from: sec('09:00'), to: sec('10:30'), material: 'A' },
    { from: sec('11:30'), to: sec('12:00'), material: 'B' },
  ];
  const rows = timeOf({ stays, zones: zonesOf(resource([EARLY]), DAY, DAY), rule: RULE, runs });
  expect(rows.map(({ material, sums: { run, stop, plan } }) => [material, run / 60, stop / 60, plan / 60])).toEqual([
    [null, 390, 30, 360],
    ['A', 60, 30, 90],
    ['B', 30, 0, 30],
  ]);
});

describe('random timelines', () => {
  let seed = 7;
  const next = (n: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  it('add up: every second is in one state and one zone, plan is where it went', () => {
    for (let round = 0; round < 200; round++) {
      const of = resource([EARLY, NIGHT].slice(0, next(3)));
      const stays: Stay[] = [];
      for (let at = sec('00:00') - next(5000), to = sec('05:00', '2026-01-18') + next(9000); at < to; ) {
        const end = at + 1 + next(20_000);
        const state = (1 + next(7)) as RunState; // 1 to 7
        const planned = state !== RUN.run && next(4) === 0;
        stays.push(
          stay(state, at, end, { planned, setup: next(5) === 0, cut: next(3) === 0, reason: planned ? 'x' : null }),
        );
        at = end;
      }
      const rule = { microSec: next(2) * 600, offlineOut: next(2) === 0 };
      const all = sums(timeOf({ stays, zones: zonesOf(of, DAY, '2026-01-17'), rule }));
      const total = (codes: readonly string[]) => codes.reduce((sum, code) => sum + (all[code] ?? 0), 0);
      expect(total(Object.values(STATE_SUMS))).toBeCloseTo(all.known!, 6);
      expect(total(['oeePlan', 'lossPlanned'])).toBeCloseTo(all.gross!, 6);
      expect(total(['oeeRun', 'lossFault', 'lossSetup', 'lossIdle'])).toBeCloseTo(all.oeePlan!, 6);
      // what the night before takes of the first day, the last night has of the day after
      expect(all.known).toBeCloseTo(3 * 1440, 6);
    }
  });
});

describe('what was made', () => {
  const counts: Counts = {
    ...{ number: 84, unqualifiedQty: 5, cycleSec: 84 * 240, noCycleQty: 0 },
    ...{ reportQty: 0, firstPassQty: 0, reportCycleSec: 0, reportNoCycleQty: 0 },
  };
  it('is judged by reports that cover the count, more than it too', () => {
    const made = madeOf({ ...counts, reportQty: 90, firstPassQty: 87 }, false);
    expect(made).toMatchObject({ total: 84, first: 81, counted: 0, badSec: 720 });
  });

  it('else by the count less its bad pieces, never below none', () => {
    const some = { ...counts, reportQty: 83, firstPassQty: 83 };
    expect(madeOf(some, false)).toMatchObject({ total: 84, first: 79, counted: 84, badSec: 1200 });
    expect(madeOf({ ...counts, unqualifiedQty: 90 }, false)).toMatchObject({ first: 0 });
  });

  it('is what was reported where that is asked for', () => {
    const some = { ...counts, reportQty: 80, firstPassQty: 78, reportCycleSec: 79 * 240, reportNoCycleQty: 1 };
    expect(madeOf(some, true)).toMatchObject({ total: 80, first: 78, counted: 0, noCycle: 1, badSec: 480 });
  });

  it('loses no time of pieces that have no cycle', () => {
    expect(madeOf({ ...counts, cycleSec: 0, noCycleQty: 84 }, false)).toMatchObject({ noCycle: 84, badSec: 0 });
  });
});
