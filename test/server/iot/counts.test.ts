/** 50 §2.7 over stored readings: order and repetition change nothing, rebuilt rows are the live ones, a changed map acts from the next reading. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deriveCounts, rebuildCounts } from '../../../server/iot/counts';
import { keepDays } from '../../../server/iot/partitions';
import { noteSignals } from '../../../server/iot/signals';
import { demoFactory, type Factory } from '../../domain/factory';
import { ingestAt, makeBox, mapCount, type TestBox } from '../../support/iot';

let factory: Factory;
let box: TestBox;
let map = '';
const MINUTE = 60_000;
/** on a mark, in the last hours */
const T0 = Math.floor((Date.now() - 120 * MINUTE) / (5 * MINUTE)) * 5 * MINUTE;
const LATER = T0 + 90 * MINUTE;
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  await keepDays(database.db, org.schema, Date.now(), { mw_iot_fast: 31, mw_iot_key: 31 });
  box = await makeBox(factory, 'TC-001', { C1: {}, C2: {} });
  map = await mapCount(factory, 'DW00001', box.points.get('C1'), { maxRate: 20, rolloverMax: 65_536, perShot: 1 });
});
afterAll(() => factory?.database.drop());
beforeEach(() =>
  rows(
    'delete from $.mw_iot_key; delete from $.mw_iot_box; delete from $.mw_iot_count; delete from $.mw_iot_mark; delete from $.mw_iot_dirty; delete from $.mw_iot_signal',
  ),
);

const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const at = (table: string) => sql.id(factory.org.schema, table);
const counts = () =>
  rows<{ src: string; to_ts: string; pieces: string; suspect: boolean }>(
    'select map_id, src, from_ts, to_ts, pieces, suspect from $.mw_iot_count order by 1, 2, 4',
  );
const pieces = async (suspect = false): Promise<number> =>
  (await counts()).filter((row) => row.suspect === suspect).reduce((sum, row) => sum + Number(row.pieces), 0);
const derive = async (now = LATER): Promise<void> => {
  const { database, org } = factory;
  await noteSignals(database.app, org, now);
  await deriveCounts(database.app, org, now);
};

interface Sent {
  readonly seq: number;
  readonly sec: number;
  readonly x: number;
}
/** A value a message, at seconds after the start. */
const send = async (sent: readonly Sent[], point = 'C1'): Promise<void> => {
  const ingest = ingestAt(factory);
  await Promise.all(
    sent.map(({ seq, sec, x }) =>
      ingest.accept(
        `${box.topic}up/data`,
        Buffer.from(JSON.stringify({ v: 1, seq, ts: T0 + sec * 1000, d: [[point, 0, x]] })),
      ),
    ),
  );
  await ingest.stop();
};
const series = (...values: readonly (readonly [sec: number, x: number])[]): Sent[] =>
  values.map(([sec, x], n) => ({ seq: n + 1, sec, x }));
