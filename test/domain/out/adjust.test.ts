/** 外协数量调整 (30 §5, §8; 40 §12): bounds, refusals that leave nothing, what follows from a difference, and that the ledger closes afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { adjustBlock, adjustMax, adjustMin } from '../../../server/domain/production/adjust-services';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { storeSettings } from '../../../server/records/settings/settings-calls';
import { type Floor, openFloor, refusal } from '../production/floor';
import { documentsOf, item, lots } from './documents';
import { outsideOf } from './outside';
import { withMaterialOf } from './with-material';

let floor: Floor;
let reason: string;
const outside = outsideOf(() => floor);
const { again, audited, proved } = documentsOf(() => floor);
const made = withMaterialOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
  reason = await floor.idOf('supportInfor', 'SHYY01');
});
afterAll(() => floor?.factory.database.drop());

const started = async (good = 98): Promise<{ readonly work: Rec; readonly op: Rec }> => {
  const work = await floor.workOrder(100, [
    { opNbr: 10, process: 'XL', start: false },
    { opNbr: 20, process: 'DD', out: true, predecessors: ['10'], start: false },
    { opNbr: 30, process: 'ZM', predecessors: ['20'], start: false },
  ]);
  await audited(await floor.report(await floor.op(work, 10), good, good < 100 ? [['20', 100 - good]] : []));
  return { work, op: await floor.op(work, 20) };
};
/** What the page 数量调整 does with one document. */
const adjust = async (doc: Rec, lines: Rec | readonly Rec[], login = 'admin'): Promise<Rec> => {
  const now = await again(doc);
  await floor.factory.as(login, (given) => {
    const ctx = given as EngineCtx;
    const page = ctx.registry.page(`${doc.object}.adjust`)!;
    const asked = (Array.isArray(lines) ? lines : [{ srcRow: item(now).id, ...lines }]) as readonly Rec[];
    return runAction(ctx, page.object, 'adjust', {
      page,
      targets: [{ id: now.id as string, version: now.version as number }],
      ask: { reason: '20', lines: asked.map((line) => ({ id: newId(), ...line })) as never },
    });
  });
  return again(doc);
};
const records = async (doc: Rec): Promise<readonly Rec[]> =>
  Promise.all((await floor.find('adjustRecord', `${doc.object} == param.id`, { id: doc.id }, 'nbr')).map(again));
const effects = (record: Rec | undefined) =>
  ((record?.effects ?? []) as readonly Row[]).map(({ type, ref, before, after, moneyBefore, moneyAfter }) =>
    type === '60' ? [type, ref, moneyBefore, moneyAfter] : [type, ref, before, after],
  );
const standing = (doc: Rec) => {
  const name = { outPlan: 'plan', outSend: 'send', outReceive: 'receive' }[doc.object as string]!;
  return floor.factory.as('admin', (ctx) =>
    Promise.all([adjustMin, adjustMax, adjustBlock].map((service) => service.run({ [name]: doc.id as string }, ctx))),
  );
};
/** everything that may have moved */
const state = async (work: Rec, op: Rec, ...docs: Rec[]) => [
  (await floor.ops(work)).map(({ version: _v, updatedAt: _u, ...rest }) => rest),
  await outside.stage(op),
  ...(await Promise.all(docs.map(again))),
  (await floor.find('adjustRecord', 'true')).length,
];
const nothingOf = async (work: Rec, op: Rec, docs: readonly Rec[], tries: () => Promise<void>): Promise<void> => {
  const before = await state(work, op, ...docs);
  await tries();
  expect(await state(work, op, ...docs)).toEqual(before);
};

