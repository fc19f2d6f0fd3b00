/** 工序外协 (30 P5, P17; 40 §6, acceptance 12): Worked 1 with every number, what is refused, and that a refusal leaves nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { proveStock } from '../../../server/stock/proof';
import { type Floor, openFloor, refusal } from '../production/floor';
import { outsideOf } from './outside';

let floor: Floor;
const outside = outsideOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

/** 下料 98 of 100 good, then 电镀 outside, then 装密封圈. */
const started = async (good = 98): Promise<{ readonly work: Rec; readonly op: Rec }> => {
  const work = await floor.workOrder(100, [
    { opNbr: 10, process: 'XL', start: false },
    { opNbr: 20, process: 'DD', out: true, predecessors: ['10'], start: false },
    { opNbr: 30, process: 'ZM', predecessors: ['20'], start: false },
  ]);
  const report = await floor.report(await floor.op(work, 10), good, good < 100 ? [['20', 100 - good]] : []);
  await floor.act('audit', report);
  return { work, op: await floor.op(work, 20) };
};
const LOSS = { lossQty: 1 };
let reason: string | undefined;
const lost = async (more: Partial<Row> = {}): Promise<Partial<Row>> => {
  reason ??= await floor.idOf('supportInfor', 'SHYY01');
  return { ...LOSS, lossReason: reason, ...more };
};
const audited = (doc: Rec): Promise<Rec> => floor.act('audit', doc);
const rowOf = (doc: Rec): Row => (doc.items as readonly Row[])[0]!;
const again = (doc: Rec): Promise<Rec> => floor.read(doc.object as string, doc.id as string);
const countOf = async (object: string): Promise<number> => (await floor.find(object, 'true')).length;

describe('外协计划 (L16)', () => {
  it('of an operation takes its supplier’s price and loss, and is held to what may still be given of it', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98, { deductPrice: 30 });
    expect(rowOf(plan)).toMatchObject({
      orderProcess: op.id,
      workOrder: work.id,
      opNbr: 20,
      process: op.process,
      price: 1.2,
      lossAllow: 1,
      dueDate: '2026-01-20',
      atSupplierQty: 0,
    });
    expect(plan).toMatchObject({ amount: 117.6, docStatus: '10', auditStatus: '2' });
    expect(await floor.op(work, 20)).toMatchObject({ outPlanQty: 98, remainDispatch: 2 });
    const plans = await countOf('outPlan');
    expect(await refusal(outside.plan(await floor.op(work, 20), 30))).toBe(
      '工序20计划100，允许超出0%，已派工0，已排外协98，最多可排2，本次30',
    );
    expect(await countOf('outPlan')).toBe(plans);
    const voided = await floor.act('unaudit', plan);
    await floor.act('void', voided);
    expect(await floor.op(work, 20)).toMatchObject({ outPlanQty: 0, remainDispatch: 100 });
  });

  it('shares an operation with what is dispatched inside: 计划100，已派60，外协20 (30 acceptance 6)', async () => {
    const { work, op } = await started();
    await outside.plan(op, 20);
    // the rest of it is to be done inside after all
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('orderProcess', op.id as string, { head: { outFlag: false } }),
    );
    const dispatch = async (qty: number) =>
      floor.save('dispatchOrder', {
        orderProcess: op.id,
        assignKind: '10',
        employee: await floor.idOf('employee', 'YG0007'),
        qty,
      });
    await floor.save('dispatchOrder', {
      orderProcess: op.id,
      assignKind: '30',
      equipment: await floor.idOf('equipment', 'AL-01'),
      qty: 60,
    });
    expect(await refusal(dispatch(30))).toBe('计划100，允许超报0%，已派60，外协20，最多可派20，本次30');
    expect(await floor.op(work, 20)).toMatchObject({ dispatchQty: 60, outPlanQty: 20, remainDispatch: 20 });
  });

  it('names no supplier that is paused', async () => {
    const { op } = await started();
    const supplier = await floor.read('supplier', await floor.idOf('supplier', 'GYS0004'));
    const paused = await floor.act('pause', supplier, { reason: '整改' });
    expect(await refusal(outside.plan(op, 10))).toBe('供应商「恒镀表面处理」已暂停，不能下单');
    await floor.act('resume', paused);
  });
});

