/** 联副产品 (30 §4 coReport): rows from the outputs of a work order, what should have come of them, the audit and the way back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { theoryOf } from '../../../server/production/outputs';
import type { EngineCtx } from '../../../server/records/host';
import { asked, type Floor, type Operation, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const MOULDING: readonly Operation[] = [{ opNbr: 10, process: 'XL' }];
const moulded = async (planQty: number, good: number, more: Rec = {}): Promise<{ work: Rec; report: Rec }> => {
  const work = await floor.workOrder(planQty, MOULDING, {
    material: await floor.idOf('material', 'DG-100'),
    workshop: await floor.idOf('factoryUnit', 'ZS'),
    warehouse: await floor.idOf('warehouse', 'CK02'),
    ...more,
  });
  const report = await floor.act('audit', await floor.report(await floor.start(work, 10, good), good));
  return { work: await floor.read('workOrder', work.id as string), report };
};
const outputs = async (work: Rec): Promise<Record<string, Row>> => {
  const { outputs: rows } = await floor.read('workOrder', work.id as string);
  return Object.fromEntries((rows as readonly Row[]).map((row) => [row.materialName as string, row]));
};
const service = (name: string, args: Rec, login = 'admin'): Promise<unknown> =>
  floor.factory.as(login, (ctx) => (ctx as EngineCtx).host.services.get(name)!.run(args as never, ctx));
const proposed = async (work: Rec): Promise<readonly Row[]> => {
  const { items } = (await service('coReport.ofOrder', { record: { workOrderNbr: work.id } } as never)) as Rec;
  return items as readonly Row[];
};
const report = async (work: Rec, items: readonly Rec[], accept: readonly string[] = []): Promise<Rec> => {
  const saved = await floor.save('coReport', { workOrderNbr: work.id, items: items as Row[] }, accept);
  return floor.read('coReport', saved.id as string);
};
const reports = (work: Rec) => floor.find('coReport', 'workOrderNbr == param.id', { id: work.id });

it('is reported from what a work order gives beside its product', async () => {
  const { work } = await moulded(5000, 816);
  expect(await outputs(work)).toMatchObject({
    后端盖: { planQty: 5000, theoryQty: 816, reportQty: 0, costPercent: 40 },
    水口料: { planQty: 10, theoryQty: 1.632, reportQty: 0, costPercent: 0 },
  });
  const items = await proposed(work);
  expect(items.map(({ materialName, theoryQty, qty }) => [materialName, theoryQty, qty])).toEqual([
    ['后端盖', 816, 816],
    ['水口料', 1.632, 1.632],
  ]);
  const [hg, sk] = items;
  const saved = await report(work, [hg!, { ...sk!, qty: 1.6 }]);
  expect(saved).toMatchObject({ docStatus: '50', auditStatus: '1' });
  expect(saved.items).toMatchObject([
    { kind: '10', theoryQty: 816, reportedQty: 0, qty: 816, costPercent: 40, receivedQty: 0 },
    { kind: '20', theoryQty: 1.632, reportedQty: 0, qty: 1.6, costPercent: 0 },
  ]);
  expect((saved.items as readonly Row[])[0]!.batchNbr).toMatch(/^\d{10}$/);
  expect(await outputs(work)).toMatchObject({ 后端盖: { reportQty: 816 }, 水口料: { reportQty: 1.6 } });
  const rows = (await service('coOutput.rows', { workOrderNbr: [work.id] } as never)) as readonly Rec[];
  expect(
    rows.map(({ materialName, theoryQty, reportQty, remain }) => [materialName, theoryQty, reportQty, remain]),
  ).toEqual([
    ['后端盖', 816, 816, 0],
    ['水口料', 1.632, 1.6, 0.032],
  ]);
  expect(await floor.act('audit', saved)).toMatchObject({ docStatus: '60', auditStatus: '2' });
});

it('says nothing of what the work order does not give, and no quantity of 0', async () => {
  const { work } = await moulded(1000, 500);
  const stranger = await floor.idOf('material', 'MT-24');
  expect(await refusal(report(work, [{ id: crypto.randomUUID(), material: stranger, qty: 1 }]))).toBe(
    `「电机」不是工单${work.nbr}的联副产品`,
  );
  const [hg] = await proposed(work);
  expect(await refusal(report(work, [{ ...hg!, qty: 0 }]))).toBe('第10行数量必须大于0');
  expect(await refusal(report(work, [hg!, { ...hg!, id: crypto.randomUUID() }]))).toContain('物料重复');
  expect(await reports(work)).toEqual([]);
  expect(await outputs(work)).toMatchObject({ 后端盖: { reportQty: 0 } });
});

it('asks before more than theory is reported, and takes the over rate into account', async () => {
  const { work } = await moulded(1000, 500);
  const [hg] = await proposed(work);
  await report(work, [{ ...hg!, qty: 480 }]);
  const more = { ...hg!, id: crypto.randomUUID(), qty: 40 };
  expect(await asked(report(work, [more]))).toEqual(['理论500，已报480，本次40超出理论数量，请确认']);
  expect((await reports(work)).length).toBe(1);
  await report(work, [more], ['coReport.above']);
  expect((await reports(work)).length).toBe(2);
  const loose = await moulded(1000, 500, { overRate: 5 });
  const [first] = await proposed(loose.work);
  expect(await asked(report(loose.work, [{ ...first!, qty: 526 }]))).toEqual([
    '理论500，已报0，本次526超出理论数量，请确认',
  ]);
  await report(loose.work, [{ ...first!, qty: 525 }]);
  expect(await outputs(loose.work)).toMatchObject({ 后端盖: { reportQty: 525 } });
});

it('goes back as long as nothing of it is received', async () => {
  const { work } = await moulded(1000, 500);
  const [hg] = await proposed(work);
  const done = await floor.act('audit', await report(work, [{ ...hg!, qty: 480 }]));
  const [row] = done.items as readonly Row[];
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('coReport', done.id as string, { rows: { items: [{ id: row!.id, receivedQty: 480 }] as never } }),
  );
  const received = await floor.read('coReport', done.id as string);
  expect(await refusal(floor.act('unaudit', received))).toBe('已入库480，不能反审核');
  expect(await floor.read('coReport', done.id as string)).toMatchObject({ docStatus: '60', auditStatus: '2' });
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('coReport', done.id as string, { rows: { items: [{ id: row!.id, receivedQty: 0 }] as never } }),
  );
  const open = await floor.act('unaudit', await floor.read('coReport', done.id as string));
  expect(open).toMatchObject({ docStatus: '50', auditStatus: '1' });
  await floor.act('void', open);
  expect(await outputs(work)).toMatchObject({ 后端盖: { theoryQty: 500, reportQty: 0 } });
});

it('follows the reports of its work order both ways', async () => {
  const { work, report: made } = await moulded(1000, 500);
  await floor.act('reverse', made, { reason: '数错' });
  expect(await outputs(work)).toMatchObject({ 后端盖: { theoryQty: 0 }, 水口料: { theoryQty: 0 } });
  const lot = await floor.workOrder(30, MOULDING, { material: await floor.idOf('material', 'DG-100') });
  await floor.act('split', lot, { qty: 10 });
  expect(await outputs(lot)).toMatchObject({ 后端盖: { planQty: 20 }, 水口料: { planQty: 0.04 } });
});

it('is the work of a team leader, and the audit that of the head of the workshop', async () => {
  const { work } = await moulded(1000, 500);
  const [hg] = await proposed(work);
  floor.login = 'wangqiang';
  const saved = await report(work, [hg!]);
  expect(await refusal(floor.act('audit', saved))).toBe('没有权限，请联系管理员');
  floor.login = 'liuqiang';
  expect(await refusal(report(work, [hg!]))).toBe('没有权限，请联系管理员');
  expect(await floor.act('audit', saved)).toMatchObject({ docStatus: '60' });
  floor.login = 'admin';
});

it('comes of the operation it comes off at, at the end when none is named', () => {
  const op = (opNbr: number, ratio: number, predecessors: readonly number[]) => ({
    id: `${opNbr}`,
    opNbr,
    ratio,
    predecessors,
  });
  const operations = [op(10, 4, []), op(20, 1, [10])] as never;
  const balances = new Map([
    [10, { reported: 400 }],
    [20, { reported: 90 }],
  ]) as never;
  expect(theoryOf({ perQty: 0.5, opNbr: 10 }, operations, balances)).toBe(50);
  expect(theoryOf({ perQty: 0.5, opNbr: null }, operations, balances)).toBe(45);
});
