/**
 * 50 §2.10 over stored readings: acceptance 6 with a restart in the middle, the clock alone, run states, order and repetition, what comes
 * late, a second process, openings that come too often.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { type Deriver, openDeriver } from '../../../server/iot/deriver';
import { endHold, openHold } from '../../../server/iot/holds';
import { keepDays } from '../../../server/iot/partitions';
import { findSilent } from '../../../server/iot/silence';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { demoFactory, type Factory } from '../../domain/factory';
import { ingestAt, makeBox, type TestBox } from '../../support/iot';

/** 10:00 of the factory's day */
const T0 = Date.UTC(2026, 0, 15, 2);
const MINUTE = 60;
let factory: Factory;
let box: TestBox;
let device = '';
let deriver: Deriver;
const save = (object: string, rec: Rec): Promise<Rec> =>
  factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept: [] }));
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  await keepDays(database.db, org.schema, T0, { mw_iot_fast: 31, mw_iot_key: 31 });
  box = await makeBox(factory, 'TV-001', { T: {}, R: {} });
  device = await factory.as('admin', async (ctx) =>
    String((await ctx.records.find('equipment', "code == 'CNC-06'"))[0]?.id),
  );
  // no other signal of it is read, whatever the demo maps and watches
  await rows(`update $.point_map set is_disabled = '1' where equipment_id = '${device}'`);
  await rows(`update $.event_rule set is_disabled = '1'`);
  const map = { equipment: device };
  await save('pointMap', {
    ...map,
    name: '主轴温度',
    dataPoint: box.points.get('T') ?? null,
    signalType: '5',
    signalCode: 'tv',
  });
  await save('pointMap', {
    ...{ ...map, name: '运行', dataPoint: box.points.get('R') ?? null, signalType: '2', signalCode: 'rv' },
    states: [
      { id: newId(), rawFrom: 1, rawTo: 1, runState: '1', holdSec: 0 },
      { id: newId(), rawFrom: 0, rawTo: 0, runState: '2', holdSec: 0 },
    ],
  });
});
afterAll(() => factory?.database.drop());

const TABLES = [
  ...['mw_iot_key', 'mw_iot_box', 'mw_iot_dirty', 'mw_iot_state_dirty', 'mw_iot_state_mark', 'mw_iot_silence'],
  ...['mw_iot_watch', 'mw_iot_rule_dirty', 'mw_iot_rule_mark', 'mw_iot_warning', 'mw_dev_hold', 'device_state'],
  ...['threshold_warning', 'fault_warning', 'event_rule_conditions', 'event_rule_actions', 'event_rule', 'mw_outbox'],
  ...['mw_iot_action', 'message'],
];
beforeEach(async () => {
  for (const table of TABLES) await rows(`delete from $.${table}`);
  await rows(`update $.cloud_box set status = '0', last_at = null`);
  await rows('update $.data_point set value_at = null');
  deriver = anew();
});
const anew = (): Deriver => openDeriver(factory.database.app, factory.engine.asSystem);
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const ms = (sec: number): number => T0 + sec * 1000;
const run = (sec: number, by: Deriver = deriver) => by.run(factory.org, ms(sec));

const row = (more: Rec = {}) => ({ id: newId(), lineNo: 10, signalCode: 'tv', op: 'gt', value: 80, ...more });
const rule = (more: Rec = {}) =>
  save('eventRule', {
    ...{ name: '主轴温度高', kind: '1', target: '1', level: '3', scopeType: '1', equipments: [device], forSec: 60 },
    ...{ clearExpr: '2', clearValue: 75, clearSec: 120, text: '{设备}{信号}{值}超过{限值}', conditions: [row()] },
    ...{ effectiveFrom: '2026-01-01', ...more },
  });
const often = { forSec: 0, clearExpr: '1', clearValue: null, clearSec: 0 };