describe('外协计划', () => {
  it('between what was sent and what may still be given; operation and plan follow', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98);
    await audited(await outside.made(plan, 'send', { qty: 58 }));
    expect(await standing(plan)).toEqual(['58', '100', null]);
    await nothingOf(work, op, [plan], async () => {
      expect(await refusal(adjust(plan, { planQty: 57 }))).toBe('已发出58，外协计划数量不能小于58');
      expect(await refusal(adjust(plan, { planQty: 101 }))).toBe(
        '工序20计划100，允许超出0%，已派工0，已排外协0，最多可排100，本次101',
      );
      expect(await refusal(adjust(plan, { planQty: 98 }))).toBe('数量没有变化');
      expect(await refusal(adjust(plan, { planQty: 60.5 }))).toMatch(/^单位「.+」最多0位小数$/);
      expect(await refusal(adjust(plan, [{ srcRow: op.id!, planQty: 60 }]))).toBe('数据已被他人修改，请刷新后重试');
    });
    const less = await adjust(plan, { planQty: 58 });
    expect(less).toMatchObject({ docStatus: '30', amount: 69.6, sentRate: 100 });
    expect(item(less)).toMatchObject({ qty: 58, openQty: 0, baseQty: 58 });
    expect(await floor.op(work, 20)).toMatchObject({ outPlanQty: 58, remainDispatch: 42, outQty: 58 });
    const [record] = await records(plan);
    expect(record).toMatchObject({
      kind: '40',
      docStatus: '60',
      change: '计划数量98→58',
      srcNbr: plan.nbr,
      workOrderNbr: work.id,
      opNbr: 20,
      srcRow: item(plan).id,
    });
    expect(effects(record)).toEqual([
      ['10', '工序20外协计划', 98, 58],
      ['50', `${plan.nbr}未发`, 40, 0],
    ]);
    const more = await adjust(plan, { planQty: 100 });
    expect(more).toMatchObject({ docStatus: '20' });
    expect(await floor.op(work, 20)).toMatchObject({ outPlanQty: 100, remainDispatch: 0 });
  });
});

describe('外协发出', () => {
  it('not under what came back, not over plan and pieces; legs, operation and plan follow by the difference', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98, { deductPrice: 30 });
    const first = await audited(await outside.made(plan, 'send', { qty: 58 }));
    const second = await audited(await outside.made(plan, 'send', { qty: 30 }));
    await audited(await outside.made(first, 'receive', { qty: 57, lossQty: 1, lossReason: reason }));
    expect(await standing(first)).toEqual(['58', '68', null]);
    await nothingOf(work, op, [plan, first, second], async () => {
      expect(await refusal(adjust(first, { sendQty: 57 }))).toBe('已收回58（含损耗1），发出数量不能小于58');
      expect(await refusal(adjust(first, { sendQty: 69 }))).toBe('计划98，允许超发0%，已发30，最多可发68，本次69');
    });
    const more = await adjust(second, { sendQty: 40 });
    expect(more).toMatchObject({ qty: 40, atSupplierQty: 40 });
    expect(await outside.ledger(second)).toEqual([
      ['60', -30],
      ['60', 30],
      ['60', -10],
      ['60', 10],
    ]);
    expect(await floor.op(work, 20)).toMatchObject({ outQty: 98 });
    expect(await again(plan)).toMatchObject({ docStatus: '30', atSupplierQty: 40 });
    const [record] = await records(second);
    expect(record).toMatchObject({ kind: '50', change: '发出数量30→40', outPlan: plan.id });
    expect(effects(record)).toEqual([
      ['10', '工序20外协发出', 88, 98],
      ['20', '发至外协仓', 30, 40],
      ['50', `${second.nbr}在外`, 30, 40],
    ]);
    await proved();
    const less = await adjust(second, { sendQty: 10 });
    expect(less).toMatchObject({ qty: 10, atSupplierQty: 10 });
    expect(await outside.stage(op)).toEqual({ '4': -11, '7': 10, '9': 1 });
    expect(await again(plan)).toMatchObject({ docStatus: '20' });
    await proved();
    // what was adjusted is taken back as it stands
    await floor.act('unaudit', await again(second));
    expect(await outside.stage(op)).toEqual({ '4': -1, '7': 0, '9': 1 });
    expect(await floor.op(work, 20)).toMatchObject({ outQty: 58 });
    await proved();
  });
  it('of fewer good pieces than the plan says no more than are there', async () => {
    const { work, op } = await started(50);
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 30 }));
    expect(await standing(send)).toEqual(['0', '50', null]);
    await nothingOf(work, op, [send], async () => {
      expect(await refusal(adjust(send, { sendQty: 51 }))).toBe(
        '工序20可发50（上序合格50，已发0，厂内已开工0），本次51',
      );
    });
  });
  it('of what is to be mended no more than that', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 98 }));
    const receipt = await audited(await outside.made(send, 'receive', { qty: 98, qualifiedQty: 90, reworkQty: 8 }));
    const mend = await audited(await outside.made(receipt, 'rework', { qty: 5 }));
    expect(await standing(mend)).toEqual(['0', '8', null]);
    await nothingOf(work, op, [mend], async () => {
      expect(await refusal(adjust(mend, { sendQty: 9 }))).toBe('待返修8，已发返修0，最多可发8，本次9');
    });
    await adjust(mend, { sendQty: 8 });
    expect(item(await again(plan))).toMatchObject({ reworkSentQty: 8 });
    expect(await floor.op(work, 20)).toMatchObject({ outQty: 98, reworkQty: 8 });
    await proved();
  });
});

