/** 50 §2.10: codes of 报警对照 open and end fault warnings without a rule, told by texts or by numbers; what is not listed is 未定义报警. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { type Deriver, openDeriver } from '../../../server/iot/deriver';
import { keepDays } from '../../../server/iot/partitions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { demoFactory, type Factory } from '../../domain/factory';
import { ingestAt, makeBox, type TestBox } from '../../support/iot';

/** 10:00 of the factory's day */
const T0 = Date.UTC(2026, 0, 15, 2);
let factory: Factory;
let box: TestBox;
let device = '';
let deriver: Deriver;
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const save = (object: string, rec: Rec): Promise<Rec> =>
  factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept: [] }));
const idOf = (object: string, code: string) =>
  factory.as('admin', async (ctx) =>
    String((await ctx.records.find(object, 'code == param.code', { param: { code } }))[0]?.id),
  );
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  await keepDays(database.db, org.schema, T0, { mw_iot_fast: 31, mw_iot_key: 31 });
  const enums = [
    { id: newId(), text: 'E102', value: 102 },
    { id: newId(), text: 'E205', value: 205 },
  ];
  box = await makeBox(factory, 'TL-001', { ALM: { codec: '11', enums }, NUM: {}, RUN: {} });
  device = await idOf('equipment', 'CNC-06');
  await rows(`update $.point_map set is_disabled = '1' where equipment_id = '${device}'`);
  await rows(`update $.event_rule set is_disabled = '1'`);
  const [stops, hints] = [await idOf('faultType', 'JX01'), await idOf('faultType', 'QT')];
  const alarms = () => [
    { id: newId(), raw: 102, faultType: stops, text: '主轴过载' },
    { id: newId(), raw: 205, faultType: hints, text: '润滑不足' },
  ];
  const map = (name: string, point: string, more: Rec) =>
    save('pointMap', { name, equipment: device, dataPoint: box.points.get(point) ?? null, ...more });
  await map('报警', 'ALM', { signalType: '3', signalCode: 'alm', alarms: alarms() });
  await map('报警号', 'NUM', { signalType: '3', signalCode: 'num', alarms: alarms() });
  const states = [{ id: newId(), rawFrom: 1, rawTo: 1, runState: '1', holdSec: 0 }];
  await map('运行', 'RUN', { signalType: '2', signalCode: 'run', states });
});
afterAll(() => factory?.database.drop());
const TABLES = [
  ...['mw_iot_key', 'mw_iot_box', 'mw_iot_device', 'mw_iot_state_dirty', 'mw_iot_state_mark', 'mw_iot_watch'],
  ...['mw_iot_rule_dirty', 'mw_iot_rule_mark', 'mw_iot_warning', 'device_state', 'fault_warning', 'mw_outbox'],
];
beforeEach(async () => {
  for (const table of TABLES) await rows(`delete from $.${table}`);
  deriver = openDeriver(factory.database.app, factory.engine.asSystem);
  await run(-1);
});
const ms = (sec: number): number => T0 + sec * 1000;
const run = (sec: number) => deriver.run(factory.org, ms(sec));

let seq = 0;
const take = async (up: string, body: Rec, sec: number): Promise<void> => {
  const ingest = ingestAt(factory, ms(sec));
  await ingest.accept(`${box.topic}up/${up}`, Buffer.from(JSON.stringify({ v: 1, seq: ++seq, ...body })));
  await ingest.stop();
  await run(sec);
};
const alarm = (sec: number, code: string, on: boolean, now = sec) =>
  take('event', { ts: ms(sec), e: 'alarm', p: 'ALM', code, on }, now);
const read = (sec: number, point: string, x: number) => take('data', { ts: ms(sec), d: [[point, 0, x]] }, sec);
const second = (name: string): string => `round(extract(epoch from ${name}) - ${T0 / 1000})::int as ${name}`;
const warnings = () =>
  rows<Rec>(
    `select ${['open_at', 'end_at'].map(second).join(', ')}, fault_code, fault_name, level, stop_flag, text, doc_status, hist, value,
            f.code as fault from $.fault_warning w left join $.fault_type f on f.id = w.fault_type_id
      where w.equipment_id = '${device}' order by w.open_at, w.fault_code`,
  );
const strip = async () =>
  (
    await rows<{ state: string; fault_code: string | null }>(
      `select state, fault_code from $.device_state where equipment_id = '${device}' order by start_at`,
    )
  ).map(({ state, fault_code }) => [Number(state), fault_code]);

describe('an alarm', () => {
  it('opens a fault warning that stops the device, and ends both when it goes off', async () => {
    await read(0, 'RUN', 1);
    await alarm(300, 'E102', true);
    const open = { open_at: 300, end_at: null, fault_code: 'E102', fault_name: '主轴过载', fault: 'JX01', level: '3' };
    expect(await warnings()).toMatchObject([
      { ...open, stop_flag: true, text: '主轴过载(E102)', doc_status: '10', hist: false, value: null },
    ]);
    expect(await strip()).toEqual([
      [1, null],
      [4, 'JX01'],
    ]);
    await alarm(1500, 'E102', false);
    expect(await warnings()).toMatchObject([{ open_at: 300, end_at: 1500, doc_status: '60', value: null }]);
    expect(await strip()).toEqual([
      [1, null],
      [4, 'JX01'],
      [1, null],
    ]);
    const events = await rows<Rec>(
      `select event from $.mw_outbox where event ~ 'Warning.(open|recovered)' order by id`,
    );
    expect(events).toEqual([{ event: 'faultWarning.open' }, { event: 'faultWarning.recovered' }]);
  });
  it('of another code is another warning', async () => {
    await read(0, 'NUM', 102);
    await read(60, 'NUM', 205);
    await read(120, 'NUM', 0);
    expect(await warnings()).toMatchObject([
      { open_at: 0, end_at: 60, fault_code: '102', stop_flag: true },
      { open_at: 60, end_at: 120, fault_code: '205', fault_name: '润滑不足', stop_flag: false },
    ]);
  });
  it('that nobody listed is 未定义报警 of the lowest level', async () => {
    await alarm(10, 'E999', true);
    expect(await warnings()).toMatchObject([
      {
        open_at: 10,
        end_at: null,
        fault_code: 'E999',
        text: '未定义报警 E999',
        level: '1',
        fault: null,
        stop_flag: false,
      },
    ]);
    await alarm(20, 'E999', false);
    expect(await warnings()).toMatchObject([{ end_at: 20, doc_status: '60' }]);
  });
  it('from a buffer makes a closed record and no noise', async () => {
    await alarm(300, 'E102', true, 2400);
    await alarm(900, 'E102', false, 2401);
    expect(await warnings()).toMatchObject([{ open_at: 300, end_at: 900, doc_status: '60', hist: true }]);
    expect(await rows(`select 1 from $.mw_outbox where event ~ 'Warning.(open|recovered)'`)).toEqual([]);
  });
});
