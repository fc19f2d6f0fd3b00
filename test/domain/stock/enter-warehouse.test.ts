/** 完工入库 (40 §4, L7; 30 P13, §13): from an order to its product in store, no more than was made, and back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { previewCall } from '../../../server/records/save/write-calls';
import { postStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { type Floor, openFloor, refusal } from '../production/floor';

let floor: Floor;
const acts = actsOf(() => floor.factory);
const shop = shopOf(() => floor.factory, acts);
beforeAll(async () => {
  floor = await openFloor();
  const product = await acts.byCode('material', 'LA-100');
  await acts.save('material', { id: product.id, version: product.version, stdCost: 210 });
});
afterAll(() => floor?.factory.database.drop());

const LINE = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
];
const done = async (workOrder: Rec, opNbr: number, good: number, bad: readonly (readonly [string, number])[] = []) => {
  const total = bad.reduce((sum, [, qty]) => sum + qty, good);
  const start = await floor.start(workOrder, opNbr, total);
  return floor.act('audit', await floor.report(start, good, bad));
};
/** What a push of work orders opens, unsaved. */
const pushed = async (workOrder: Rec, asked?: number): Promise<Rec> => {
  const { id, version } = await floor.read('workOrder', workOrder.id as string);
  return floor.factory.as('admin', async (ctx) => {
    const rows = asked === undefined ? {} : { rows: [{ id: id as string, ask: { qty: asked } }] };
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('workOrder'), 'toWarehouse', {
      targets: [{ id: id as string, version: version as number, ...rows }],
    });
    return pushed!.drafts[0]!;
  });
};
const received = async (workOrder: Rec, qty: number): Promise<Rec> =>
  floor.save('enterWarehouse', await pushed(workOrder, qty));
const order = (workOrder: Rec) => floor.read('prdOrder', workOrder.prdOrderNbr as string);
const lot = (workOrder: Rec) => floor.read('workOrder', workOrder.id as string);
const rowsOf = (receipt: Rec) => receipt.items as readonly Row[];
const onHand = async (code: string): Promise<number> => {
  const material = await acts.id('material', code);
  return floor.factory.as('admin', async (ctx) => {
    const rows = await ctx.trx.selectFrom('stock_balance').select('qty').where('material_id', '=', material).execute();
    return rows.reduce((sum, { qty }) => sum + Number(qty), 0);
  });
};
const sound = async (): Promise<void> => {
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('from the order to the store (SCDD202601080001)', () => {
  it('picked 204, used 194, 96 made of 100, received 60 and 36: the order is done within 5 % and the rest stays beside the line', async () => {
    const work = await floor.workOrder(100, LINE, { uses: true, underRate: 5 });
    const seal = await acts.id('material', 'SR-08');
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('workOrder', work.id as string, {
        rows: {
          materials: (work.materials as readonly Row[]).map(({ id, material }) => ({
            id,
            feedMode: material === seal ? '1' : '3',
            mustFeed: false,
          })) as never,
        },
      }),
    );
    const above = await order(work);
    const picking = await floor.factory.as('admin', async (ctx) => {
      const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object('prdOrder'), 'toPicking', {
        targets: [{ id: above.id as string, version: above.version as number }],
      });
      return pushed!.drafts[0]!;
    });
    const saved = await floor.save('productPicking', {
      ...picking,
      items: rowsOf(picking).filter(({ material }) => material === seal),
    });
    const issued = await floor.act('issueAll', await floor.act('audit', saved));
    expect(issued).toMatchObject({ docStatus: '60' });
    await done(work, 10, 96, [['20', 1]]);
    await done(work, 20, 96);
    const used = (await order(work)).materials as readonly Row[];
    expect(used.find(({ material }) => material === seal)).toMatchObject({ issuedQty: 204, usedQty: 194 });
    expect(await shop.balances('XB-ZP', 'SR-08')).toEqual({ '2601120001': [10, 0] });
    expect(await lot(work)).toMatchObject({ acceptedQty: 96, receivedQty: 0, receivableQty: 96 });

    const first = await received(work, 60);
    expect(rowsOf(first)[0]).toMatchObject({ qty: 60, receivableQty: 96, costPrice: 210, amount: 12600 });
    expect(first).toMatchObject({ docStatus: '10', workOrder: work.id, prdOrder: above.id });
    expect(await lot(work)).toMatchObject({ receivableQty: 36, receivedQty: 0 });
    const posted = await floor.act('audit', first);
    expect(posted).toMatchObject({ docStatus: '60' });
    expect(rowsOf(posted)[0]?.serials).toHaveLength(60);
    expect(await lot(work)).toMatchObject({ receivedQty: 60, receivableQty: 36 });
    expect(await order(work)).toMatchObject({ docStatus: '30', receivedQty: 60 });

    const second = await floor.act('audit', await received(work, 36));
    expect(await order(work)).toMatchObject({ docStatus: '60', receivedQty: 96 });
    expect(await lot(work)).toMatchObject({ receivedQty: 96, receivableQty: 0 });
    expect(await onHand('LA-100')).toBe(96);
    await sound();

    await floor.act('unaudit', second);
    expect(await order(work)).toMatchObject({ docStatus: '30', receivedQty: 60 });
    expect(await lot(work)).toMatchObject({ receivedQty: 60, receivableQty: 0 });
    expect(await onHand('LA-100')).toBe(60);
    await sound();
  });
});

