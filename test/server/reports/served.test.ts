/** Reports over a service: its rows are grouped, searched, totalled and shown like those of a table, its slots are the columns of a pivot. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChartData } from '../../../schemas/language/wire';
import type { EngineCtx } from '../../../server/records/host';
import { cellData } from '../../../server/records/report/cells';
import { drillOf } from '../../../server/records/report/drill';
import { exportReport, getReportList, type ReportPage } from '../../../server/records/report/list';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const as = <T>(login: string, run: (ctx: EngineCtx) => Promise<T> | T): Promise<T> =>
  factory.as(login, async (ctx) => run(ctx as EngineCtx));
const list = (code: string, body: object = {}): Promise<ReportPage> =>
  as('admin', (ctx) => getReportList(ctx, ctx.registry.page(code)!, body));
const chart = (given: object): Promise<ChartData> =>
  as('admin', async (ctx) => {
    const answer = await cellData(ctx, { key: 'a', given: given as Record<string, unknown> }, (error) => {
      throw error;
    });
    if (answer.code !== 200) throw new Error(`${answer.code} ${(answer as { msg?: string }).msg}`);
    return (answer as { data: ChartData }).data;
  });

describe('示例周负荷', () => {
  it('slots are the columns, in the order of the service; formulas are ratios of sums on every level', async () => {
    const made = await list('demoWeeks');
    const weeks = made.slots!.map((slot) => String(slot.value));
    expect(weeks.length).toBeGreaterThan(2);
    expect(weeks).toEqual(weeks.toSorted());
    expect(new Set(weeks).size).toBe(weeks.length);
    const [row] = made.records;
    expect(row).toMatchObject({ owner: '系统管理员', $drill: true });
    const inSlots = made.slots!.reduce((sum, slot) => sum + Number(row?.[slot.code]), 0);
    expect(inSlots).toBe(row?.docs);
    const docs = made.records.reduce((sum, one) => sum + Number(one.docs), 0);
    const late = made.records.reduce((sum, one) => sum + Number(one.late), 0);
    expect(made.summary).toMatchObject({ docs, late });
    expect(made.summary?.lateRate).toBeCloseTo((late / docs) * 100, 2);
    expect(made.records.reduce((sum, one) => sum + Number(one.share), 0)).toBeCloseTo(100, 1);
  });
  it('a search narrows it, a name it does not know is refused', async () => {
    const none = await list('demoWeeks', { search: { owner: ['0190a000-0000-7000-8000-000000000000'] } });
    expect(none.records).toEqual([]);
    await expect(list('demoWeeks', { search: { password: 'x' } })).rejects.toMatchObject({ code: 400 });
  });
  it('goes into a workbook and opens the documents of a number', async () => {
    const sheet = await as('admin', (ctx) => exportReport(ctx, ctx.registry.page('demoWeeks')!, {}));
    expect(sheet.content.length).toBeGreaterThan(1000);
    const [row] = (await list('demoWeeks')).records;
    const drill = await as('admin', (ctx) =>
      drillOf(ctx, ctx.registry.page('demoWeeks')!, { cell: { owner: row?.ownerId as string } }),
    );
    expect(drill).toMatchObject({ page: 'demoDoc', where: `owner == '${row?.ownerId}'` });
  });
});

it('a drill goes by the fields its map names', async () => {
  const drill = await as('admin', (ctx) =>
    drillOf(ctx, ctx.registry.page('demoPlan')!, { cell: { start: '2026-01-15 08:00:00' } }),
  );
  expect(drill.where).toBe("period.from == '2026-01-15 08:00:00'");
});

describe('示例控制图', () => {
  const keys = { chart: 'spc', x: 'seq', series: 'marks', y: ['value', 'centre', 'upper', 'lower'] };
  it('has the published limits and rules of the piston rings', async () => {
    const data = await chart({ report: 'demoControl', chart: keys, with: { side: '1' } });
    expect(data.rows).toHaveLength(40);
    expect(data.rows.map((row) => row.k[0])).toEqual(data.rows.map((_, at) => at + 1));
    expect(data.rows[0]?.v).toMatchObject({ centre: 74.0012, upper: 74.0146, lower: 73.9878 });
    const fired = data.rows.filter((row) => String(row.k[1]).split(',').includes('1')).map((row) => row.k[0]);
    expect(fired).toEqual([37, 38]);
    expect(data.rows[38]?.k[1]).toBe('x');
    expect(data.live).toBeUndefined();
    expect(data.drill).toBe(true);
  });
  it('a parameter that nobody names has its default', async () => {
    const named = await chart({ report: 'demoControl', chart: keys, with: { side: '1' } });
    expect((await chart({ report: 'demoControl', chart: keys })).rows).toEqual(named.rows);
    const page = await as('admin', (ctx) => ctx.registry.page('demoControl')!);
    expect(page.list.search[0]).toMatchObject({ field: 'side', default: '1' });
  });
  it('takes one value of a parameter, also from a list of one, and says so of more', async () => {
    const bySide = (side: unknown) => list('demoControl', { search: { side } });
    expect((await bySide(['2'])).records).toEqual((await bySide('2')).records);
    await expect(bySide(['1', '2'])).rejects.toMatchObject({ code: 400, message: '查询条件「图形」只能有一个值' });
  });
  it('the parameter asks for the other chart, a live one watches the object of its events', async () => {
    const data = await chart({ report: 'demoControl', chart: { ...keys, every: 0 }, with: { side: '2' } });
    expect(data.rows[0]?.v).toMatchObject({ centre: 0.0232, upper: 0.0491, lower: 0 });
    expect(data.live).toBe('demoGauge');
  });
});

it('the days of a search reach the service; longer than the report allows is refused', async () => {
  const all = await list('demoPlan', { search: { start: { rel: 'lastDays', n: 31 } } });
  expect(all.records.length).toBeGreaterThan(3);
  const day = String(all.records[0]?.start).slice(0, 10);
  const one = await list('demoPlan', { search: { start: [day, day] } });
  expect(one.records.map((row) => String(row.start).slice(0, 10))).toEqual(one.records.map(() => day));
  expect(one.records[0]).toMatchObject({ state: expect.any(Number), minutes: 2160 });
  await expect(list('demoPlan', { search: { start: ['2026-01-01', '2026-03-01'] } })).rejects.toMatchObject({
    message: '时间范围不能超过31天',
  });
});

it('who may not open the report asks nothing of its service', async () => {
  const answer = await as('zhoutao', (ctx) =>
    cellData(
      ctx,
      { key: 'a', given: { report: 'demoControl', chart: { chart: 'number', y: ['fired'] } } },
      () => undefined,
    ),
  );
  expect(answer).toMatchObject({ code: 403 });
});
