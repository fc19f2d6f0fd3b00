/** Numbers of a report, worked out by hand, on PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { counts, type ReportAnswer, runReport } from '../../../server/records/report/run';
import type { ReportSpec } from '../../../server/records/report/spec';
import { groupOf, measuresOf } from '../../../server/records/report/spec';
import { type Factory, openFactory } from '../../support/records';
import { SALE_DOCS, SALES, seedSales } from '../../support/sales';

let factory: Factory;
beforeAll(async () => {
  factory = await openFactory({ documents: SALE_DOCS });
  await seedSales(factory);
});
afterAll(() => factory?.close());

const report = (code = 'saleStat') => factory.registry.reports.get(code)!;
const ask = async (
  groups: readonly string[],
  measures: readonly string[],
  more: Partial<ReportSpec> = {},
  ctx?: EngineCtx,
): Promise<ReportAnswer> => {
  const at = ctx ?? (await factory.root());
  return runReport(at, report(), {
    groups: groups.map((text) => groupOf(at, report(), text)),
    measures: measuresOf(at, report(), measures),
    search: {},
    wheres: [],
    sort: '-qty',
    ...more,
  });
};
const table = (answer: ReportAnswer): string[] =>
  answer.rows.map((row) =>
    [...row.keys.map((key, at) => row.labels[at] ?? key), ...Object.values(row.values)].join(' '),
  );

describe('measures', () => {
  it('sums, counts, ratios of sums and distinct heads by reference', async () => {
    const answer = await ask(['region'], ['lines', 'orders', 'qty', 'rate', 'mean', 'big']);
    // north 100+60+40 = 200, good 188 = 94 %; south 10, void left out
    expect(table(answer)).toEqual(['北 3 2 200 94 66.67 2', '南 1 1 10 100 10 0']);
    expect(answer.total?.values).toEqual({ lines: 4, orders: 3, qty: 210, rate: 94.29, mean: 52.5, big: 2 });
  });
  it('share of the total, running sum and place', async () => {
    const answer = await ask(['region', 'item'], ['qty', 'share', 'sum', 'place']);
    // 140, 60, 10 of 210
    expect(table(answer)).toEqual(['北 bolt 140 66.67 140 1', '北 nut 60 28.57 200 2', '南 bolt 10 4.76 210 3']);
  });
  it('the last balance of each key, never summed over time', async () => {
    const byRegion = await ask(['region'], ['stock', 'qty']);
    // north: bolt last 40 (february) + nut 60 = 100; south: bolt 10
    expect(table(byRegion)).toEqual(['北 100 200', '南 10 10']);
    expect(byRegion.total?.values.stock).toBe(110);
    const byMonth = await ask(['day:month'], ['stock', 'qty'], { sort: 'day' });
    // january: bolt 100 + nut 60 + south bolt 10; february: bolt 40
    expect(table(byMonth)).toEqual(['2026-01-01 170 170', '2026-02-01 40 40']);
    expect(byMonth.total?.values.stock).toBe(110);
  });
  it('a granted measure is not there without the group', async () => {
    const clerk = await factory.as([{ functions: ['saleStat:view'] }]);
    expect(Object.keys((await ask(['region'], ['qty', 'cost'], {}, clerk)).total!.values)).toEqual(['qty']);
    const boss = await factory.as([{ functions: ['saleStat:view'], fieldGroups: ['cost'] }]);
    expect((await ask(['region'], ['cost'], {}, boss)).total!.values).toEqual({ cost: 28 });
  });
});

describe('rows', () => {
  it('search by dim, by reference and by span', async () => {
    expect(table(await ask(['item'], ['qty'], { search: { region: [SALES.north] } }))).toEqual(['bolt 140', 'nut 60']);
    expect(table(await ask(['item'], ['qty'], { search: { day: ['2026-01-01', '2026-01-31'] } }))).toEqual([
      'bolt 110',
      'nut 60',
    ]);
  });
  it('conditions over dims, and no other name', async () => {
    expect(table(await ask(['region'], ['qty'], { wheres: ["item == 'nut'"] }))).toEqual(['北 60']);
    expect(table(await ask(['region'], ['qty'], { wheres: ["region.name == '南'"] }))).toEqual(['南 10']);
    await expect(ask(['region'], ['qty'], { wheres: ['doc.cost > 1'] })).rejects.toMatchObject({ code: 400 });
    await expect(ask(['region'], ['qty'], { search: { cost: 1 } })).rejects.toMatchObject({ code: 400 });
  });
  it('subtotals are of their own rows', async () => {
    const answer = await ask(['region', 'item'], ['qty', 'rate'], { sets: [[0]] });
    const subs = answer.rows.filter((row) => row.set.length === 1);
    expect(subs.map((row) => [row.labels[0], row.values.qty, row.values.rate])).toEqual([
      ['北', 200, 94],
      ['南', 10, 100],
    ]);
  });
  it('row scope of the source, also when the role keeps it for the source only', async () => {
    const scope = { scope: 'north', depts: [] };
    const role = { functions: ['saleStat:view'], scope: { scope: '1', depts: [] } };
    const limited = await factory.as([{ ...role, scopes: new Map([['sale1', scope]]) }]);
    expect((await ask(['region'], ['qty'], {}, limited)).total?.values).toEqual({ qty: 200 });
    const nobody = await factory.as([{ functions: [] }]);
    expect((await ask(['region'], ['qty'], {}, nobody)).total).toBeUndefined();
  });
});

it('equal questions are asked once, different scopes never share', async () => {
  const at = await factory.root();
  const spec: ReportSpec = {
    groups: [groupOf(at, report(), 'region')],
    measures: measuresOf(at, report(), ['qty']),
    search: {},
    wheres: [],
    sort: 'region',
  };
  const before = counts.queries;
  await Promise.all(Array.from({ length: 20 }, async () => runReport(await factory.root(), report(), spec, 30)));
  expect(counts.queries - before).toBe(1);
  const limited = await factory.as([
    { functions: ['saleStat:view'], scopes: new Map([['sale1', { scope: 'north', depts: [] }]]) },
  ]);
  expect((await runReport(limited, report(), spec, 30)).total?.values).toEqual({ qty: 200 });
  expect(counts.queries - before).toBe(2);
});
