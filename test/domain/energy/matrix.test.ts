/** 用电/用水/用气数据分析 (50 §6): readings in, rows of the page out: the tree with its losses, fees, loads, comparison, scope. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../server/ctx';
import { openDirectory } from '../../../server/iot/directory';
import { type EnergyDeriver, openEnergy } from '../../../server/iot/energy/deriver';
import { factoryMs } from '../../../server/iot/factory-time';
import { openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import type { EngineCtx } from '../../../server/records/host';
import { anyPageOf, pageItem } from '../../../server/records/page/page-item';
import { chartAsk } from '../../../server/records/report/cells';
import { chartData } from '../../../server/records/report/chart';
import { getReportList } from '../../../server/records/report/list';
import { exportReport } from '../../../server/records/report/sheet';
import { actsOf } from '../../support/demo-acts';
import { sessionOf } from '../../support/sessions';
import { sheetRows } from '../../support/sheets';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let energy: EnergyDeriver;
const acts = actsOf(() => factory);
const DAY = '2026-01-14';
const NOW = '2026-01-15 02:00:00';
const HOUR_MS = 3_600_000;
/** use of a day by hour, in units of the register of each meter */
const USED: Readonly<Record<string, number>> = {
  'EM-00/E': 12.15,
  'EM-10/E': 57.75,
  'EM-20/E': 25.6,
  'EM-30/E': 34.5,
  'EM-11/E': 72,
};

type Batch = { readonly ts: number; readonly d: readonly unknown[] };
const send = async (batches: readonly Batch[]): Promise<void> => {
  const { database, org } = factory;
  const ingest = openIngest({
    db: database.app,
    directory: openDirectory(database.app, async () => [org]),
    ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
    onStored: () => undefined,
    onError: (error) => {
      throw error;
    },
    now: () => factoryMs(NOW),
  });
  const accepted = batches.map(({ ts, d }, n) =>
    ingest.accept(`iot/v1/${org.code}/CB-005/up/data`, Buffer.from(JSON.stringify({ v: 1, seq: n + 1, ts, d }))),
  );
  await Promise.all(accepted);
  await ingest.stop();
};

beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow(NOW);
  const { database, org } = factory;
  for (const day of ['13', '14', '15'])
    await keepDays(database.db, org.schema, factoryMs(`2026-01-${day} 12:00:00`), { mw_iot_fast: 31, mw_iot_key: 31 });
  energy = openEnergy(database.app, factory.engine.asSystem);
  // half of it in the day before, by the same hours
  const hours = Array.from({ length: 49 }, (_, n) => n - 24);
  await send(
    hours.map((hour) => ({
      ts: factoryMs(`${DAY} 00:00:00`) + hour * HOUR_MS,
      d: Object.entries(USED).map(([point, use]) => [
        point,
        0,
        Number((1000 + (use * (hour < 0 ? hour / 2 : hour)) / 24).toFixed(6)),
      ]),
    })),
  );
  await energy.run(org);
});
afterAll(() => factory?.database.drop());

const ask = (body: object = {}, view = 'electricity', session?: Session) =>
  factory.engine.runAs(session ?? sessionOf(factory.org, [{ isSuper: true }]), (ctx) => {
    const engine = ctx as EngineCtx;
    return getReportList(engine, anyPageOf(engine, `energyMatrix.${view}`), { size: 100, ...body });
  });
const search = (more: object = {}) => ({ search: { grain: '2', date: DAY, indicator: '1', ...more } });
const named = (rows: readonly Record<string, unknown>[], start: string) =>
  rows.find(({ meter }) => String(meter).startsWith(start));