describe('Worked 1', () => {
  it('sends 58 and 40, receives 57 with a loss of 1, then 40: 97 good, 1 scrap, nothing left at the supplier', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98, { deductPrice: 30 });

    const first = await audited(await outside.made(plan, 'send', { qty: 58 }));
    expect(first).toMatchObject({ docStatus: '60', atSupplierQty: 58, expectedBack: '2026-01-20' });
    expect(await outside.ledger(first)).toEqual([
      ['60', -58],
      ['60', 58],
    ]);
    expect(await floor.op(work, 20)).toMatchObject({ outQty: 58, docStatus: '30', inQty: 98 });
    expect(await again(plan)).toMatchObject({ docStatus: '20', sentRate: 59.18 });
    const second = await audited(await outside.made(plan, 'send', { qty: 40 }));
    expect(await again(plan)).toMatchObject({ docStatus: '30', atSupplierQty: 98 });
    expect(await outside.stage(op)).toEqual({ '4': -98, '7': 98 });

    const spare = await outside.made(plan, 'receive', { qty: 2 });
    const came = await outside.made(first, 'receive', { qty: 57, ...(await lost()) });
    // 1 > 98 × 1 %: the supplier's
    expect(rowOf(came)).toMatchObject({ outsideQty: 98, lossDuty: '1', qualifiedQty: 57, price: 1.2, deductPrice: 30 });
    const one = await audited(came);
    expect(one).toMatchObject({ amount: 68.4, deductAmount: 30, payAmount: 38.4, docStatus: '60' });
    expect(await floor.op(work, 20)).toMatchObject({ reportQty: 58, qualifiedQty: 57, workScrapQty: 1, scrapQty: 1 });
    expect(await again(first)).toMatchObject({ atSupplierQty: 0 });
    expect(rowOf(await again(first))).toMatchObject({ receivedQty: 57, lossQty: 1 });

    const two = await audited(await outside.made(plan, 'receive', { qty: 40 }));
    expect(two).toMatchObject({ amount: 48, deductAmount: 0, payAmount: 48 });
    // 97 × 1.20 = 116.40, less 30.00
    expect((one.amount as number) + (two.amount as number)).toBe(116.4);
    expect((one.payAmount as number) + (two.payAmount as number)).toBeCloseTo(86.4, 10);
    expect(await floor.op(work, 20)).toMatchObject({ qualifiedQty: 97, scrapQty: 1, wipQty: 0, docStatus: '60' });
    expect(await floor.op(work, 30)).toMatchObject({ inQty: 97, docStatus: '20' });
    expect(await outside.stage(op)).toEqual({ '4': -1, '7': 0, '9': 1 });
    const done = await again(plan);
    expect(done).toMatchObject({ docStatus: '60', atSupplierQty: 0, receivedRate: 98.98 });
    expect(rowOf(done)).toMatchObject({ sentQty: 98, receivedQty: 97, qualifiedQty: 97, lossQty: 1, returnQty: 0 });
    expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);

    // nothing is there any more
    expect(await refusal(audited(spare))).toBe(
      '已发98，已收97，已损耗1，已退0，供应商处剩余0，本次收回2加损耗0，超出2',
    );
    expect(await again(spare)).toMatchObject({ docStatus: '10', auditStatus: '1' });
    expect(await outside.ledger(spare)).toEqual([]);

    // the way back, last first
    expect(await refusal(floor.act('unaudit', await again(second)))).toBe('已收回40，不能反审核');
    const undone = await floor.act('unaudit', await again(two));
    expect(undone).toMatchObject({ docStatus: '10', auditStatus: '1' });
    expect(await floor.op(work, 20)).toMatchObject({ qualifiedQty: 57, outQty: 98, docStatus: '30' });
    expect(await again(plan)).toMatchObject({ docStatus: '30', atSupplierQty: 40 });
    expect(await outside.stage(op)).toEqual({ '4': -41, '7': 40, '9': 1 });
    await floor.act('unaudit', await again(second));
    expect(await floor.op(work, 20)).toMatchObject({ outQty: 58 });
    expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });
});
describe('what is refused', () => {
  it('more than the plan, more than is there, a loss without a reason, a split that does not add up', async () => {
    const { op } = await started(50);
    const plan = await outside.plan(op, 60);
    const sends = await countOf('outSend');
    expect(await refusal(outside.made(plan, 'send', { qty: 61 }))).toBe(
      '计划60，允许超发0%，已发0，最多可发60，本次61',
    );
    expect(await refusal(outside.made(plan, 'send', { qty: 51 }))).toBe(
      '工序20可发50（上序合格50，已发0，厂内已开工0），本次51',
    );
    expect(await countOf('outSend')).toBe(sends);
    const send = await audited(await outside.made(plan, 'send', { qty: 30 }));
    expect(await refusal(outside.made(send, 'receive', { qty: 29, lossQty: 1 }))).toBe('请填写损耗原因');
    expect(await refusal(outside.made(send, 'receive', { qty: 30, qualifiedQty: 28, reworkQty: 1 }))).toBe(
      '第10行合格28+返修1+工废0+料废0+待判0应等于收回30',
    );
  });

  it('closing while a piece is at the supplier; after it came back the rest is free again', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 20 }));
    await audited(await outside.made(send, 'receive', { qty: 19 }));
    expect(await refusal(floor.act('close', await again(plan)))).toBe('供应商处还有1件，请先收回、退回或登记损耗');
    expect(await again(plan)).toMatchObject({ docStatus: '20' });
    await audited(await outside.made(send, 'receive', { qty: 1 }, { receiveType: '2' }));
    expect(await floor.op(work, 20)).toMatchObject({ outQty: 19, reportQty: 19, qualifiedQty: 19 });
    expect(rowOf(await again(plan))).toMatchObject({ sentQty: 20, returnQty: 1, atSupplierQty: 0 });
    await floor.act('close', await again(plan));
    expect(await floor.op(work, 20)).toMatchObject({ outPlanQty: 19, remainDispatch: 81 });
    expect(await outside.stage(op)).toEqual({ '4': 0, '7': 0 });
  });

  it('taking a receipt back when the next operation used its pieces', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 98 }));
    const receipt = await audited(await outside.made(send, 'receive', { qty: 98 }));
    await audited(await floor.report(await floor.op(work, 30), 90));
    expect(await refusal(floor.act('unaudit', await again(receipt)))).toBe(
      '后续工序已报工90，合格转入98，反审核后不足90',
    );
    expect(await again(receipt)).toMatchObject({ docStatus: '60' });
  });
});