describe('外协收回', () => {
  it('good and loss within what the next operation used and what stands at the supplier; pay by the difference', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98, { deductPrice: 30 });
    const first = await audited(await outside.made(plan, 'send', { qty: 58 }));
    const receipt = await audited(await outside.made(first, 'receive', { qty: 57, lossQty: 1, lossReason: reason }));
    await audited(await floor.report(await floor.op(work, 30), 50));
    expect(await standing(receipt)).toEqual(['50', '57', null]);
    await nothingOf(work, op, [plan, first, receipt], async () => {
      expect(await refusal(adjust(receipt, { qualifiedQty: 49, lossQty: 1 }))).toBe(
        '后工序30已使用50，调整后工序20合格仅49，最少应保留50',
      );
      expect(await refusal(adjust(receipt, { qualifiedQty: 58, lossQty: 1 }))).toBe(
        '已发58，已收0，已损耗0，已退0，供应商处剩余58，本次收回58加损耗1，超出1',
      );
    });
    // one more was lost: the supplier owes two
    const after = await adjust(receipt, { qualifiedQty: 55, lossQty: 3 });
    expect(after).toMatchObject({ qty: 55, amount: 66, deductAmount: 90, payAmount: -24 });
    expect(item(after)).toMatchObject({ qty: 55, qualifiedQty: 55, lossQty: 3, lossDuty: '1', lossReason: reason });
    expect(await floor.op(work, 20)).toMatchObject({ reportQty: 58, qualifiedQty: 55, scrapQty: 3, workScrapQty: 3 });
    expect(await floor.op(work, 30)).toMatchObject({ inQty: 55 });
    expect(item(await again(plan))).toMatchObject({ receivedQty: 55, lossQty: 3, qualifiedQty: 55 });
    expect(item(await again(first))).toMatchObject({ receivedQty: 55, lossQty: 3 });
    expect(await outside.stage(op)).toEqual({ '4': -3, '7': 0, '9': 3 });
    const [record] = await records(receipt);
    expect(record).toMatchObject({ kind: '60', change: '合格57→55，损耗1→3', outPlan: plan.id });
    expect(effects(record)).toEqual(
      expect.arrayContaining([
        ['10', '工序20合格', 57, 55],
        ['10', '工序20报废', 1, 3],
        ['10', '工序30转入', 57, 55],
        ['20', '外协收回', 57, 55],
        ['20', '外协损耗', 1, 3],
        ['60', '应付金额', 38.4, -24],
      ]),
    );
    await proved();
    const back = await adjust(receipt, { qualifiedQty: 50, lossQty: 0 });
    expect(item(back)).toMatchObject({ qty: 50, lossQty: 0, lossDuty: null, lossReason: null });
    expect(back).toMatchObject({ payAmount: 60 });
    expect(await again(first)).toMatchObject({ atSupplierQty: 8 });
    expect(await outside.stage(op)).toEqual({ '4': -8, '7': 8, '9': 0 });
    expect(await refusal(adjust(receipt, { qualifiedQty: 50, lossQty: 1 }))).toBe('请填写损耗原因');
    // within 1 % it would be ours; 8 are not
    await adjust(receipt, { qualifiedQty: 50, lossQty: 8, lossReasonId: reason });
    expect(item(await again(receipt))).toMatchObject({ lossQty: 8, lossDuty: '1' });
    await proved();
  });

  it('takes back what was adjusted as it stands, and leaves nothing', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 98 }));
    const receipt = await audited(await outside.made(send, 'receive', { qty: 60 }));
    await adjust(receipt, { qualifiedQty: 40 });
    await adjust(receipt, { qualifiedQty: 45, lossQty: 2, lossReasonId: reason });
    await floor.act('unaudit', await again(receipt));
    await proved();
    expect(await outside.stage(op)).toEqual({ '4': -98, '7': 98, '9': 0 });
    await audited(await again(receipt));
    expect(await floor.op(work, 20)).toMatchObject({ qualifiedQty: 45, scrapQty: 2 });
    await proved();
  });

  it('refuses what came back as it went, and a closed month', async () => {
    const { work, op } = await started();
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 20 }));
    const back = await audited(await outside.made(send, 'receive', { qty: 5 }, { receiveType: '2' }));
    await nothingOf(work, op, [back], async () => {
      expect(await refusal(adjust(back, { qualifiedQty: 4 }))).toBe('未加工退回不能调整数量，请反审核后修改');
    });
    const patch = (doc: Rec, head: Rec) =>
      floor.factory.as('admin', (ctx) => ctx.records.patch(doc.object as string, doc.id as string, { head }));
    await patch(send, { bizDate: '2025-12-20' });
    const period = await floor.save('stockPeriod', { month: '2025-12-01' });
    await floor.act('closeMonth', await floor.read('stockPeriod', period.id as string));
    expect(await refusal(adjust(send, { sendQty: 19 }))).toBe('2025-12期间已关闭，不能调整');
    await patch(send, { bizDate: '2026-01-15' });
    await patch(work, { docStatus: '80' });
    expect(await refusal(adjust(send, { sendQty: 19 }))).toBe(`工单${work.nbr}已关闭，不能调整`);
    expect(await records(send)).toEqual([]);
  });
});

