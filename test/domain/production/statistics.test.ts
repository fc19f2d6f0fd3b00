/** 统计 (30 §8): what was reported, bad, open, due and worked, by the fixed calls; shares of people add up to their report. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { openSignedApp, sessionOf } from '../../support/sessions';
import { type Floor, type Operation, openFloor } from './floor';

const LINE: readonly Operation[] = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 30, process: 'YZ' },
];
const FACTS = ['prdReportFact', 'badFact', 'opBalance', 'orderProgress', 'deviceWorkFact', 'reworkFact'] as const;
const MORE = ['afddRate', 'adjustFact', 'feedFact', 'scheduleLoad', 'reportStat'] as const;

let floor: Floor;
let app: FastifyInstance;
let signed: Awaited<ReturnType<typeof openSignedApp>>;
let work: Rec;
let shared: Rec;
let people: readonly string[];
beforeAll(async () => {
  floor = await openFloor();
  const { org, database, engine } = floor.factory;
  work = await floor.workOrder(100, LINE);
  const start = await floor.start(work, 10, 100);
  const first = await floor.act('audit', await floor.report(start, 58, [['10', 2]]));
  await floor.act('audit', await floor.report(await floor.read('prdStart', start.id as string), 39, [['30', 1]]));
  const [task] = await floor.find('reworkTask', 'prdReport == param.id', { id: first.id });
  await floor.act('report', task!, { goodQty: 1, workScrapQty: 1, materialScrapQty: 0 });
  people = await Promise.all(['YG0006', 'YG0018', 'YG0019'].map((code) => floor.idOf('employee', code)));
  const next = await floor.start(work, 30, 97);
  shared = await floor.act(
    'audit',
    await floor.report(next, 96, [['20', 1]], {
      workers: people.map((employee) => ({ id: newId(), employee, ratio: 1 })) as never,
    }),
  );
  const root = sessionOf(org, [{ isSuper: true }]);
  const report = ['prdReportFact:view', 'prdReportFact:export'];
  const mine = sessionOf(org, [{ functions: [...report, 'prdReport:view'], scope: { scope: '4', depts: [] } }], {
    employee: people[0]!,
  });
  const none = sessionOf(org, [{ functions: ['prdReport:view'] }]);
  const looks = sessionOf(org, [{ functions: ['prdReportFact:view', 'prdReport:view'] }]);
  signed = await openSignedApp({ root, mine, none, looks }, { db: database.db, mount: engine.mount });
  app = signed.app;
});
afterAll(async () => {
  await app?.close();
  await floor?.factory.database.drop();
});

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly records: readonly Rec[]; readonly total: number; readonly summary: Rec };
}
const call = (path: string, payload: object, who: string) =>
  app.inject({
    method: 'POST',
    url: `/v2/api/mes/lcdp/countStatistics/${path}`,
    headers: signed.headers(who),
    payload,
  });
const ask = async (payload: object, who = 'root'): Promise<Answer> =>
  (await call('getPageListNew', payload, who)).json();
const ours = (more: object = {}): object => ({
  statType: 'report',
  groupBy: ['process'],
  where: { f: 'workOrder', op: 'eq', v: work.id },
  ...more,
});

describe('报工', () => {
  it('is shared by the list: its total of 合格率 is the ratio of the sums', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v2/api/mes/lcdp/data/prdReport/getPageList',
      headers: signed.headers('root'),
      payload: { size: 10, where: { f: 'workOrderNbr', op: 'eq', v: work.id } },
    });
    const { records, summary } = (answer.json() as Answer).data;
    expect(records.map(({ passRate }) => passRate).sort()).toEqual([96.67, 97.5, 98.97]);
    expect(summary).toMatchObject({ reportQty: 197, qualifiedQty: 193, passRate: 97.97 });
  });
  it('counts the pieces of each process, rework with the report it belongs to; ratios of totals are ratios of sums', async () => {
    const { code, msg, data } = await ask(ours({ sort: '-reportQty', current: 1, size: 10 }));
    expect([code, msg]).toEqual([200, 'success']);
    expect(data.total).toBe(2);
    const [cut, press] = data.records;
    expect(cut).toMatchObject({
      process: '下料',
      number: 2,
      reportQty: 100,
      qualifiedQty: 98,
      firstPassQty: 97,
      unqualifiedQty: 2,
      reworkQty: 0,
      workScrapQty: 1,
      materialScrapQty: 1,
      scrapQty: 2,
      passRate: 98,
      reportQtyTotal: 197,
      passRateTotal: 98.48,
    });
    expect(press).toMatchObject({
      process: '压装',
      number: 3,
      reportQty: 97,
      qualifiedQty: 96,
      unqualifiedQty: 1,
      scrapQty: 1,
      passRate: 98.97,
    });
    expect(data.summary).toMatchObject({ reportQty: 197, qualifiedQty: 194, scrapQty: 3, passRate: 98.48 });
  });
  it('shares a report among its people so that the parts are the whole', async () => {
    const { data } = await ask(
      ours({ groupBy: ['process', 'employee'], where: undefined, search: { workOrder: [work.id] } }),
    );
    const parts = data.records.filter(({ process }) => process === '压装');
    expect(parts.map(({ number }) => number)).toEqual([1, 1, 1]);
    const sum = (field: string): number => parts.reduce((all, row) => all + Number(row[field]), 0);
    expect([sum('reportQty'), sum('qualifiedQty'), sum('workScrapQty')]).toEqual([97, 96, 1]);
    const byName = new Map(parts.map((row) => [row.employeeId, row.qualifiedQty]));
    const rows = shared.workers as readonly {
      readonly employee: string;
      readonly qty: number;
      readonly hours: number;
    }[];
    for (const { employee, qty } of rows) expect(byName.get(employee)).toBe(qty);
    expect(sum('actualHour')).toBeCloseTo(
      rows.reduce((all, { hours }) => all + hours, 0),
      4,
    );
    // one scrapped piece goes to one of them, and his good ones with it
    for (const row of parts) expect(row.reportQty).toBe(Number(row.qualifiedQty) + Number(row.workScrapQty));
  });
  it('goes by days and weeks, and none is no grain', async () => {
    const days = await ask(
      ours({ groupBy: ['shiftDate'], period: 'day', dateFrom: '2026-01-15', dateTo: '2026-01-15' }),
    );
    expect(days.data.records).toMatchObject([{ shiftDate: '2026-01-15', reportQty: 197 }]);
    const none = await ask(ours({ period: 'none', dateFrom: '2026-01-16', dateTo: '2026-01-31' }));
    expect(none.data.records).toEqual([]);
    expect((await ask(ours({ period: 'month' }))).data.records).toHaveLength(2);
  });
  it('refuses what it does not know', async () => {
    for (const wrong of [
      { statType: 'nothing' },
      { statType: 'prdReport' },
      ours({ groupBy: ['salary'] }),
      ours({ where: { f: 'salary', op: 'eq', v: 1 } }),
      ours({ period: 'century' }),
      ours({ sort: 'salary' }),
    ])
      expect(await ask(wrong)).toMatchObject({ code: 400, msg: '参数错误' });
  });
  it('a reversal leaves no trace of the report', async () => {
    const other = await floor.workOrder(10, [LINE[0]!]);
    const start = await floor.start(other, 10, 10);
    const report = await floor.act('audit', await floor.report(start, 10));
    const where = { f: 'workOrder', op: 'eq', v: other.id };
    expect((await ask(ours({ where }))).data.records).toMatchObject([{ reportQty: 10 }]);
    await floor.act('reverse', report, { reason: '错' });
    expect((await ask(ours({ where }))).data.records).toEqual([]);
  });
});

describe('rights and rows', () => {
  it('the right of the report is asked, its export has its own', async () => {
    expect(await ask(ours(), 'none')).toMatchObject({ code: 403 });
    const refused = await call('exportData', ours(), 'looks');
    expect(refused.json()).toMatchObject({ code: 403 });
    const sheet = await call('exportData', ours(), 'root');
    expect(sheet.headers['content-type']).toContain('spreadsheet');
    expect(sheet.rawPayload.length).toBeGreaterThan(1000);
  });
  it('who sees his own reports counts those alone', async () => {
    const { data } = await ask(ours(), 'mine');
    expect(data.records).toMatchObject([{ process: '压装', reportQty: 97 }]);
  });
});

describe('the other words', () => {
  it('不良 by reason and disposal, 工序 as it stands, 订单 by its date, 设备', async () => {
    const where = { f: 'workOrder', op: 'eq', v: work.id };
    const bad = await ask({ statType: 'bad', groupBy: ['disposal'], where, sort: '-qty' });
    expect(bad.data.records.map(({ disposal, qty, share }) => [disposal, qty, share])).toEqual([
      ['10', 2, 50],
      ['20', 1, 25],
      ['30', 1, 25],
    ]);
    const op = await ask({ statType: 'op', groupBy: ['process'], where, sort: '-inQty' });
    expect(op.data.records).toMatchObject([
      { process: '下料', inQty: 100, qualifiedQty: 98, scrapQty: 2, wipQty: 0 },
      { process: '压装', inQty: 98, qualifiedQty: 96, scrapQty: 1, wipQty: 1 },
    ]);
    const order = await ask({ statType: 'order', dateFrom: '2026-01-20', dateTo: '2026-01-20', groupBy: ['workshop'] });
    expect(order.msg).toBe('success');
    expect(order.data.records[0]).toMatchObject({ timelyQty: 0, expiredQty: 0, timelyRatio: null });
    expect(await ask({ statType: 'device', groupBy: ['equipment'] })).toMatchObject({ code: 200 });
    expect(await ask({ statType: 'op', dateFrom: '2026-01-01' })).toMatchObject({ code: 400, msg: '参数错误' });
  });
  it('every dataset answers by its own code', async () => {
    for (const statType of [...FACTS, ...MORE]) {
      const { code, msg } = await ask({ statType });
      expect([statType, code, msg]).toEqual([statType, 200, 'success']);
    }
  });
});