describe('用电数据分析', () => {
  it('is a tree of meters with what is lost below each: 146.0 of 4,860.0 is 3.00 %', async () => {
    const { records, summary, slots } = await ask(search());
    expect(slots?.map(({ title }) => title)).toHaveLength(24);
    expect(slots?.[8]?.title).toBe('08:00');
    expect(records.map(({ meter, $depth, total }) => [String(meter).slice(0, 5).trim(), $depth, total])).toEqual([
      ['EM-00', 0, 4860],
      ['EM-09', 1, 146],
      ['EM-10', 1, 2310],
      ['EM-11', 2, 72],
      ['损耗', 2, 2238],
      ['EM-20', 1, 1024],
      ['EM-30', 1, 1380],
      ['损耗', 1, 146],
    ]);
    expect(records.at(-1)).toMatchObject({ lossRate: 3, slot0: 6.0833 });
    expect(records.at(-1)).not.toHaveProperty('$drill');
    expect(records[0]).toMatchObject({
      share: 100,
      most: 202.5,
      least: 202.5,
      mean: 202.5,
      slot0: 202.5,
      $drill: true,
    });
    expect(records[2]).toMatchObject({ share: 47.53 });
    // parts are in the whole already
    expect(summary).toMatchObject({ total: 4860 });
    expect(records[0]).toMatchObject({ totalTotal: 4860 });
  });
  it('counts a meter and what stands below it once in units', async () => {
    const { records, summary } = await ask({ ...search(), groupBy: ['factoryUnit'] });
    expect(records.map(({ total }) => total).sort((a, b) => Number(a) - Number(b))).toEqual([
      72, 1024, 1380, 2310, 4860,
    ]);
    expect(summary).toMatchObject({ total: 4860 });
  });
  it('compares with the day before, has days and months, and the highest load', async () => {
    const { records, off } = await ask(search({ versus: '2' }));
    expect(named(records, 'EM-10')).toMatchObject({ total: 2310, before: 1155, change: 100 });
    expect(off).not.toContain('before');
    const days = await ask(search({ grain: '3' }));
    expect(days.slots).toHaveLength(31);
    expect(named(days.records, 'EM-10')).toMatchObject({ total: 3465, slot12: 1155, slot13: 2310, slot14: null });
    const months = await ask(search({ grain: '4' }));
    expect(months.slots?.map(({ title }) => title).slice(0, 2)).toEqual(['1月', '2月']);
    expect(named(months.records, 'EM-10')).toMatchObject({ total: 3465, slot0: 3465 });
    const quarters = await ask(search({ grain: '1' }));
    expect(quarters.slots).toHaveLength(96);
    const loads = await ask(search({ indicator: '3' }));
    expect(named(loads.records, 'EM-10')).toMatchObject({ most: 96.25, slot0: 96.25 });
    expect(loads.off).toContain('total');
  });
  it('spreads what was settled over the hours to the cent, for those alone who may see amounts', async () => {
    const fees = await ask(search({ indicator: '2' }));
    const row = named(fees.records, 'EM-10') ?? {};
    const cells = fees.slots?.map(({ code }) => Number(row[code])) ?? [];
    expect(Math.round(cells.reduce((sum, fee) => sum + fee, 0) * 100) / 100).toBe(row.total);
    const days = await ask(search({ indicator: '2', grain: '3' }));
    expect(named(days.records, 'EM-10')?.slot13).toBe(row.total);
    const looks = sessionOf(factory.org, [{ functions: ['energyMatrix:view', 'energyMatrix:export'] }]);
    await expect(ask(search({ indicator: '2' }), 'electricity', looks)).rejects.toMatchObject({ code: 403 });
    expect((await ask(search(), 'electricity', looks)).records).toHaveLength(8);
  });
  it('draws hours in their order, and what is lost as no line', async () => {
    const chart = {
      chart: 'line',
      where: '!empty(slot)',
      x: 'slot',
      series: 'meter',
      y: ['cell'],
      top: 6,
      others: false,
    };
    const { rows } = await factory.as('admin', async (ctx) => {
      const engine = ctx as EngineCtx;
      const asked = { report: 'energyMatrix', chart, search: { ...search().search, energyType: '1' } };
      return chartData(engine, await chartAsk(engine, asked));
    });
    const hours = [...new Set(rows.map(({ k }) => k[0]))];
    expect(hours).toHaveLength(24);
    expect(hours).toEqual(hours.toSorted());
    const lines = new Set(rows.map(({ l }) => String(l[1]).slice(0, 5).trim()));
    expect([...lines].sort()).toEqual(['EM-00', 'EM-09', 'EM-10', 'EM-11', 'EM-20', 'EM-30']);
  });
  it('shows a shop its own meters and no loss of what it does not see', async () => {
    const dept = await acts.id('dept', '111');
    const own = sessionOf(factory.org, [{ functions: ['energyMatrix:view'], scope: { scope: '2', depts: [] } }], {
      dept,
      depts: [dept],
    });
    const { records, summary } = await ask(search(), 'electricity', own);
    expect(records.map(({ meter }) => String(meter).slice(0, 5).trim())).toEqual(['EM-10', 'EM-11', '损耗']);
    expect(summary).toMatchObject({ total: 2310 });
  });
  it('refuses what is none of its words by name, and ends where the calendar does', async () => {
    const none = (title: string) => ({ code: 400, message: `查询条件「${title}」的值不正确，请重新选择` });
    for (const [title, asked] of [
      ['粒度', { grain: '9' }],
      ['指标', { indicator: 'x' }],
      ['对比', { versus: '7' }],
      ['日期', { date: [null] }],
      ['日期', { date: '2026-02-30' }],
    ] as const)
      await expect(ask(search(asked))).rejects.toMatchObject(none(title));
    for (const grain of ['1', '2', '3', '4'])
      for (const date of ['0001-01-01', '9999-12-31'])
        expect((await ask(search({ grain, date, versus: '1' }))).summary).toMatchObject({ total: null });
  });
  it('leaves as a sheet with its slots', async () => {
    const content = await factory.engine.runAs(sessionOf(factory.org, [{ isSuper: true }]), async (ctx) => {
      const engine = ctx as EngineCtx;
      return (await exportReport(engine, anyPageOf(engine, 'energyMatrix.electricity'), search())).content;
    });
    const rows = await sheetRows(content);
    expect(rows[0]).toEqual(expect.arrayContaining(['计量表', '合计', '占比%', '损耗率%', '00:00', '23:00']));
    expect(rows.at(-2)?.[0]).toBe('损耗');
  });
  it('is one definition of three pages that pin their numbers left, each with its own columns', async () => {
    const pages = await factory.as('luyang', async (ctx) =>
      ['electricity', 'water', 'gas'].map((view) => {
        const page = anyPageOf(ctx as EngineCtx, `energyMatrix.${view}`);
        return [page.list.index, page.route?.split('/').at(-1), ctx.session.rights.has(page.right)];
      }),
    );
    expect(pages).toEqual([
      ['pin', 'electricityData', true],
      ['pin', 'waterData', true],
      ['pin', 'gasData', true],
    ]);
    const water = await ask(search(), 'water');
    expect(water.records.map(({ meter }) => String(meter).slice(0, 5))).toEqual(['WM-00', 'WM-10']);
    expect(water.off).not.toContain('night');
    expect((await ask(search(), 'gas')).off).toContain('night');
    expect(await factory.as('liuqiang', async (ctx) => ctx.session.rights.has('energyMatrix:view'))).toBe(false);
    // what its buttons do is another page's, so the page brings the rights to it
    const rightsOf = (login: string) =>
      factory.as(login, async (ctx) => pageItem(ctx as EngineCtx, 'energyMatrix.electricity').data.rights);
    expect(await rightsOf('luyang')).toEqual(expect.arrayContaining(['meterReading:add', 'meterReading:import']));
  });
});