describe('who', () => {
  it('not his own where nobody may audit his own; only with the right; one open record a row', async () => {
    const { op } = await started();
    const plan = await outside.plan(op, 98);
    const send = await audited(await outside.made(plan, 'send', { qty: 20 }));
    const set = (key: string, to: string | boolean | null) =>
      floor.factory.as('admin', (ctx) => storeSettings(ctx as EngineCtx, [[key, to]]));
    await set('audit.self.adjustRecord', false);
    expect(await refusal(adjust(send, { sendQty: 19 }))).toBe('不能调整本人提交的单据，请由其他有权限人员处理');
    await set('audit.self.adjustRecord', null);
    expect(await refusal(adjust(send, { sendQty: 19 }, 'wangqiang'))).toBe('没有权限，请联系管理员');
    await set('audit.mode.adjustRecord', '1');
    await adjust(send, { sendQty: 19 });
    await set('audit.mode.adjustRecord', null);
    const [open] = await records(send);
    expect(open).toMatchObject({ docStatus: '50', auditStatus: '1' });
    expect(item(await again(send))).toMatchObject({ qty: 20 });
    expect(await refusal(adjust(send, { sendQty: 18 }))).toBe(`该单据已有待审核的调整「${open!.nbr}」`);
    await audited(open!);
    expect(item(await again(send))).toMatchObject({ qty: 19 });
    await proved();
  });
});

