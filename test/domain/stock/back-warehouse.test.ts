/** 产品退库 (40 §4, L9), 联副产品入库 (L8) and 自动生成完工入库: what comes into store beside a hand's push, and what goes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { proveStock } from '../../../server/stock/proof';
import { actsOf } from '../../support/demo-acts';
import { type Floor, openFloor, refusal } from '../production/floor';

let floor: Floor;
const acts = actsOf(() => floor.factory);
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
const done = async (workOrder: Rec, opNbr: number, good: number) => {
  const start = await floor.start(workOrder, opNbr, good);
  return floor.act('audit', await floor.report(start, good));
};
const pushed = async (from: Rec, action: string, asked?: readonly Rec[]): Promise<Rec> => {
  const { id, version, object } = await floor.read(from.object as string, from.id as string);
  return floor.factory.as('admin', async (ctx) => {
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(object as string), action, {
      targets: [{ id: id as string, version: version as number, ...(asked ? { rows: asked as never } : {}) }],
    });
    return pushed!.drafts[0]!;
  });
};
const rowsOf = (doc: Rec) => doc.items as readonly Row[];
/** 10 of LA-100 made and in store */
const stored = async (qty = 10): Promise<{ work: Rec; receipt: Rec }> => {
  const work = await floor.workOrder(qty, LINE);
  await done(work, 10, qty);
  await done(work, 20, qty);
  const receipt = await floor.act('audit', await floor.save('enterWarehouse', await pushed(work, 'toWarehouse')));
  return { work, receipt };
};
const lastOp = async (work: Rec): Promise<string> => (await floor.op(work, 20)).id as string;
const backOf = async (receipt: Rec, qty: number, more: Rec = {}): Promise<Rec> => {
  const row = rowsOf(receipt)[0]!;
  const draft = await pushed(receipt, 'back', [{ id: row.id, ask: { qty: 1 } }]);
  const items = rowsOf(draft).map((each) => ({ ...each, qty, serials: null }) as unknown as Row);
  const saved = await floor.save('backWarehouse', { ...draft, ...more, items });
  return floor.read('backWarehouse', saved.id as string);
};
const lot = (work: Rec) => floor.read('workOrder', work.id as string);
const order = (work: Rec) => floor.read('prdOrder', work.prdOrderNbr as string);
const value = async (code: string): Promise<readonly [number, number]> => {
  const id = await acts.id('material', code);
  const [found] = await floor.find('stockValue', 'material == param.id', { id });
  return [Number(found?.qty ?? 0), Number(found?.value ?? 0)];
};
const sound = async (): Promise<void> => {
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('product back to the workshop', () => {
  it('for rework: out at what it came in for, the task is made, its good is received again', async () => {
    const { work, receipt } = await stored();
    expect(await order(work)).toMatchObject({ docStatus: '60', receivedQty: 10 });
    const [before, money] = await value('LA-100');
    const back = await backOf(receipt, 3, { backReason: '1', toProcess: await lastOp(work) });
    const serials = rowsOf(receipt)[0]!.serials as readonly string[];
    expect(rowsOf(back)[0]).toMatchObject({
      receivedQty: 10,
      backQty: 0,
      inStockQty: 10,
      serials: serials.slice(0, 3),
    });
    const posted = await floor.act('audit', back);
    expect(posted).toMatchObject({ docStatus: '60', workOrder: work.id, prdOrder: work.prdOrderNbr });
    expect(rowsOf(posted)[0]).toMatchObject({ costAmount: 630 });
    expect(await value('LA-100')).toEqual([before - 3, money - 630]);
    expect(await lot(work)).toMatchObject({ docStatus: '30', qualifiedQty: 7, receivedQty: 7, receivableQty: 0 });
    expect(await order(work)).toMatchObject({ docStatus: '30', receivedQty: 7 });
    await sound();

    const [task] = await floor.find('reworkTask', 'srcNbr == param.nbr', { nbr: back.nbr });
    expect(task).toMatchObject({ qty: 3, remain: 3, docStatus: '10', orderProcess: await lastOp(work) });
    await floor.act('report', task!, { goodQty: 2, workScrapQty: 1 });
    expect(await lot(work)).toMatchObject({ qualifiedQty: 9, scrapQty: 1, receivedQty: 7, receivableQty: 2 });
    expect(await refusal(floor.act('unaudit', posted))).toBe(`返工任务${task!.nbr}已开始，不能反审核`);
    await floor.act('audit', await floor.save('enterWarehouse', await pushed(work, 'toWarehouse')));
    expect(await lot(work)).toMatchObject({ receivedQty: 9, receivableQty: 0, docStatus: '60' });
    await sound();
  });

  it('and in store again when the return is taken back', async () => {
    const { work, receipt } = await stored();
    const back = await floor.act('audit', await backOf(receipt, 4, { backReason: '1', toProcess: await lastOp(work) }));
    await floor.act('unaudit', back);
    expect(await lot(work)).toMatchObject({ docStatus: '60', qualifiedQty: 10, receivedQty: 10, receivableQty: 0 });
    expect(await order(work)).toMatchObject({ docStatus: '60' });
    const [task] = await floor.find('reworkTask', 'srcNbr == param.nbr', { nbr: back.nbr });
    expect(task).toMatchObject({ docStatus: '90' });
    await sound();
  });

  it('wrongly received it may be received again at once', async () => {
    const { work, receipt } = await stored();
    await floor.act('audit', await backOf(receipt, 10, { backReason: '2' }));
    expect(await lot(work)).toMatchObject({ qualifiedQty: 10, receivedQty: 0, receivableQty: 10 });
    expect(await order(work)).toMatchObject({ docStatus: '30', receivedQty: 0 });
    const draft = await pushed(work, 'toWarehouse');
    expect(rowsOf(draft)[0]).toMatchObject({ qty: 10 });
    await floor.act('audit', await floor.save('enterWarehouse', draft));
    expect(await lot(work)).toMatchObject({ receivedQty: 10, receivableQty: 0, backQty: 10 });
    await sound();
  });

  it('no more than came in and lies there; nothing is written', async () => {
    const { work, receipt } = await stored();
    const [serial] = rowsOf(receipt)[0]!.serials as readonly string[];
    const toProcess = await lastOp(work);
    expect(await refusal(backOf(receipt, 11, { toProcess }))).toBe(
      `批次${serial}入库10，在库合格10，已退0，最多可退10，本次11`,
    );
    await backOf(receipt, 6, { toProcess });
    expect(await refusal(backOf(receipt, 5, { toProcess }))).toBe(
      `批次${serial}入库10，在库合格10，已退6，最多可退4，本次5`,
    );
    expect(await floor.find('backWarehouse', 'workOrder == param.id', { id: work.id })).toHaveLength(1);
    const other = await stored();
    expect(await refusal(backOf(receipt, 1, { toProcess: await lastOp(other.work) }))).toBe(
      '退回工序不属于退库的工单，返工请按工单分单退库',
    );
  });
});

describe('by-products', () => {
  it('come into store from what was reported of them, and not twice', async () => {
    const work = await floor.workOrder(1000, [{ opNbr: 10, process: 'XL' }], {
      material: await acts.id('material', 'DG-100'),
      workshop: await acts.id('factoryUnit', 'ZS'),
      warehouse: await acts.id('warehouse', 'CK02'),
    });
    await floor.act('audit', await floor.report(await floor.start(work, 10, 500), 500));
    const { items } = (await floor.factory.as('admin', (ctx) =>
      (ctx as EngineCtx).host.services
        .get('coReport.ofOrder')!
        .run({ record: { workOrderNbr: work.id } } as never, ctx),
    )) as Rec;
    const CK02 = await acts.id('warehouse', 'CK02');
    const [cover] = items as readonly Row[];
    const saved = await floor.save('coReport', {
      workOrderNbr: work.id as string,
      items: [{ ...cover!, qty: 400, warehouse: CK02 } as Row],
    });
    const report = await floor.act('audit', await floor.read('coReport', saved.id as string));
    const draft = await pushed(report, 'toWarehouse');
    expect(draft).toMatchObject({ enterType: '2', warehouse: CK02 });
    const receipt = await floor.act('audit', await floor.save('enterWarehouse', draft, ['enterWarehouse.cost']));
    expect(receipt).toMatchObject({ docStatus: '60', enterType: '2', workOrder: work.id });
    const ledger = await floor.find('stockLedger', 'docId == param.id', { id: receipt.id });
    expect(ledger.map(({ moveKind, qty, material }) => [moveKind, qty, material])).toEqual([
      ['26', 400, cover!.material],
    ]);
    expect(await floor.read('coReport', report.id as string)).toMatchObject({ receivedQty: 400 });
    const { outputs } = await lot(work);
    expect((outputs as readonly Row[]).find(({ material }) => material === cover!.material)).toMatchObject({
      receivedQty: 400,
    });
    // the product itself is not received with it
    expect(await lot(work)).toMatchObject({ receivedQty: 0, receivableQty: 500 });
    expect(await refusal(pushed(report, 'toWarehouse'))).toBe('没有可下推入库的明细');
    expect(await refusal(floor.act('unaudit', await floor.read('coReport', report.id as string)))).not.toBe('done');
    await sound();

    await floor.act('unaudit', receipt);
    expect(await floor.read('coReport', report.id as string)).toMatchObject({ receivedQty: 0 });
    await sound();
  });
});

describe('自动生成完工入库', () => {
  it('leaves a receipt to be posted after each report of the last operation', async () => {
    const quiet = await floor.workOrder(10, LINE);
    await done(quiet, 10, 10);
    await done(quiet, 20, 4);
    expect(await floor.find('enterWarehouse', 'workOrder == param.id', { id: quiet.id })).toEqual([]);
    await floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [['prd.autoWarehouse', true]]));
    await done(quiet, 20, 6);
    const [receipt, ...more] = await floor.find('enterWarehouse', 'workOrder == param.id', { id: quiet.id });
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ docStatus: '10', qty: 10 });
    expect(await lot(quiet)).toMatchObject({ receivableQty: 0 });
  });
});
