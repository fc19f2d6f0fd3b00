/** A small object with lines and a report over both, with rows whose sums are easy to do by hand. */
import type { ObjectDoc } from '../../schemas/language/document';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import type { Factory } from './records';

const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const SALES = { north: id(1), south: id(2), a: id(11), b: id(12), c: id(13), d: id(14) };

const region: ObjectDoc = {
  $schema: 'object/2',
  object: 'region1',
  title: '区域',
  label: 'name',
  fields: { name: { title: '名称', kind: 'input' } },
};
export const sale: ObjectDoc = {
  $schema: 'object/2',
  object: 'sale1',
  title: '销售',
  route: '/test/sale/list',
  label: 'code',
  fields: {
    code: { title: '编号', kind: 'input' },
    region: { title: '区域', ref: 'region1' },
    day: { title: '日期', kind: 'date' },
    state: { title: '状态', kind: 'input' },
    cost: { title: '成本', type: 'decimal', grant: 'cost' },
    lines: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        item: { title: '货品', kind: 'input' },
        qty: { title: '数量', type: 'decimal' },
        good: { title: '合格', type: 'decimal' },
      },
    },
  },
  list: { search: ['region', 'day:datetimeRange', 'state'], columns: ['code', 'region', 'day', 'state', 'cost'] },
  actions: { add: {}, view: {}, export: {} },
  access: { owner: ['createdBy'], rows: { north: { title: '北区', where: "region.name == '北'" } } },
};
export const saleStat: ReportDoc = {
  $schema: 'report/1',
  report: 'saleStat',
  title: '销售统计',
  route: '/test/sale/stat',
  from: 'sale1.lines',
  where: "doc.state != 'void'",
  time: 'day',
  dims: { region: { of: 'doc.region' }, item: {}, day: { of: 'doc.day' } },
  by: ['region'],
  groupBy: ['region', 'item', 'day'],
  periods: ['day', 'week', 'month'],
  compare: ['prev', 'yoy'],
  measures: {
    lines: { title: '行', type: 'int', of: 'count()' },
    orders: { title: '单', type: 'int', of: 'distinct(doc.code)' },
    qty: { title: '数量', of: 'sum(qty)' },
    rate: { title: '合格率', of: 'pct(sum(good), sum(qty))', scale: 2, suffix: '%' },
    share: { title: '占比', of: 'pct(sum(qty), total(sum(qty)))', scale: 2 },
    sum: { title: '累计', of: 'running(sum(qty))' },
    place: { title: '名次', type: 'int', of: 'rank(sum(qty))' },
    mean: { title: '平均', of: 'avg(qty)', scale: 2 },
    big: { title: '大单', type: 'int', of: 'count(qty >= 50)' },
    stock: { title: '结存', of: 'last(qty)' },
    cost: { title: '成本', of: 'sum(doc.cost)', grant: 'cost' },
  },
  list: {
    search: [{ field: 'day', kind: 'datetimeRange' }, 'region', 'item'],
    sort: '-qty',
    summary: ['lines', 'orders', 'qty', 'rate', 'cost'],
    charts: {
      items: { title: '货品', chart: 'bar', x: 'item', y: ['qty'], top: 1 },
      months: { title: '每月', chart: 'line', x: 'day:month', y: ['qty', 'rate'] },
    },
  },
  drill: { page: 'sale1' },
  kpis: {
    saleRate: { title: '合格率', measure: 'rate', period: 'thisMonth', compare: 'prev', warn: 90, good: 98 },
    saleOrders: { title: '单数', measure: 'orders', good: 5, grant: 'cost' },
  },
};
/** over the heads themselves, so a drill's list adds up to its cell */
export const headStat: ReportDoc = {
  $schema: 'report/1',
  report: 'headStat',
  title: '单据统计',
  route: '/test/sale/heads',
  from: 'sale1',
  time: 'day',
  dims: { region: {}, state: {}, day: {} },
  by: ['region', 'state'],
  subtotals: true,
  periods: ['month'],
  pivot: 'state',
  measures: {
    number: { title: '单数', type: 'int', of: 'count()' },
    cost: { title: '成本', of: 'sum(cost)', grant: 'cost' },
  },
  list: { search: ['region', 'state', { field: 'day', kind: 'datetimeRange' }], summary: ['number', 'cost'] },
};
/** what happens at a moment: its report knows hours */
const tick: ObjectDoc = {
  $schema: 'object/2',
  object: 'tick1',
  title: '计数',
  label: 'at',
  fields: {
    at: { title: '时间', type: 'datetime' },
    good: { title: '合格', type: 'bool' },
    qty: { title: '数量', type: 'decimal' },
  },
};
export const tickStat: ReportDoc = {
  $schema: 'report/1',
  report: 'tickStat',
  title: '计数统计',
  route: '/test/tick/stat',
  from: 'tick1',
  time: 'at',
  minGrain: 'hour',
  dims: { at: {}, good: {} },
  by: ['good'],
  periods: ['hour', 'day', 'month'],
  compare: ['prev', 'yoy'],
  measures: {
    qty: { title: '数量', of: 'sum(qty)' },
    most: { title: '最大', of: 'max(qty)' },
    left: { title: '结存', of: 'last(qty)' },
  },
  list: { search: ['at:datetimeRange'], columns: ['$group', 'qty'], sort: 'at', summary: ['qty'] },
  kpis: { ticks: { title: '今日', measure: 'qty', period: 'today', compare: 'prev' } },
};
export const saleBoard: BoardDoc = {
  $schema: 'board/1',
  board: 'saleBoard',
  title: '销售看板',
  search: [{ field: 'region' }],
  cells: {
    total: { title: '数量', at: [1, 1], report: 'saleStat', chart: 'number', y: ['qty'], every: 60 },
    items: { title: '货品', at: [1, 2], report: 'saleStat', chart: 'bar', x: 'item', y: ['qty'] },
    heads: { title: '单数', at: [2, 1], report: 'headStat', chart: 'pie', x: 'state', y: ['number'] },
  },
};
export const SALE_DOCS = [region, sale, saleStat, headStat, tick, tickStat, saleBoard];