const random = (seed: number) => (n: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const shuffled = <T>(list: readonly T[], next: (n: number) => number): T[] => {
  const order = [...list];
  for (let n = order.length - 1; n > 0; n--) {
    const other = next(n + 1);
    [order[n], order[other]] = [order[other]!, order[n]!];
  }
  return order;
};

describe('pieces of a signal', () => {
  const worked = series([0, 900], [10, 901], [20, 0], [30, 902], [40, 0], [50, 1], [60, 2]);
  it('are 4 over a glitch and a reset, in whatever order, however often and late it comes', async () => {
    await send(worked);
    await derive();
    expect(await pieces()).toBe(4);
    const expected = await counts();
    const next = random(20_260_115);
    for (let round = 0; round < 6; round++) {
      await rows(
        'delete from $.mw_iot_key; delete from $.mw_iot_box; delete from $.mw_iot_count; delete from $.mw_iot_mark',
      );
      const order = shuffled([...worked, ...worked.filter(() => next(2) === 0)], next);
      for (let n = 0; n < order.length; n += 3) {
        await send(order.slice(n, n + 3));
        await derive();
      }
      expect(await counts()).toEqual(expected);
    }
  });

  it('of a long day are the same live, in any order, and rebuilt', async () => {
    const next = random(7);
    let [sec, x] = [0, 65_300];
    const day = Array.from({ length: 240 }, (_, n): Sent => {
      sec += 3 + next(30);
      const what = next(100);
      x = what < 4 ? next(3) : what < 6 ? x + 5000 : (x + next(4)) % 65_536;
      return { seq: n + 1, sec, x };
    });
    // live: in order, a piece at a time, each at its own moment
    for (let n = 0; n < day.length; n += 24) {
      const part = day.slice(n, n + 24);
      await send(part);
      await derive(T0 + (part.at(-1)?.sec ?? 0) * 1000);
    }
    await derive(LATER);
    const live = await counts();
    expect(live.length).toBeGreaterThan(50);
    expect((await rows('select 1 from $.mw_iot_mark')).length).toBeGreaterThan(5);

    await factory.database.app.transaction().execute((trx) => rebuildCounts(trx, at, map));
    await rows('delete from $.mw_iot_count');
    await derive();
    expect(await counts()).toEqual(live);

    await rows(
      'delete from $.mw_iot_key; delete from $.mw_iot_box; delete from $.mw_iot_count; delete from $.mw_iot_mark',
    );
    const order = shuffled(day, next);
    for (let n = 0; n < order.length; n += 40) {
      await send(order.slice(n, n + 40));
      await derive();
    }
    expect(await counts()).toEqual(live);
  });

  it('wait for what time confirms, and come when it is over', async () => {
    await send(series([0, 900], [10, 5]));
    await derive(T0 + 69_999);
    expect(await pieces()).toBe(0);
    expect(await rows('select due_at from $.mw_iot_dirty')).toEqual([{ due_at: String(T0 + 70_000) }]);
    await derive(T0 + 70_000);
    expect(await pieces()).toBe(5);
    expect(await rows('select 1 from $.mw_iot_dirty')).toEqual([]);
  });

  it('that no machine can make wait for a person', async () => {
    await send(series([0, 100], [5, 5000], [10, 5001], [15, 5002]));
    await derive();
    expect([await pieces(), await pieces(true)]).toEqual([0, 4902]);
  });

  it('are forgotten by nobody: what is stored and not counted yet is counted by whoever comes next', async () => {
    await send(series([0, 10], [60, 15]));
    expect(await rows('select map_id, from_ts from $.mw_iot_dirty')).toEqual([{ map_id: map, from_ts: String(T0) }]);
    await Promise.all([derive(), derive()]);
    expect(await pieces()).toBe(5);
  });
});

describe('a changed map', () => {
  it('acts from the next reading on, and late ones keep what they meant', async () => {
    await derive();
    await send(series([0, 10], [60, 12]));
    await derive(T0 + 90_000);
    expect(await pieces()).toBe(2);
    await mapCount(factory, 'DW00001', box.points.get('C1'), { perShot: 4 });
    await derive(T0 + 100_000);
    await send([{ seq: 3, sec: 120, x: 13 }]);
    await derive();
    expect(await pieces()).toBe(2 + 4);
    // between the two old readings: 11 at 30 s tells nothing new of the sum
    await send([{ seq: 4, sec: 30, x: 11 }]);
    await derive();
    expect(await pieces()).toBe(2 + 4);
    await mapCount(factory, 'DW00001', box.points.get('C1'), { perShot: 1 });
  });

  it('to another point begins there; switched off it counts no more', async () => {
    await derive();
    await send(series([0, 10], [60, 12]));
    await derive(T0 + 90_000);
    await mapCount(factory, 'DW00001', box.points.get('C2'));
    await derive(T0 + 100_000);
    await send(
      [
        { seq: 3, sec: 120, x: 700 },
        { seq: 4, sec: 180, x: 703 },
      ],
      'C2',
    );
    await send([{ seq: 5, sec: 180, x: 20 }]);
    await derive(T0 + 200_000);
    expect(await pieces()).toBe(2 + 3);
    await mapCount(factory, 'DW00001', undefined);
    await derive(T0 + 210_000);
    await send([{ seq: 6, sec: 240, x: 710 }], 'C2');
    await derive();
    expect(await pieces()).toBe(2 + 3);
    await mapCount(factory, 'DW00001', box.points.get('C1'));
  });
});
