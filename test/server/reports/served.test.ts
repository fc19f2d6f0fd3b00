/** Reports over a service: its rows are grouped, searched, totalled and shown like those of a table, its slots are the columns of a pivot. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hasDrill } from '../../../schemas/language/charts';
import type { Rec } from '../../../schemas/language/value';
import type { ChartData } from '../../../schemas/language/wire';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { cellData } from '../../../server/records/report/cells';
import { drillOf } from '../../../server/records/report/drill';
import { getReportList, type ReportPage } from '../../../server/records/report/list';
import { exportReport } from '../../../server/records/report/sheet';
import { demoFactory, type Factory } from '../../domain/factory';
import { outsideOf } from '../../domain/out/outside';
import { openFloor } from '../../domain/production/floor';
import { receivingOf } from '../../domain/purchase/receiving';
import { actsOf } from '../../support/demo-acts';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
  const acts = actsOf(() => factory);
  const { id, version } = await acts.byCode('material', 'LS-100');
  await acts.save('material', { id, version, safetyStock: 100_000 });
  const { accept, byNbr, receive } = receivingOf(() => factory);
  await accept(await receive(await byNbr('purchaseOrder', 'CGDD202601090001'), 100));
  const floor = await openFloor(factory);
  const outside = outsideOf(() => floor);
  const work = await floor.workOrder(10, [{ opNbr: 10, process: 'DD', out: true, start: false }]);
  const plan = await outside.plan(await floor.op(work, 10), 10);
  await floor.act('audit', await outside.made(plan, 'send', { qty: 10 }));
  await floor.act('audit', await outside.made(plan, 'receive', { qty: 10 }));
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
    const docs = made.records.reduce((sum, record) => sum + Number(record.docs), 0);
    const late = made.records.reduce((sum, record) => sum + Number(record.late), 0);
    expect(made.summary).toMatchObject({ docs, late });
    expect(made.summary?.lateRate).toBeCloseTo((late / docs) * 100, 2);
    expect(made.records.reduce((sum, record) => sum + Number(record.share), 0)).toBeCloseTo(100, 1);
  });
  it('another measure stands in the columns when it is asked for; one that is no column is refused', async () => {
    const [row] = (await list('demoWeeks')).records;
    const asked = await list('demoWeeks', { cell: 'late' });
    const [other] = asked.records;
    expect(asked.slots!.reduce((sum, slot) => sum + Number(other?.[slot.code]), 0)).toBe(other?.late);
    const rates = await list('demoWeeks', { cell: 'lateRate' });
    for (const { code } of rates.slots!) {
      const [part, all] = [Number(other?.[code]), Number(row?.[code])];
      if (all > 0) expect(rates.records[0]?.[code]).toBeCloseTo((part / all) * 100, 2);
    }
    await expect(list('demoWeeks', { cell: 'qty' })).rejects.toMatchObject({ code: 400 });
    await expect(list('demoWeeks', { cell: 'lateRate', pivot: false })).rejects.toMatchObject({ code: 400 });
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
    expect(drill).toMatchObject({
      page: 'demoDoc',
      where: `(docStatus in [10, 30, 70]) && (owner == '${row?.ownerId}')`,
    });
  });
});

describe('pieces and kilograms are not added up', () => {
  it.each([
    ['stockBook', 'closeQty', 'closeAmount'],
    ['stockAge', 'qty', 'amount'],
    ['stockFlow', 'netQty', 'rows'],
  ])('%s', async (code, qty, other) => {
    const made = await list(code, { groupBy: ['material'], size: 100, columns: [qty, other] });
    expect(made.records.every((row) => typeof row[qty] === 'number')).toBe(true);
    expect(made.summary).toMatchObject({ [qty]: null });
    expect(typeof made.summary?.[other]).toBe('number');
    const [first] = made.records;
    const search = { material: [first?.materialId] };
    const one = await list(code, { groupBy: ['material'], search, columns: [qty, other] });
    expect(one.summary?.[qty]).toBe(first?.[qty]);
  });
  it('a list says its totals where all is of one unit', async () => {
    const of = (search: object) =>
      as('admin', async (ctx) => (await getPageList(ctx, ctx.registry.page('stockOnHand')!, { search })).summary);
    expect(await of({})).toMatchObject({ qty: null });
    const [piece] = await as('admin', (ctx) => ctx.records.find('material', "code == 'LS-100'"));
    expect(typeof (await of({ material: [piece?.id] }))?.qty).toBe('number');
  });
});

it('a drill goes by the fields its map names', async () => {
  const drill = await as('admin', (ctx) =>
    drillOf(ctx, ctx.registry.page('demoPlan')!, { cell: { start: '2026-01-15 08:00:00' } }),
  );
  expect(drill.where).toContain("period.from == '2026-01-15 08:00:00'");
});

describe('every number that opens a list: the list adds up to it', () => {
  const count = (rows: readonly Rec[]): number => rows.length;
  const total =
    (field: string) =>
    (rows: readonly Rec[]): number =>
      rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0);
  const minutes = (rows: readonly Rec[]): number =>
    rows.reduce((sum, { period }) => {
      const [from = 0, to = 0] = (Object.values(period as object) as string[]).map((at) => Date.parse(at));
      return sum + (to - from) / 60_000;
    }, 0);
  /** the measure that adds up, and how the opened records say it; `by`: how the report is grouped */
  const laws: Readonly<Record<string, Readonly<Record<string, (rows: readonly Rec[]) => number>>>> = {
    demoStat: { number: count, qty: total('qty') },
    demoWeeks: { docs: count, qty: total('qty') },
    demoPlan: { minutes },
    demoControl: { readings: (rows) => rows.reduce((sum, row) => sum + (row.readings as unknown[]).length, 0) },
    purchaseStat: { orders: count },
    // numbers of rows, which open their documents
    purchaseOpen: {},
    purchasePrice: {},
    supplierScore: {},
    iqcStat: { lots: count, lotQty: total('lotQty') },
    // rows of receipts open their documents
    outStatement: {},
    // rows of orders open their documents
    salesOpen: {},
    sopReadRate: { read: total('readCount') },
    // rows of the structure hang below the versions that open: no measure of a version
    bomStructure: {},
    skillMatrix: {},
    spareUse: { docs: count },
    stockShort: { qty: (rows) => total('qty')(rows.filter(({ qualityStatus }) => qualityStatus === '1')) },
    // rows of documents as one, its stores as one
    stockBook: {},
    stockFlow: { inQty: (rows) => rows.reduce((sum, { qty }) => sum + Math.max(0, Number(qty)), 0) },
  };
  /** the plain demo has no meters, no points, no pieces that a device counted, no states of one and nothing that was sent to a customer */
  const counted = [
    'deviceBad',
    'deviceOee',
    'deviceOutput',
    'deviceRun',
    'energyMatrix',
    'hubMatrix',
    'salesShip',
    'workBad',
    'workOutput',
  ];
  it('is checked for all of them', async () => {
    const drilled = await as('admin', (ctx) => [...ctx.registry.reports.values()].filter(hasDrill));
    expect(drilled.map((report) => report.report).sort()).toEqual([...Object.keys(laws), ...counted].sort());
  });
  it.each(Object.keys(laws))('%s', async (code) => {
    const opened = await as('admin', async (ctx) => {
      const page = ctx.registry.page(code)!;
      const { groupBy, by, pivot } = page.report!;
      const groups = [by, ...groupBy.filter((dim) => dim !== pivot).map((dim) => [dim])];
      let found = 0;
      for (const groupBy of groups) {
        const made = await getReportList(ctx, page, {
          ...(groupBy === by ? {} : { groupBy }),
          size: 100,
          columns: Object.keys(laws[code] ?? {}),
        });
        for (const row of made.records.filter((record) => record.$drill === true && record.$level === undefined)) {
          const cell = Object.fromEntries(
            made.groups.map((group) => [group.code, row[`${group.code}Id`] ?? row[group.code] ?? null]),
          );
          // a code that its dictionary lost is no condition any more: refused, never left out
          if (Object.values(cell).includes('9')) {
            expect(() => drillOf(ctx, page, { cell })).toThrow('没有对应的字段');
            continue;
          }
          const { page: target, where, tree } = drillOf(ctx, page, { cell });
          const rows = await ctx.records.find(target, where);
          expect(rows.length, where).toBeGreaterThan(0);
          // pieces and kilograms have no sum
          for (const [measure, of] of Object.entries(laws[code] ?? {}))
            if (row[measure] !== null) expect(of(rows), where).toBe(row[measure]);
          const list = await getPageList(ctx, ctx.registry.page(target)!, { scheme: '', q: tree as object });
          expect(list.total, where).toBe(rows.length);
          found++;
        }
      }
      return found;
    });
    expect(opened).toBeGreaterThan(0);
  });
  it('conditions of a chart and the rest of its marks are said too', async () => {
    const { where } = await as('admin', (ctx) =>
      drillOf(ctx, ctx.registry.page('demoWeeks')!, {
        where: 'owner != me.id',
        without: { dim: 'owner', values: ['0190a000-0000-7000-8000-000000000000', null] },
      }),
    );
    expect(where).toBe(
      "(docStatus in [10, 30, 70]) && (owner != me.id) && (!empty(owner) && !(owner in ['0190a000-0000-7000-8000-000000000000']))",
    );
  });
  it('a chart may name another page than its report', async () => {
    const own = { page: 'demoDoc', map: { owner: 'createdBy' } };
    const { where } = await as('admin', (ctx) =>
      drillOf(ctx, ctx.registry.page('demoWeeks')!, { cell: { owner: ctx.session.me.id }, drill: own }),
    );
    expect(where).toMatch(/^createdBy == /);
    const keys = { chart: 'bar', x: 'owner', y: ['docs'] };
    expect((await chart({ report: 'demoWeeks', chart: keys })).drill).toBe(true);
    expect((await chart({ report: 'demoWeeks', chart: { ...keys, drill: 'demoGauge' } })).drill).toBe(false);
  });
  it('opens nothing where the list has no word for what the number was asked by', async () => {
    const [row] = (await list('sopReadRate')).records;
    expect(row?.$drill).toBeUndefined();
    await expect(
      as('admin', (ctx) => drillOf(ctx, ctx.registry.page('sopReadRate')!, { cell: { sop: row?.sopId, team: null } })),
    ).rejects.toMatchObject({ code: 203, message: '这个数字的条件在「作业指导书」里没有对应的字段，不能打开明细' });
    const weeks = await chart({ report: 'demoWeeks', chart: { chart: 'bar', x: 'week', y: ['docs'] } });
    expect(weeks.drill).toBe(false);
  });
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
  const page = await list('demoPlan', { search: { start: [day, day] } });
  expect(page.records.map((row) => String(row.start).slice(0, 10))).toEqual(page.records.map(() => day));
  expect(page.records[0]).toMatchObject({ state: expect.any(Number), minutes: 2160 });
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
