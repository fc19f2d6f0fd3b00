/** 数量调整 (30 §5, acceptance 12): an effective quantity changes within its bounds, what follows from it follows by the difference. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { adjustBlock, adjustMax, adjustMin } from '../../../server/domain/production/adjust-services';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { traceDifferences } from '../../../server/stock/genealogy-proof';
import { proveStock } from '../../../server/stock/proof';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { type Floor, type Operation, openFloor, refusal } from './floor';

let floor: Floor;
const acts = actsOf(() => floor.factory);
const shop = shopOf(() => floor.factory, acts);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const LINE: readonly Operation[] = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
];
const WHY = { reason: '20' };

/** What the page 数量调整 does with one row. */
const adjust = async (rec: Rec, ask: Rec, action = 'adjust', login = 'admin'): Promise<Rec> => {
  await floor.factory.as(login, (given) => {
    const ctx = given as EngineCtx;
    const page = ctx.registry.page(`${rec.object}.adjust`)!;
    return runAction(ctx, page.object, action, {
      page,
      targets: [{ id: rec.id as string, version: rec.version as number }],
      ask: { ...WHY, ...ask },
    });
  });
  return floor.read(rec.object as string, rec.id as string);
};
const bad = async (rows: readonly (readonly [disposal: string, qty: number])[]): Promise<readonly Row[]> => {
  const badReasonId = await floor.idOf('badReason', 'BL001');
  return rows.map(([disposal, qty]): Row => ({ id: newId(), badReasonId, disposal, qty }));
};
const latest = (rec: Rec): Promise<Rec> => floor.read(rec.object as string, rec.id as string);
const records = (rec: Rec): Promise<readonly Rec[]> =>
  floor.find('adjustRecord', `${rec.object} == param.id`, { id: rec.id as string }, 'nbr');
const audited = async (start: Rec, good: number, rows: Parameters<Floor['report']>[2] = []): Promise<Rec> =>
  floor.act('audit', await floor.report(await latest(start), good, rows));
const sound = async (): Promise<void> => {
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  expect(await floor.factory.as('admin', (ctx) => traceDifferences(ctx, 10))).toEqual([]);
};
const effects = (record: Rec) =>
  (record.effects as readonly Row[]).map(({ type, ref, before, after }) => [type, ref, before, after]);

const keys = async (rec: Rec) => (({ id, version }) => ({ id, version }))(await latest(rec));
/** min, max and why not, as the page shows them. */
const standing = (rec: Rec) =>
  floor.factory.as('admin', async (ctx) => {
    const args = { [rec.object === 'prdStart' ? 'start' : 'report']: rec.id as string };
    return Promise.all([adjustMin, adjustMax, adjustBlock].map((service) => service.run(args, ctx)));
  });
const posted = (report: Rec) =>
  floor.factory.as('admin', async (ctx) => {
    const rows = await ctx.trx
      .selectFrom('stock_ledger')
      .select(['qty', 'amount'])
      .where('doc_id', '=', report.id as string)
      .execute();
    return {
      qty: sumDec(rows.map(({ qty }) => Number(qty))),
      amount: sumDec(rows.map(({ amount }) => Number(amount ?? 0))),
    };
  });

/** Overview §13 with 58 pieces used at op20: R1 60 (58/2/0), R2 40 (39/0/1), materials A 2 a piece and B 0.05. */
const scene = async (overRate = 0): Promise<{ work: Rec; start: Rec; r1: Rec; r2: Rec }> => {
  const work = await floor.workOrder(100, LINE, { uses: true, overRate });
  const uses = new Map<unknown, Row>([
    [await acts.id('material', 'MT-12'), { id: '', feedMode: '2', opNbr: 10, perQty: 2, perBase: 1 }],
    [await acts.id('material', 'GR-01'), { id: '', feedMode: '2', opNbr: 10, perQty: 0.05, perBase: 1 }],
  ]);
  const rows = work.materials as readonly Row[];
  await floor.factory.as('admin', async (ctx) => {
    await ctx.records.patch('workOrder', work.id as string, {
      rows: {
        materials: rows.map(({ id, material }) => ({
          id,
          feedMode: uses.get(material)?.feedMode ?? '3',
          mustFeed: false,
          opNbr: uses.get(material)?.opNbr ?? null,
        })) as never,
      },
    });
    await ctx.records.patch('prdOrder', work.prdOrderNbr as string, {
      rows: {
        materials: rows.map(({ orderRow, material }) => ({
          id: orderRow,
          perQty: uses.get(material)?.perQty ?? 1,
          perBase: 1,
        })) as never,
      },
    });
  });
  const start = await floor.start(work, 10, 100);
  const r1 = await audited(start, 58, [['10', 2]]);
  const r2 = await audited(start, 39, [['30', 1]]);
  await floor.start(work, 20, 58);
  return { work, start: await latest(start), r1: await latest(r1), r2: await latest(r2) };
};

