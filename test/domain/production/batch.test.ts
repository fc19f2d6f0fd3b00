/** 批量开工 and 批量报工 (30 §4): several at once, all or nothing, the refusal names its row. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { reportBatch } from '../../../server/domain/production/batch-report';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const run = (object: string, action: string, lines: readonly Rec[], login = 'admin') =>
  floor.factory.as(login, (given) => {
    const ctx = given as EngineCtx;
    const rows = lines.map((line, n): Row => ({ id: newId(), lineNo: (n + 1) * 10, ...line }) as Row);
    return runAction(ctx, ctx.records.object(object), action, { targets: [], ask: { lines: rows as never } });
  });
const started = (work: Rec) => floor.find('prdStart', 'workOrderNbr == param.id', { id: work.id });
const reported = (work: Rec) => floor.find('prdReport', 'workOrderNbr == param.id', { id: work.id });

it('begins several operations, each with all it may unless told; one refusal begins none', async () => {
  const [a, b] = [
    await floor.workOrder(40, [{ opNbr: 10, process: 'XL' }]),
    await floor.workOrder(30, [{ opNbr: 10, process: 'XL' }]),
  ];
  const [opA, opB] = [await floor.op(a, 10), await floor.op(b, 10)];
  const over = [{ orderProcessId: opA.id }, { orderProcessId: opB.id, startQty: 31 }];
  expect(await refusal(run('prdStart', 'batchStart', over))).toBe(
    '第2行：计划30，允许超报0%，已开工0，最多可开工30，本次31',
  );
  expect(await refusal(run('prdStart', 'batchStart', [over[0]!, over[0]!]))).toBe('第2行工序重复');
  expect([await started(a), await started(b)]).toEqual([[], []]);
  const done = await run('prdStart', 'batchStart', [
    { orderProcessId: opA.id },
    { orderProcessId: opB.id, startQty: 20 },
  ]);
  expect(done.answer).toEqual({ text: '已开工2项' });
  const [[one], [two]] = [await started(a), await started(b)];
  expect([one?.startQty, two?.startQty, one?.docStatus, two?.docStatus]).toEqual([40, 20, '30', '30']);
});

it('reports several starts; empty rows are left out, one refusal reports none', async () => {
  const [a, b, c] = [
    await floor.workOrder(40, [{ opNbr: 10, process: 'XL' }]),
    await floor.workOrder(30, [{ opNbr: 10, process: 'XL' }]),
    await floor.workOrder(20, [{ opNbr: 10, process: 'XL' }]),
  ];
  const starts = [await floor.start(a, 10, 40), await floor.start(b, 10, 30), await floor.start(c, 10, 20)];
  const asked = await floor.factory.as('admin', (ctx) => reportBatch.run({}, ctx));
  const mine = ((asked as Rec).lines as unknown as readonly Rec[]).map(({ prdStartId, remain }) => [
    prdStartId,
    remain,
  ]);
  expect(mine).toEqual(expect.arrayContaining(starts.map(({ id, startQty }) => [id, startQty])));
  const badReasonId = await floor.idOf('badReason', 'BL001');
  const [x, y, z] = starts.map(({ id }) => ({ prdStartId: id }));
  expect(
    await refusal(
      run('prdReport', 'batch', [
        { ...x!, qualifiedQty: 10 },
        { ...y!, qualifiedQty: 31 },
      ]),
    ),
  ).toBe('第2行：已开工30，已报0，最多可报30，本次31');
  expect(await refusal(run('prdReport', 'batch', [{ ...x!, badQty: 2 }]))).toBe('第1行：请选择不良原因');
  expect(await refusal(run('prdReport', 'batch', [x!, y!]))).toBe('请填写报工数量');
  expect([await reported(a), await reported(b)]).toEqual([[], []]);
  const rows = [{ ...x!, qualifiedQty: 38, badQty: 2, badReasonId }, { ...y!, qualifiedQty: 12 }, z!];
  expect((await run('prdReport', 'batch', rows)).answer).toEqual({ text: '已报工2项' });
  const [[first], [second]] = [await reported(a), await reported(b)];
  expect(first).toMatchObject({ reportQty: 40, qualifiedQty: 38, docStatus: '50' });
  expect(second).toMatchObject({ reportQty: 12, docStatus: '50' });
  expect(await reported(c)).toEqual([]);
});

it('takes two hundred rows and not more: they hold their work orders until the last is done', async () => {
  const work = await floor.workOrder(4, [{ opNbr: 10, process: 'XL' }]);
  const start = await floor.start(work, 10, 4);
  const before = await reported(work);
  const lines = Array.from({ length: 201 }, () => ({ prdStartId: start.id, qualifiedQty: 0 }));
  expect(await refusal(run('prdReport', 'batch', lines))).toBe('我的开工最多200行');
  const operations = Array.from({ length: 201 }, () => ({ orderProcessId: start.orderProcess }));
  expect(await refusal(run('prdStart', 'batchStart', operations))).toBe('工序最多200行');
  expect(await reported(work)).toEqual(before);
});
