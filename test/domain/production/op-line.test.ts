/** 增加 and 删除 of operations of a work order (30 §2): only while it waits, by who may edit work orders; the line stays whole. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { type Floor, type Operation, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const LINE: readonly Operation[] = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
];
const line = async (work: Rec) =>
  (await floor.ops(work)).map(({ opNbr, predecessors, isLast, docStatus, planQty }) => [
    opNbr,
    predecessors,
    isLast,
    docStatus,
    planQty,
  ]);
const add = async (work: Rec, opNbr: number | null, process = 'CX', login = 'admin') => {
  const rec = {
    workOrderNbr: work.id as string,
    process: await floor.idOf('process', process),
    ...(opNbr === null ? {} : { opNbr }),
  };
  return floor.factory.as(login, (ctx) => saveRecord(ctx as EngineCtx, 'orderProcess', { rec, accept: [] }));
};
const del = async (work: Rec, opNbr: number, login = 'admin') => {
  const op = await floor.op(work, opNbr);
  return floor.factory.as(login, (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object('orderProcess'), 'del', {
      targets: [{ id: op.id as string, version: op.version as number }],
    }),
  );
};

describe('增加工序', () => {
  it('puts it into the line, with the plan of the work order and what its process says', async () => {
    const work = await floor.workOrder(40, LINE, { overRate: 5 });
    const saved = await add(work, 15);
    expect(await line(work)).toEqual([
      [10, [], false, '20', 40],
      [15, ['10'], false, '10', 40],
      [20, ['15'], true, '10', 40],
    ]);
    const process = await floor.read('process', await floor.idOf('process', 'CX'));
    expect(saved).toMatchObject({
      name: `${work.nbr}/15`,
      prdOrderNbr: work.prdOrderNbr,
      material: work.material,
      workshop: work.workshop,
      workGroup: process.workGroup,
      stdMin: process.stdMin,
      overRate: 5,
      remainDispatch: 42,
    });
    // pieces go through it
    await floor.act('audit', await floor.report(await floor.start(work, 10, 40), 40));
    expect(await floor.op(work, 15)).toMatchObject({ docStatus: '20', inQty: 40 });
    expect(await floor.op(work, 20)).toMatchObject({ docStatus: '10', inQty: 0 });
  });
  it('behind all others without a number, before them with a lower one', async () => {
    const work = await floor.workOrder(10, LINE);
    await add(work, null);
    await add(work, 5);
    expect(await line(work)).toEqual([
      [5, [], false, '20', 10],
      [10, ['5'], false, '10', 10],
      [20, ['10'], false, '10', 10],
      [30, ['20'], true, '10', 10],
    ]);
  });
  it('is refused with a number that is taken, and for work that has begun', async () => {
    const work = await floor.workOrder(10, LINE);
    const before = await line(work);
    expect(await refusal(add(work, 20))).toBe('工序号20重复');
    await floor.start(work, 10, 10);
    expect(await refusal(add(work, 30))).toBe(`工单${work.nbr}生产中，不能增加工序`);
    expect((await line(work)).map(([opNbr]) => opNbr)).toEqual(before.map(([opNbr]) => opNbr));
  });
  it('is for who edits work orders: the planner, not the head of the workshop', async () => {
    const work = await floor.workOrder(10, LINE);
    expect(await refusal(add(work, 15, 'CX', 'liuqiang'))).toBe('没有权限，请联系管理员');
    await add(work, 15, 'CX', 'wangmin');
    expect(await floor.ops(work)).toHaveLength(3);
    expect(await refusal(del(work, 15, 'liuqiang'))).toBe('没有权限，请联系管理员');
    await del(work, 15, 'wangmin');
    expect(await floor.ops(work)).toHaveLength(2);
  });
  it('goes with the lot it stands in when that is split', async () => {
    const work = await floor.workOrder(40, LINE);
    await add(work, 15);
    await floor.act('split', await floor.read('workOrder', work.id as string), { qty: 10 });
    const lots = await floor.find('workOrder', 'prdOrderNbr == param.id', { id: work.prdOrderNbr }, 'nbr');
    expect(await line(lots[1]!)).toEqual([
      [10, [], false, '20', 10],
      [15, ['10'], false, '10', 10],
      [20, ['15'], true, '10', 10],
    ]);
  });
});

describe('删除', () => {
  it('closes the line behind it', async () => {
    const work = await floor.workOrder(10, [...LINE, { opNbr: 30, process: 'XL' }]);
    await del(work, 20);
    expect(await line(work)).toEqual([
      [10, [], false, '20', 10],
      [30, ['10'], true, '10', 10],
    ]);
    await del(work, 10);
    expect(await line(work)).toEqual([[30, [], true, '20', 10]]);
    expect(await refusal(del(work, 30))).toBe(`工单${work.nbr}只有一道工序，不能删除`);
    expect(await line(work)).toHaveLength(1);
  });
  it('is refused where material is used, and once work has begun', async () => {
    const work = await floor.workOrder(10, LINE);
    const [row] = work.materials as readonly Rec[];
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('workOrder', work.id as string, {
        rows: { materials: [{ id: row!.id as string, opNbr: 20 }] as never },
      }),
    );
    expect(await refusal(del(work, 20))).toBe(`工序20有用料「${row!.materialName}」，不能删除`);
    const begun = await floor.workOrder(10, LINE);
    await floor.start(begun, 10, 10);
    expect(await refusal(del(begun, 20))).not.toBe('done');
    expect(await floor.ops(work)).toHaveLength(2);
    expect(await floor.ops(begun)).toHaveLength(2);
  });
  it('takes planned runs with it, not confirmed ones', async () => {
    const work = await floor.workOrder(10, LINE);
    await floor.factory.as('admin', async (ctx) => {
      const workshop = work.workshop as string;
      const known = await ctx.records.find('schedulePlan', 'workshop == param.workshop', { param: { workshop } });
      if (known.length === 0)
        await ctx.asSystem().records.save('schedulePlan', { id: newId(), workshop, planVersion: 3 });
    });
    const task = async (opNbr: number, status: string) =>
      floor.factory.as('admin', async (ctx) => {
        const op = await floor.op(work, opNbr);
        await ctx.asSystem().records.save('scheduleTask', {
          id: newId(),
          orderProcess: op.id as string,
          workOrder: work.id as string,
          opNbr,
          status: status as '0',
          workshop: op.workshop as string,
        });
      });
    await task(20, '0');
    await task(10, '1');
    expect(await refusal(del(work, 10))).toBe('工序10的排产任务已确认，请先取消确认');
    const plan = async () =>
      (await floor.find('schedulePlan', 'workshop == param.workshop', { workshop: work.workshop }))[0];
    const seen = Number((await plan())?.planVersion ?? 0);
    await del(work, 20);
    expect(await floor.find('scheduleTask', 'workOrder == param.id', { id: work.id })).toMatchObject([{ opNbr: 10 }]);
    // who plans on what he saw before is refused
    expect(await plan()).toMatchObject({ planVersion: seen + 1, change: `删除工序：${work.nbr} 工序20` });
  });
});