let seq = 0;
type Series = readonly (readonly [sec: number, x: number])[];
const send = async (values: Series, now: number, point = 'T', buffered = false): Promise<void> => {
  const ingest = ingestAt(factory, ms(now));
  await Promise.all(
    values.map(([sec, x]) => {
      const body = { v: 1, seq: ++seq, ts: ms(sec), h: buffered ? 1 : 0, d: [[point, 0, x]] };
      return ingest.accept(`${box.topic}up/data`, Buffer.from(JSON.stringify(body)));
    }),
  );
  await ingest.stop();
};
const live = async (values: Series, point = 'T'): Promise<void> => {
  for (const value of values) {
    await send([value], value[0], point);
    await run(value[0]);
  }
};
const second = (name: string): string => `round(extract(epoch from ${name}) - ${T0 / 1000})::int as ${name}`;
interface Told {
  readonly start_at: number;
  readonly open_at: number;
  readonly end_at: number | null;
}
const warnings = () =>
  rows<Told & { peak: string; doc_status: string; hist: boolean; repeat_qty: string; shake_qty: string; text: string }>(
    `select ${['start_at', 'open_at', 'end_at'].map(second).join(', ')}, peak, doc_status, hist, repeat_qty, shake_qty, text
       from $.threshold_warning where equipment_id = '${device}' order by open_at`,
  );
const spans = async () => (await warnings()).map(({ start_at, open_at, end_at }) => [start_at, open_at, end_at]);
const events = async () =>
  (
    await rows<{ event: string }>(`select event from $.mw_outbox where event ~ 'Warning.(open|recovered)' order by id`)
  ).map(({ event }) => event);
