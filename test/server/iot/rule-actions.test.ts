/** Event rules in their shifts and hours, and what they do when they open (50 §2.10, §3 eventRule): once, in time, past what fails. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { type Deriver, openDeriver } from '../../../server/iot/deriver';
import { keepDays } from '../../../server/iot/partitions';
import { forgetActions } from '../../../server/iot/rules/actions';
import type { EngineCtx } from '../../../server/records/host';
import { deliverNotices } from '../../../server/records/people/notices';
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
  box = await makeBox(factory, 'TX-001', { T: {}, R: {} });
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

describe('the times of a rule', () => {
  it('begin and end by the clock alone: it speaks between its hours', async () => {
    // 10:02 to 10:05
    await rule({ ...often, activeFrom: '10:02:00', activeTo: '10:05:00' });
    await run(-1);
    await live([
      [0, 90],
      [60, 95],
    ]);
    await run(110);
    expect(await spans()).toEqual([]);
    await run(2 * MINUTE + 10);
    expect(await spans()).toEqual([[120, 120, null]]);
    // what is open ends as ever
    await live([[5 * MINUTE + 30, 70]]);
    expect(await spans()).toEqual([[120, 120, 330]]);
    await live([[6 * MINUTE, 90]]);
    await run(7 * MINUTE);
    expect(await spans()).toHaveLength(1);
    // the same from the start
    await rows('delete from $.mw_iot_rule_mark; update $.mw_iot_rule_dirty set from_ts = 0, due_at = 0');
    await run(7 * MINUTE, anew());
    expect(await spans()).toEqual([[120, 120, 330]]);
  });
  it('are those of its shifts, and over midnight those of two days', async () => {
    const shifts = await factory.as('admin', async (ctx) =>
      (await ctx.records.find('shift', 'true')).map(({ id, name }) => [String(name), id] as const),
    );
    const shift = (name: string): string => shifts.find(([of]) => of.includes(name))?.[1] ?? '';
    await rule({ ...often, text: '夜', activeShifts: [shift('夜班')] });
    await rule({ ...often, text: '日', activeShifts: [shift('白班')] });
    await rule({ ...often, text: '午后', activeShifts: [shift('白班')], activeFrom: '13:00:00', activeTo: '15:00:00' });
    await rule({ ...often, text: '早前', activeFrom: '20:00:00', activeTo: '10:00:01' });
    await run(-1);
    await live([[0, 90]]);
    expect((await warnings()).map(({ text }) => text).sort()).toEqual(['日', '早前']);
  });
});

describe('actions', () => {
  const told = () =>
    rows<{ event: string; title: string }>(
      `select event, data->>'title' as title from $.mw_outbox where event ~ 'Warning.told' order by seq`,
    );
  const idIn = async (table: string, where = 'true'): Promise<string> =>
    (await rows<{ id: string }>(`select id from $.${table} where ${where} order by code limit 1`))[0]?.id ?? '';
  const line = async (more: Rec = {}) => ({
    ...{ id: newId(), lineNo: 10, actionType: '1', receiver: '1', delayMin: 0 },
    ...{ role: await idIn('role', "code = 'deviceEngineer'"), ...more },
  });
  const service = async (more: Rec = {}) => ({
    ...{ id: newId(), lineNo: 20, actionType: '4', serviceType: '1', urgency: await idIn('urgency'), withinHours: 4 },
    ...more,
  });
  const orders = () =>
    rows<{ id: string }>(
      'select s.id from $.service_order s join $.threshold_warning w on w.service_order_id = s.id and w.id = s.src_id',
    );

  it('tell whom the rule names, once, whoever derives it again', async () => {
    await rule({ ...often, actions: [await line()] });
    await run(-1);
    await live([[0, 90]]);
    expect(await told()).toMatchObject([{ event: 'thresholdWarning.told' }]);
    expect((await told())[0]?.title).toMatch(/^「阈值预警」.*90超过80$/);
    await rows('delete from $.mw_iot_rule_mark; update $.mw_iot_rule_dirty set from_ts = 0, due_at = 0');
    await run(5, anew());
    await live([[10, 91]]);
    expect(await told()).toHaveLength(1);
  });
  const heard = async () => {
    await factory.engine.asSystem(factory.org, (ctx) => deliverNotices(ctx as EngineCtx));
    return rows<{ name: string; body: string }>(
      `select u.login_name as name, m.body from $.message m join $.user u on u.id = m.receiver_id where m.title like '「阈值预警」%' order by 1, 2`,
    );
  };
  const engineers = () =>
    factory.as('admin', async (ctx) => {
      const role = await idIn('role', "code = 'deviceEngineer'");
      const users = await ctx.records.find('user', 'isDisabled == 0', { sort: 'loginName' });
      return users.flatMap(({ loginName, roles }) => (roles.includes(role) ? loginName : []));
    });
  it('tell nobody again whom a rule of notices tells of it', async () => {
    const planner = (await rows<{ id: string }>("select id from $.user where login_name = 'wangmin'"))[0]?.id;
    const named = { id: newId(), lineNo: 20, receiver: '2', role: null, user: planner };
    await rule({ ...often, actions: [await line(), await line(named)] });
    await run(-1);
    await live([[0, 90]]);
    const all = await heard();
    expect(await engineers()).toContain('sunpeng');
    for (const name of await engineers()) expect(all.filter((one) => one.name === name)).toHaveLength(1);
    expect(all.filter(({ name }) => name === 'sunpeng')).toMatchObject([
      { body: expect.stringContaining('触发值90') as string },
    ]);
    expect(all.filter(({ name }) => name === 'wangmin')).toMatchObject([
      { body: expect.stringMatching(/^开始时间.*，请处理。$/) as string },
    ]);
  });
  it('tell those whom no rule of notices tells of it, and again who asked for that later', async () => {
    await rule({ ...often, level: '2', actions: [await line()] });
    await rule({ ...often, text: '高温', actions: [await line({ delayMin: 2 })] });
    await run(-1);
    await live([[0, 90]]);
    await run(121);
    const [first] = await engineers();
    const bodies = (await heard()).flatMap(({ name, body }) => (name === first ? body : []));
    expect(bodies).toMatchObject([
      expect.stringMatching(/，报警2分钟后仍未恢复，请处理。$/),
      expect.stringContaining('触发值90'),
      expect.stringMatching(/:\d\d，请处理。$/),
    ]);
  });
  it('that wait are done only while it is open', async () => {
    await rule({ ...often, actions: [await line({ delayMin: 2 })] });
    await run(-1);
    await live([
      [0, 90],
      [60, 70],
    ]);
    await run(130);
    expect(await told()).toEqual([]);
    await live([[200, 90]]);
    await run(319);
    expect(await told()).toEqual([]);
    await run(321);
    expect(await told()).toHaveLength(1);
  });
  it('order a service of the device, and one that fails stops none of the others', async () => {
    await rule({ ...often, actions: [await line(), await service()] });
    const urgency = await idIn('urgency');
    await rows(`update $.event_rule_actions set urgency_id = null where action_type = '4'`);
    const errors: unknown[] = [];
    deriver = openDeriver(factory.database.app, factory.engine.asSystem, (error) => void errors.push(error));
    await run(-1);
    await live([[0, 90]]);
    expect(errors).toHaveLength(1);
    expect(await told()).toHaveLength(1);
    expect(await orders()).toEqual([]);
    await rows(`update $.event_rule_actions set urgency_id = '${urgency}' where action_type = '4'`);
    await run(30);
    expect(await orders()).toEqual([]);
    await run(61);
    await run(62);
    expect(await orders()).toHaveLength(1);
    expect(errors).toHaveLength(1);
  });
  it('that fail are tried later each time, and given up where people see it', async () => {
    await rule({ ...often, actions: [await service()] });
    await rows(`update $.event_rule_actions set urgency_id = null where action_type = '4'`);
    const errors: unknown[] = [];
    deriver = openDeriver(factory.database.app, factory.engine.asSystem, (error) => void errors.push(error));
    await run(-1);
    await live([[0, 90]]);
    const fault = async () =>
      (await rows<{ action_fault: string | null }>('select action_fault from $.threshold_warning'))[0]?.action_fault;
    let at = 0;
    for (const [n, minutes] of [1, 2, 5, 15, 60, 240].entries()) {
      expect(errors).toHaveLength(n + 1);
      at += minutes * MINUTE;
      await run(at - 1);
      expect(errors).toHaveLength(n + 1);
      expect(await fault()).toBeNull();
      const { warnings: changed } = await run(at);
      if (minutes === 240) expect(changed).toMatchObject([{ object: 'thresholdWarning' }]);
    }
    expect(errors).toHaveLength(7);
    expect(await fault()).toBe('设备服务单未生成：没有填写紧急程度');
    await run(at + 600 * MINUTE);
    expect(errors).toHaveLength(7);
    expect(await orders()).toEqual([]);
  });
  it('that are done are kept while readings may come that derive their warning again', async () => {
    await rule({ ...often, actions: [await line(), await service()] });
    await rows(`update $.event_rule_actions set urgency_id = null where action_type = '4'`);
    deriver = openDeriver(factory.database.app, factory.engine.asSystem, () => undefined);
    await run(-1);
    await live([[0, 90]]);
    const kept = async () => {
      await forgetActions(factory.database.app, factory.org);
      return (await rows<{ done: boolean }>('select done_at is not null as done from $.mw_iot_action order by 1')).map(
        ({ done }) => done,
      );
    };
    await rows(`update $.mw_iot_action set done_at = now() - interval '30 days' where done_at is not null`);
    expect(await kept()).toEqual([false, true]);
    await rows(`update $.mw_iot_action set done_at = now() - interval '32 days' where done_at is not null`);
    expect(await kept()).toEqual([false]);
  });
  it('leave the record a service was ordered for, also if it never was', async () => {
    await rule({ ...often, forSec: 60, actions: [await service()] });
    await run(-1);
    await live([
      [0, 90],
      [61, 90],
    ]);
    await run(62);
    expect(await orders()).toHaveLength(1);
    // it was lower between: nothing lasted a minute
    await send([[30, 70]], 70);
    await run(70);
    expect(await warnings()).toMatchObject([{ doc_status: '60' }]);
    expect(await orders()).toHaveLength(1);
  });
  it('are not done for what comes late', async () => {
    await rule({ ...often, actions: [await line(), await service()] });
    await run(-1);
    await send(
      [
        [0, 90],
        [30, 70],
      ],
      900,
      'T',
      true,
    );
    await run(900);
    expect(await spans()).toEqual([[0, 0, 30]]);
    expect(await told()).toEqual([]);
    expect(await orders()).toEqual([]);
  });
});

describe('an event that stands for pieces', () => {
  const made = () =>
    rows<{ number: number; work: string | null }>(
      `select number::float8 as number, work_order_nbr_id as work from $.output_stat
        where equipment_id = '${device}' and is_deleted = 0 order by slot_at`,
    );
  const clear = () => rows('delete from $.output_stat; delete from $.mw_iot_added; delete from $.mw_iot_lag');
  it('adds to what the device made, once for each beginning, and follows its readings', async () => {
    await clear();
    await rule({ ...often, kind: '10', addQty: 1.5, conditions: [row({ op: 'eq', value: 1 })] });
    await run(-1);
    await live([
      [0, 0],
      [10, 1],
      [20, 1],
      [30, 0],
      [40, 1],
      [50, 0],
    ]);
    await run(60);
    expect(await made()).toEqual([{ number: 3, work: null }]);
    // what ended between two beginnings came late
    await send([[15, 0]], 70);
    await run(70);
    await run(71);
    expect(await made()).toEqual([{ number: 4.5, work: null }]);
    // the same from the start
    await rows('delete from $.mw_iot_rule_mark; delete from $.mw_iot_added; delete from $.output_stat');
    await rows(`insert into $.mw_iot_rule_dirty (equipment_id, from_ts) values ('${device}', 0)
      on conflict (equipment_id) do update set from_ts = 0, due_at = 0`);
    await run(72, anew());
    await run(73);
    expect(await made()).toEqual([{ number: 4.5, work: null }]);
  });
  it('counts nothing without a quantity', async () => {
    await clear();
    await rule({ ...often, kind: '10', conditions: [row({ op: 'eq', value: 1 })] });
    await run(-1);
    await live([
      [0, 0],
      [10, 1],
    ]);
    await run(20);
    await run(21);
    expect(await made()).toEqual([]);
  });
});