describe('acceptance 12', () => {
  it('58 good become 55: operations, line side and trace follow by the difference', async () => {
    await shop.beside('XB-ZP', 'MT-12', 300, { batchNbr: '2601140001' });
    await shop.beside('XB-ZP', 'GR-01', 20, { batchNbr: '2601140002' });
    const { work, r1 } = await scene();
    const before = { a: await shop.balances('XB-ZP', 'MT-12'), b: await shop.balances('XB-ZP', 'GR-01') };
    const after = await adjust(r1, { qualifiedQty: 55 });
    expect(after).toMatchObject({ docStatus: '60', qualifiedQty: 55, reportQty: 57, reworkQty: 2, firstPassQty: 55 });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 94, firstPassQty: 94, wipQty: 3 });
    expect(await floor.op(work, 20)).toMatchObject({ inQty: 94 });
    expect(await shop.balances('XB-ZP', 'MT-12')).toEqual({
      '2601140001': [(before.a['2601140001']?.[0] ?? 0) + 6, expect.anything()],
    });
    expect(await shop.balances('XB-ZP', 'GR-01')).toEqual({
      '2601140002': [(before.b['2601140002']?.[0] ?? 0) + 0.15, expect.anything()],
    });
    await sound();
    const [record] = await records(r1);
    const full = await floor.read('adjustRecord', record!.id as string);
    expect(full).toMatchObject({ docStatus: '60', auditStatus: '2', kind: '20', change: '合格58→55', srcNbr: r1.nbr });
    expect(effects(full)).toEqual(
      expect.arrayContaining([
        ['10', '工序10合格', 97, 94],
        ['10', '工序10在制', 0, 3],
        ['10', '工序20转入', 97, 94],
        ['20', '耗用', 120, 114],
        ['20', '耗用', 3, 2.85],
      ]),
    );
    expect(effects(full).some(([type]) => type === '40')).toBe(true);
  });
});

/** Good and bad as they stand, with everything the operation says. */
const state = async (work: Rec): Promise<unknown> => ({
  ops: (await floor.ops(work)).map(({ version: _v, updatedAt: _u, ...op }) => op),
  work: (({ startQty, qualifiedQty, scrapQty, wipQty, docStatus }) => [
    startQty,
    qualifiedQty,
    scrapQty,
    wipQty,
    docStatus,
  ])(await floor.read('workOrder', work.id as string)),
});
const within = async (key: string, value: Value, work: () => Promise<void>): Promise<void> => {
  const set = (to: Value) => floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [[key, to]]));
  await set(value);
  try {
    await work();
  } finally {
    await set(null);
  }
};

