/** 设备效能 (50 §4, acceptance 8): readings and reports come in, availability, performance, quality and OEE come out. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScopeGrant, Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { openDeriver } from '../../../server/iot/deriver';
import { factoryMs } from '../../../server/iot/factory-time';
import type { EngineCtx } from '../../../server/records/host';
import { anyPageOf } from '../../../server/records/page/page-item';
import { chartAsk } from '../../../server/records/report/cells';
import { chartData } from '../../../server/records/report/chart';
import { drillOf } from '../../../server/records/report/drill';
import { getReportList } from '../../../server/records/report/list';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { mapCount } from '../../support/iot';
import { type Floor, openFloor } from '../production/floor';
import { openTimelines, type Timelines, timesOn } from './timeline';

const DAY = '2026-01-15';
const NOW = `${DAY} 17:00:00`;
let floor: Floor;
let lines: Timelines;
beforeAll(async () => {
  floor = await openFloor();
  const { factory } = floor;
  const { database, org } = factory;
  lines = await openTimelines(factory, ['CNC-01', 'IM-01', 'CNC-05', 'CNC-06', 'PT-01'], `${DAY} 07:00:00`);
  await mapCount(factory, 'DW00001', lines.counter('CNC-01'), { perShot: 1, maxRate: 20, rolloverMax: null });
  await mapCount(factory, 'DW00025', lines.counter('IM-01'), { perShot: 4, maxRate: null, rolloverMax: null });
  const deriver = openDeriver(database.app, factory.engine.asSystem);
  const derive = (now: string) => deriver.run(org, factoryMs(now));
  await derive(`${DAY} 07:30:00`);

  factory.setNow(`${DAY} 08:00:00`);
  const work = await floor.workOrder(84, [{ opNbr: 10, process: 'CX', workGroup: 'CX', stdMin: 4 }]);
  const start = await floor.start(work, 10, 84, { equipment: await floor.idOf('equipment', 'CNC-01') });
  const on = timesOn(DAY);
  const day = [
    ['08:00', 1],
    ['10:30', 2],
    ['11:12', 4],
    ['11:32', 3],
    ['12:00', 2],
    ['13:00', 1],
    ['15:00', 3],
  ] as const;
  await lines.tell('CNC-01', on([...day, ['15:30', 1]]), NOW);
  await lines.count(
    'CNC-01',
    on([
      ['08:00', 500],
      ['10:30', 530],
      ['13:00', 530],
      ['16:59', 584],
    ]),
    NOW,
  );
  await lines.tell(
    'IM-01',
    on([
      ['08:00', 1],
      ['12:00', 3],
    ]),
    NOW,
  );
  await lines.count(
    'IM-01',
    on([
      ['08:00', 10],
      ['12:00', 160],
    ]),
    NOW,
  );
  await derive(NOW);
  factory.setNow(NOW);
  await floor.act('audit', await floor.report(start, 81, [['20', 3]], { endTime: NOW }));
  await derive(NOW);
  await planned('CNC-01', `${DAY} 15:00:00`);
});
afterAll(() => floor?.factory.database.drop());

const table = (name: string) => sql.id(floor.factory.org.schema, name);
const reasonOf = async (code: string): Promise<string> => {
  const [row] = await floor.find('supportInfor', 'code == param.code', { code });
  return row!.id as string;
};
/** what began then was planned maintenance */
const planned = async (device: string, at: string): Promise<void> => {
  await sql`UPDATE ${table('device_state')} SET reason_id = ${await reasonOf('TJ04')}
    WHERE equipment_id = ${lines.ids[device]} AND start_at = ${`${at}+08`}::timestamptz`.execute(
    floor.factory.database.db,
  );
};
type Put = readonly [state: string, from: string, to: string, reason?: string];
const put = async (device: string, ...rows: readonly Put[]): Promise<void> => {
  for (const [state, from, to, reason] of rows)
    await sql`INSERT INTO ${table('device_state')} (id, equipment_id, factory_unit_id, state, source, split, start_at, end_at, reason_id)
      SELECT ${newId()}, e.id, e.factory_unit_id, ${state}, '1', false, ${`${from}+08`}::timestamptz, ${`${to}+08`}::timestamptz,
             ${reason === undefined ? null : await reasonOf(reason)}
        FROM ${table('equipment')} e WHERE e.id = ${lines.ids[device]}`.execute(floor.factory.database.db);
};
const made = (device: string, day: string, number: number, bad: number): Promise<void> =>
  floor.factory.as('admin', async (ctx) => {
    const { records } = ctx.asSystem();
    const equipment = lines.ids[device] ?? '';
    const [unit] = await records.many('equipment', [equipment], { stored: true });
    const [shift] = await records.find('shift', "code == 'BC01'");
    await records.save('outputStat', {
      ...{ id: ctx.newId(), shiftDate: day, shift: shift!.id, slotAt: `${day} 08:00:00`, equipment },
      ...{ factoryUnit: unit!.factoryUnit, number, qualifiedQty: number - bad, unqualifiedQty: bad, estQty: 0 },
      ...{ suspectQty: 0, source: '1', rev: 0, linked: false },
    });
  });
