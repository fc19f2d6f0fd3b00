/** 外协检验 (40 §6.4): what is inspected waits for its verdict, the verdict is its split, and who may take what back when. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { type Floor, openFloor, refusal } from '../production/floor';
import { documentsOf, item } from './documents';
import { outsideOf } from './outside';

let floor: Floor;
const outside = outsideOf(() => floor);
const { again } = documentsOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const act = async (action: string, doc: Rec): Promise<Rec> => floor.act(action, await again(doc));
const checkOf = async (receipt: Rec): Promise<Rec> => {
  const [check] = await floor.find('outCheck', 'receipt == param.id && docStatus != 90', { id: receipt.id });
  return again(check!);
};
const judged = async (check: Rec, split: Rec): Promise<Rec> => {
  const { id, version } = await again(check);
  await floor.save('outCheck', { id, version, ...split });
  return act('judge', check);
};
/** 98 sent, and what came back of them */
const received = async (qty: number): Promise<{ readonly work: Rec; readonly op: Rec; readonly receipt: Rec }> => {
  const work = await floor.workOrder(100, [
    { opNbr: 10, process: 'DD', out: true, inspect: true, start: false },
    { opNbr: 20, process: 'ZM', predecessors: ['10'], start: false },
  ]);
  const op = await floor.op(work, 10);
  const plan = await outside.plan(op, 98);
  expect(item(plan)).toMatchObject({ inspectFlag: true });
  const send = await act('audit', await outside.made(plan, 'send', { qty: 98 }));
  return { work, op, receipt: await outside.made(send, 'receive', { qty, qualifiedQty: qty }) };
};

describe('外协检验', () => {
  it('holds the receipt until it is judged; its split is what counts and is paid', async () => {
    const { work, op, receipt } = await received(60);
    expect(item(receipt)).toMatchObject({ inspectFlag: true, qualifiedQty: null, amount: 0 });
    expect(await refusal(act('audit', receipt))).toBe('第10行需检验，检验完成后才能审核');
    const waits = await act('toCheck', receipt);
    expect(waits).toMatchObject({ docStatus: '30', auditStatus: '1' });
    const check = await checkOf(receipt);
    expect(check).toMatchObject({
      docStatus: '10',
      lotQty: 60,
      workOrder: work.id,
      opNbr: 10,
      process: op.process,
      supplier: receipt.supplier,
      receipt: receipt.id,
    });
    expect(check.nbr).toMatch(/^WXJY\d{12}$/);
    expect(item(waits)).toMatchObject({ checkDoc: check.id });
    expect(await refusal(act('audit', receipt))).toBe('第10行需检验，检验完成后才能审核');
    expect(await refusal(judged(check, { result: '4', qualifiedQty: 50, reworkQty: 3 }))).toBe(
      '合格+返修+工废+料废+待判应等于送检数量60',
    );
    expect(item(await again(receipt))).toMatchObject({ qualifiedQty: null });
    const done = await judged(check, {
      qualifiedQty: 52,
      reworkQty: 3,
      workScrapQty: 2,
      materialScrapQty: 2,
      pendingQty: 1,
    });
    expect(done).toMatchObject({ docStatus: '60', badQty: 8, checkedAt: expect.any(String) });
    // nothing moves before the receipt is audited
    expect(await outside.stage(op)).toEqual({ '4': -98, '7': 98 });
    expect(await floor.op(work, 10)).toMatchObject({ reportQty: 0, qualifiedQty: 0 });
    const split = { qualifiedQty: 52, reworkQty: 3, workScrapQty: 2, materialScrapQty: 2, pendingQty: 1, qty: 60 };
    expect(item(await again(receipt))).toMatchObject({ ...split, acceptedQty: 52, amount: 62.4 });
    expect(await refusal(act('backCheck', receipt))).toBe(`外协检验${check.nbr}已判定，请先取消判定`);
    expect(await act('audit', receipt)).toMatchObject({ docStatus: '60', amount: 62.4 });
    expect(await floor.op(work, 10)).toMatchObject({
      reportQty: 60,
      qualifiedQty: 52,
      reworkQty: 3,
      workScrapQty: 2,
      materialScrapQty: 2,
      pendingQty: 1,
    });
    expect(await floor.op(work, 20)).toMatchObject({ inQty: 52 });

    // the way back, last first
    expect(await refusal(act('unjudge', check))).toBe(`收回单${receipt.nbr}已审核，请先反审核`);
    expect(await again(check)).toMatchObject({ docStatus: '60' });
    expect(await act('unaudit', receipt)).toMatchObject({ docStatus: '30', auditStatus: '1' });
    expect(await act('unjudge', check)).toMatchObject({ docStatus: '30', checkedAt: null });
    expect(item(await again(receipt))).toMatchObject({ qualifiedQty: null, reworkQty: 0, pendingQty: 0 });
    expect(await act('backCheck', receipt)).toMatchObject({ docStatus: '10' });
    expect(await again(check)).toMatchObject({ docStatus: '90' });
    expect(item(await again(receipt))).toMatchObject({ checkDoc: null });
    expect(await outside.stage(op)).toEqual({ '4': -98, '7': 98 });
  });

  it('of a whole lot needs no quantities; what is judged is not adjusted', async () => {
    const { work, receipt } = await received(40);
    await act('toCheck', receipt);
    const check = await checkOf(receipt);
    expect(await judged(check, { result: '1' })).toMatchObject({ docStatus: '60', qualifiedQty: 40, badQty: 0 });
    const audited = await act('audit', receipt);
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 40, reportQty: 40 });
    const { adjustBlock } = await import('../../../server/domain/production/adjust-services');
    const why = await floor.factory.as('admin', (ctx) => adjustBlock.run({ receive: audited.id as string }, ctx));
    expect(why).toBe(`外协检验${check.nbr}已判定，请先取消判定`);
  });

  it('waits for nobody where the operation is not inspected or the pieces came back as they went', async () => {
    const { receipt } = await received(30);
    const { version } = receipt;
    await floor.save('outReceive', { id: receipt.id, version, receiveType: '2' });
    expect(item(await again(receipt))).toMatchObject({ inspectFlag: false });
    expect(await refusal(act('toCheck', receipt))).toBe('当前状态不能提交检验');
    expect(await act('audit', receipt)).toMatchObject({ docStatus: '60' });
  });
});
