/** 50 §2.11: readings by minute, hour and day; order, repetition and lateness change nothing, means are of stored sums. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDirectory } from '../../../server/iot/directory';
import { factoryMs, factoryText } from '../../../server/iot/factory-time';
import { openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import { cellNumber, countedIn, hubSpan, SHOWN, SPAN } from '../../../server/iot/slots/cells';
import type { PointSlot } from '../../../server/iot/slots/read';
import { forgetHours, merged, rollUp } from '../../../server/iot/slots/roll-up';
import { demoFactory, type Factory } from '../../domain/factory';
import { makeBox, type TestBox } from '../../support/iot';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = factoryMs('2026-01-15 08:00:00');
const LATER = T0 + 3 * HOUR;
const RULE = { gapMs: 300_000, lateMs: 2 * HOUR };
let factory: Factory;
let box: TestBox;
let seq = 0;
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  await keepDays(database.db, org.schema, T0, {});
  box = await makeBox(factory, 'TS-001', {
    A: { cycleSec: 10, rangeHigh: 100 },
    B: { type: '1', maxSilenceSec: 600 },
    C: { maxSilenceSec: 600 },
  });
});
afterAll(() => factory?.database.drop());
const TABLES = ['fast', 'box', 'minute', 'hour', 'day', 'slot_dirty', 'drop'];
const forget = async (): Promise<void> => {
  for (const table of TABLES)
    await sql`DELETE FROM ${sql.id(factory.org.schema, `mw_iot_${table}`)}`.execute(factory.database.db);
};
beforeEach(forget);

type Reading = readonly [point: string, sec: number, x: number | boolean, q?: number];
const accept = async (up: string, body: object, recvAt: number): Promise<void> => {
  const { database, org } = factory;
  const ingest = openIngest({
    db: database.app,
    directory: openDirectory(database.app, async () => [org]),
    ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
    onStored: () => undefined,
    onError: (error) => {
      throw error;
    },
    now: () => recvAt,
  });
  await ingest.accept(`${box.topic}up/${up}`, Buffer.from(JSON.stringify({ v: 1, ts: T0, ...body })));
  await ingest.stop();
};
const send = (readings: readonly Reading[], recvAt = T0 + 2 * HOUR): Promise<void> => {
  const d = readings.map(([point, sec, x, q = 0]) => [point, sec * 1000, x, q]);
  return accept('fast', { seq: ++seq, d }, recvAt);
};
const roll = (now = LATER): Promise<number> => rollUp(factory.database.app, factory.org, now, RULE);
const rowsOf = async (table: string, point?: string) => {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    SELECT * FROM ${sql.id(factory.org.schema, `mw_iot_${table}`)}
     WHERE ${point === undefined} OR to_jsonb(${sql.id(`mw_iot_${table}`)}) ->> 'point_id' = ${box.points.get(point ?? '') ?? null}::text
     ORDER BY 1, 2`.execute(factory.database.db);
  return rows;
};
const random = (seed: number) => (n: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const at = (sec: number): string => String(T0 + sec * 1000);

describe('slots of a point', () => {
  it('add up: 10 values of mean 5 and 2 of mean 8 have the mean 5.5', async () => {
    await send([
      ...Array.from({ length: 10 }, (_, n): Reading => ['A', n * 5, n % 2 === 0 ? 4 : 6]),
      ['A', 60, 7],
      ['A', 70, 9],
    ]);
    expect(await roll()).toBe(1);
    const minutes = await rowsOf('minute', 'A');
    expect(minutes.slice(0, 2)).toMatchObject([
      { ts: at(0), n: 10, v_sum: 50, v_min: 4, v_max: 6, v_first: 4, v_last: 6, est: false },
      { ts: at(60), n: 2, v_sum: 16, v_first: 7, v_last: 9 },
    ]);
    const [hour] = await rowsOf('hour', 'A');
    expect(hour).toMatchObject({ ts: at(0), n: 12, v_sum: 66, v_min: 4, v_max: 9, v_first: 4, v_last: 9, late: 0 });
    expect(Number(hour?.v_sum) / Number(hour?.n)).toBe(5.5);
    expect(await rowsOf('day', 'A')).toMatchObject([{ ts: at(-8 * 3600), n: 12, v_sum: 66 }]);
    expect(await rowsOf('slot_dirty')).toEqual([]);
  });

  it('wait for the end of their minute and 10 seconds', async () => {
    await send([['A', 30, 1]]);
    expect(await roll(T0 + 69_000)).toBe(0);
    expect(await rowsOf('minute')).toEqual([]);
    expect(await roll(T0 + 70_000)).toBe(1);
    expect(await rowsOf('minute', 'A')).toMatchObject([{ ts: at(0), n: 1, good_ms: '30000' }]);
  });

  it('know how long a bit was on and how often it came on; a reading stands until the next, at most its silence', async () => {
    await send([
      ['B', 0, true],
      ['B', 300, false],
      ['B', 1200, true],
    ]);
    await roll();
    const [hour] = await rowsOf('hour', 'B');
    // 5 min on, 10 of 15 off, 10 on
    expect(hour).toMatchObject({ n: 3, edges: 1, on_ms: String(15 * MINUTE), good_ms: String(25 * MINUTE) });
    // what comes in the silence ends it, and moves nothing before
    await send([['B', 1500, false]]);
    await roll();
    expect((await rowsOf('hour', 'B'))[0]).toMatchObject({ n: 4, edges: 1, on_ms: String(10 * MINUTE) });
  });

  it('rise by what was added; a fall adds nothing and a rise over a silence is estimated', async () => {
    await send([
      ['C', 0, 100],
      ['C', 60, 103],
      ['C', 120, 2],
      ['C', 180, 5],
      ['C', 1200, 9],
    ]);
    await roll();
    const minutes = (await rowsOf('minute', 'C')).filter(({ n }) => n === 1);
    expect(minutes.map(({ delta, delta_est }) => [delta, delta_est])).toEqual([
      [0, false],
      [3, false],
      [0, true],
      [3, false],
      [4, true],
    ]);
  });

  it('leave bad readings out, tell estimated and late ones, and count what was refused or lost', async () => {
    await send([
      ['A', 0, 50],
      ['A', 10, 500],
      ['A', 20, 51, 3],
      ['X', 20, 1],
    ]);
    await send([['A', 30, 52]], T0 + 3 * HOUR);
    const birth = { boot: 1, seq: ++seq, lost: 12 };
    await accept('birth', birth, T0 + HOUR);
    await accept('birth', birth, T0 + HOUR);
    await roll(T0 + 4 * HOUR);
    expect((await rowsOf('minute', 'A'))[0]).toMatchObject({ n: 3, v_max: 52, est: true, late: 1 });
    const drops = await rowsOf('drop');
    expect(drops.map(({ of_id, n }) => [of_id, n])).toEqual(
      [
        [box.id, '12'],
        [box.points.get('A'), '1'],
      ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
  });
  it('are the same in whatever order, however often and however late their readings come', async () => {
    const next = random(20_260_115);
    const readings: Reading[] = [];
    for (let sec = 0; sec < 5400; sec += 10)
      if (next(12) !== 0) readings.push(['A', sec, next(110), next(20) === 0 ? 3 : 0]);
    for (let sec = 0; sec < 5400; sec += 30 + next(900)) readings.push(['B', sec, next(2) === 0]);
    for (let sec = 0; sec < 5400; sec += 200 + next(1500)) readings.push(['C', sec, next(50)]);
    await send(readings);
    await roll();
    const slots = async () => [await rowsOf('minute'), await rowsOf('hour'), await rowsOf('day')];
    const expected = await slots();
    expect(expected.map(({ length }) => length > 3)).toEqual([true, true, false]);
    for (let round = 0; round < 3; round++) {
      await forget();
      const order = [...readings, ...readings.filter(() => next(4) === 0)];
      for (let n = order.length - 1; n > 0; n--) {
        const other = next(n + 1);
        [order[n], order[other]] = [order[other]!, order[n]!];
      }
      const size = Math.ceil(order.length / 8);
      for (let n = 0; n < order.length; n += size) {
        await send(order.slice(n, n + size));
        await roll();
      }
      expect(await slots()).toEqual(expected);
    }
  });
  it('of hours are forgotten, days stay', async () => {
    await send([['A', 0, 1]]);
    await roll();
    await forgetHours(factory.database.app, factory.org, T0 + HOUR);
    expect([await rowsOf('hour'), (await rowsOf('day')).length]).toEqual([[], 1]);
  });
});

describe('cells', () => {
  const slot = (more: Partial<PointSlot>): PointSlot => ({
    ...{
      point: 'p',
      at: 0,
      n: 2,
      min: 3,
      max: 9,
      sum: 12,
      last: 9,
      delta: 6.004,
      late: 0,
      goodMs: 60_000,
      onMs: 42_000,
    },
    ...{ est: false, deltaEst: true, ...more },
  });
  it('are minutes of an hour, hours of a day, days of a month', () => {
    const ends = (span: string, date: string) => {
      const { cells, from, to, level } = hubSpan(span, date, 9);
      return [level, cells.length, cells[0]?.value, cells.at(-1)?.value, factoryText(from), factoryText(to)];
    };
    expect(ends(SPAN.hour, '2026-01-15')).toEqual([
      ...['minute', 60, '09:00', '09:59'],
      ...['2026-01-15 09:00:00', '2026-01-15 10:00:00'],
    ]);
    expect(ends(SPAN.day, '2026-01-15').slice(0, 4)).toEqual(['hour', 24, '00:00', '23:00']);
    expect(ends(SPAN.month, '2028-02-15')).toEqual([
      ...['day', 29, '02-01', '02-29'],
      ...['2028-02-01 00:00:00', '2028-03-01 00:00:00'],
    ]);
  });
  it('count 342 of 360, never more than were expected, and nothing that is still to come', () => {
    const sender = { cycleSec: 10, silenceSec: 600, since: 0 };
    const hour = { from: T0, to: T0 + HOUR };
    expect(countedIn(sender, slot({ n: 342 }), hour, LATER)).toEqual({ expected: 360, received: 342 });
    expect(countedIn(sender, slot({ n: 400 }), hour, LATER)).toEqual({ expected: 360, received: 360 });
    expect(countedIn(sender, undefined, hour, T0 + 10 * MINUTE)).toEqual({ expected: 60, received: 0 });
    expect(countedIn(sender, undefined, hour, T0)).toEqual({ expected: 0, received: 0 });
    const late = { ...sender, since: T0 + 30 * MINUTE };
    expect(countedIn(late, slot({ n: 1 }), hour, LATER)).toEqual({ expected: 180, received: 1 });
    const onChange = { ...sender, cycleSec: 0 };
    expect(countedIn(onChange, slot({ goodMs: 25 * MINUTE }), hour, LATER)).toEqual({ expected: 6, received: 2.5 });
  });
  it('show what was asked for', () => {
    const analog = { type: '0', displayType: '0', decimals: 2 };
    const all = Object.values(SHOWN).slice(0, 5);
    expect(all.map((shown) => cellNumber(analog, shown, slot({})).value)).toEqual([9, 12, 6, 9, 3]);
    const rising = { ...analog, displayType: '1' };
    expect(cellNumber(rising, SHOWN.sum, slot({}))).toEqual({ value: 6, est: true });
    expect(cellNumber(rising, SHOWN.last, slot({}))).toEqual({ value: 9, est: false });
    const bit = { ...analog, type: '1' };
    expect(cellNumber(bit, SHOWN.sum, slot({ n: 0 }))).toEqual({ value: 42, est: false });
    expect(cellNumber(bit, SHOWN.sum, slot({ n: 0, goodMs: 0 })).value).toBeNull();
    expect(cellNumber(analog, SHOWN.last, slot({ n: 0 })).value).toBeNull();
    expect(cellNumber(analog, SHOWN.last, undefined).value).toBeNull();
  });
  it('whose spans overlap are made once', () => {
    const span = (point: string, from: number, to: number) => ({ point, hold: 0, from: T0 + from, to: T0 + to });
    expect(merged([span('b', 5, 10), span('a', 59_999, 60_001), span('a', 120_000, 120_001)], MINUTE)).toEqual([
      span('a', 0, 180_000),
      span('b', 0, 60_000),
    ]);
    expect(merged([span('a', 0, 60_000)], MINUTE)).toEqual([span('a', 0, 60_000)]);
    expect(merged([span('a', 0, 1)], 86_400_000)).toEqual([span('a', -8 * HOUR, 16 * HOUR)]);
  });
});
