/** 生产核对 (30 P14, P15): a plant that works agrees with itself; what somebody writes past the documents is found, named and written anew. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { floorDifferences, LAWS } from '../../../server/domain/production/laws';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { DEMO_PASSWORD } from '../../support/server';
import { type Floor, type Operation, openFloor } from './floor';

let floor: Floor;
let work: Rec;
const LINE: readonly Operation[] = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
];
beforeAll(async () => {
  floor = await openFloor();
  // started, reported, partly done again, partly scrap, partly still to be judged, another one ended short and made again
  work = await floor.workOrder(100, LINE);
  const report = await floor.report(await floor.start(work, 10, 100), 90, [
    ['10', 4],
    ['20', 3],
    ['40', 3],
  ]);
  await floor.act('audit', report);
  const [task] = await floor.find('reworkTask', 'workOrderNbr == param.id', { id: work.id });
  await floor.act('start', task!);
  await floor.act('report', await floor.read('reworkTask', task!.id as string), { goodQty: 3, workScrapQty: 1 });
  await floor.report(await floor.start(work, 20, 50), 30);
  const short = await floor.workOrder(10, LINE);
  for (const opNbr of [10, 20]) await floor.act('audit', await floor.report(await floor.start(short, opNbr, 8), 8));
  await floor.act('finish', await floor.read('workOrder', short.id as string), { reason: '10' });
  await floor.act('supplement', await floor.read('prdOrder', short.prdOrderNbr as string), { qty: 2 });
  await floor.act('close', await floor.workOrder(5, LINE));
}, 120_000);
afterAll(() => floor?.factory.database.drop());

const run = (text: string) => sql.raw(text).execute(floor.factory.database.db);
const verify = (checks: readonly string[] = LAWS): Promise<readonly Row[]> =>
  maintain('verify', { checks: [...checks] });
const maintain = (action: string, ask: Rec, target?: Rec): Promise<readonly Row[]> =>
  floor.factory.as('admin', async (ctx) => {
    const targets = target ? [{ id: target.id as string, version: target.version as number }] : [];
    const object = ctx.records.object('dataMaintRun');
    const { answer } = await runAction(ctx as EngineCtx, object, action, { targets, ask });
    return (answer as unknown as { rows: readonly Row[] }).rows;
  });
const lastRun = async (): Promise<Rec> => {
  const [head] = await floor.find('dataMaintRun', 'true', {}, '-nbr');
  return floor.read('dataMaintRun', head!.id as string);
};
const NOTHING = [{ id: '0', title: '核对完成，没有差异' }];

it('a plant that works agrees with itself', async () => {
  expect(await verify()).toEqual(NOTHING);
});

it('what is released waits or is ready as its way of passing on says', async () => {
  const third = { opNbr: 30, process: 'XL', mode: '1' } as const;
  const released = await floor.workOrder(10, [LINE[0]!, { opNbr: 20, process: 'XL', mode: '3' }, third]);
  expect((await floor.ops(released)).map(({ docStatus }) => docStatus)).toEqual(['20', '20', '10']);
  expect((await floor.op(released, 20)).readyAt).not.toBeNull();
  expect(await verify()).toEqual(NOTHING);
});

it('finds a quantity of an operation, the pieces it hides and the sums above it, and writes them anew', async () => {
  const op = await floor.op(work, 10);
  await run(`update org_demo.order_process set qualified_qty = qualified_qty + 5 where id = '${String(op.id)}'`);
  const rows = await verify();
  expect(rows.map(({ check, title, found, expected, delta }) => [check, title, found, expected, delta])).toEqual([
    ['operation', `${work.nbr} 工序10 合格`, 98, 93, 5],
    ['operation', `${work.nbr} 件数去向`, 105, 100, 5],
  ]);
  expect(rows[0]).toMatchObject({ orderProcess: op.id, workOrder: work.id, prdOrder: work.prdOrderNbr });
  expect((await floor.op(work, 10)).qualifiedQty).toBe(98);
  await maintain('rebuild', { password: DEMO_PASSWORD }, await lastRun());
  expect((await floor.op(work, 10)).qualifiedQty).toBe(93);
  expect(await verify()).toEqual(NOTHING);
});

it('says a state in words', async () => {
  await run(
    `update org_demo.order_process set doc_status = '60' where id = '${String((await floor.op(work, 20)).id)}'`,
  );
  await run(`update org_demo.work_order set doc_status = '10' where id = '${String(work.id)}'`);
  expect((await verify(['state'])).map(({ title }) => title)).toEqual([
    `${work.nbr} 工序20 状态已完成，应为加工中`,
    `${work.nbr} 状态待派工，应为生产中`,
  ]);
  await maintain('rebuild', { password: DEMO_PASSWORD }, await lastRun());
  expect(await verify()).toEqual(NOTHING);
});

it('holds an order against its work orders', async () => {
  const order = await floor.read('prdOrder', work.prdOrderNbr as string);
  await run(`update org_demo.prd_order set released_qty = 90, lost_qty = 0 where id = '${String(order.id)}'`);
  const rows = await verify();
  expect(rows.map(({ check, title, found, expected, prdOrder }) => [check, title, found, expected, prdOrder])).toEqual([
    ['order', `${order.nbr} 已下达`, 90, 100, order.id],
    ['order', `${order.nbr} 损失数量`, 0, 4, order.id],
  ]);
  await maintain('rebuild', { password: DEMO_PASSWORD }, await lastRun());
  expect(await verify()).toEqual(NOTHING);
});

it('holds what was used against the reports that used it', async () => {
  const order = await floor.read('prdOrder', work.prdOrderNbr as string);
  const [row] = order.materials as readonly Row[];
  await run(`update org_demo.prd_order_materials set used_qty = 7 where id = '${String(row!.id)}'`);
  expect(await verify()).toMatchObject([
    {
      check: 'fed',
      title: `${order.nbr} ${row!.materialCode} ${row!.materialName} 已耗`,
      found: 7,
      expected: 0,
      prdOrder: order.id,
    },
  ]);
  await maintain('rebuild', { password: DEMO_PASSWORD }, await lastRun());
  expect(await verify()).toEqual(NOTHING);
});

it('stops at as many as are wanted', async () => {
  await run(`update org_demo.order_process set qualified_qty = coalesce(qualified_qty, 0) + 1`);
  const found = await floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 3));
  expect(found).toHaveLength(3);
  await run(`update org_demo.order_process set qualified_qty = qualified_qty - 1`);
  expect(await verify()).toEqual(NOTHING);
});
