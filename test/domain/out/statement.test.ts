/** 外协对账 (40 §6.7): Worked 1 as one line of it, and receipt by receipt. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { remindLateOut } from '../../../server/domain/out/late';
import type { PrintJob } from '../../../server/print/job';
import { listPrintJob, readListPrint } from '../../../server/print/list';
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

it('is printed for the supplier to sign: what was asked, the columns it is grouped by, its total', async () => {
  const work = await floor.workOrder(50, [{ opNbr: 10, process: 'DD', out: true, start: false }]);
  const plan = await outside.plan(await floor.op(work, 10), 50);
  const send = await floor.act('audit', await outside.made(plan, 'send', { qty: 40 }));
  const receipts: Rec[] = [];
  for (const qty of [30, 10]) receipts.push(await floor.act('audit', await outside.made(send, 'receive', { qty })));
  const supplier = await floor.idOf('supplier', 'GYS0004');
  const printed = (groupBy: readonly string[]): Promise<PrintJob> =>
    floor.factory.as('admin', (given) => {
      const ctx = given as EngineCtx;
      const page = ctx.registry.page('outStatement')!;
      const search = { workOrder: work.id, supplier: [supplier], day: ['2026-01-01', '2026-01-15'] };
      return listPrintJob(ctx, page, page.actions.print!, readListPrint({ list: { groupBy, search } })!);
    });
  const textsOf = ({ pages }: PrintJob): readonly string[] =>
    pages.flatMap(({ items }) => items.flatMap((item) => (item.k === 'text' ? [item.text] : [])));
  const made = await printed(['supplier', 'receipt']);
  expect(made.layout.print).toBe('outStatementSheet');
  const texts = textsOf(made);
  const [title, asked] = texts;
  expect(title).toBe('外协对账单');
  expect(asked).toMatch(/^日期 2026-01-01 至 2026-01-15　外协供应商 .*恒镀表面处理.*　工单 GD/);
  expect(texts).toEqual(expect.arrayContaining(['外协供应商', '收回单', '应付', '合计', '36.00', '12.00', '48.00']));
  for (const { nbr } of receipts) expect(texts).toContain(nbr);
  // what it is not grouped by is no column, and leaves its room to the others
  for (const gone of ['工序', '物料']) expect(texts).not.toContain(gone);
  const right = Math.max(
    ...made.pages.flatMap(({ items }) => items.flatMap((item) => (item.k === 'box' ? [item.x + item.w] : []))),
  );
  const whole = await printed(['supplier', 'workOrder', 'process', 'material', 'receipt', 'day']);
  expect(textsOf(whole)).toEqual(expect.arrayContaining(['工序', '物料', '收回单', '日期']));
  expect(right).toBeGreaterThan(280);
  expect(whole.choices.map(({ code }) => code)).toEqual(['outStatementSheet', 'outStatement']);
});

it('the night says once what is outside after its day, and of which plan', async () => {
  floor.factory.setNow('2026-06-01 00:10:00');
  const late = await floor.factory.as('admin', (ctx) =>
    ctx.records.find('outSend', 'docStatus == 60 && atSupplierQty > 0 && expectedBack < param.today', {
      param: { today: ctx.today },
    }),
  );
  expect(late.length).toBeGreaterThan(0);
  expect(await floor.factory.as('admin', remindLateOut)).toBeGreaterThan(late.length);
  expect(await floor.factory.as('admin', remindLateOut)).toBe(0);
});