describe('返修 (L19)', () => {
  it('goes out again, comes back good or as scrap, and is paid no second time', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 98 }));
    const receipt = await audited(await outside.made(send, 'receive', { qty: 98, qualifiedQty: 90, reworkQty: 8 }));
    expect(receipt).toMatchObject({ amount: 108 });
    expect(await floor.op(work, 20)).toMatchObject({ reportQty: 98, qualifiedQty: 90, reworkQty: 8, docStatus: '60' });
    expect(await refusal(outside.made(receipt, 'rework', { qty: 9 }))).toBe('待返修8，已发返修0，最多可发8，本次9');
    const mend = await audited(await outside.made(receipt, 'rework', { qty: 8 }));
    expect(mend).toMatchObject({ sendType: '2', atSupplierQty: 8 });
    expect(await floor.op(work, 20)).toMatchObject({ outQty: 98, reworkQty: 8 });
    expect(rowOf(await again(plan))).toMatchObject({ reworkSentQty: 8, atSupplierQty: 8 });
    const back = await outside.made(mend, 'receive', { qty: 8, qualifiedQty: 7, workScrapQty: 1 });
    expect(rowOf(back)).toMatchObject({ reworkFlag: true, price: 0, outsideQty: 8 });
    expect(await audited(back)).toMatchObject({ amount: 0 });
    expect(await floor.op(work, 20)).toMatchObject({
      reportQty: 98,
      qualifiedQty: 97,
      reworkQty: 0,
      scrapQty: 1,
      firstPassQty: 90,
    });
    expect(await floor.op(work, 30)).toMatchObject({ inQty: 97 });
  });

  it('taking a receipt of the last operation back when the store has its products', async () => {
    const work = await floor.workOrder(10, [
      { opNbr: 10, process: 'XL', start: false },
      { opNbr: 20, process: 'DD', out: true, predecessors: ['10'], start: false },
    ]);
    await floor.act('audit', await floor.report(await floor.op(work, 10), 10));
    const plan = await outside.plan(await floor.op(work, 20), 10);
    const send = await audited(await outside.made(plan, 'send', { qty: 10 }));
    const receipt = await audited(await outside.made(send, 'receive', { qty: 10 }));
    const draft = await outside.pushed(await floor.read('workOrder', work.id as string), 'toWarehouse');
    const items = (draft.items as readonly Row[]).map((row) => ({ ...row, qty: 4 })) as Row[];
    const stored = await floor.save('enterWarehouse', { ...draft, items });
    const said = '已入库4，冲销后末工序合格仅0，请先办理产品退库';
    expect(await refusal(floor.act('unaudit', await again(receipt)))).toBe(said);
    const store = await audited(await floor.read('enterWarehouse', stored.id as string));
    expect(await refusal(floor.act('unaudit', await again(receipt)))).toBe(said);
    expect(await again(receipt)).toMatchObject({ docStatus: '60', auditStatus: '2' });
    expect(await floor.op(work, 20)).toMatchObject({ qualifiedQty: 10 });

    await floor.act('void', await floor.act('unaudit', await again(store)));
    await floor.act('unaudit', await again(receipt));
    expect(await floor.op(work, 20)).toMatchObject({ qualifiedQty: 0, outQty: 10 });
    expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });
});