describe('下推发货 (40 §2.1 L2)', () => {
  it('open order rows of the product, the earliest first, no more than came in; the delivery is of its row', async () => {
    const work = await floor.workOrder(10, LINE);
    await done(work, 10, 10);
    await done(work, 20, 10);
    const receipt = await floor.act('audit', await received(work, 10));
    const sold = async (qty: number, deliveryDate: string): Promise<Stored> => {
      const items = [{ id: newId(), material: work.material, qty, price: 380 }] as unknown as Row[];
      const saved = await acts.save('salesOrder', {
        customer: await acts.id('customer', 'KH0002'),
        deliveryDate,
        items,
      });
      return acts.act('salesOrder', 'audit', saved);
    };
    const later = await sold(8, '2026-01-17');
    const sooner = await sold(6, '2026-01-16');
    const { ask } = (await floor.factory.as('admin', (ctx) => {
      const engine = ctx as EngineCtx;
      const page = engine.registry.page('enterWarehouse')!;
      return previewCall(engine, page, 'toDelivery', { targets: [{ id: receipt.id as string }] });
    })) as unknown as { ask: { lines: readonly Row[] } };
    expect(ask.lines.map(({ order, qty, openQty }) => [order, openQty, qty])).toEqual([
      [sooner.nbr, 6, 6],
      [later.nbr, 8, 4],
    ]);
    const line = (n: number, qty: number) => ({ id: newId(), orderRow: ask.lines[n]!.orderRow as string, qty });
    expect(
      await refusal(acts.act('enterWarehouse', 'toDelivery', receipt as Stored, { lines: [line(0, 7)] })),
    ).toContain('未发数量已变为6');
    // the same row twice is no way around it
    const twice = { lines: [line(0, 6), line(0, 6)] };
    expect(await refusal(acts.act('enterWarehouse', 'toDelivery', receipt as Stored, twice))).toContain(
      '最多可发6，本次12',
    );
    await acts.act('enterWarehouse', 'toDelivery', receipt as Stored, { lines: [line(0, 6), line(1, 4)] });
    const made = await floor.find('delivery', 'exists(items, srcId == param.id)', { id: sooner.id as string });
    expect(made).toHaveLength(1);
    const delivery = await floor.read('delivery', made[0]!.id as string);
    expect(rowsOf(delivery).map(({ qty, srcNbr, price }) => [qty, srcNbr, price])).toEqual([
      [6, sooner.nbr, 380],
      [4, later.nbr, 380],
    ]);
    await acts.act('delivery', 'void', delivery as Stored);
  });
});

it('the end of a lot follows its shelf life; another one asks for the reason', async () => {
  const work = await floor.workOrder(4, LINE);
  await done(work, 10, 4);
  await done(work, 20, 4);
  const lives = (shelfLifeDays: number | null) =>
    floor.factory.as('admin', (ctx) =>
      ctx.records.patch('material', work.material as string, { head: { shelfLifeDays } }),
    );
  await lives(100);
  const of = async (more: Rec): Promise<Rec> => {
    const draft = await pushed(work);
    const items = rowsOf(draft).map((row) => ({ ...row, produceDate: '2026-01-15', ...more }));
    return floor.save('enterWarehouse', { ...draft, items });
  };
  expect(await refusal(of({ expireDate: '2026-03-01' }))).toContain('失效日期修改原因');
  const typed = await of({ expireDate: '2026-03-01', expireReason: '客户要求' });
  expect(rowsOf(typed)[0]).toMatchObject({ expireDate: '2026-03-01', expireReason: '客户要求' });
  await floor.act('void', typed);
  expect(rowsOf(await of({}))[0]).toMatchObject({ expireDate: '2026-04-25', expireReason: null });
  await lives(null);
});

