/** 外协对账 (40 §6.7): Worked 1 as one line of it, and receipt by receipt. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { EngineCtx } from '../../../server/records/host';
import { getReportList } from '../../../server/records/report/list';
import { type Floor, openFloor } from '../production/floor';
import { outsideOf } from './outside';

let floor: Floor;
const outside = outsideOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const statement = (work: Rec, groupBy: readonly string[], search: Rec = {}) =>
  floor.factory.as('admin', (given) => {
    const ctx = given as EngineCtx;
    const page = ctx.registry.page('outStatement')!;
    return getReportList(ctx, page, { groupBy, size: 100, search: { workOrder: work.id as string, ...search } });
  });

it('adds up what came, what is lost and what is owed for it', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'DD', out: true, start: false }]);
  const plan = await outside.plan(await floor.op(work, 10), 98, { deductPrice: 30 });
  const send = await floor.act('audit', await outside.made(plan, 'send', { qty: 98 }));
  const lossReason = await floor.idOf('supportInfor', 'SHYY01');
  const receipts: Rec[] = [];
  for (const row of [{ qty: 57, lossQty: 1, lossReason, lossDuty: '1' }, { qty: 39 }] as readonly Partial<Row>[])
    receipts.push(await floor.act('audit', await outside.made(send, 'receive', row)));
  await floor.act('audit', await outside.made(send, 'receive', { qty: 1 }, { receiveType: '2' }));
  const [line, ...rest] = (await statement(work, ['supplier', 'process'])).records;
  expect(rest).toEqual([]);
  // 98 sent: 96 back, 1 lost, 1 returned
  expect(line).toMatchObject({
    sentQty: 98,
    outsideQty: 0,
    qty: 96,
    returnQty: 1,
    qualifiedQty: 96,
    lossQty: 1,
    lossRate: 1.03,
    passRate: 98.97,
    amount: 115.2,
    deduct: 30,
    pay: 85.2,
  });
  const byReceipt = (await statement(work, ['receipt'])).records;
  const pays = new Map(byReceipt.map((row) => [String(row.receipt), row.pay]));
  expect(receipts.map(({ nbr }) => pays.get(String(nbr)))).toEqual([38.4, 46.8]);
});

it('tells what is outside now, whatever days it is asked for', async () => {
  const work = await floor.workOrder(50, [{ opNbr: 10, process: 'DD', out: true, start: false }]);
  const plan = await outside.plan(await floor.op(work, 10), 50);
  const send = await floor.act('audit', await outside.made(plan, 'send', { qty: 40 }));
  const draft = await outside.made(plan, 'send', { qty: 5 });
  await floor.act('audit', await outside.made(send, 'receive', { qty: 30 }));
  const of = async (day?: readonly string[]) =>
    (await statement(work, ['supplier', 'workOrder', 'process'], day === undefined ? {} : { day: day as never }))
      .records;
  expect(await of()).toMatchObject([{ sentQty: 40, qty: 30, outsideQty: 10 }]);
  expect(await of(['2025-11-01', '2025-11-30'])).toMatchObject([{ sentQty: 0, qty: 0, outsideQty: 10 }]);
  await floor.act('audit', draft);
  expect(await of()).toMatchObject([{ sentQty: 45, qty: 30, outsideQty: 15 }]);
});
