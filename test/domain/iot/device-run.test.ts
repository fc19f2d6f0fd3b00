/** 运行分析 (50 §4): readings come in, hours and rates come out; the rows of the caller alone, and the records behind a number. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScopeGrant, Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { factoryMs } from '../../../server/iot/factory-time';
import { endHold, openHold } from '../../../server/iot/holds';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { anyPageOf, pageOf } from '../../../server/records/page/page-item';
import { chartAsk } from '../../../server/records/report/cells';
import { chartData } from '../../../server/records/report/chart';
import { drillOf } from '../../../server/records/report/drill';
import { getReportList } from '../../../server/records/report/list';
import { demoFactory, type Factory } from '../factory';
import { refusal } from '../production/floor';
import { openTimelines, type Timelines, timesOn } from './timeline';

const DAY = '2026-01-15';
const NOW = `${DAY} 17:00:00`;
let factory: Factory;
let lines: Timelines;
beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow(NOW);
  lines = await openTimelines(factory, ['CNC-05', 'IM-01'], `${DAY} 07:00:00`);
  const on = timesOn(DAY);
  await lines.tell(
    'CNC-05',
    on([
      ['08:00', 1],
      ['10:30', 2],
      ['11:12', 4],
      ['11:32', 3],
      ['12:00', 2],
      ['13:00', 1],
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
  const doc = newId();
  await factory.as('admin', async (ctx) => {
    const equipment = lines.ids['CNC-05'] ?? '';
    await openHold(ctx, { doc, equipment, state: 7, from: factoryMs(`${DAY} 15:00:00`) });
    await endHold(ctx, doc, factoryMs(`${DAY} 15:30:00`));
  });
  await lines.derive(NOW);
  await say('CNC-05', 7, 'TJ04');
});
afterAll(() => factory?.database.drop());

const say = (device: string, state: number, reason: string): Promise<void> =>
  factory.as('admin', async (ctx) => {
    const [row] = await ctx.records.find('deviceState', `equipment == param.id && state == ${state}`, {
      param: { id: lines.ids[device] ?? '' },
    });
    const [why] = await ctx.records.find('supportInfor', 'code == param.reason', { param: { reason } });
    await runAction(ctx as EngineCtx, ctx.records.object('deviceState'), 'setReason', {
      targets: [{ id: row!.id, version: Number(row!.version) }],
      ask: { reasonId: why!.id, note: null },
    });
  });
const SEARCH = { shiftDate: [DAY, DAY] };
const list = (ctx: EngineCtx, body: object = {}) =>
  getReportList(ctx, anyPageOf(ctx, 'deviceRun'), { size: 100, search: SEARCH, ...body });
const ask = (body: object = {}) => factory.as('admin', (ctx) => list(ctx as EngineCtx, body));
const chart = (keys: object, search: object = SEARCH) =>
  factory.as('admin', async (ctx) =>
    chartData(ctx as EngineCtx, await chartAsk(ctx as EngineCtx, { report: 'deviceRun', chart: keys, search })),
  );
const only = (code: string) => ({ search: { ...SEARCH, equipment: [lines.ids[code]] } });

describe('hours and rates', () => {
  it('are those of the worked day: 360 of 450 planned minutes are 80 %', async () => {
    const { records } = await ask(only('CNC-05'));
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      ...{ plan: 7.5, run: 6, standby: 1.7, stop: 0.47, fault: 0.33, repair: 0, maint: 0.5, offline: 0 },
      ...{ utilisation: 80, openRate: 85.56, faultRate: 4.44, standbyRate: 22.08, stopTimes: 1, avgStop: 28 },
      unsaidRate: 100,
    });
  });

  it('of several devices are ratios of sums, not the mean of 80 and 50', async () => {
    const { records, summary } = await ask();
    expect(records.map(({ utilisation }) => utilisation).sort()).toEqual([50, 80]);
    expect(summary).toMatchObject({ plan: 15.5, run: 10, utilisation: 64.52, stopTimes: 2 });
  });

  it('stand by category, unit, shift and month too', async () => {
    const by = async (...groupBy: readonly string[]) => (await ask({ groupBy, sort: '' })).records;
    expect((await by('devCategory')).map(({ plan }) => plan).sort()).toEqual([7.5, 8]);
    expect((await by('factoryUnit')).map(({ run }) => run).sort()).toEqual([4, 6]);
    expect(await by('shift')).toMatchObject([{ plan: 15.5, run: 10 }]);
    const { records } = await ask({ groupBy: ['shiftDate'], period: 'month' });
    expect(records).toMatchObject([{ plan: 15.5, utilisation: 64.52 }]);
  });

  it('follow a reason somebody gives', async () => {
    await say('CNC-05', 3, 'TJ03');
    const { records } = await ask(only('CNC-05'));
    expect(records[0]).toMatchObject({ plan: 7.5, unsaidRate: 75 });
    const pareto = await chart({ chart: 'pareto', where: '!empty(stopReason)', x: 'stopReason', y: ['hours'] });
    expect(pareto.rows.map(({ l, v }) => [l[0], v.hours])).toEqual([
      ['计划保养', 0.5],
      ['待料', 0.47],
    ]);
  });

  it('end now where a state goes on, and begin with the first reading', async () => {
    factory.setNow(`${DAY} 14:00:00`);
    try {
      const { records } = await ask(only('IM-01'));
      expect(records[0]).toMatchObject({ plan: 5, run: 4, stop: 2, utilisation: 80 });
    } finally {
      factory.setNow(NOW);
    }
    expect((await ask({ search: { shiftDate: ['2026-01-14', '2026-01-14'] } })).records).toEqual([]);
  });
});

describe('pictures', () => {
  it('have the hours of each state, and the strip of a day with the moments', async () => {
    const states = await chart({ chart: 'stackBar', x: 'equipment', series: 'state', y: ['hours'] });
    const of = (code: string) =>
      states.rows
        .filter(({ k }) => k[0] === lines.ids[code])
        .map(({ k, v }) => [k[1], v.hours])
        .sort();
    expect(of('IM-01')).toEqual([
      ['1', 4],
      ['3', 5],
    ]);
    const strip = await chart(
      { chart: 'stateTimeline', x: 'startAt', series: 'equipment', y: ['stateCode', 'minutes'] },
      only('CNC-05').search,
    );
    expect(strip.rows.map(({ k, v }) => [String(k[0]).slice(11, 16), v.stateCode, v.minutes])).toEqual([
      ['08:00', 1, 150],
      ['10:30', 2, 42],
      ['11:12', 4, 20],
      ['11:32', 3, 28],
      ['12:00', 2, 60],
      ['13:00', 1, 120],
      ['15:00', 7, 30],
      ['15:30', 1, 90],
    ]);
  });

  it('are refused for many devices over many days', async () => {
    const keys = { chart: 'stateTimeline', x: 'startAt', series: 'equipment', y: ['stateCode', 'minutes'] };
    const refused = chart(keys, { shiftDate: ['2026-01-14', DAY] });
    expect(await refusal(refused)).toBe('状态条只显示一台设备或一天，请缩小范围');
  });
});

it('opens the records of a number', async () => {
  await factory.as('admin', async (given) => {
    const ctx = given as EngineCtx;
    const cell = { equipment: lines.ids['CNC-05'], 'shiftDate:day': DAY };
    const { page, tree } = drillOf(ctx, anyPageOf(ctx, 'deviceRun'), { search: SEARCH, cell, measure: 'standby' });
    expect(page).toBe('deviceState');
    const { records } = await getPageList(ctx, pageOf(ctx, page), { q: tree, scheme: 'all' });
    expect(records.map(({ durationSec }) => durationSec).sort()).toEqual([2520, 3600]);
  });
});

it('shows a head of another shop nothing of a device', async () => {
  const scopes: readonly ScopeGrant[] = [{ scope: '2', depts: [] }];
  const inDept = async (code: string): Promise<readonly unknown[]> => {
    const session = await factory.as('liuqiang', async (ctx): Promise<Session> => {
      const [dept] = await ctx.asSystem().records.find('dept', 'code == param.code', { param: { code } });
      const { me, rights } = ctx.session;
      return {
        ...ctx.session,
        me: { ...me, dept: String(dept?.id), depts: [String(dept?.id)] },
        rights: { ...rights, super: false, has: () => true, group: () => true, scopes: () => scopes },
      };
    });
    return factory.engine.runAs(session, async (ctx) => {
      const { records, summary } = await list(ctx as EngineCtx);
      return [records.map(({ equipmentId }) => equipmentId), summary?.run];
    });
  };
  expect(await inDept('111')).toEqual([[lines.ids['CNC-05']], 6]);
  expect(await inDept('113')).toEqual([[lines.ids['IM-01']], 4]);
  expect(await inDept('112')).toEqual([[], 0]);
});