describe('limits', () => {
  it('no more than was made and nobody has received', async () => {
    const work = await floor.workOrder(40, LINE);
    await done(work, 10, 40);
    await done(work, 20, 40);
    const first = await received(work, 30);
    const draft = await pushed(work);
    expect(rowsOf(draft)[0]).toMatchObject({ qty: 10 });
    const over = { ...draft, items: rowsOf(draft).map((row) => ({ ...row, qty: 11 })) };
    expect(await refusal(floor.save('enterWarehouse', over))).toBe('可入库10（合格40，已入库30），本次11');
    expect(await floor.find('enterWarehouse', 'workOrder == param.id', { id: work.id as string })).toHaveLength(1);
    await floor.act('void', first);
    expect(await lot(work)).toMatchObject({ receivableQty: 40 });
  });

  it('two receipts of the last pieces at once: one of them is told what is left', async () => {
    const work = await floor.workOrder(10, LINE);
    await done(work, 10, 10);
    await done(work, 20, 10);
    const drafts = [await pushed(work), await pushed(work)];
    const results = await Promise.all(drafts.map((draft) => refusal(floor.save('enterWarehouse', draft))));
    expect([...results].sort()).toEqual(['done', '可入库0（合格10，已入库10），本次10']);
    expect(await lot(work)).toMatchObject({ receivableQty: 0 });
  });

  it('a checked order is received by what its check found good', async () => {
    const work = await floor.workOrder(20, LINE, { fqcFlag: true });
    await done(work, 10, 20);
    await done(work, 20, 20);
    expect(await lot(work)).toMatchObject({ acceptedQty: 0, receivableQty: 0 });
    const [check] = await floor.find('productionCheck', 'workOrderNbr == param.id', { id: work.id as string });
    const now = await floor.read('productionCheck', check!.id as string);
    const filled = await floor.save('productionCheck', { id: now.id!, version: now.version!, qualifiedQty: 18 });
    const judged = await floor.act('judge', await floor.read('productionCheck', filled.id as string), {}, [
      'productionCheck.rest',
    ]);
    expect(judged).toMatchObject({ docStatus: '60' });
    expect(await lot(work)).toMatchObject({ acceptedQty: 18, receivableQty: 18 });
    const receipt = await received(work, 18);
    expect(receipt).toMatchObject({ checkNbr: judged.nbr });
  });

  it('what is in store holds its reports; what has gone on holds the receipt', async () => {
    const work = await floor.workOrder(10, LINE);
    await done(work, 10, 10);
    const report = await done(work, 20, 10);
    const receipt = await floor.act('audit', await received(work, 10));
    expect(await refusal(floor.act('reverse', report, { reason: '数错' }))).toBe(
      '已入库10，冲销后末工序合格仅0，请先办理产品退库',
    );
    const [serial] = rowsOf(receipt)[0]!.serials as readonly string[];
    await floor.factory.as('admin', async (ctx) => {
      const row = rowsOf(receipt)[0]!;
      return postStock(ctx, {
        docType: 'otherIssue',
        docId: newId(),
        docNbr: 'QTCK202601150099',
        bizDate: ctx.today,
        legs: [
          {
            rowId: newId(),
            leg: 1,
            moveKind: '51',
            qty: -1,
            key: { material: row.material as string, warehouse: row.warehouse as string, batchNbr: serial ?? null },
            cost: { by: 'avg' },
          },
        ],
      });
    });
    expect(await refusal(floor.act('unaudit', receipt))).toBe(
      `批次${serial}已被QTCK202601150099使用，结存0，反审核需要1，请先冲销下游单据`,
    );
    expect(await floor.read('enterWarehouse', receipt.id as string)).toMatchObject({ docStatus: '60' });
    expect((await order(work)) as Stored).toMatchObject({ docStatus: '60', receivedQty: 10 });
  });
});