const WORKED: Series = [
  ...([
    [0, 82],
    [30, 83],
    [50, 79],
    [70, 84],
    [130, 85],
  ] as const),
  ...([
    [180, 78],
    [240, 74],
    [300, 76],
    [360, 73],
    [480, 72],
  ] as const),
];
const random = (start: number) => {
  let seed = start;
  return (n: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
};

describe('a rule over readings', () => {
  it('6: makes exactly one warning, 10:01:10 to 10:06:00, also when the server restarts at 10:01:40', async () => {
    await rule();
    await run(-1);
    await live(WORKED.slice(0, 4));
    expect(await warnings()).toEqual([]);
    // another process goes on at 10:01:40
    deriver = anew();
    await run(100);
    await live(WORKED.slice(4, 5));
    expect(await warnings()).toMatchObject([
      { start_at: 70, open_at: 130, end_at: null, doc_status: '10', hist: false },
    ]);
    expect(await events()).toEqual(['thresholdWarning.open']);
    deriver = anew();
    await live(WORKED.slice(5));
    expect(await warnings()).toMatchObject([
      {
        start_at: 70,
        open_at: 130,
        end_at: 360,
        peak: '85',
        doc_status: '60',
        text: 'CNC-06 加工中心6号主轴温度85超过80',
      },
    ]);
    expect(await events()).toEqual(['thresholdWarning.open', 'thresholdWarning.recovered']);
    const [warning] = await factory.as('admin', (ctx) => ctx.records.find('thresholdWarning', 'true'));
    expect(warning).toMatchObject({
      durationSec: 290,
      signalName: '主轴温度',
      limitValue: 80,
      level: '3',
      shiftDate: '2026-01-15',
    });
    await run(600);
    await run(700, anew());
    expect(await events()).toHaveLength(2);
  });

  it('opens by the clock alone, and two processes open it once', async () => {
    await rule();
    await run(-1);
    await live([[0, 90]]);
    await run(61);
    expect(await warnings()).toEqual([]);
    await Promise.all([run(63), run(63, anew()), run(63, anew())]);
    expect(await spans()).toEqual([[0, 60, null]]);
    expect(await events()).toEqual(['thresholdWarning.open']);
  });

  it('is the same live, in any order, repeated', async () => {
    await rule();
    const next = random(5);
    const day: Series = Array.from({ length: 120 }, (_, n) => [n * 20, (n % 40 < 18 ? 77 : 66) + next(9)] as const);
    const end = 120 * 20 + 10 * MINUTE;
    await run(-1);
    for (let n = 0; n < day.length; n += 10) {
      await send(day.slice(n, n + 10), day[n + 9]![0]);
      await run(day[n + 9]![0]);
    }
    await run(end);
    const expected = await spans();
    expect(expected.length).toBeGreaterThan(1);
    for (let round = 0; round < 2; round++) {
      for (const table of ['mw_iot_key', 'mw_iot_box', 'mw_iot_rule_mark', 'mw_iot_warning', 'threshold_warning'])
        await rows(`delete from $.${table}`);
      await rows(`update $.mw_iot_watch set from_ts = ${ms(-1)}`);
      const mixed = [...day, ...day.filter(() => next(3) === 0)]
        .map((value) => ({ value, by: next(1e6) }))
        .sort((a, b) => a.by - b.by)
        .map(({ value }) => value);
      for (let n = 0; n < mixed.length; n += 40) {
        await send(mixed.slice(n, n + 40), end);
        await run(end);
      }
      expect(await spans()).toEqual(expected);
    }
  });

  it('counts a second trigger, and keeps what people said of it', async () => {
    await rule({ forSec: 0 });
    await run(-1);
    await live([[0, 82]]);
    await rows(
      `update $.threshold_warning set doc_status = '20', ack_by_id = (select id from $."user" where login_name = 'admin')`,
    );
    await live([
      [10, 78],
      [20, 88],
    ]);
    expect(await warnings()).toMatchObject([{ repeat_qty: '1', peak: '88', doc_status: '20', end_at: null }]);
    await live([
      [30, 70],
      [200, 70],
    ]);
    expect(await warnings()).toMatchObject([{ doc_status: '60', end_at: 30 }]);
  });

  it('that opens more than so often an hour counts the rest on the last warning', async () => {
    await rule({ ...often, maxPerHour: 3 });
    await run(-1);
    await live(Array.from({ length: 12 }, (_, n) => [n * 60, n % 2 === 0 ? 90 : 70] as const));
    expect((await warnings()).map(({ shake_qty }) => Number(shake_qty))).toEqual([0, 0, 3]);
    expect((await events()).filter((event) => event === 'thresholdWarning.open')).toHaveLength(3);
  });
});

describe('what comes late', () => {
  it('makes closed records and no noise', async () => {
    await rule();
    await run(-1);
    await live([[0, 60]]);
    await live([[30 * MINUTE, 60]]);
    const late = WORKED.map(([sec, x]) => [sec + 60, x] as const);
    await send(late.slice(5), 30 * MINUTE + 5, 'T', true);
    await run(30 * MINUTE + 5);
    await send(late.slice(0, 5), 30 * MINUTE + 8, 'T', true);
    await run(30 * MINUTE + 8);
    expect(await warnings()).toMatchObject([
      { start_at: 130, open_at: 190, end_at: 420, doc_status: '60', hist: true },
    ]);
    expect(await events()).toEqual([]);
  });
  it('takes back what never was, unless somebody dealt with it', async () => {
    await rule();
    await run(-1);
    await live([[0, 82]]);
    await run(63);
    expect(await spans()).toEqual([[0, 60, null]]);
    await send([[30, 70]], 64);
    await run(64);
    expect(await spans()).toEqual([]);

    await live([[100, 82]]);
    await run(163);
    await rows(
      `update $.threshold_warning set doc_status = '20', ack_by_id = (select id from $."user" where login_name = 'admin')`,
    );
    await send([[130, 70]], 164);
    await run(164);
    expect(await warnings()).toMatchObject([{ open_at: 160, end_at: 160, doc_status: '60' }]);
  });
  it('that goes on is told when it is heard to', async () => {
    await rule();
    await run(-1);
    await live([[0, 60]]);
    const now = 30 * MINUTE;
    await send(
      [
        [60, 90],
        [120, 91],
      ],
      now,
      'T',
      true,
    );
    await run(now);
    expect(await warnings()).toMatchObject([{ start_at: 60, open_at: 120, end_at: null, hist: true }]);
    expect(await events()).toEqual([]);
    await live([[now + 1, 92]]);
    expect(await warnings()).toMatchObject([{ start_at: 60, open_at: 120, end_at: null, hist: false, peak: '92' }]);
    expect(await events()).toEqual(['thresholdWarning.open']);
  });
});

describe('other kinds', () => {
  it('7: a run state that lasts, by the clock', async () => {
    await rule({
      ...often,
      kind: '7',
      forSec: 900,
      text: '{设备}{值}',
      conditions: [row({ signalCode: 'state', op: 'eq', value: 2 })],
    });
    await run(-1);
    await live(
      [
        [0, 1],
        [60, 0],
      ],
      'R',
    );
    await run(60 + 901);
    expect(await warnings()).toEqual([]);
    await run(60 + 903);
    expect(await warnings()).toMatchObject([
      { start_at: 60, open_at: 960, end_at: null, text: 'CNC-06 加工中心6号待机' },
    ]);
    await live([[1200, 1]], 'R');
    expect(await spans()).toEqual([[60, 960, 1200]]);
  });
  it('5: no data while the box speaks; of a box that is offline nobody speaks', async () => {
    await rule({ ...often, kind: '5', forSec: 300, conditions: [row()] });
    await run(-1);
    await live([[0, 20]]);
    await run(400);
    expect(await warnings()).toEqual([]);
    await live([[420, 1]], 'R');
    expect(await spans()).toEqual([[0, 300, null]]);
    await live([[500, 21]]);
    expect(await spans()).toEqual([[0, 300, 500]]);
    await findSilent(factory.database.app, factory.org, ms(1000));
    await run(1000);
    await run(2000);
    expect(await spans()).toEqual([[0, 300, 500]]);
  });
  it('nothing opens in repair', async () => {
    await rule(often);
    await run(-1);
    await live([[0, 1]], 'R');
    const doc = newId();
    await factory.as('admin', (ctx) => openHold(ctx, { doc, equipment: device, state: 6, from: ms(10) }));
    await live([[20, 90]]);
    expect(await warnings()).toEqual([]);
    await factory.as('admin', (ctx) => endHold(ctx, doc, ms(40)));
    await run(50);
    expect(await spans()).toEqual([[40, 40, null]]);
  });
});

describe('what fails', () => {
  it('in one device stops no other, and is tried again after a while', async () => {
    const errors: unknown[] = [];
    deriver = openDeriver(factory.database.app, factory.engine.asSystem, (error) => void errors.push(error));
    await rule(often);
    await run(-1);
    const broken = newId();
    await rows(`insert into $.mw_iot_rule_mark values ('${broken}', 0, '{"x": null}')`);
    await rows(`insert into $.mw_iot_rule_dirty (equipment_id, from_ts, due_at) values ('${broken}', 0, -1)`);
    await live([[0, 90]]);
    expect(await spans()).toEqual([[0, 0, null]]);
    expect(errors).toHaveLength(1);
    await live([[30, 70]]);
    expect(await spans()).toEqual([[0, 0, 30]]);
    expect(errors).toHaveLength(1);
    await run(61);
    expect(errors).toHaveLength(2);
  });
  it('no reading does, whatever its map makes of it', async () => {
    await rows(`update $.point_map set factor = 1.1, "offset" = 273.15 where signal_code = 'tv'`);
    await rule(often);
    await run(-1);
    await live([
      [0, 80.1234567890123],
      [10, 9.12345678901234e14],
      [15, 80.9876543210987],
      [20, -1000],
    ]);
    expect(await warnings()).toMatchObject([
      { start_at: 0, end_at: 20, peak: '362.2364', text: 'CNC-06 加工中心6号主轴温度361.2858超过80' },
    ]);
    await rows(`update $.point_map set factor = 1, "offset" = null where signal_code = 'tv'`);
  });
});

describe('a changed rule', () => {
  it('begins anew, what is open clears by the new one; without it what is open ends', async () => {
    const made = await rule(often);
    await run(-1);
    await live([[0, 90]]);
    const changed = await save('eventRule', { ...made, conditions: [row({ value: 85 })] });
    deriver.forget();
    await run(10);
    await live([[20, 83]]);
    expect(await spans()).toEqual([[0, 0, 20]]);
    await live([[30, 88]]);
    await rows(`update $.event_rule set is_disabled = '1' where id = '${String(changed.id)}'`);
    deriver.forget();
    await run(40);
    expect(await spans()).toEqual([
      [0, 0, 20],
      [30, 30, 40],
    ]);
  });
  it('says nothing before its day', async () => {
    await rule({ ...often, effectiveFrom: '2026-01-16' });
    await run(-1);
    await live([[0, 90]]);
    await run(10);
    expect(await warnings()).toEqual([]);
  });
});