const cycle = (device: string, seconds: number | null) =>
  sql`UPDATE ${table('equipment')} SET rated_sec = ${seconds} WHERE id = ${lines.ids[device]}`.execute(
    floor.factory.database.db,
  );
const list = (ctx: EngineCtx, day: string, search: object = {}, more: object = {}) =>
  getReportList(ctx, anyPageOf(ctx, 'deviceOee'), { size: 100, search: { shiftDate: [day, day], ...search }, ...more });
const ask = (device: string | null, day = DAY, search: object = {}, more: object = {}) =>
  floor.factory.as('admin', (ctx) =>
    list(ctx as EngineCtx, day, { ...(device === null ? {} : { equipment: [lines.ids[device]] }), ...search }, more),
  );
const within = async (settings: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void> => {
  const set = (to: (value: string) => string | null) =>
    floor.factory.as('admin', (ctx) =>
      storeSettings(
        ctx as EngineCtx,
        Object.entries(settings).map(([key, value]) => [key, to(value)]),
      ),
    );
  await set((value) => value);
  try {
    await work();
  } finally {
    await set(() => null);
  }
};

describe('the day of CNC-01', () => {
  it('is 80.00, 93.33, 96.43 and 72.00 %, by reports that cover the count', async () => {
    const { records } = await ask('CNC-01');
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      ...{ plan: 450, run: 360, number: 84, qualifiedQty: 81, stdCycle: 240 },
      ...{ availability: 80, performance: 93.33, quality: 96.43, oee: 72 },
      ...{ lossPlanned: 30, lossFault: 20, lossSetup: 0, lossIdle: 70, lossSpeed: 24, lossBad: 12, mark: null },
    });
  });

  it('of an injection machine without order goes by the cycle of the device, 计 and 节拍偏松', async () => {
    const { records } = await ask('IM-01');
    expect(records[0]).toMatchObject({
      ...{ plan: 480, run: 240, number: 600, qualifiedQty: 600, stdCycle: 30 },
      ...{ availability: 50, performance: 125, quality: 100, oee: 62.5, mark: 5 },
    });
  });

  it('of both is the ratio of their sums and not the mean', async () => {
    const { records, summary } = await ask(null);
    expect(records).toHaveLength(2);
    expect(summary).toMatchObject({
      plan: 930,
      run: 600,
      availability: 64.52,
      performance: 106,
      quality: 99.56,
      oee: 68.09,
    });
    const by = await ask(null, DAY, {}, { groupBy: ['shiftDate'], period: 'month' });
    expect(by.records).toMatchObject([{ plan: 930, oee: 68.09 }]);
  });

  it('stands by product with the time it was made in', async () => {
    const { records } = await ask(null, DAY, {}, { groupBy: ['material'] });
    const some = records.find(({ materialId }) => materialId !== null);
    expect(some).toMatchObject({ plan: 450, run: 360, number: 84, oee: 72 });
  });

  it('may count what was reported instead, when asked or when the factory says so', async () => {
    const { records } = await ask(null, DAY, { countSource: '2' });
    expect(records.find(({ equipmentId }) => equipmentId === lines.ids['CNC-01'])).toMatchObject({
      number: 84,
      oee: 72,
    });
    expect(records.find(({ equipmentId }) => equipmentId === lines.ids['IM-01'])).toMatchObject({
      number: 0,
      quality: null,
    });
    await within({ 'oee.countSource': '2' }, async () => {
      expect((await ask('IM-01')).records[0]).toMatchObject({ number: 0 });
    });
  });

  it('calls short stops running where the factory says so', async () => {
    await within({ 'oee.microStopSec': '1700' }, async () => {
      expect((await ask('CNC-01')).records[0]).toMatchObject({
        plan: 450,
        run: 388,
        lossIdle: 42,
        availability: 86.22,
      });
    });
  });

  it('is drawn as where the time went: what is left is standard time of good pieces', async () => {
    const data = await floor.factory.as('admin', async (ctx) => {
      const search = { shiftDate: [DAY, DAY], equipment: [lines.ids['CNC-01']] };
      const chart = { chart: 'waterfall', where: '!empty(part)', x: 'part', y: ['partMin'], sort: 'part' };
      return chartData(ctx as EngineCtx, await chartAsk(ctx as EngineCtx, { report: 'deviceOee', chart, search }));
    });
    expect(data.rows.map(({ k, v }) => [k[0], v.partMin])).toEqual([
      ['1', 480],
      ['2', -30],
      ['3', -20],
      ['4', 0],
      ['5', -70],
      ['6', -24],
      ['7', -12],
    ]);
    expect(data.total.partMin).toBe(81 * 4);
  });

  it('opens its counts from what was made, and its states from the row', async () => {
    await floor.factory.as('admin', async (given) => {
      const ctx = given as EngineCtx;
      const asked = {
        search: { shiftDate: [DAY, DAY], countSource: '1' },
        cell: { equipment: lines.ids['CNC-01'], 'shiftDate:day': DAY },
      };
      const page = anyPageOf(ctx, 'deviceOee');
      expect(drillOf(ctx, page, { ...asked, measure: 'number' }).page).toBe('outputStat');
      expect(drillOf(ctx, page, asked).page).toBe('deviceState');
    });
  });
});

