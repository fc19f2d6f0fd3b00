/** 50 §3: event rules refuse what contradicts itself and are tried over stored readings; warnings tell the second who was first. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { factoryMs } from '../../../server/iot/factory-time';
import { keepDays } from '../../../server/iot/partitions';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { makeBox } from '../../support/iot';
import { DAY, demoFactory, type Factory } from '../factory';

let factory: Factory;
let device = '';
let unit = '';
let fault = '';
beforeAll(async () => {
  factory = await demoFactory();
  const first = (object: string, code: string) =>
    factory.as('admin', async (ctx) =>
      String((await ctx.records.find(object, 'code == param.code', { param: { code } }))[0]?.id),
    );
  device = await first('equipment', 'CNC-01');
  unit = await first('factoryUnit', 'JJ');
  fault = await first('faultType', 'DQ01');
});
afterAll(() => factory?.database.drop());

const save = (object: string, rec: Rec): Promise<Rec> =>
  factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept: [] }));
const act = (object: string, action: string, id: string, ask: Rec = {}, login = 'admin') =>
  factory.as(login, async (ctx) => {
    const stored = await ctx.asSystem().records.get(object, id);
    return runAction(ctx as EngineCtx, ctx.records.object(object), action, {
      targets: [{ id, version: Number(stored?.version) }],
      ask,
    });
  });
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const stored = (object: string, id: string) => factory.as('admin', (ctx) => ctx.records.get(object, id));
const row = (more: Rec) => ({ id: newId(), lineNo: 10, signalCode: 'spindle', op: 'gt', value: 80, ...more });
const written = (more: Rec = {}): Rec => ({
  ...{ name: '主轴温度高', kind: '1', target: '1', scopeType: '1', equipments: [device], forSec: 60, clearExpr: '2' },
  ...{ clearValue: 75, clearSec: 120, text: '{设备}{信号}{值}', conditions: [row({})], ...more },
});
const rule = (more: Rec = {}) => save('eventRule', written(more));
const rules = () => factory.as('admin', async (ctx) => (await ctx.records.find('eventRule', 'true')).length);

describe('an event rule', () => {
  it('refuses what contradicts itself, and nothing is written', async () => {
    const before = await rules();
    expect(await refusal(rule({ clearValue: 80 }))).toBe('恢复值必须低于触发值');
    expect(await refusal(rule({ clearValue: 70, conditions: [row({ op: 'lt' })] }))).toBe('恢复值必须高于触发值');
    expect(await refusal(rule({ kind: '9' }))).toBe('组合条件至少2条');
    expect(await refusal(rule({ kind: '7', forSec: 0 }))).toBe('请填写持续时间');
    expect(await refusal(rule({ activeFrom: '08:00:00' }))).toBe('生效时段的开始和结束要一起填写');
    expect(await refusal(rule({ activeTo: '17:00:00' }))).toBe('生效时段的开始和结束要一起填写');
    expect(await rules()).toBe(before);
  });
  it('says its conditions as a sentence', async () => {
    expect((await rule()).summary).toBe('spindle>80持续60秒');
    const both = [row({}), row({ lineNo: 20, signalCode: 'speed', op: 'le', value: 5 })];
    expect((await rule({ kind: '9', joinMode: '2', conditions: both })).summary).toBe('spindle>80或转速≤5持续60秒');
    expect((await rule({ kind: '5', conditions: [row({})] })).summary).toBe('spindle无数据持续60秒');
  });
  it('is tried over the readings of 24 hours and writes nothing', async () => {
    const { database, org } = factory;
    await keepDays(database.db, org.schema, factoryMs(`${DAY} 09:00:00`), { mw_iot_fast: 31, mw_iot_key: 31 });
    const box = await makeBox(factory, 'TW-001', { W1: {} });
    const point = box.points.get('W1') ?? '';
    await save('pointMap', {
      name: '主轴温度',
      equipment: device,
      dataPoint: point,
      signalType: '5',
      signalCode: 'spindle',
      validMax: 200,
    });
    const worked = { '10:00:00': 82, '10:00:30': 83, '10:00:50': 79, '10:01:10': 84, '10:02:10': 85, '10:03:00': 78 };
    const after = { '10:03:30': 900, '10:04:00': 74, '10:05:00': 76, '10:06:00': 73, '10:08:00': 72 };
    for (const [time, value] of Object.entries({ ...worked, ...after }))
      await sql`INSERT INTO ${sql.id(org.schema, 'mw_iot_key')} (point_id, ts, value, q, seq, recv_at)
        VALUES (${point}, ${factoryMs(`${DAY} ${time}`)}, ${value}, 0, 1, 0)`.execute(database.db);
    factory.setNow(`${DAY} 11:00:00`);
    const { id } = await rule();
    const { answer } = await act('eventRule', 'test', String(id), { equipmentId: device });
    expect((answer as { readonly rows: readonly Rec[] }).rows).toMatchObject([
      { startAt: `${DAY} 10:01:10`, openAt: `${DAY} 10:02:10`, endAt: `${DAY} 10:06:00`, peak: '85' },
    ]);
    const made = await factory.as('admin', (ctx) => ctx.records.find('thresholdWarning', 'true'));
    expect(made).toHaveLength(0);
  });
});

describe('a trial', () => {
  const tried = async (rec: Rec) => {
    const { answer } = await act('eventRule', 'test', String(rec.id), { equipmentId: device });
    return (answer as { readonly rows: readonly Rec[] }).rows;
  };
  it('of a run state looks at the states the device had', async () => {
    const { database, org } = factory;
    await sql`INSERT INTO ${sql.id(org.schema, 'device_state')} (id, equipment_id, state, source, start_at, end_at)
      VALUES (${newId()}, ${device}, '2', '1', ${`${DAY} 09:00:00+08`}, ${`${DAY} 09:20:00+08`})`.execute(database.db);
    const lasting = { kind: '7', forSec: 900, clearExpr: '1', clearValue: null, clearSec: 0 };
    const made = await rule({ ...lasting, conditions: [row({ signalCode: 'state', op: 'eq', value: 2 })] });
    expect(await tried(made)).toMatchObject([{ startAt: `${DAY} 09:00:00`, endAt: `${DAY} 09:20:00` }]);
  });
  it('speaks in the hours of the rule alone', async () => {
    const lasting = { kind: '7', forSec: 900, clearExpr: '1', clearValue: null, clearSec: 0 };
    const from = (activeFrom: string) => {
      const conditions = [row({ signalCode: 'state', op: 'eq', value: 2 })];
      return rule({ ...lasting, conditions, activeFrom, activeTo: '12:00:00' });
    };
    // it stood from 09:00 to 09:20
    expect(await tried(await from('09:10:00'))).toEqual([]);
    expect(await tried(await from('08:00:00'))).toHaveLength(1);
  });
  it('of a device without its signals says nothing', async () => {
    expect(await tried(await rule({ conditions: [row({ signalCode: 'none' })] }))).toEqual([]);
  });
  it('of a device out of reach is refused, and says nothing of it', async () => {
    const { database, org } = factory;
    const made = await factory.as('sunpeng', (ctx) =>
      saveRecord(ctx as EngineCtx, 'eventRule', { rec: written(), accept: [] }),
    );
    const scoped = (to: string) =>
      sql`UPDATE ${sql.id(org.schema, 'role')} SET data_scope = ${to} WHERE code = 'deviceEngineer'`.execute(
        database.db,
      );
    const { rows: roles } = await sql<{ scope: string }>`
      SELECT data_scope AS scope FROM ${sql.id(org.schema, 'role')} WHERE code = 'deviceEngineer'`.execute(database.db);
    await scoped('4');
    const said = await refusal(act('eventRule', 'test', String(made.id), { equipmentId: device }, 'sunpeng'));
    await scoped(roles[0]?.scope ?? '');
    expect(said).toBe('设备的数据不在可选范围内');
  });
});

describe('a warning', () => {
  const warning = (object: 'thresholdWarning' | 'faultWarning', docStatus: '10' | '20' | '60', more: Rec = {}) =>
    factory.as('admin', async (ctx) => {
      const id = ctx.newId();
      await ctx.asSystem().records.save(object, {
        ...{ id, equipment: device, factoryUnit: unit, level: '3', text: '主轴过载' },
        ...{ startAt: `${DAY} 10:01:10`, openAt: `${DAY} 10:02:10`, endAt: `${DAY} 10:06:00`, ...more },
      });
      await ctx.asSystem().records.patch(object, id, { head: { docStatus } });
      return id;
    });
  it('lasts 290 s, is acknowledged once, and the second is told by whom', async () => {
    const id = await warning('thresholdWarning', '10');
    expect(await stored('thresholdWarning', id)).toMatchObject({ durationSec: 290, docStatus: '10' });
    await act('thresholdWarning', 'ack', id, { note: '已降速' });
    const done = await stored('thresholdWarning', id);
    expect(done).toMatchObject({ docStatus: '20', ackNote: '已降速' });
    const name = await factory.as('admin', (ctx) => ctx.records.label('user', String(done?.ackBy)));
    expect(await refusal(act('thresholdWarning', 'ack', id))).toBe(`该预警已被${name}确认`);
    expect(await stored('thresholdWarning', id)).toEqual(done);
  });
  it('is ignored with a reason, not when it is over', async () => {
    const id = await warning('faultWarning', '20', { faultType: fault, faultCode: 'E102' });
    await act('faultWarning', 'ignore', id, { reason: '试机' });
    expect(await stored('faultWarning', id)).toMatchObject({ docStatus: '80', ignoreReason: '试机' });
    const over = await warning('faultWarning', '60');
    expect(await refusal(act('faultWarning', 'ignore', over, { reason: '试机' }))).toBe('该预警已恢复，不能忽略');
    expect(await stored('faultWarning', over)).toMatchObject({ docStatus: '60', ignoreReason: null });
  });
  it('becomes one order of a service, the second is told which, and is free again when that is void', async () => {
    const id = await warning('faultWarning', '10', { faultType: fault, faultCode: 'E102' });
    const urgency = await factory.as('admin', async (ctx) =>
      String((await ctx.records.find('urgency', "code == 'JJ02'"))[0]?.id),
    );
    const ask = { serviceType: '1', urgencyId: urgency, expectAt: `${DAY} 14:00:00`, desc: '主轴过载' };
    expect(await refusal(act('faultWarning', 'toService', id, ask, 'liuqiang'))).toContain('没有权限');
    await act('faultWarning', 'toService', id, ask, 'sunpeng');
    const done = await stored('faultWarning', id);
    const order = await stored('serviceOrder', String(done?.serviceOrder));
    expect(order).toMatchObject({
      ...{
        equipment: device,
        docStatus: '10',
        source: '3',
        srcType: 'faultWarning',
        srcId: id,
        desc: '主轴过载',
      },
    });
    expect(done).toMatchObject({ docStatus: '20' });
    expect(done?.ackBy).toBe(order?.createdBy);
    const orders = () => factory.as('admin', async (ctx) => (await ctx.records.find('serviceOrder', 'true')).length);
    const before = await orders();
    const twice = `该预警已生成设备服务单${String(order?.nbr)}，不可重复生成`;
    expect(await refusal(act('faultWarning', 'toService', id, ask))).toBe(twice);
    expect(await orders()).toBe(before);
    expect(await stored('faultWarning', id)).toEqual(done);
    await act('serviceOrder', 'void', String(order?.id), {}, 'sunpeng');
    expect(await stored('faultWarning', id)).toMatchObject({ serviceOrder: null });
    await act('faultWarning', 'toService', id, ask);
    expect((await stored('faultWarning', id))?.serviceOrder).not.toBe(order?.id);
  });
});
