/** Quantities are whole pieces of the unit of the product (30 §1.1): finer ones are refused wherever they come in, and write nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const FINER = '单位「件」最多0位小数';
const adjust = (rec: Rec, ask: Rec): Promise<unknown> =>
  floor.factory.as('admin', (given) => {
    const ctx = given as EngineCtx;
    const page = ctx.registry.page(`${rec.object}.adjust`)!;
    const targets = [{ id: rec.id as string, version: rec.version as number }];
    return runAction(ctx, page.object, 'adjust', { page, targets, ask: { reason: '20', ...ask } });
  });
const latest = (rec: Rec): Promise<Rec> => floor.read(rec.object as string, rec.id as string);

it('no part of a piece is dispatched, started, reported, done again or adjusted', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
  const op = await floor.op(work, 10);
  const employee = await floor.idOf('employee', 'YG0018');
  const dispatch = { orderProcess: op.id, assignKind: '10', employee };
  expect(await refusal(floor.save('dispatchOrder', { ...dispatch, qty: 9.5 }))).toBe(FINER);
  expect(await refusal(floor.start(work, 10, 50.5))).toBe(FINER);
  expect(await floor.find('prdStart', 'workOrderNbr == param.id', { id: work.id })).toEqual([]);
  const start = await floor.start(work, 10, 50);
  expect(await refusal(floor.report(start, 9.5))).toBe(FINER);
  expect(await refusal(floor.report(start, 9, [['20', 0.5]]))).toBe(FINER);
  expect(await floor.find('prdReport', 'workOrderNbr == param.id', { id: work.id })).toEqual([]);
  const report = await floor.act('audit', await floor.report(start, 20, [['10', 2]]));
  const [task] = await floor.find('reworkTask', 'prdReport == param.id', { id: report.id });
  expect(await refusal(floor.act('report', await latest(task!), { goodQty: 0.5 }))).toBe(FINER);
  expect(await refusal(adjust(await latest(start), { startQty: 40.25 }))).toBe(FINER);
  expect(await refusal(adjust(report, { qualifiedQty: 19.5 }))).toBe(FINER);
  const badReasonId = await floor.idOf('badReason', 'BL001');
  const halves = [0.5, 0.5, 1].map((qty) => ({ id: newId(), badReasonId, disposal: '10', qty }));
  expect(await refusal(adjust(report, { qualifiedQty: 18, badRows: halves as never }))).toBe(FINER);
  expect(await floor.find('adjustRecord', 'workOrderNbr == param.id', { id: work.id })).toEqual([]);
  // hours are no pieces
  await adjust(report, { qualifiedQty: 18, workHours: 0.75 });
  expect(await latest(report)).toMatchObject({ qualifiedQty: 18, workHours: 0.75 });
});