describe('带料委外', () => {
  it('plan, lots and receipt: the list, the lots, use and cost follow; all the way back to nothing', async () => {
    const [pcs, kg] = [await floor.idOf('unit', 'PCS'), await floor.idOf('unit', 'KG')];
    const bom = await made.bom(
      'AC-10',
      [
        { material: await floor.idOf('material', 'AC-10M'), perQty: 1, unit: pcs },
        { material: await floor.idOf('material', 'ZS-01'), perQty: 0.02, unit: kg },
      ],
      { attrKey: 'COLOR:BK' },
    );
    await made.stocked('AC-10M', 220, 12);
    await made.stocked('ZS-01', 5, 60, 'Z1');
    const stand = async () =>
      Promise.all(['AC-10M', 'ZS-01', 'AC-10'].map(async (code) => [await made.where(code), await made.value(code)]));
    const before = await stand();
    const plan = await audited(await made.plan('AC-10', bom, 200));
    const store = await floor.idOf('warehouse', 'CK01');
    const send = await audited(await outside.made(plan, 'send', {}));
    expect(await standing(send)).toEqual(['0、0、0', '200、220、5', null]);
    const lot = (doc: Rec, n: number): Row => lots(doc)[n]!;
    await adjust(send, [
      { srcRow: lot(send, 0).id, sendQty: 220 },
      { srcRow: lot(send, 1).id, sendQty: 5 },
    ]);
    expect(lots(await again(send))).toMatchObject([
      { qty: 220, costAmount: 2640 },
      { qty: 5, costAmount: 300 },
    ]);
    expect(await made.where('AC-10M')).toEqual({ '7/1': 220 });
    expect(lots(await again(plan))).toMatchObject([{ sentQty: 220 }, { sentQty: 5 }]);
    await proved();
    const row = { qualifiedQty: 190, workScrapQty: 10, warehouse: store };
    const receipt = await audited(await outside.made(plan, 'receive', row, { warehouse: store }));
    expect(receipt).toMatchObject({ payAmount: 475 });
    // 180 good and 10 bad
    const less = await adjust(receipt, { qualifiedQty: 180 });
    expect(item(less)).toMatchObject({
      qty: 190,
      qualifiedQty: 180,
      workScrapQty: 10,
      acceptedQty: 180,
      costAmount: 2958,
    });
    expect(less).toMatchObject({ amount: 450, payAmount: 450 });
    expect(lots(less)).toMatchObject([
      { stdQty: 190, costAmount: 2280 },
      { stdQty: 3.8, costAmount: 228 },
    ]);
    expect(await made.where('AC-10')).toEqual({ '1/1': 180, '1/3': 10 });
    expect(await made.value('AC-10')).toEqual([190, 2958]);
    expect(await made.where('AC-10M')).toEqual({ '7/1': 30 });
    expect(effects((await records(receipt))[0])).toEqual([
      ['20', '外协收回', 200, 190],
      ['20', '耗用', 200, 190],
      ['20', '耗用', 4, 3.8],
      ['40', expect.any(String), 4, 3.8],
      ['50', `${receipt.nbr}收回加损耗`, 200, 190],
      ['60', '应付金额', 475, 450],
    ]);
    await proved();
    expect(await standing(send)).toEqual(['190、190、3.8', '200、220、5', null]);
    expect(await refusal(adjust(send, [{ srcRow: lot(send, 0).id, sendQty: 189 }]))).toBe(
      '「铝壳毛坯」已耗用190、超耗0、退回0，发出数量不能小于190',
    );
    expect(await refusal(adjust(receipt, { qualifiedQty: 191 }))).toMatch(/^已发200，已收0/);
    await adjust(send, [{ srcRow: lot(send, 0).id, sendQty: 195 }]);
    expect(await made.where('AC-10M')).toEqual({ '1/1': 25, '7/1': 5 });
    expect(await refusal(adjust(receipt, { qualifiedQty: 190 }))).toBe(
      '供应商处「铝壳毛坯」结存195，按定额应耗用200，缺5，请先补发或登记差异',
    );
    const grown = await adjust(plan, { planQty: 220 });
    expect(lots(grown)).toMatchObject([{ needQty: 220 }, { needQty: 4.4 }]);
    await adjust(plan, { planQty: 200 });
    await proved();
    await floor.act('unaudit', await again(receipt));
    await floor.act('unaudit', await again(send));
    await proved();
    expect(await stand()).toEqual(before);
  });
});