describe('bounds', () => {
  it('what the operation after has used, and what may be reported (the example of 30 §5)', async () => {
    await shop.beside('XB-ZP', 'MT-12', 600, { batchNbr: '2601140011' });
    await shop.beside('XB-ZP', 'GR-01', 20, { batchNbr: '2601140012' });
    const { work, start, r1 } = await scene(5);
    const before = [await state(work), await shop.balances('XB-ZP', 'MT-12'), await latest(r1)];
    expect(await refusal(adjust(r1, { qualifiedQty: 10 }))).toBe(
      '后工序20已使用58，调整后工序10合格仅49，最少应保留58',
    );
    expect(await refusal(adjust(r1, { qualifiedQty: 59 }))).toBe('已开工100，已报40，最多可报60，本次61');
    expect(await refusal(adjust(r1, { qualifiedQty: 58 }))).toBe('数量没有变化');
    expect(await refusal(adjust(r1, { qualifiedQty: -1 }))).toBe('合格不能小于0');
    expect(await standing(r1)).toEqual([19, 58, null]);
    expect([await state(work), await shop.balances('XB-ZP', 'MT-12'), await latest(r1)]).toEqual(before);
    expect(await records(r1)).toEqual([]);
    // first the start, then the good
    expect(await refusal(adjust(start, { startQty: 106 }))).toBe(
      '计划100，允许超报5%，已开工0，最多可开工105，本次106',
    );
    expect(await refusal(adjust(start, { startQty: 99 }))).toBe('已报工100，开工数量不能小于100');
    expect(await standing(start)).toEqual([100, 105, null]);
    expect(await adjust(await latest(start), { startQty: 105 })).toMatchObject({
      docStatus: '40',
      startQty: 105,
      reportQty: 100,
    });
    expect(await floor.op(work, 10)).toMatchObject({ startQty: 105, inQty: 105, wipQty: 5 });
    expect(await standing(r1)).toEqual([19, 63, null]);
    expect(await adjust(await latest(r1), { qualifiedQty: 63 })).toMatchObject({ qualifiedQty: 63, reportQty: 65 });
    expect(await latest(start)).toMatchObject({ docStatus: '60', reportQty: 105 });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 102, wipQty: 0 });
    await sound();
  });
  it('less and less of it comes back at what it cost, and the reversal of what is left closes at 0', async () => {
    await shop.beside('XB-ZP', 'MT-12', 400, { batchNbr: '2601140021' });
    await shop.beside('XB-ZP', 'GR-01', 20, { batchNbr: '2601140022' });
    const { work, r1, r2 } = await scene();
    await adjust(r1, { qualifiedQty: 50, badRows: [] });
    await shop.beside('XB-ZP', 'MT-12', 7, { batchNbr: '2601140023' });
    await adjust(await latest(r1), { qualifiedQty: 43 });
    await sound();
    await adjust(await latest(r1), { qualifiedQty: 45 });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 84, reworkQty: 0, reportQty: 85 });
    expect(await floor.find('reworkTask', 'prdReport == param.id && docStatus != 90', { id: r1.id as string })).toEqual(
      [],
    );
    await sound();
    const [next] = await floor.find('prdStart', 'workOrderNbr == param.id && opNbr == 20', { id: work.id });
    await floor.act('cancel', next!, { reason: '重来' });
    for (const report of [r2, r1]) {
      await floor.act('reverse', await latest(report), { reason: '重来' });
      expect(await posted(report)).toEqual({ qty: 0, amount: 0 });
    }
    await sound();
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 0, reportQty: 0, wipQty: 100 });
  });
  it('rework that has begun is not made less; more of it makes the task larger', async () => {
    const work = await floor.workOrder(50, LINE);
    const report = await audited(await floor.start(work, 10, 50), 46, [['10', 4]]);
    const [task] = await floor.find('reworkTask', 'prdReport == param.id', { id: report.id });
    expect(await adjust(report, { qualifiedQty: 46, badRows: (await bad([['10', 3]])) as never })).toMatchObject({
      reworkQty: 3,
      reportQty: 49,
    });
    expect(await latest({ ...task!, object: 'reworkTask' })).toMatchObject({ qty: 3, remain: 3, docStatus: '10' });
    await floor.act('start', await latest(task!));
    expect(
      await refusal(adjust(await latest(report), { qualifiedQty: 46, badRows: (await bad([['10', 2]])) as never })),
    ).toBe(`返工任务${task!.nbr}已开始，不能减少返工数`);
    expect(await floor.op(work, 10)).toMatchObject({ reworkQty: 3, reportQty: 49, qualifiedQty: 46 });
    await adjust(await latest(report), { qualifiedQty: 46, badRows: (await bad([['10', 4]])) as never });
    const tasks = await floor.find('reworkTask', 'prdReport == param.id', { id: report.id }, 'nbr');
    expect(tasks.map(({ qty, docStatus }) => [qty, docStatus])).toEqual([
      [3, '30'],
      [1, '10'],
    ]);
    expect(await floor.op(work, 10)).toMatchObject({ reworkQty: 4 });
  });
  it('people share the new good, hours may be told by hand', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const workers = await Promise.all(['YG0018', 'YG0006', 'YG0021'].map((code) => floor.idOf('employee', code)));
    const start = await floor.start(work, 10, 50, {
      workers: workers.map((employee) => ({ id: newId(), employee, ratio: 1 })),
    });
    const report = await audited(start, 50);
    const after = await adjust(report, { qualifiedQty: 40, workHours: 2.5 });
    expect((after.workers as readonly Row[]).map(({ qty }) => qty)).toEqual([14, 13, 13]);
    expect(after).toMatchObject({ workHours: 2.5, stdMin: report.stdMin, runBase: report.runBase });
    expect(await refusal(adjust(after, { qualifiedQty: 40, workHours: 3.01 }))).toBe('工时3.01超过3人的时间3');
    expect((await records(report))[0]).toMatchObject({ change: '合格50→40，工时3→2.5' });
    expect(await floor.op(work, 10)).toMatchObject({ workHours: 2.5, qualifiedQty: 40 });
  });
  it('a start that came with its report follows it', async () => {
    const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL', start: false }]);
    const report = await floor.act('audit', await floor.report(await floor.op(work, 10), 10));
    const start = await floor.read('prdStart', report.prdStart as string);
    expect(await refusal(adjust(start, { startQty: 9 }))).toBe('随报工补记的开工，请调整报工数量');
    await adjust(report, { qualifiedQty: 8 });
    expect(await latest(start)).toMatchObject({ startQty: 8, reportQty: 8, docStatus: '60' });
    expect(await floor.op(work, 10)).toMatchObject({ startQty: 8, inQty: 8, qualifiedQty: 8, wipQty: 0 });
    expect(await refusal(adjust(await latest(report), { qualifiedQty: 11 }))).toBe(
      '计划10，允许超报0%，已报0，最多可报10，本次11',
    );
  });
  it('pieces that are sent to the final check stay; a check nobody has begun follows', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1), { fqcFlag: true });
    const report = await audited(await floor.start(work, 10, 100), 60);
    await adjust(report, { qualifiedQty: 55 });
    const [check] = await floor.find('productionCheck', 'prdReport == param.id', { id: report.id });
    expect(check).toMatchObject({ checkQty: 55, docStatus: '10' });
    await floor.act('judge', await floor.save('productionCheck', { ...(await keys(check!)), qualifiedQty: 53 }));
    expect(await refusal(adjust(await latest(report), { qualifiedQty: 54 }))).toBe(
      '末工序已送检53，调整后合格仅52，最少应保留53',
    );
    await adjust(await latest(report), { qualifiedQty: 58 });
    const checks = await floor.find('productionCheck', 'prdReport == param.id', { id: report.id }, 'nbr');
    expect(checks.map(({ checkQty }) => checkQty)).toEqual([55, 3]);
  });
});

