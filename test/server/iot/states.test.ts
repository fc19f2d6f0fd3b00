/** 50 §2.8 over stored readings: acceptance 4 and 5, order and repetition change nothing, rebuilt rows are the live ones, reasons stay. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { noteDevices } from '../../../server/iot/devices';
import { endHold, openHold } from '../../../server/iot/holds';
import { keepDays } from '../../../server/iot/partitions';
import { findSilent } from '../../../server/iot/silence';
import { deriveStates, rebuildStates } from '../../../server/iot/states';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { demoFactory, type Factory } from '../../domain/factory';
import { ingestAt, makeBox, type TestBox } from '../../support/iot';

/** 08:00 of the factory's day */
const T0 = Date.UTC(2026, 0, 15);
const MINUTE = 60;
let factory: Factory;
let box: TestBox;
let device = '';
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  await keepDays(database.db, org.schema, T0, { mw_iot_fast: 31, mw_iot_key: 31 });
  box = await makeBox(factory, 'TS-001', { A: {}, X: {} });
  await factory.as('admin', async (ctx) => {
    device = String((await ctx.records.find('equipment', "code == 'CNC-06'"))[0]?.id);
    // no other signal of it tells its state, whatever the demo maps
    await sql`UPDATE ${sql.id(org.schema, 'point_map')} SET is_disabled = 1 WHERE equipment_id = ${device}`.execute(
      database.db,
    );
    await saveRecord(ctx as EngineCtx, 'pointMap', {
      rec: {
        ...{
          name: '主轴电流',
          equipment: device,
          dataPoint: box.points.get('A') ?? null,
          signalType: '2',
          signalCode: 'amps',
        },
        states: [
          { id: newId(), rawFrom: 5, rawTo: 100, runState: '1', keepTo: 4, holdSec: 3 },
          { id: newId(), rawFrom: 0.5, rawTo: 4.999, runState: '2', holdSec: 10 },
          { id: newId(), rawFrom: 0, rawTo: 0.499, runState: '3', holdSec: 10 },
        ],
      },
      accept: [],
    });
  });
  await noteDevices(database.app, org, T0);
});
afterAll(() => factory?.database.drop());

const TABLES = [
  'mw_iot_key',
  'mw_iot_box',
  'mw_iot_state_dirty',
  'mw_iot_state_mark',
  'mw_iot_silence',
  'mw_dev_hold',
  'device_state',
];
const clear = async (): Promise<void> => {
  const { database, org } = factory;
  for (const table of TABLES) await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
  await sql`UPDATE ${sql.id(org.schema, 'cloud_box')} SET status = '0', last_at = NULL`.execute(database.db);
  await sql`UPDATE ${sql.id(org.schema, 'data_point')} SET value_at = NULL`.execute(database.db);
};
beforeEach(clear);
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const ms = (sec: number): number => T0 + sec * 1000;
const derive = (sec: number) => deriveStates(factory.database.app, factory.org, ms(sec));
const silent = (sec: number) => findSilent(factory.database.app, factory.org, ms(sec));
/** [from second, to second, state, source] */
const strip = async () =>
  (
    await rows<{ start: string; until: string | null; state: string; source: string }>(
      `select extract(epoch from start_at) * 1000 as start, extract(epoch from end_at) * 1000 as until, state, source from $.device_state
        where equipment_id = '${device}' order by start_at`,
    )
  ).map(({ start, until, state, source }) => [
    (Number(start) - T0) / 1000,
    until === null ? null : (Number(until) - T0) / 1000,
    Number(state),
    Number(source),
  ]);

interface Sent {
  readonly seq: number;
  readonly sec: number;
  readonly x?: number;
}
/** Messages that come at a second; those without a value are heartbeats. */
const send = async (sent: readonly Sent[], now: number): Promise<void> => {
  const ingest = ingestAt(factory, ms(now));
  await Promise.all(
    sent.map(({ seq, sec, x }) =>
      ingest.accept(
        `${box.topic}up/data`,
        Buffer.from(JSON.stringify({ v: 1, seq, ts: ms(sec), d: x === undefined ? [] : [['A', 0, x]] })),
      ),
    ),
  );
  await ingest.stop();
};
const series = (...values: readonly (readonly [sec: number, x: number])[]): Sent[] =>
  values.map(([sec, x], n) => ({ seq: n + 1, sec, x }));
const WORKED = series(
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
  ...Array.from({ length: 7 }, (_, n) => [20 + 2 * n, 0.9] as const),
);
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

