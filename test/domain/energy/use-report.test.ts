/** 用电报表, 用水报表 and 用气报表 (50 §6): readings in, use by period out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { anyPageOf } from '../../../server/records/page/page-item';
import { getReportList } from '../../../server/records/report/list';
import { actsOf } from '../../support/demo-acts';
import { type Energy, energyOf } from '../../support/energy';
import { sessionOf } from '../../support/sessions';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let energy: Energy;
const acts = actsOf(() => factory);
const PAGE = 'energyUse.electricity';
const DAY = ['2026-01-15', '2026-01-15'];

beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-16 10:00:00');
  energy = await energyOf(factory, ['2025-01-15', '2026-01-14', '2026-01-15'], ['TE-1', 'TE-2', 'TE-3', 'TE-4']);
  const top = await energy.meter('TE-1', 'GC', { level: '1' });
  await energy.meter('TE-2', 'JJ', { level: '2', parent: top });
  // 尖 96.4, 峰 402.8, 平 388.5, 谷 251.3 on the day; 500 the day before, 800 a year ago
  await energy.send('TE-1', [
    ['2025-01-15 00:00:00', 0],
    ['2025-01-15 10:00:00', 800],
  ]);
  await energy.send('TE-1', [
    ['2026-01-14 00:00:00', 800],
    ['2026-01-14 23:00:00', 1300],
    ['2026-01-15 00:00:00', 1300],
    ['2026-01-15 08:00:00', 1551.3],
    ['2026-01-15 11:00:00', 1851.3],
    ['2026-01-15 17:00:00', 2239.8],
    ['2026-01-15 18:00:00', 2289.8],
    ['2026-01-15 20:00:00', 2386.2],
    ['2026-01-15 22:00:00', 2439],
    ['2026-01-16 00:00:00', 2439],
  ]);
  await energy.send('TE-2', [
    ['2026-01-15 08:00:00', 0],
    ['2026-01-15 11:00:00', 300],
  ]);
});
afterAll(() => factory?.database.drop());

const day = (body: object = {}, login?: string) =>
  energy.report(PAGE, { search: { day: DAY, grain: 'day' }, ...body }, login);

describe('用电报表', () => {
  it('has the day by periods, beside the day before and a year ago', async () => {
    const { records, summary } = await day();
    const [top, shop] = records;
    expect(top).toMatchObject({
      ...{ period: '2026-01-15', use: 1139, use1: 96.4, use2: 402.8, use3: 388.5, use4: 251.3, use5: 0 },
      ...{ share1: 8.46, prevRate: 127.8, yoyRate: 42.38, demand: 100 },
      ...{ kgce: 139.98, co2: 611.19, quota: 0, quotaRate: null },
    });
    // nothing to compare with is nothing, not a hundred per cent
    expect(shop).toMatchObject({ use: 300, prevRate: null, yoyRate: null });
    // what hangs below is told once
    expect(records.map(({ number }) => number)).toEqual([839, 300]);
    expect(summary).toMatchObject({ number: 1139 });
    expect(top?.numberTotal).toBe(1139);
  });
  it('by unit no meter is told twice', async () => {
    const { records } = await day({ groupBy: ['factoryUnit'], sort: '-use' });
    expect(records.map(({ factoryUnit, use, number }) => [factoryUnit, use, number])).toEqual([
      ['示例工厂', 1139, 839],
      ['机加车间', 300, 300],
    ]);
  });
  it('a month has its quota and how much of it is used', async () => {
    const months = Array.from({ length: 12 }, (_, at) => ({
      id: newId(),
      lineNo: (at + 1) * 10,
      qty: 2000,
      amount: 1500,
    }));
    const meter = await acts.id('energyMeter', 'TE-1');
    await acts.save('energyQuota', { energyType: '1', scope: '3', meter, year: 2026, months });
    const search = { day: ['2026-01-01', '2026-01-31'], grain: 'month' };
    const { records } = await energy.report(PAGE, { search });
    expect(records[0]).toMatchObject({ period: '2026-01', use: 1639, quota: 2000, quotaRate: 81.95 });
    const unit = await acts.id('factoryUnit', 'JJ');
    const year = await energy.report(PAGE, { search: { ...search, grain: 'year' } });
    expect(year.records[0]).toMatchObject({ period: '2026', use: 1639, quota: 24_000 });
    // of a shop its own meters: what hangs above is not there to take it off
    const shop = await energy.report(PAGE, { search: { ...search, factoryUnit: [unit] } });
    expect(shop.records.map(({ use, number }) => [use, number])).toEqual([[300, 300]]);
  });
  it('takes off what hangs below a meter its reader does not see', async () => {
    const parent = await energy.meter('TE-3', 'ZP', { level: '2', parent: await acts.id('energyMeter', 'TE-2') });
    await energy.meter('TE-4', 'JJ', { level: '3', parent });
    await energy.send('TE-4', [
      ['2026-01-15 08:00:00', 0],
      ['2026-01-15 11:00:00', 40],
    ]);
    const dept = await acts.id('dept', '111');
    const own = sessionOf(factory.org, [{ functions: ['energyUse:view'], scope: { scope: '2', depts: [] } }], {
      dept,
      depts: [dept],
    });
    const { records, summary } = await factory.engine.runAs(own, (ctx) =>
      getReportList(ctx as EngineCtx, anyPageOf(ctx as EngineCtx, PAGE), { search: { day: DAY, grain: 'day' } }),
    );
    expect(records.map(({ use, number }) => [use, number])).toEqual([
      [300, 260],
      [40, 40],
    ]);
    expect(summary).toMatchObject({ number: 300 });
  });
  it('a quota of a unit is that of the one meter of the unit, whoever else is searched for', async () => {
    const months = [{ id: newId(), lineNo: 10, qty: 900, amount: 700 }];
    const year = { energyType: '1', scope: '1', year: 2026, months };
    const search = { day: ['2026-01-01', '2026-01-31'], grain: 'month', meter: [await acts.id('energyMeter', 'TE-2')] };
    // the shop has a quota too, but EM-10 measures it as well
    expect((await energy.report(PAGE, { search })).records[0]).toMatchObject({ use: 300, quota: 0 });
    const { id, version } = await acts.byCode('energyMeter', 'TE-4');
    const unit = await acts.save('factoryUnit', {
      code: 'TE-U',
      name: '空压站',
      parent: await acts.id('factoryUnit', 'GC'),
    });
    await acts.save('energyMeter', { id, version, factoryUnit: unit.id });
    await acts.save('energyQuota', { ...year, factoryUnit: unit.id });
    const alone = await energy.report(PAGE, { search: { ...search, meter: [id] } });
    expect(alone.records[0]).toMatchObject({ use: 40, quota: 900, quotaRate: 4.44 });
  });
});
