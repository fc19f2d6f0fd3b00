/** 外协数量调整 by its fixed calls (30 §8): rows with their bounds, several in one transaction or none, once for a token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { openAdjustApp } from '../production/adjust-app';
import { type Floor, openFloor } from '../production/floor';
import { documentsOf, item } from './documents';
import { outsideOf } from './outside';

let floor: Floor;
let calls: Awaited<ReturnType<typeof openAdjustApp>>;
const outside = outsideOf(() => floor);
const { again, audited } = documentsOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
  const views = ['outPlan:view', 'outSend:view', 'outReceive:view', 'adjustRecord:view', 'adjustRecord:outReceive'];
  calls = await openAdjustApp(floor, {
    looks: [{ functions: views }],
    // may adjust, and sees nobody's plans
    blind: [{ functions: ['outPlan:view', 'adjustRecord:outPlan'], scope: { scope: '3', depts: [] } }],
  });
});
afterAll(async () => {
  await calls?.close();
  await floor?.factory.database.drop();
});

const row = async (doc: Rec, more: object = {}) => {
  const now = await again(doc);
  return { id: now.id, rowId: item(now).id, version: now.version, ...more };
};
const sent = async () => {
  const work = await floor.workOrder(100, [
    { opNbr: 10, process: 'DD', out: true, start: false },
    { opNbr: 20, process: 'ZM', predecessors: ['10'], start: false },
  ]);
  const op = await floor.op(work, 10);
  const plan = await outside.plan(op, 98);
  const sends = [
    await audited(await outside.made(plan, 'send', { qty: 58 })),
    await audited(await outside.made(plan, 'send', { qty: 30 })),
  ];
  const receipt = await audited(await outside.made(sends[0]!, 'receive', { qty: 40 }));
  return { work, op, plan, sends, receipt };
};

describe('lists', () => {
  it('tell what each row may become, of one work order, of one document', async () => {
    const { work, plan, sends, receipt } = await sent();
    const plans = await calls.get(`adjust/getOutsourceProcess?workOrderNbr=${work.nbr}`, 'looks');
    expect(plans.data).toMatchObject({
      total: 1,
      records: [
        {
          id: plan.id,
          rowId: item(plan).id,
          planQty: 98,
          minQty: 88,
          maxQty: 100,
          adjustable: 1,
          blockReason: null,
          version: (await again(plan)).version,
          bounds: { planQty: { min: 88, max: 100 } },
        },
      ],
    });
    const two = await calls.get(`adjust/getOutsourceOut?current=1&size=10&workOrderNbr=${work.nbr}`);
    expect(two.data.total).toBe(2);
    const one = await calls.get(`adjust/getOutsourceOut?id=${sends[0]!.id}`);
    expect(one.data.records).toMatchObject([{ nbr: sends[0]!.nbr, minQty: 40, maxQty: 68, rows: [{ sendQty: 58 }] }]);
    expect((await calls.get(`adjust/getOutsourceReceive?id=${receipt.id}`)).data.records).toMatchObject([
      { minQty: 0, maxQty: 88, qualifiedQty: 40, bounds: { lossQty: { min: 0, max: 48 } } },
    ]);
    expect((await calls.get('adjust/getOutsourceReceive?id=7')).code).toBe(400);
    expect((await calls.get('adjust/getOutsourceOut?workOrderNbr=nothing')).data.total).toBe(0);
  });
});

describe('changes', () => {
  it('are all or none, the refused row is named, a token does it once', async () => {
    const { work, plan, sends, receipt } = await sent();
    const [first, second] = [sends[0]!, sends[1]!];
    const rows = [await row(second, { qty: 20 }), await row(first, { qty: 39 })];
    const refused = await calls.post('adjustOutsourceOut', { token: 'o1', reason: '20', rows });
    expect(refused).toMatchObject({ code: 203, msg: '已收回40，发出数量不能小于40', data: { index: 1 } });
    expect(await again(second)).toMatchObject({ qty: 30 });
    expect(await floor.op(work, 10)).toMatchObject({ outQty: 88 });
    const good = { token: 'o2', reason: '20', rows: [rows[0], await row(first, { qty: 40 })] };
    expect((await calls.post('adjustOutsourceOut', good, 'looks')).code).toBe(403);
    const done = await calls.post('adjustOutsourceOut', good);
    expect(done).toMatchObject({ code: 200, data: { records: [{ docStatus: '60' }, { docStatus: '60' }] } });
    expect((await calls.post('adjustOutsourceOut', good)).data).toEqual(done.data);
    expect(await floor.op(work, 10)).toMatchObject({ outQty: 60 });
    expect((await calls.post('adjustOutsourceOut', { reason: '20', rows: [{ ...rows[0], qty: 1 }] })).msg).toBe(
      '数据已被他人修改，请刷新后重试',
    );
    // a plan of one row needs not name it
    const { rowId: _rowId, ...bare } = await row(plan, { qty: 60 });
    expect(await calls.post('adjustOutsourceProcess', { reason: '40', rows: [bare] })).toMatchObject({ code: 200 });
    expect(await again(plan)).toMatchObject({ docStatus: '30', atSupplierQty: 20 });
    const { rowId: _row, ...unnamed } = await row(first, { qty: 41 });
    expect((await calls.post('adjustOutsourceOut', { reason: '20', rows: [unnamed] })).code).toBe(400);
    const lost = await row(receipt, { qualifiedQty: 39, lossQty: 1 });
    expect((await calls.post('adjustOutsourceReceive', { reason: '20', rows: [lost] })).msg).toBe('请填写损耗原因');
    const lossReason = await floor.idOf('supportInfor', 'SHYY01');
    const booked = await calls.post('adjustOutsourceReceive', { reason: '20', rows: [{ ...lost, lossReason }] });
    expect(booked).toMatchObject({ code: 200, msg: 'success' });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 39, scrapQty: 1, reportQty: 40 });
    for (const wrong of [{ qty: null }, { qty: 'x' }, { qty: {} }, { rowId: 7 }, { rowId: null }]) {
      const { code } = await calls.post('adjustOutsourceOut', {
        token: crypto.randomUUID(),
        reason: '20',
        rows: [await row(first, wrong)],
      });
      expect([203, 400, 404], JSON.stringify(wrong)).toContain(code);
    }
    const told = await calls.get(`adjustRecord/getAdjustRecordList?workOrderNbr=${work.nbr}`);
    expect(told.data.records.map(({ kind }) => kind).sort()).toEqual(['40', '50', '50', '60']);
    // money is told to those who may see prices
    const seen = await calls.get(`adjustRecord/getAdjustRecordList?workOrderNbr=${work.nbr}&kind=60`, 'looks');
    const pay = (seen.data.records[0]!.effects as readonly Row[]).find(({ type }) => type === '60');
    expect(pay).toBeDefined();
    expect(pay?.moneyAfter ?? null).toBeNull();
  });

  it('of a plan that is not his to see tell nobody its number', async () => {
    const work = await floor.workOrder(100, [{ opNbr: 10, process: 'DD', out: true, start: false }]);
    const draft = await outside.pushed(await floor.op(work, 10), 'toOutPlan');
    const [first] = draft.items as readonly Row[];
    const supplier = await floor.idOf('supplier', 'GYS0004');
    const items = [20, 30].map((qty) => ({ ...first, id: newId(), qty })) as Row[];
    const { id } = await floor.save('outPlan', { ...draft, supplier, deliveryDate: '2026-01-20', items });
    const plan = await audited({ object: 'outPlan', id: id as string });
    const rows = [{ id: plan.id, version: plan.version, qty: 10 }];
    expect((await calls.post('adjustOutsourceProcess', { reason: '40', rows })).msg).toBe(
      `外协计划${plan.nbr}有2行，请指定明细行`,
    );
    const refused = await calls.post('adjustOutsourceProcess', { reason: '40', rows }, 'blind');
    expect(refused.code).not.toBe(200);
    expect(JSON.stringify(refused)).not.toContain(plan.nbr as string);
  });

  it('preview tells what would follow and does nothing', async () => {
    const { op, sends } = await sent();
    const now = await again(sends[1]!);
    const preview = (more: object) =>
      calls.preview('outSend.adjust', { targets: [{ id: now.id, version: now.version }], ...more });
    const { ask } = (await preview({})).data as unknown as { ask: { lines: readonly Rec[] } };
    expect(ask.lines).toMatchObject([{ srcRow: item(now).id, sendQty: 30, limits: '发出数量可调0～40' }]);
    const seen = await preview({ ask: { lines: [{ ...ask.lines[0], sendQty: 35 }], reason: '20' } });
    expect(seen.data).toMatchObject({ answer: { effect0: '工序：工序10外协发出 88→93（+5）' } });
    expect(await again(now)).toMatchObject({ qty: 30, version: now.version });
    expect(await outside.stage(op)).toEqual({ '4': -48, '7': 48 });
  });
});