describe('worked rows', () => {
  it('rounds 80.00, 93.75, 97.50 to 73.13: from unrounded parts', async () => {
    const [day, next] = ['2026-01-13', '2026-01-14'];
    await cycle('PT-01', 90);
    await put(
      'PT-01',
      ['1', `${day} 08:00:00`, `${day} 12:00:00`],
      ['2', `${day} 12:00:00`, `${day} 13:00:00`],
      ['1', `${day} 13:00:00`, `${day} 17:00:00`],
      ['1', `${day} 20:00:00`, `${day} 20:32:00`],
      ['3', `${day} 20:32:00`, `${day} 22:40:00`],
      ['7', `${day} 22:40:00`, `${next} 00:00:00`, 'TJ04'],
      ['2', `${next} 00:00:00`, `${next} 01:00:00`],
      ['7', `${next} 01:00:00`, `${next} 05:00:00`, 'TJ04'],
    );
    await made('PT-01', day, 320, 8);
    await within({ 'iot.badSource': '1' }, async () => {
      const { records } = await ask('PT-01', day);
      expect(records[0]).toMatchObject({
        ...{ plan: 640, run: 512, number: 320, qualifiedQty: 312, mark: 1 },
        ...{ availability: 80, performance: 93.75, quality: 97.5, oee: 73.13 },
      });
    });
  });

  it('has the golden row: 88.81, 86.11, 97.80, 74.79', async () => {
    const day = '2026-01-12';
    await cycle('CNC-06', 1);
    await put(
      'CNC-06',
      ['1', `${day} 08:00:00`, `${day} 12:00:00`],
      ['2', `${day} 12:00:00`, `${day} 13:00:00`],
      ['1', `${day} 13:00:00`, `${day} 15:13:00`],
      ['3', `${day} 15:13:00`, `${day} 16:00:00`],
      ['7', `${day} 16:00:00`, `${day} 17:00:00`, 'TJ04'],
    );
    await made('CNC-06', day, 19_271, 423);
    await within({ 'iot.badSource': '1' }, async () => {
      const { records } = await ask('CNC-06', day);
      expect(records[0]).toMatchObject({
        ...{ plan: 420, run: 373, number: 19_271, qualifiedQty: 18_848 },
        ...{ availability: 88.81, performance: 86.11, quality: 97.8, oee: 74.79 },
      });
    });
  });

  it('marks pieces without a cycle and says nothing of their speed', async () => {
    await cycle('CNC-05', null);
    await put(
      'CNC-05',
      ['1', '2026-01-12 08:00:00', '2026-01-12 12:00:00'],
      ['3', '2026-01-12 12:00:00', '2026-01-12 17:00:00'],
    );
    await made('CNC-05', '2026-01-12', 10, 0);
    const { records } = await ask('CNC-05', '2026-01-12');
    expect(records[0]).toMatchObject({ availability: 50, performance: null, quality: 100, oee: null, mark: 3 });
  });

  it('takes change-over by its reason, and offline time out of the plan where the factory says so', async () => {
    const day = '2026-01-09';
    await put(
      'CNC-05',
      ['1', `${day} 08:00:00`, `${day} 10:00:00`],
      ['5', `${day} 10:00:00`, `${day} 11:00:00`],
      ['3', `${day} 11:00:00`, `${day} 12:00:00`, 'TJ01'],
      ['6', `${day} 12:00:00`, `${day} 17:00:00`],
    );
    expect((await ask('CNC-05', day)).records[0]).toMatchObject({
      ...{ plan: 480, run: 120, lossSetup: 60, lossIdle: 60, lossFault: 240, availability: 25 },
    });
    await within({ 'oee.offlineAs': '2' }, async () => {
      expect((await ask('CNC-05', day)).records[0]).toMatchObject({
        ...{ plan: 420, run: 120, lossPlanned: 60, lossIdle: 0, availability: 28.57 },
      });
    });
  });

  it('says nothing where nothing was planned', async () => {
    // a Sunday: no shift
    await put('PT-01', ['1', '2026-01-11 08:00:00', '2026-01-11 12:00:00']);
    await made('PT-01', '2026-01-11', 5, 0);
    const { records } = await ask('PT-01', '2026-01-11', {}, { groupBy: ['equipment'] });
    expect(records[0]).toMatchObject({ plan: 0, availability: null, performance: null, quality: null, oee: null });
  });
});

it('shows a head of another shop nothing of a device', async () => {
  const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
  const inDept = async (code: string): Promise<readonly unknown[]> => {
    const session = await floor.factory.as('liuqiang', async (ctx): Promise<Session> => {
      const [dept] = await ctx.asSystem().records.find('dept', 'code == param.code', { param: { code } });
      const { me, rights } = ctx.session;
      return {
        ...ctx.session,
        me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
        rights: { ...rights, super: false, has: () => true, group: () => true, scopes: () => scopes },
      };
    });
    return floor.factory.engine.runAs(session, async (ctx) => {
      const { records, summary } = await list(ctx as EngineCtx, DAY);
      return [records.map(({ equipmentId }) => equipmentId), summary?.number];
    });
  };
  expect(await inDept('111')).toEqual([[lines.ids['CNC-01']], 84]);
  expect(await inDept('113')).toEqual([[lines.ids['IM-01']], 600]);
  expect(await inDept('112')).toEqual([[], 0]);
});