/**
 * North: S1 2026-01-05 (bolt 100 good 98, nut 60 good 60), S2 2026-02-03 (bolt 40 good 30); south: S3 2026-01-20 (bolt 10 good 10);
 * S4 is void: south 2026-01-21 (nut 500). Ticks: 60 on 2026-02-09 until 10:30 and 40 after it, 48 on 2026-02-10.
 */
export async function seedSales(factory: Factory): Promise<void> {
  await factory.insert('region1', [
    { id: SALES.north, name: '北' },
    { id: SALES.south, name: '南' },
  ]);
  const head = (key: string, code: string, region: string, day: string, state: string, cost: number) => ({
    id: key,
    code,
    region_id: region,
    day,
    state,
    cost,
  });
  await factory.insert('sale1', [
    head(SALES.a, 'S1', SALES.north, '2026-01-05', 'open', 5),
    head(SALES.b, 'S2', SALES.north, '2026-02-03', 'done', 7),
    head(SALES.c, 'S3', SALES.south, '2026-01-20', 'open', 11),
    head(SALES.d, 'S4', SALES.south, '2026-01-21', 'void', 13),
  ]);
  const line = (n: number, key: string, item: string, qty: number, good: number) => ({
    id: id(n),
    head_id: key,
    line_no: n,
    item,
    qty,
    good,
  });
  await factory.insert('sale1_lines', [
    line(101, SALES.a, 'bolt', 100, 98),
    line(102, SALES.a, 'nut', 60, 60),
    line(103, SALES.b, 'bolt', 40, 30),
    line(104, SALES.c, 'bolt', 10, 10),
    line(105, SALES.d, 'nut', 500, 500),
  ]);
  const tickAt = (n: number, at: string, good: boolean, qty: number) => ({ id: id(n), at, good, qty });
  await factory.insert('tick1', [
    tickAt(201, '2026-02-09 08:10:00', true, 50),
    tickAt(202, '2026-02-09 10:29:00', false, 10),
    tickAt(203, '2026-02-09 15:00:00', false, 40),
    tickAt(204, '2026-02-10 08:20:00', true, 48),
  ]);
}
