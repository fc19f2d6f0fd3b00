/** Pages of reports: groups, periods, comparison, slots, totals, sheets; and that the rows behind a cell add up to it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartRow, ChartSums } from '../../../schemas/language/wire';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { fieldSearchOf, saveFieldSearch } from '../../../server/records/list/field-search';
import { getPageList } from '../../../server/records/list/list';
import { chartMeaning, chartSheet } from '../../../server/records/report/behind';
import { cellData, readCells } from '../../../server/records/report/cells';
import { drillOf } from '../../../server/records/report/drill';
import { getReportList } from '../../../server/records/report/list';
import { exportReport } from '../../../server/records/report/sheet';
import { listSchemes, saveScheme } from '../../../server/records/schemes/schemes';
import { type Factory, openFactory } from '../../support/records';
import { SALE_DOCS, SALES, seedSales } from '../../support/sales';
import { sheetRows } from '../../support/sheets';

let factory: Factory;
beforeAll(async () => {
  factory = await openFactory({ documents: SALE_DOCS, clock: () => new Date('2026-02-10T08:00:00Z') });
  await seedSales(factory);
});
afterAll(() => factory?.close());

const page = (code: string) => factory.registry.page(code)!;
const list = async (code: string, body: object, ctx?: EngineCtx) =>
  getReportList(ctx ?? (await factory.root()), page(code), body);

describe('rows of a report page', () => {
  it('its own groups, order and totals', async () => {
    const made = await list('saleStat', { columns: ['qty', 'rate'] });
    expect(made.records.map((row) => [row.region, row.regionId, row.qty, row.rate])).toEqual([
      ['北', SALES.north, 200, 94],
      ['南', SALES.south, 10, 100],
    ]);
    expect(made.summary).toMatchObject({ qty: 210, rate: 94.29, lines: 4, orders: 3 });
    expect(made.records[0]).toMatchObject({ qtyTotal: 210, rateTotal: 94.29 });
  });
  it('is ordered by what it shows, and shows what it has: a closed measure and a name that is none are 400', async () => {
    const reader = await factory.as([{ functions: ['saleStat:view', 'sale1:view'] }]);
    const asks = ['cost', 'nope', 'constructor', 'createdBy'].flatMap((code) => [
      { sort: code },
      { sort: `qty,-${code}` },
      { columns: [code] },
      { columns: ['qty', `${code}$prev`], compare: 'prev' },
    ]);
    for (const ask of asks) await expect(list('saleStat', ask, reader)).rejects.toMatchObject({ code: 400 });
    for (const ask of [{ sort: '-qty,region' }, { columns: ['qty', 'region'] }])
      expect((await list('saleStat', ask, reader)).records).toHaveLength(2);
    const all = await list('saleStat', { sort: '-cost', columns: ['cost'] });
    expect(all.records[0]).toHaveProperty('cost');
  });
  it('a period comes first and is compared with the one before', async () => {
    const made = await list('saleStat', {
      groupBy: [],
      period: 'month',
      compare: 'prev',
      sort: 'day',
      search: { day: ['2026-01-01', '2026-02-28'] },
      columns: ['qty', 'rate'],
    });
    expect(made.records.map((row) => [row.day, row.qty, row.qty$prev, row.qty$change, row.rate$change])).toEqual([
      ['2026-01-01', 170, null, null, null],
      // February runs until the 10th: 40 after the 160 of January until then; 75 % after 98.75 % are points
      ['2026-02-01', 40, 160, -75, -23.75],
    ]);
  });
  it('a month that is over is compared with the whole of the one before', async () => {
    const made = await list('headStat', {
      groupBy: [],
      period: 'month',
      compare: 'prev',
      pivot: false,
      search: { day: ['2026-01-01', '2026-02-28'] },
    });
    const asked = await list('headStat', {
      groupBy: ['region'],
      compare: 'prev',
      pivot: false,
      search: { day: ['2026-02-01', '2026-02-28'] },
    });
    expect(made.records.map((row) => [row.day, row.number, row.number$prev])).toEqual([
      ['2026-01-01', 3, null],
      ['2026-02-01', 1, 1],
    ]);
    expect(asked.records.map((row) => [row.region, row.number$prev])).toEqual([['北', 1]]);
  });
  it('a day that runs is compared with the day before until the same minute', async () => {
    const ctx = { ...(await factory.root()), now: '2026-02-10 10:30:20', today: '2026-02-10' } as EngineCtx;
    const read = (given: object) =>
      cellData(ctx, { key: 'a', given: given as Record<string, unknown> }, () => undefined);
    expect(await read({ report: 'tickStat', kpi: 'ticks' })).toMatchObject({ data: { value: 48, before: 60 } });
    const made = await list('tickStat', { groupBy: ['good'], compare: 'prev', search: { at: { rel: 'today' } } }, ctx);
    expect(made.summary).toMatchObject({ qty: 48, qty$prev: 60, qty$change: -20 });
    const days = await list(
      'tickStat',
      { groupBy: [], period: 'day', compare: 'prev', search: { at: ['2026-02-09', '2026-02-10'] } },
      ctx,
    );
    expect(days.records.map((row) => [row.at, row.qty, row.qty$prev])).toEqual([
      ['2026-02-09', 100, null],
      ['2026-02-10', 48, 60],
    ]);
    const over = await list('tickStat', { compare: 'prev', search: { at: ['2026-02-10', '2026-02-10'] } }, {
      ...ctx,
      now: '2026-02-11 10:30:20',
      today: '2026-02-11',
    } as EngineCtx);
    expect(over.summary).toMatchObject({ qty: 48, qty$prev: 100 });
  });
  it('a span is compared with the one of its length before', async () => {
    const made = await list('saleStat', {
      compare: 'prev',
      search: { day: ['2026-01-20', '2026-02-03'] },
      columns: ['qty'],
    });
    // 15 days: north 40 after S1 (100 + 60), south 10 after nothing
    expect(made.records.map((row) => [row.region, row.qty, row.qty$prev, row.qty$change])).toEqual([
      ['北', 40, 160, -75],
      ['南', 10, null, null],
    ]);
    expect(made.summary).toMatchObject({ qty: 50, qty$prev: 160, qty$change: -68.75 });
  });
  it('a pivot spreads the first measure over slots', async () => {
    const made = await list('headStat', { groupBy: ['region'], columns: ['number'] });
    expect(made.slots?.map((slot) => slot.title)).toEqual(['done', 'open', 'void']);
    const [done, open, gone] = made.slots!.map((slot) => slot.code);
    const cells = made.records.map((row) => [row.region, row.number, row[done!], row[open!], row[gone!]]);
    expect(cells).toEqual([
      ['北', 2, 1, 1, 0],
      ['南', 2, 0, 1, 1],
    ]);
  });
  it('subtotals close the block of their group', async () => {
    const made = await list('headStat', { groupBy: ['region', 'state'], pivot: false, columns: ['number'] });
    expect(made.records.map((row) => [row.region, row.state ?? null, row.number, row.$level ?? 0])).toEqual([
      ['北', 'done', 1, 0],
      ['北', 'open', 1, 0],
      ['北', null, 2, 1],
      ['南', 'open', 1, 0],
      ['南', 'void', 1, 0],
      ['南', null, 2, 1],
    ]);
  });
  it('pages and refuses what it does not offer', async () => {
    const made = await list('saleStat', { groupBy: ['item', 'region'], size: 1, current: 2, columns: ['qty'] });
    expect([made.total, made.records.map((row) => row.item)]).toEqual([3, ['nut']]);
    await expect(list('saleStat', { groupBy: ['cost'] })).rejects.toMatchObject({ code: 400 });
    await expect(list('saleStat', { period: 'hour' })).rejects.toMatchObject({ code: 400 });
    await expect(list('saleStat', { search: { day: ['2020-01-01', '2026-01-01'] } })).rejects.toMatchObject({
      message: '时间范围不能超过366天',
    });
  });
  it('as a sheet', async () => {
    const { name, content } = await exportReport(await factory.root(), page('saleStat'), {});
    expect(name).toMatch(/^销售统计_\d{14}\.xlsx$/);
    expect(content.subarray(0, 2).toString()).toBe('PK');
    const viewer = await factory.as([{ functions: ['saleStat:view'] }]);
    await expect(exportReport(viewer, page('saleStat'), {})).rejects.toMatchObject({ code: 403 });
  });
});

describe('the sheet of a report reads like its page', () => {
  const rows = async (code: string, body: object) => {
    const { content } = await exportReport(await factory.root(), page(code), body);
    return sheetRows(content);
  };
  it('slots of time, and two columns for what a number is compared with', async () => {
    const sheet = await rows('saleStat', {
      groupBy: ['day:month'],
      compare: 'prev',
      sort: 'day',
      search: { day: ['2026-01-01', '2026-02-28'] },
    });
    const head = sheet[0] as string[];
    const at = (title: string): number => head.indexOf(title);
    expect(head[at('数量') + 1]).toBe('数量上期');
    expect(head[at('数量') + 2]).toBe('数量环比%');
    expect(head).toContain('合格率环比百分点');
    expect(
      sheet.slice(1, 3).map((row) => [row[0], row[at('数量')], row[at('数量上期')], row[at('数量环比%')]]),
    ).toEqual([
      ['2026-01', 170, null, null],
      ['2026-02', 40, 160, -75],
    ]);
  });
  it('yes and no', async () => {
    const sheet = await rows('tickStat', { groupBy: ['good'], sort: 'good' });
    expect(sheet.slice(1, 3).map((row) => row[0])).toEqual(['否', '是']);
  });
  it('subtotals are named', async () => {
    const sheet = await rows('headStat', { groupBy: ['region', 'day:month'], pivot: false });
    expect(sheet.map((row) => row[0])).toContain('北 小计');
  });
});

describe('cells', () => {
  const ask = async (cell: object, ctx?: EngineCtx) => {
    const bug = (error: unknown): never => {
      throw error;
    };
    const [read] = readCells({ cells: [{ key: 'a', ...cell }] });
    return cellData(ctx ?? (await factory.root()), read!, bug) as Promise<{
      code: number;
      msg?: string;
      data: {
        rows: ChartRow[];
        total: Record<string, number>;
        sums?: ChartSums;
      };
    }>;
  };
  it('names no mark: the table of the report, with its own groups and the measures a reader may see', async () => {
    const { data } = await ask({ report: 'saleStat', chart: {} });
    expect(data).toMatchObject({ dims: [{ code: 'region' }], total: { qty: 210, cost: 28 } });
    expect(data.rows.map(({ l, v }) => [l[0], v.qty, v.cost])).toEqual([
      ['北', 200, 17],
      ['南', 10, 11],
    ]);
    const reader = await factory.as([{ functions: ['saleStat:view', 'sale1:view'] }]);
    const shown = (await ask({ report: 'saleStat', chart: {} }, reader)).data;
    expect(shown.total).toMatchObject({ qty: 210 });
    expect(shown.total.cost).toBeUndefined();
  });
  it('top and the rest, whose ratio is of its own sums', async () => {
    const chart = { chart: 'bar', x: 'item', y: ['qty', 'rate'], top: 1 };
    const { data } = await ask({ report: 'saleStat', chart });
    expect(data.rows.map((row) => [row.k[0] ?? row.l[0], row.v.qty, row.v.rate])).toEqual([
      // bolt 98+30+10 of 150
      ['bolt', 150, 92],
      ['其他', 60, 100],
    ]);
    expect(data.total).toEqual({ qty: 210, rate: 94.29 });
  });
  it('lines are cut by their series: the largest, and the rest at each point of time', async () => {
    const chart = { chart: 'line', x: 'day:month', series: 'item', y: ['qty', 'rate'], top: 1 };
    const { data } = await ask({ report: 'saleStat', chart, search: { day: ['2026-01-01', '2026-02-10'] } });
    expect(data.rows.map((row) => [row.k[0], row.k[1] ?? row.l[1], row.v.qty, row.v.rate])).toEqual([
      // 108 of 110, 30 of 40; nothing else was sold in February
      ['2026-01-01', 'bolt', 110, 98.18],
      ['2026-01-01', '其他', 60, 100],
      ['2026-02-01', 'bolt', 40, 75],
      ['2026-02-01', '其他', 0, null],
    ]);
    expect(data).toMatchObject({ cut: 1, total: { qty: 210 } });
    const all = await ask({ report: 'saleStat', chart: { ...chart, top: 2 } });
    expect(all.data.rows.some((row) => row.rest)).toBe(false);
  });
  it('a table that spreads one dim has the sums of its rows and columns, each of its own rows', async () => {
    const chart = { chart: 'table', x: 'region', series: 'item', y: ['qty', 'rate'] };
    const { data } = await ask({ report: 'saleStat', chart });
    const read = (rows: readonly Pick<ChartRow, 'k' | 'l' | 'v'>[]) =>
      rows.map(({ k, l, v }) => [...k.map((key, at) => l[at] ?? key), v.qty, v.rate]);
    expect(data.rows).toHaveLength(3);
    expect(read(data.sums!.rows)).toEqual([
      ['北', 200, 94],
      ['南', 10, 100],
    ]);
    expect(read(data.sums!.columns)).toEqual([
      ['bolt', 150, 92],
      ['nut', 60, 100],
    ]);
    const cut = await ask({ report: 'saleStat', chart: { ...chart, top: 1, sort: '-qty' } });
    expect(read(cut.data.sums!.rows)).toContainEqual(['其他', 10, 100]);
    expect(read(cut.data.rows)).toEqual([
      ['北', 'bolt', 140, 91.43],
      ['北', 'nut', 60, 100],
      ['其他', 'bolt', 10, 100],
    ]);
  });
  it('a time axis without holes', async () => {
    const chart = { chart: 'line', x: 'day:day', y: ['qty'] };
    const { data } = await ask({ report: 'saleStat', chart, search: { day: ['2026-01-18', '2026-02-28'] } });
    // 42 days; it is the 10th of February
    expect(data.rows).toHaveLength(42);
    expect(data.rows.filter((row) => row.v.qty === null).map((row) => row.k[0])).toEqual(
      Array.from({ length: 18 }, (_, at) => `2026-02-${at + 11}`),
    );
    expect(data.rows.slice(0, 3).map((row) => [row.k[0], row.v.qty])).toEqual([
      ['2026-01-18', 0],
      ['2026-01-19', 0],
      ['2026-01-20', 10],
    ]);
  });
  it('each series has every step: sums are 0, balances as they were, the highest of nothing is nothing', async () => {
    const chart = { chart: 'line', x: 'at:hour', series: 'good', y: ['qty', 'left', 'most'] };
    const { data } = await ask({ report: 'tickStat', chart, search: { at: ['2026-02-09', '2026-02-09'] } });
    expect(data.rows).toHaveLength(48);
    const good = data.rows.filter((row) => row.k[1] === true).map(({ k, v }) => [k[0], v.qty, v.left, v.most]);
    expect([good[7], good[8], good[9], good[23]]).toEqual([
      ['2026-02-09 07:00:00', 0, null, null],
      ['2026-02-09 08:00:00', 50, 50, 50],
      ['2026-02-09 09:00:00', 0, 50, null],
      ['2026-02-09 23:00:00', 0, 50, null],
    ]);
    expect(data.rows.reduce((sum, row) => sum + (row.v.qty ?? 0), 0)).toBe(data.total.qty);
  });
  it('a step without rows is compared too', async () => {
    const chart = { chart: 'bar', x: 'at:hour', y: ['qty'], compare: 'prev' };
    const { data } = await ask({ report: 'tickStat', chart, search: { at: ['2026-02-10', '2026-02-10'] } });
    const row = data.rows[9] as unknown as { k: unknown[]; v: { qty: number }; p?: { qty: number } };
    expect([row.k[0], row.v.qty, row.p?.qty]).toEqual(['2026-02-10 09:00:00', 0, 48]);
  });
  it('over a list: what the list finds', async () => {
    const chart = { chart: 'bar', x: 'item', y: ['qty'] };
    const { data } = await ask({
      report: 'saleStat',
      chart,
      list: { page: 'sale1', search: { state: 'open', region: [SALES.north] } },
    });
    expect(data.total).toEqual({ qty: 160 });
  });
  it('a KPI with its tone', async () => {
    const { data } = (await ask({ report: 'saleStat', kpi: 'saleRate' })) as unknown as { data: object };
    // february: 30 of 40; january until the 10th: 158 of 160
    expect(data).toMatchObject({ value: 75, before: 98.75, tone: 'danger', suffix: '%' });
  });
  it('aims at a KPI named by its target', async () => {
    const chart = { chart: 'number', y: ['rate'], target: 'saleRate' };
    const { data } = (await ask({ report: 'saleStat', chart })) as unknown as { data: { measures: readonly object[] } };
    expect(data).toMatchObject({ goal: { target: 98, thresholds: { rate: [90, 98] } } });
    expect(data.measures).toHaveLength(1);
  });
  it('tells nothing of a KPI to who does not hold its grant', async () => {
    const plain = await factory.as([{ functions: ['saleStat:view', 'sale1:view'] }]);
    const chart = { chart: 'number', y: ['orders'], target: 'saleOrders' };
    expect(await ask({ report: 'saleStat', kpi: 'saleOrders' })).toMatchObject({ code: 200 });
    expect(await ask({ report: 'saleStat', kpi: 'saleOrders' }, plain)).toMatchObject({ code: 403 });
    expect(await ask({ report: 'saleStat', chart })).toMatchObject({ data: { goal: { target: 5 } } });
    const seen = (await ask({ report: 'saleStat', chart }, plain)) as unknown as { data: { goal: object } };
    expect(seen.data.goal).toEqual({});
  });
  it('says that its records are closed to who may not open their page', async () => {
    const chart = { chart: 'number', y: ['qty'] };
    const { data } = await ask({ report: 'saleStat', chart });
    expect(data).toMatchObject({ drill: true });
    expect(data).not.toHaveProperty('barred');
    const reader = await factory.as([{ functions: ['saleStat:view'] }]);
    expect((await ask({ report: 'saleStat', chart }, reader)).data).toMatchObject({ drill: false, barred: true });
    const closed = await ask({ report: 'saleStat', chart: { ...chart, drill: false } }, reader);
    expect(closed.data).toMatchObject({ drill: false });
    expect(closed.data).not.toHaveProperty('barred');
  });
  it('judges each cell alone', async () => {
    const nobody = await factory.as([{ functions: ['headStat:view'] }]);
    expect(await ask({ report: 'saleStat', chart: { chart: 'number', y: ['qty'] } }, nobody)).toMatchObject({
      code: 403,
      msg: '无权查看该数据',
    });
    expect(await ask({ report: 'saleStat', chart: { chart: 'number', y: ['nope'] } })).toMatchObject({ code: 400 });
    expect(await ask({ report: 'saleStat', chart: { y: ['qty'] }, where: "doc.code == 'S1'" })).toMatchObject({
      code: 400,
    });
  });
});

describe('behind a cell', () => {
  const chart = { chart: 'bar', x: 'item', y: ['qty', 'rate'], top: 1, where: "item != 'none'" };
  it('its numbers are a workbook, the rest and the total as they are drawn', async () => {
    const { name, content } = await chartSheet(await factory.root(), { title: '货品', report: 'saleStat', chart });
    expect(name).toMatch(/^货品_\d{14}\.xlsx$/);
    expect(await sheetRows(content)).toEqual([
      ['货品', '数量', '合格率%'],
      ['bolt', 150, 92],
      ['其他', 60, 100],
      ['合计', 210, 94.29],
    ]);
    const viewer = await factory.as([{ functions: ['saleStat:view'] }]);
    await expect(chartSheet(viewer, { report: 'saleStat', chart })).rejects.toMatchObject({ code: 403 });
    const nothing = { ...chart, where: "item == 'none'" };
    await expect(chartSheet(await factory.root(), { report: 'saleStat', chart: nothing })).rejects.toMatchObject({
      code: 203,
      message: '没有可导出的数据',
    });
  });
  it('says how its numbers are counted and what narrows them, in the titles of the fields', async () => {
    expect(await chartMeaning(await factory.root(), { report: 'saleStat', chart })).toEqual({
      report: 'saleStat',
      title: '销售统计',
      measures: [
        { code: 'qty', title: '数量', of: 'sum(数量)' },
        { code: 'rate', title: '合格率', of: 'pct(sum(合格), sum(数量))' },
      ],
      where: ["状态 != 'void'", "货品 != 'none'"],
    });
    const plain = await factory.as([{ functions: ['saleStat:view'] }]);
    const asked = { report: 'saleStat', chart: { chart: 'number', y: ['qty', 'cost'] } };
    expect((await chartMeaning(plain, asked)).measures.map(({ code }) => code)).toEqual(['qty']);
    const nobody = await factory.as([{ functions: ['headStat:view'] }]);
    await expect(chartMeaning(nobody, asked)).rejects.toMatchObject({ code: 403 });
  });
});

describe('drill: the list that opens adds up to the cell', () => {
  const groups = [
    ['region'],
    ['state'],
    ['region', 'state'],
    ['day:month'],
    ['region', 'day:day'],
    ['day:week', 'state'],
  ];
  const searches: readonly Record<string, unknown>[] = [
    {},
    { region: [SALES.north] },
    { day: ['2026-01-01', '2026-01-31'] },
    { day: { rel: 'thisMonth' } },
    { state: 'open', region: [SALES.south] },
  ];
  it.each(groups.flatMap((by) => searches.map((search) => [by.join(), JSON.stringify(search)] as const)))(
    'by %s with %s',
    async (by, text) => {
      const ctx = await factory.root();
      const search = JSON.parse(text) as Record<string, unknown>;
      const codes = by.split(',');
      const made = await list('headStat', { groupBy: codes, pivot: false, search, size: 100 });
      for (const row of made.records.filter((record) => record.$level === undefined)) {
        const cell = Object.fromEntries(
          codes.map((code) => [code, row[`${code.split(':')[0]}Id`] ?? row[code.split(':')[0] as string]]),
        );
        const target = drillOf(ctx, page('headStat'), { search, cell });
        const found = await getPageList(ctx, page(target.page), { where: target.where, size: 100 });
        expect([found.total, sum(found.records.map((record) => record.cost))], target.where).toEqual([
          row.number,
          row.cost,
        ]);
        const byTree = await getPageList(ctx, page(target.page), { q: target.tree as object, size: 100 });
        expect(byTree.total).toBe(row.number);
      }
      expect(sum(made.records.filter((record) => record.$level === undefined).map((record) => record.number))).toBe(
        made.summary?.number ?? 0,
      );
    },
  );
  it('of lines finds the documents that hold them', async () => {
    const ctx = await factory.root();
    const { where } = drillOf(ctx, page('saleStat'), { cell: { item: 'bolt', region: SALES.north } });
    const found = await getPageList(ctx, page('sale1'), { where });
    expect(found.records.map((row) => row.code).sort()).toEqual(['S1', 'S2']);
    const rest = drillOf(ctx, page('saleStat'), { without: { dim: 'item', values: ['bolt'] } });
    expect((await getPageList(ctx, page('sale1'), { where: rest.where })).records.map((row) => row.code)).toEqual([
      'S1',
    ]);
  });
});
it('the rest of slots of time is everything outside of them', async () => {
  const ctx = await factory.root();
  const rest = (values: readonly (string | null)[]) =>
    drillOf(ctx, page('headStat'), { without: { dim: 'day:month', values } }).where;
  const found = async (where: string) =>
    (await getPageList(ctx, page('sale1'), { where })).records.map((row) => row.code).sort();
  expect(await found(rest(['2026-01-01']))).toEqual(['S2']);
  expect(await found(rest(['2026-02-01', null]))).toEqual(['S1', 'S3', 'S4']);
});
const sum = (values: readonly unknown[]): number => values.reduce((a: number, b) => a + Number(b ?? 0), 0);

describe('schemes of reports and boards', () => {
  const reader = { functions: ['saleStat:view', 'saleBoard:view'] };
  it('keep conditions, groups and comparison of a report', async () => {
    const ctx = await factory.as([reader], { id: newId() });
    const content = {
      where: "item == 'nut'",
      search: { region: [SALES.north], day: null },
      sort: '-qty',
      shown: { by: ['item'], period: 'month', compare: 'yoy' },
    };
    const { id } = await saveScheme(ctx, { type: 'saleStat', name: '北区', content, isDefault: 1 });
    const [first] = await listSchemes(ctx, { type: 'saleStat' });
    expect(first).toMatchObject({ id, name: '北区', isDefault: 1, content });
  });
  it('name only what the reader has and the page offers', async () => {
    const ctx = await factory.as([reader], { id: newId() });
    const save = (type: string, content: object) => saveScheme(ctx, { type, name: newId().slice(-20), content });
    const closed = { code: 203, message: '方案含无权字段，请修改' };
    for (const content of [
      { search: { cost: 1 } },
      { where: 'doc.cost > 1' },
      { shown: { by: ['cost'] } },
      { shown: { period: 'hour' } },
    ])
      await expect(save('saleStat', content)).rejects.toMatchObject(closed);
    await expect(save('saleBoard', { search: { nope: 1 } })).rejects.toMatchObject(closed);
    await expect(save('saleBoard', { shown: { by: ['region'] } })).rejects.toMatchObject({ code: 400 });
    await expect(save('saleBoard', { search: { region: [SALES.south] } })).resolves.toHaveProperty('id');
    await expect(
      saveScheme(await factory.root(), { type: 'sale1', name: 'x', content: { shown: { by: ['x'] } } }),
    ).rejects.toMatchObject({
      code: 400,
    });
  });
});
describe('what a board is searched by', () => {
  const kept = async (ctx: EngineCtx) => {
    const row = await fieldSearchOf(ctx, { type: 'saleBoard' });
    return row === null ? null : JSON.parse(row.content);
  };
  it('is kept for each reader, of the fields of the board; nothing takes it back', async () => {
    const [me, she] = [newId(), newId()];
    const as = (id: string) => factory.as([{ functions: ['saleBoard:view'] }], { id });
    const ctx = await as(me);
    await saveFieldSearch(ctx, { type: 'saleBoard', content: { search: { region: [SALES.north], nope: 1 } } });
    expect(await kept(ctx)).toEqual({ search: { region: [SALES.north] } });
    expect(await kept(await as(she))).toBeNull();
    await saveFieldSearch(ctx, { type: 'saleBoard', content: { search: { region: null } } });
    expect(await kept(ctx)).toEqual({ search: { region: null } });
    await expect(
      saveFieldSearch(ctx, { type: 'saleBoard', content: { search: { region: 'x'.repeat(9000) } } }),
    ).rejects.toMatchObject({ code: 400 });
    await saveFieldSearch(ctx, { type: 'saleBoard', content: null });
    expect(await kept(ctx)).toBeNull();
    const nobody = await factory.as([{ functions: [] }]);
    await expect(fieldSearchOf(nobody, { type: 'saleBoard' })).rejects.toMatchObject({ code: 403 });
  });
});

// last, because it adds a record
it('weeks of a year are compared with those of the same number, their sum with the same dates', async () => {
  const id = newId();
  await factory.insert('sale1', [
    { id, code: 'S0', region_id: SALES.south, day: '2025-02-09', state: 'open', cost: 0 },
  ]);
  await factory.insert('sale1_lines', [{ id: newId(), head_id: id, line_no: 1, item: 'bolt', qty: 8, good: 8 }]);
  const ctx = { ...(await factory.root()), now: '2026-03-01 08:00:00', today: '2026-03-01' } as EngineCtx;
  const ask = async (day: readonly string[]) => {
    const made = await list(
      'saleStat',
      { groupBy: [], period: 'week', compare: 'yoy', search: { day }, sort: 'day' },
      ctx,
    );
    return [made.records.map((row) => [row.day, row.qty, row.qty$prev]), made.summary?.qty$prev];
  };
  // the 3rd of February 2026 and the 9th a year before both lie in the 6th week
  expect(await ask(['2026-02-01', '2026-02-28'])).toEqual([[['2026-02-02', 40, 8]], 8]);
  // the 6th week ends on the 8th, the same dates a year ago leave the 9th out
  expect(await ask(['2026-02-01', '2026-02-08'])).toEqual([[['2026-02-02', 40, 8]], 0]);
});