describe('删除报工', () => {
  it('takes it back whole and keeps what it said; P11 holds it', async () => {
    const work = await floor.workOrder(100, LINE);
    const start = await floor.start(work, 10, 100);
    const first = await audited(start, 59, [['20', 1]]);
    const second = await audited(start, 39, [['20', 1]]);
    const next = await floor.start(work, 20, 98);
    expect(await refusal(adjust(second, {}, 'delReport'))).toBe(
      '后工序20已使用98，冲销后工序10合格仅59，请先冲销或调整后工序',
    );
    expect(await records(second)).toEqual([]);
    await adjust(next, { startQty: 59 });
    expect(await adjust(second, {}, 'delReport')).toMatchObject({ docStatus: '90', qualifiedQty: 39 });
    const [record] = await records(second);
    const full = await floor.read('adjustRecord', record!.id as string);
    expect(full).toMatchObject({ kind: '30', docStatus: '60', change: expect.stringContaining('合格39→0，工废1→0') });
    expect(full.badRows).toHaveLength(1);
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 59, reportQty: 60, wipQty: 40 });
    expect(await latest(start)).toMatchObject({ docStatus: '40', reportQty: 60 });
    expect(await latest(first)).toMatchObject({ docStatus: '60' });
    expect(await refusal(adjust(await latest(second), { qualifiedQty: 1 }))).not.toBe('done');
  });
});

