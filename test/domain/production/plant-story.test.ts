/** The factory as whoever starts it finds it (30 §9): what its people did went through the services, so the numbers are theirs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { outDifferences } from '../../../server/domain/out/plan-proof';
import { costShare } from '../../../server/domain/production/cost-share';
import { find, graph } from '../../../server/domain/trace/graph';
import { counterDifferences } from '../../../server/records/codes/counter-proof';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { proveStock } from '../../../server/stock/proof';
import { type Factory, livingFactory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await livingFactory();
});
afterAll(() => factory?.database.drop());

const found = (object: string, where: string) =>
  factory.as('admin', (ctx) => ctx.records.find(object, where, { sort: 'id' }));
const one = async (object: string, nbr: string) => (await found(object, `nbr == '${nbr}'`))[0];
const statesOf = async (object: string) =>
  Object.fromEntries((await found(object, 'true')).map(({ nbr, docStatus }) => [nbr, docStatus]));

describe('the demo factory', () => {
  it('has orders in the states of its story', async () => {
    expect(await statesOf('prdOrder')).toEqual({
      SCDD202601050001: '80',
      SCDD202601080001: '60',
      SCDD202601080002: '30',
      SCDD202601080003: '20',
      'SCDD202601080003-01': '10',
      SCDD202601120001: '30',
      SCDD202601140001: '30',
      SCDD202601140002: '30',
      SCDD202601150001: '10',
      SCDD202601150002: '10',
    });
    expect(await one('prdOrder', 'SCDD202601080001')).toMatchObject({
      planQty: 100,
      qualifiedQty: 96,
      scrapQty: 1,
      receivedQty: 96,
      lostQty: 4,
    });
  });
  it('has made 97 = 96 + 1 of GD202601080001, used 194 seals of two lots and received 60 and 36', async () => {
    const lot = await one('workOrder', 'GD202601080001');
    expect(lot).toMatchObject({ docStatus: '60', startQty: 97, qualifiedQty: 96, receivedQty: 96 });
    const seals = (await found('feedRecord', "workOrderNbr.nbr == 'GD202601080001' && material.code == 'SR-08'")).map(
      ({ batchNbr, qty, usedQty, unloadQty }) => [batchNbr, qty, usedQty, unloadQty],
    );
    expect(seals).toEqual([
      ['2601050001', 120, 120, 0],
      ['2601120001', 84, 74, 10],
    ]);
    expect(await found('feedRecord', "workOrderNbr.nbr == 'GD202601080001'")).toHaveLength(12);
    expect(await one('enterWarehouse', 'WGRK202601140001')).toMatchObject({ qty: 60, amount: 12600, docStatus: '60' });
    expect(await one('enterWarehouse', 'WGRK202601150001')).toMatchObject({ qty: 36, amount: 7560, docStatus: '60' });
    expect(await one('productReturn', 'SCTL202601140001')).toMatchObject({ qty: 10, docStatus: '60' });
  });
  it('runs, waits and stands still as it does at its hour', async () => {
    const starts = (await found('prdStart', 'docStatus in [30, 40]')).map(
      ({ nbr, docStatus }) => `${nbr} ${docStatus}`,
    );
    expect(starts.sort()).toEqual([
      'KGD202601140004 30',
      'KGD202601150005 30',
      'KGD202601150006 30',
      'KGD202601150007 40',
      'KGD202601150008 30',
    ]);
    const reports = await found('prdReport', 'true');
    const many = (state: string) => reports.filter(({ docStatus }) => docStatus === state).length;
    expect([reports.length, many('50'), many('30'), many('90')]).toEqual([34, 3, 1, 1]);
    expect(reports.filter(({ source }) => source === '20')).toHaveLength(3);
    expect(await found('qualityTesting', 'docStatus == 60')).toHaveLength(3);
    expect(await found('qualityTesting', 'docStatus == 10')).toMatchObject([{ checkQty: 40 }]);
    const [late] = await found('afddDoc', 'docStatus == 10');
    expect(late).toMatchObject({ nbr: 'BBD202601150001', shiftDate: '2026-01-14', qualifiedQty: 41 });
    const told = await factory.as('admin', async (ctx) => {
      const { team, shift, rows } = (await ctx.records.get('afddDoc', late!.id as string))!;
      const label = (object: 'team' | 'shift' | 'orderProcess', id: string | null) =>
        ctx.records.label(object, id ?? '');
      const operations = await Promise.all(rows.map((row) => label('orderProcess', row.orderProcess)));
      return [await label('team', team), await label('shift', shift), ...new Set(operations)];
    });
    expect(told).toEqual([expect.stringContaining('机加一班'), expect.stringContaining('夜班'), 'GD202601150002/10']);
    const prices = (await found('machinePrice', 'true')).map(({ auditStatus }) => auditStatus);
    expect(prices.sort()).toEqual(['1', '2', '2', '2', '2', '2', '2']);
    expect((await found('reworkTask', 'true')).map(({ docStatus }) => docStatus).sort()).toEqual(['10', '60']);
    expect(await found('coReport', 'docStatus == 50')).toHaveLength(1);
    const papers = await found('dispatchOrder', 'true');
    expect(papers).toHaveLength(14);
    expect(papers.filter(({ docStatus }) => docStatus === '10')).toMatchObject([{ nbr: 'PGD202601150009', qty: 20 }]);
    const given = (await found('dispatchOrder', 'qty in [2000, 3000] && docStatus == 20')).map(({ qty }) => qty);
    expect(given.sort()).toEqual([2000, 3000]);
  });
  it('has something to do for each demo operator and his leader', async () => {
    // the lists of floor mode, as far as each may see them
    const tasks = (login: string) =>
      factory.as(login, async (given) => {
        const ctx = given as EngineCtx;
        const qtyOf = async (code: string, field: string, scheme: string) => {
          const { records } = await getPageList(ctx, ctx.registry.page(code)!, { current: 1, size: 50, scheme });
          return records.map((record) => Number(record[field]));
        };
        return [
          (await qtyOf('prdStart', 'startQty', 'running')).length,
          await qtyOf('dispatchOrder', 'qty', 'myStart'),
          await qtyOf('reworkTask', 'qty', 'toDo'),
        ];
      });
    expect(await tasks('sunhao')).toEqual([0, [105], [2]]);
    expect(await tasks('zhoufang')).toEqual([0, [20], []]);
    const [running] = await tasks('wangqiang');
    expect(running).toBeGreaterThan(0);
  });
  it('has 97 back from outside with one lost, a count corrected and put right, what was checked at its end', async () => {
    expect(await one('outSend', 'WXFC202601100001')).toMatchObject({ qty: 58, docStatus: '60' });
    const outside = await found('orderProcess', "workOrderNbr.nbr == 'GD202601080002' && opNbr == 20");
    expect(outside).toMatchObject([{ qualifiedQty: 97, scrapQty: 1, wipQty: 0 }]);
    const adjusted = (await found('adjustRecord', 'docStatus == 60')).map(({ change }) => change);
    expect([...adjusted].sort()).toEqual(['合格55→58', '合格58→55', '开工数量100→105', '开工数量105→100']);
    expect(await found('productionCheck', 'docStatus == 60')).toMatchObject(
      [30, 30].map((qty) => ({ checkQty: qty, qualifiedQty: qty })),
    );
  });
  it('lets the head of the workshop correct outside work, and shows it to the buyer who runs it', async () => {
    const [receipt] = await found('outReceive', 'docStatus == 60');
    await factory.as('liuqiang', async (given) => {
      const ctx = given as EngineCtx;
      const page = ctx.registry.page('outReceive.adjust')!;
      const { records } = await getPageList(ctx, page, { current: 1, size: 10, ids: [receipt?.id] });
      expect(records[0]?._actions).toContain('adjust');
    });
    for (const object of ['outPlan', 'outSend', 'outReceive'] as const) {
      const [first] = await found(object, 'true');
      const seen = (login: string) =>
        factory.as(login, (ctx) => ctx.records.get(object, String(first?.id), { scoped: true }));
      expect(await seen('liuqiang'), object).not.toBeNull();
      expect(await seen('xumin'), object).not.toBeNull();
      expect(await seen('sunhao'), object).toBeNull();
    }
  });
  it('has a plan of 16 tasks, the 9 of the machine shop confirmed, and one tried out with an order put in', async () => {
    const tasks = (where: string) => found('scheduleTask', where);
    expect(await tasks('empty(scenario)')).toHaveLength(16);
    expect(await tasks("empty(scenario) && status == '1'")).toHaveLength(9);
    expect(await tasks("empty(scenario) && status == '1' && workshop.code == 'JJ'")).toHaveLength(9);
    const [scenario] = await found('scheduleScenario', 'true');
    expect(scenario).toMatchObject({ name: '插单试排' });
    expect((await tasks('!empty(scenario)')).length).toBeGreaterThan(0);
    expect((await found('scheduleRun', 'true')).map(({ state }) => state)).toEqual(Array(5).fill('done'));
  });
  it('shares what DG-100 has cost with its co-products, for whoever may know costs', async () => {
    const order = await one('prdOrder', 'SCDD202601120001');
    const shares = (login: string) =>
      factory.as(login, async (ctx) => (await costShare.run({ prdOrder: order!.id as string }, ctx)) as readonly Rec[]);
    const rows = await shares('admin');
    expect(rows.map(({ kind, costPercent, qty }) => [kind, costPercent, qty])).toEqual([
      ['0', 60, 816],
      ['10', 40, 816],
      ['20', 0, 1.6],
    ]);
    const [main, back, runner] = rows.map(({ amount }) => Number(amount));
    const total = main! + back! + runner!;
    expect(total).toBeGreaterThan(0);
    expect([back, runner]).toEqual([Math.round(total * 40) / 100, 0]);
    await expect(shares('liuqiang')).rejects.toThrow('没有权限');
    await factory.as('zhangwei', async (given) => {
      const ctx = given as EngineCtx;
      const page = ctx.registry.page('costShare')!;
      const { records } = await getPageList(ctx, page, {
        current: 1,
        size: 10,
        where: `prdOrder == '${order!.id}'`,
        search: { prdOrder: order!.id },
      });
      expect(records.map(({ amount }) => amount)).toEqual([main, back, runner]);
    });
  });
  it('has shipped 40 and 15 of them, 2 came back: a recall of the first seals finds 41 + 2 + 38 + 15 (40 §13)', async () => {
    const whole = async (object: string, nbr: string) => {
      const { id } = (await one(object, nbr))!;
      return factory.as('admin', (ctx) => ctx.records.get(object, String(id)));
    };
    expect(await whole('salesOrder', 'XSDD202601080001')).toMatchObject({
      docStatus: '20',
      items: [{ shippedQty: 40, returnQty: 2, openQty: 62 }, { shippedQty: 0 }],
    });
    expect(await one('salesOrder', 'XSDD202601080002')).toMatchObject({ docStatus: '60' });
    const found = await factory.as('admin', async (ctx) =>
      graph(ctx, { roots: await find(ctx, '2601050001'), direction: 'forward', weak: true, narrow: false }),
    );
    const products = found.batches.filter(({ materialCode }) => materialCode === 'LA-100');
    const sum = (of: 'good' | 'pending' | 'shipped' | 'returned' | 'difference') =>
      products.reduce((total, lot) => total + lot[of], 0);
    expect(products).toHaveLength(96);
    expect([sum('good'), sum('pending'), sum('shipped'), sum('returned'), sum('difference')]).toEqual([
      41, 2, 55, 2, 0,
    ]);
    const net: Record<string, number> = {};
    for (const { customer, net: left } of found.shipped) net[customer!] = (net[customer!] ?? 0) + left;
    expect(net).toEqual({ 北辰医疗器械: 38, 海川家具: 15 });
  });
  it('has shells made outside of its own blanks, 40 moved of which 2 broke, 20 on their way, a lot of 5 held (40 §13)', async () => {
    expect(await one('outReceive', 'WXSH202601140001')).toMatchObject({ docStatus: '60', payAmount: 475 });
    const [shells] = await found('stockValue', "material.code == 'AC-10M'");
    expect(shells).toMatchObject({ qty: 50, value: 600 });
    expect(await one('outSend', 'WXFC202601140001')).toMatchObject({
      qty: 30,
      docStatus: '60',
      atSupplierQty: 30,
      expectedBack: '2026-01-14',
    });
    expect(await one('TransferIssue', 'DBCK202601130001')).toMatchObject({ docStatus: '60', arrivedRate: 100 });
    expect(await one('TransferReceipt', 'DBRK202601140001')).toMatchObject({ qty: 38, lossQty: 2 });
    expect(await one('TransferIssue', 'DBCK202601150001')).toMatchObject({ docStatus: '30', arrivedRate: 0 });
    expect(await found('freezeRecord', 'true')).toMatchObject([
      { kind: '1', reason: '划伤', frozenQty: 5, docStatus: '30' },
    ]);
    expect(await factory.as('admin', (ctx) => outDifferences(ctx, 10))).toEqual([]);
  });
  it('has nothing that happened after its hour, and stock that adds up', async () => {
    const late = await found('prdReport', "endTime > '2026-01-15 10:00:00' || createdAt > '2026-01-15 10:00:00'");
    expect(late).toEqual([]);
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
    // lots of the opening have typed numbers of days whose counter is behind them: those are looked past
    expect(await factory.as('admin', (ctx) => counterDifferences(ctx as EngineCtx))).toEqual([]);
  });
});