describe('the timeline of a device', () => {
  it('4: is 待机, 运行 from 08:00:02 for 18 s, 待机, and its seconds add to the shift', async () => {
    await send(WORKED, 33);
    await derive(33);
    expect(await strip()).toEqual([
      [0, 2, 2, 1],
      [2, 20, 1, 1],
      [20, null, 2, 1],
    ]);
    // a value closes the shift at 17:00
    await send([{ seq: 99, sec: 9 * 3600, x: 0.1 }], 9 * 3600);
    await derive(9 * 3600 + 10);
    const [sum] = await rows<{ sec: string }>(
      `select sum(duration_sec) as sec from $.device_state where equipment_id = '${device}'`,
    );
    expect(Number(sum?.sec)).toBe(32_400);
  });

  it('is decided by time without another reading, dated back', async () => {
    await send(series([0, 0.8], [60, 6]), 60);
    await derive(62);
    expect(await strip()).toEqual([[0, null, 2, 1]]);
    await derive(63);
    expect(await strip()).toEqual([
      [0, 60, 2, 1],
      [60, null, 1, 1],
    ]);
    expect(await rows(`select 1 from $.mw_iot_state_dirty where equipment_id = '${device}'`)).toEqual([]);
  });

  it('of a long day is the same live, in any order, repeated, and rebuilt; without gap and overlap', async () => {
    const next = random(11);
    let sec = 0;
    const day = Array.from({ length: 200 }, (_, n): Sent => {
      sec += 2 + next(40);
      return { seq: n + 1, sec, x: [0.1, 0.9, 4.5, 6][next(4)] ?? 0 };
    });
    const end = sec + 60;
    for (let n = 0; n < day.length; n += 20) {
      const part = day.slice(n, n + 20);
      const now = part.at(-1)?.sec ?? 0;
      await send(part, now);
      await derive(now);
    }
    await derive(end);
    const live = await strip();
    expect(live.length).toBeGreaterThan(20);
    for (const [n, [, until]] of live.entries()) expect(until).toBe(live[n + 1]?.[0] ?? null);

    await factory.database.app
      .transaction()
      .execute((trx) => rebuildStates(trx, (table) => sql.id(factory.org.schema, table), device));
    await rows('delete from $.device_state');
    await derive(end);
    expect(await strip()).toEqual(live);

    for (let round = 0; round < 3; round++) {
      await clear();
      const order = shuffled([...day, ...day.filter(() => next(3) === 0)], next);
      for (let n = 0; n < order.length; n += 40) {
        await send(order.slice(n, n + 40), end);
        await derive(end);
      }
      expect(await strip()).toEqual(live);
    }
  });
});

describe('a box that falls silent', () => {
  const running = Array.from({ length: 14 }, (_, n): Sent => ({ seq: n + 1, sec: n * 10 * MINUTE, x: 6 }));
  const last = 130 * MINUTE; // 10:10
  it('5: is offline since its last data, and what it buffered replaces that', async () => {
    for (const one of running) await send([one], one.sec);
    await silent(last + 3 * MINUTE);
    await derive(last + 3 * MINUTE);
    expect(await strip()).toEqual([[0, null, 1, 1]]);

    await silent(last + 3 * MINUTE + 1);
    expect(await rows(`select status from $.cloud_box where id = '${box.id}'`)).toEqual([{ status: '0' }]);
    await derive(last + 3 * MINUTE + 1);
    expect(await strip()).toEqual([
      [0, last, 1, 1],
      [last, null, 5, 3],
    ]);

    // back at 10:41: what is new first, then half an hour from the buffer, the latest part of it first
    const back = last + 31 * MINUTE;
    await send([{ seq: 100, sec: back, x: 6 }], back);
    await derive(back + 5);
    expect(await strip()).toEqual([
      [0, last, 1, 1],
      [last, back, 5, 3],
      [back, null, 1, 1],
    ]);
    const buffered = Array.from({ length: 180 }, (_, n): Sent => {
      const sec = last + 10 * (n + 1);
      return { seq: 200 + n, sec, x: n >= 60 && n < 90 ? 0.9 : 6 };
    });
    await send(buffered.slice(90), back + 10);
    await derive(back + 10);
    await send(buffered.slice(0, 90), back + 11);
    await derive(back + 11);
    expect(await strip()).toEqual([
      [0, last + 610, 1, 1],
      [last + 610, last + 910, 2, 1],
      [last + 910, null, 1, 1],
    ]);
  });

  it('whose buffer is lost stays offline for that time, heartbeats end it', async () => {
    for (const one of running.slice(0, 2)) await send([one], one.sec);
    await silent(20 * MINUTE);
    await send([{ seq: 50, sec: 40 * MINUTE }], 40 * MINUTE);
    await derive(41 * MINUTE);
    expect(await strip()).toEqual([
      [0, 10 * MINUTE, 1, 1],
      [10 * MINUTE, 40 * MINUTE, 5, 3],
      [40 * MINUTE, null, 1, 1],
    ]);
  });
});

describe('what holds a device', () => {
  it('shows from when its document says, the highest of several, and ends with it', async () => {
    const [fault, repair] = [newId(), newId()];
    await send(series([0, 6], [600, 6]), 600);
    await derive(600);
    await factory.as('admin', async (ctx) => {
      await openHold(ctx, { doc: fault, equipment: device, state: 4, from: ms(100) });
      await openHold(ctx, { doc: repair, equipment: device, state: 6, from: ms(200) });
      await endHold(ctx, repair, ms(300));
      await endHold(ctx, fault, ms(400));
    });
    await derive(700);
    expect(await strip()).toEqual([
      [0, 100, 1, 1],
      [100, 200, 4, 2],
      [200, 300, 6, 2],
      [300, 400, 4, 2],
      [400, null, 1, 1],
    ]);
  });
});

describe('what people said', () => {
  it('stays with the interval that overlaps the old one most', async () => {
    await send(series([0, 6], [100, 0.1], [1000, 6]), 1100);
    await derive(1100);
    await rows(
      `update $.device_state set reason_id = (select id from $.support_infor where code = 'TJ03'), reason_note = '等料' where state = '3'`,
    );
    // late: it ran from 300 to 400
    await send(
      [
        { seq: 60, sec: 300, x: 6 },
        { seq: 61, sec: 400, x: 0.1 },
      ],
      1200,
    );
    await derive(1200);
    const told = await rows<{ state: string; note: string | null; said: boolean }>(
      'select state, reason_note as note, reason_id is not null as said from $.device_state order by start_at',
    );
    expect(told.map(({ state, note, said }) => [state, note, said])).toEqual([
      ['1', null, false],
      ['3', null, false],
      ['1', null, false],
      ['3', '等料', true],
      ['1', null, false],
    ]);
  });
});