describe('who and when', () => {
  it('not his own document where nobody may audit his own; rows of his shop; the version is that of today', async () => {
    const work = await floor.workOrder(10, LINE.slice(0, 1));
    floor.login = 'liuqiang';
    const report = await audited(await floor.start(work, 10, 10), 10);
    floor.login = 'admin';
    const own = await refusal(
      within('audit.self.adjustRecord', false, async () => {
        const said = await refusal(adjust(report, {}, 'delReport', 'liuqiang'));
        expect(said).toBe('不能调整本人提交的单据，请由其他有权限人员处理');
        await adjust(report, { qualifiedQty: 9 }, 'adjust', 'liuqiang');
      }),
    );
    expect(own).toBe('不能调整本人提交的单据，请由其他有权限人员处理');
    expect(await records(report)).toEqual([]);
    expect(await adjust(report, { qualifiedQty: 9 }, 'adjust', 'liuqiang')).toMatchObject({ qualifiedQty: 9 });
    expect(await refusal(adjust(report, { qualifiedQty: 8 }))).toBe('数据已被他人修改，请刷新后重试');
    const now = await latest(report);
    expect(await refusal(adjust(now, { qualifiedQty: 8 }, 'adjust', 'wangqiang'))).toBe('没有权限，请联系管理员');
    expect(await latest(report)).toMatchObject({ qualifiedQty: 9 });
  });
  it('a month that is closed, a work order that is closed', async () => {
    const work = await floor.workOrder(10, LINE.slice(0, 1));
    const start = await floor.start(work, 10, 10);
    const report = await audited(start, 9);
    const patch = (object: 'prdReport' | 'workOrder', id: unknown, head: Rec) =>
      floor.factory.as('admin', (ctx) => ctx.records.patch(object, id as string, { head }));
    await patch('prdReport', report.id, { shiftDate: '2025-12-20' });
    const period = await floor.save('stockPeriod', { month: '2025-12-01' });
    await floor.act('closeMonth', await floor.read('stockPeriod', period.id as string));
    expect(await refusal(adjust(await latest(report), { qualifiedQty: 8 }))).toBe('2025-12期间已关闭，不能调整');
    await patch('prdReport', report.id, { shiftDate: '2026-01-15' });
    await patch('workOrder', work.id, { docStatus: '80' });
    expect(await refusal(adjust(await latest(report), { qualifiedQty: 8 }))).toBe(`工单${work.nbr}已关闭，不能调整`);
    expect(await refusal(adjust(await latest(start), { startQty: 9 }))).toBe(`工单${work.nbr}已关闭，不能调整`);
    expect(await latest(report)).toMatchObject({ qualifiedQty: 9 });
  });
  it('two at once: the second finds what the first has done', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const report = await audited(await floor.start(work, 10, 100), 60);
    const both = await Promise.all([
      refusal(adjust(report, { qualifiedQty: 50 })),
      refusal(adjust(report, { qualifiedQty: 40 })),
    ]);
    expect([...both].sort()).toEqual(['done', '数据已被他人修改，请刷新后重试']);
    const good = both[0] === 'done' ? 50 : 40;
    expect(await latest(report)).toMatchObject({ qualifiedQty: good });
    expect(await records(report)).toHaveLength(1);
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: good, wipQty: 100 - good });
  });
  it('audited by hand: until then it counts nowhere, and stands alone', async () => {
    await within('audit.mode.adjustRecord', '1', byHand);
  });
  const byHand = async (): Promise<void> => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const report = await audited(await floor.start(work, 10, 100), 60);
    await adjust(report, { qualifiedQty: 50 });
    expect(await latest(report)).toMatchObject({ qualifiedQty: 60 });
    const [record] = await records(report);
    expect(record).toMatchObject({ docStatus: '50', auditStatus: '1' });
    expect(await standing(report)).toEqual([0, 100, `该单据已有待审核的调整「${record!.nbr}」`]);
    expect(await refusal(adjust(await latest(report), { qualifiedQty: 40 }))).toBe(
      `该单据已有待审核的调整「${record!.nbr}」`,
    );
    await floor.act('reject', record!, { reason: '再数一次' });
    const again = await floor.save('adjustRecord', { ...(await keys(record!)), reasonText: '已复点' });
    expect(await latest(again)).toMatchObject({ docStatus: '50', auditStatus: '1' });
    expect(
      await refusal(
        floor.factory.as('liuqiang', (ctx) => ctx.records.act('adjustRecord', 'void', record!.id as string)),
      ),
    ).not.toBe('done');
    await floor.act('audit', await latest(record!));
    expect(await latest(report)).toMatchObject({ qualifiedQty: 50 });
    expect(await latest(record!)).toMatchObject({ docStatus: '60', auditStatus: '2' });
    // what was changed meanwhile is not what was asked for
    await adjust(await latest(report), { qualifiedQty: 45 });
    const [, open] = await records(report);
    await floor.act('void', open!);
    await adjust(await latest(report), { qualifiedQty: 44 });
    const [, , last] = await records(report);
    await floor.act('reverse', await latest(report), { reason: '错报' });
    expect(await refusal(floor.act('audit', await latest(last!)))).toBe('数据已被他人修改，请刷新后重试');
  };
});
