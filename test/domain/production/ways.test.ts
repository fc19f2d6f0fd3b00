/** Refusals of the floor carry what they were reckoned from and where to go (30 §1.2 d). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../../schemas/language/value';
import { AppError } from '../../../server/errors';
import { type Floor, openFloor } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

/** the sentence and its data without the list of problems */
const said = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const { problems: _problems, ...data } = error.data as Record<string, unknown>;
      return [error.message, data];
    },
  );

it('P5, P6: the numbers of the limit that binds, and the document they stand in', async () => {
  const work = await floor.workOrder(100, [
    { opNbr: 10, process: 'XL' },
    { opNbr: 20, process: 'XL' },
  ]);
  const [op10, op20] = [await floor.op(work, 10), await floor.op(work, 20)];
  const employee = await floor.idOf('employee', 'YG0018');
  const dispatch = { orderProcess: op10.id, assignKind: '10', employee };
  await floor.save('dispatchOrder', { ...dispatch, qty: 60 });
  const ofOperation = [{ title: '查看工序', page: 'orderProcess#detail', with: { id: op10.id } }];
  expect(await said(floor.save('dispatchOrder', { ...dispatch, qty: 50 }))).toEqual([
    '计划100，允许超报0%，已派60，外协0，最多可派40，本次50',
    {
      rule: 'dispatchOrder.limit',
      terms: { plan: 100, over: 0, dispatched: 60, outPlan: 0, max: 40 },
      ways: ofOperation,
    },
  ]);
  expect(await said(floor.start(work, 10, 101))).toEqual([
    '计划100，允许超报0%，已开工0，最多可开工100，本次101',
    { rule: 'prdStart.limit', terms: { plan: 100, over: 0, started: 0, max: 100 }, ways: ofOperation },
  ]);
  const start = await floor.start(work, 10, 60);
  expect(await said(floor.report(start, 61))).toEqual([
    '已开工60，已报0，最多可报60，本次61',
    {
      rule: 'prdReport.start',
      terms: { started: 60, reported: 0, submitted: 0, max: 60 },
      ways: [{ title: '查看开工单', page: 'prdStart#detail', with: { id: start.id } }],
    },
  ]);
  await floor.act('audit', await floor.report(start, 40));
  expect(await said(floor.start(work, 20, 41))).toEqual([
    '前工序10合格40，本工序已开工0，最多可开工40，本次41',
    {
      rule: 'prdStart.limit',
      terms: { in: 40, started: 0, max: 40 },
      ways: [{ title: '查看前工序', page: 'orderProcess#detail', with: { id: op10.id } }],
    },
  ]);
  await floor.start(work, 20, 40);
  expect(await said(floor.start(work, 20, 1))).toEqual([
    '前工序10合格40，本工序已开工40，最多可开工0，本次1',
    {
      rule: 'prdStart.ready',
      terms: { in: 40, started: 40, max: 0 },
      ways: [{ title: '查看前工序', page: 'orderProcess#detail', with: { id: op10.id } }],
    },
  ]);
  expect(await floor.find('prdStart', 'orderProcess == param.id', { id: op20.id })).toHaveLength(1);
});

it('P8: what would help where material is short', async () => {
  const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL' }], { uses: true });
  const [used, ...others] = work.materials as readonly Row[];
  await floor.factory.as('admin', async (ctx) => {
    const free = others.map(({ id }) => ({ id, feedMode: '3' }));
    const materials = [{ id: used!.id, feedMode: '2', mustFeed: false, opNbr: 10 }, ...free];
    await ctx.records.patch('workOrder', work.id as string, { rows: { materials: materials as never } });
    const much = [{ id: used!.orderRow, perQty: 100_000, perBase: 1 }];
    await ctx.records.patch('prdOrder', work.prdOrderNbr as string, { rows: { materials: much as never } });
  });
  const report = await floor.report(await floor.start(work, 10, 10), 10);
  expect(await said(floor.act('audit', report))).toEqual([
    expect.stringMatching(/^线边仓「.+」不足：需1000000/),
    {
      rule: 'prdReport.material',
      terms: expect.objectContaining({ need: 1_000_000 }),
      ways: [
        { title: '查看库存', page: 'stockBalance', with: { material: used!.material, warehouse: expect.anything() } },
      ],
    },
  ]);
  expect(await floor.read('prdReport', report.id as string)).toMatchObject({ docStatus: '50' });
});
