/** What the floor gives out: the card of a work order with its operations (a print whose rows are records of another object), exports with their second sheet. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { resolveScan } from '../../../server/labels/scan';
import { printJob } from '../../../server/print/job';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { LISTS } from '../../../server/routes/exchange';
import { sessionOf } from '../../support/sessions';
import { sheetRows } from '../../support/sheets';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
let work: Rec;
beforeAll(async () => {
  floor = await openFloor();
  work = await floor.workOrder(10, [
    { opNbr: 20, process: 'ZP' },
    { opNbr: 10, process: 'XL' },
  ]);
  await floor.workOrder(5, [{ opNbr: 70, process: 'XL' }]);
  await floor.report(await floor.start(work, 10, 10), 7, [
    ['10', 1],
    ['20', 2],
  ]);
});
afterAll(() => floor?.factory.database.drop());

const engine = <T>(run: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  floor.factory.as('admin', (ctx) => run(ctx as EngineCtx));
/** Somebody who may do just this. */
const only = (ctx: EngineCtx, functions: readonly string[]): EngineCtx => ({
  ...ctx,
  session: sessionOf(floor.factory.org, [{ functions: [...functions] }]),
});
const printed = (functions?: readonly string[]) => paper(work, 'print', functions);
const paper = ({ object, id }: Rec, action: string, functions?: readonly string[], layout?: string) =>
  engine(async (ctx) => {
    const page = ctx.registry.page((object ?? 'workOrder') as string)!;
    const job = await printJob(functions ? only(ctx, functions) : ctx, page, page.actions[action]!, {
      ids: [id as string],
      ...(layout === undefined ? {} : { print: layout }),
    });
    const items = job.pages.flatMap(({ items }) => items);
    return {
      title: job.layout.title,
      texts: items.flatMap((item) => (item.k === 'text' ? [item.text] : [])),
      marks: items.length,
      pages: job.pages.length,
    };
  });

it('the card lists the operations of its work order in their order, and of no other', async () => {
  const { title, texts } = await printed();
  expect(title).toBe('流转卡');
  expect(texts).toContain(`工单号：${work.nbr}`);
  const numbers = texts.filter((text) => ['10', '20', '70'].includes(text) && text !== undefined);
  expect(texts.indexOf('下料')).toBeGreaterThan(0);
  expect(texts.indexOf('下料')).toBeLessThan(texts.indexOf('装配'));
  expect(numbers).not.toContain('70');
});

it('the sheet of a work order tells how far each of its operations is, and what is used', async () => {
  const { title, texts } = await paper(work, 'print', undefined, 'workOrderSheet');
  expect(title).toBe('生产工单');
  expect(texts).toContain(`工单号：${work.nbr}`);
  expect(texts).toEqual(expect.arrayContaining(['已报工', '下料', '装配', '需求数量']));
});

it('leaves the operations out for who may not see them, and takes no field that is not his', async () => {
  const { texts } = await printed(['workOrder:view', 'workOrder:print']);
  expect((await printed(['workOrder:view', 'workOrder:print', 'orderProcess:view'])).texts).toContain('装配');
  expect(texts).toContain(`工单号：${work.nbr}`);
  expect(texts).not.toContain('下料');
  expect(texts).not.toContain('装配');
});

it('its codes find the operation they stand for', async () => {
  const op = await floor.op(work, 20);
  const hits = await engine((ctx) => resolveScan(ctx, `OP|${op.name}|`));
  expect(hits.map(({ object, id }) => [object, id])).toEqual([['orderProcess', op.id]]);
  expect(op.name).toBe(`${work.nbr}/20`);
});

it('reports are exported with what was bad of them behind, starts by themselves', async () => {
  const [, , behind] = LISTS.find(([object]) => object === 'prdReport')!;
  const book = async (object: string, number?: string) => {
    const { stream } = await engine(async (ctx) => {
      const { stream } = await exportList(
        ctx,
        ctx.registry.page(object)!,
        {},
        object === 'prdReport' ? behind : undefined,
      );
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return { stream: Buffer.concat(chunks) };
    });
    return sheetRows(stream, number);
  };
  const [report] = await floor.find('prdReport', 'workOrderNbr == param.id', { id: work.id });
  const [head, ...rows] = await book('prdReport', '不良明细');
  expect(head!.slice(0, 5)).toEqual(['报工单号', '行号', '不良原因', '处置', '数量']);
  expect(rows.map((row) => [row[0], row[3], row[4]])).toEqual([
    [report!.nbr, '返工', 1],
    [report!.nbr, '工废', 2],
  ]);
  const [, ...lines] = await book('prdReport');
  expect(lines.flat()).toContain(report!.nbr);
  const [start] = await floor.find('prdStart', 'workOrderNbr == param.id', { id: work.id });
  expect((await book('prdStart')).flat()).toContain(start!.nbr);
  const closed = engine((ctx) =>
    exportList(only(ctx, ['prdReport:view']), ctx.registry.page('prdReport')!, {}, behind),
  );
  expect(await refusal(closed)).toBe('没有权限，请联系管理员');
});

it('a dispatch is a sheet and a ticket, and the code of both finds it', async () => {
  const employee = await floor.idOf('employee', 'YG0006');
  const lines = [{ id: newId(), lineNo: 10, assignKind: '10', employeeId: employee, qty: 4 }];
  await floor.act('dispatch', await floor.op(work, 20), { lines });
  const [dispatch] = await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id });
  const sheet = await paper(dispatch!, 'print');
  expect(sheet.title).toBe('派工单');
  expect(sheet.texts).toEqual(expect.arrayContaining([`单号：${dispatch!.nbr}`, '装配']));
  const ticket = await paper(dispatch!, 'ticket');
  expect(ticket.title).toBe('派工小票 80×60');
  expect(ticket.texts).toEqual(expect.arrayContaining(['20 装配', '数量 4', `工单：${work.nbr}`]));
  const hits = await engine((ctx) => resolveScan(ctx, `DP|${dispatch!.nbr}|`));
  expect(hits.map(({ object, id }) => [object, id])).toEqual([['dispatchOrder', dispatch!.id]]);
});

it('a report is a sheet with its people and what was bad, and a label of its batch', async () => {
  const [waits] = await floor.find('prdReport', 'workOrderNbr == param.id', { id: work.id });
  const sheet = await paper(waits!, 'print');
  expect(sheet.title).toBe('报工单');
  expect(sheet.texts).toEqual(expect.arrayContaining(['未生效', '返工', '工废', '下料']));
  const report = await floor.act('audit', waits!);
  expect((await paper(report, 'print')).texts).not.toContain('未生效');
  expect(report.batchNbr).not.toBeNull();
  const label = await paper(report, 'label');
  expect(label.texts).toEqual(expect.arrayContaining([`批次：${report.batchNbr}`, 'LA-100', '7']));
  expect((await paper(work, 'label')).texts).toContain(`批次：${report.batchNbr}`);
});
