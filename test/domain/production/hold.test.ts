/** 暂停 and 恢复 of orders and work orders (30 §2, P7): what runs on them stands still, nothing begins, and exactly that goes on again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
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
const now = (rec: Rec): Promise<Rec> => floor.read(rec.object as string, rec.id as string);
const orderOf = (work: Rec): Promise<Rec> => floor.read('prdOrder', work.prdOrderNbr as string);
/** Order, work order, operations and starts. */
const states = async (work: Rec): Promise<unknown> => [
  (await orderOf(work)).docStatus,
  (await now(work)).docStatus,
  (await floor.ops(work)).map(({ docStatus }) => docStatus),
  (await floor.find('prdStart', 'workOrderNbr == param.id', { id: work.id }, 'nbr')).map(({ docStatus }) => docStatus),
];
/** The first operation has given pieces to the second; both run, and one start was paused before. */
const running = async (): Promise<{ readonly work: Rec; readonly starts: readonly Rec[] }> => {
  const work = await floor.workOrder(100, LINE);
  const first = await floor.start(work, 10, 60);
  await floor.act('audit', await floor.report(first, 30));
  const second = await floor.start(work, 20, 20);
  const third = await floor.start(work, 20, 10);
  await floor.act('pause', third, { reason: '60' });
  return { work, starts: [first, second, third] };
};

describe('暂停', () => {
  it('of a work order pauses what runs on it, and gives back exactly that', async () => {
    const { work, starts } = await running();
    expect(await states(work)).toEqual(['30', '30', ['30', '30'], ['30', '30', '40']]);
    const paused = await floor.act('pause', await now(work), { reason: '10', note: '缺电机' });
    expect(await states(work)).toEqual(['30', '40', ['40', '40'], ['40', '40', '40']]);
    const intervals = (await now(starts[0]!)).intervals as readonly Row[];
    expect(intervals.at(-1)).toMatchObject({ kind: '2', reason: '10', note: '缺电机', to: null });
    expect(await refusal(floor.start(work, 10, 1))).toBe(`工单${work.nbr}已暂停，不能开工`);
    expect(await refusal(floor.act('resume', await now(starts[0]!)))).toBe(`工单${work.nbr}已暂停，不能开工`);
    expect(await refusal(floor.act('resume', await floor.op(work, 10)))).toBe(`工单${work.nbr}已暂停，请先恢复工单`);
    expect(await states(work)).toEqual(['30', '40', ['40', '40'], ['40', '40', '40']]);
    await floor.act('resume', paused);
    expect(await states(work)).toEqual(['30', '30', ['30', '30'], ['30', '30', '40']]);
    expect(await now(work)).toMatchObject({ heldOps: [], heldStarts: [] });
  });
  it('of an order reaches its running work orders with their starts', async () => {
    const { work } = await running();
    const order = await floor.act('pause', await orderOf(work), { reason: '20' });
    expect(await states(work)).toEqual(['40', '40', ['40', '40'], ['40', '40', '40']]);
    expect(await refusal(floor.act('resume', await now(work)))).toBe(`生产订单${order.nbr}已暂停，请先恢复订单`);
    expect(await states(work)).toEqual(['40', '40', ['40', '40'], ['40', '40', '40']]);
    await floor.act('resume', order);
    expect(await states(work)).toEqual(['30', '30', ['30', '30'], ['30', '30', '40']]);
  });
  it('of a work order outlives that of its order, starts and all', async () => {
    const { work } = await running();
    await floor.act('pause', await now(work), { reason: '10' });
    const order = await floor.act('pause', await orderOf(work), { reason: '20' });
    await floor.act('resume', order);
    expect(await states(work)).toEqual(['30', '40', ['40', '40'], ['40', '40', '40']]);
    await floor.act('resume', await now(work));
    expect(await states(work)).toEqual(['30', '30', ['30', '30'], ['30', '30', '40']]);
  });
  it('lets what was begun be reported, and ends what is covered by then', async () => {
    const work = await floor.workOrder(10, LINE.slice(0, 1));
    const start = await floor.start(work, 10, 10);
    await floor.act('pause', await now(work), { reason: '10' });
    const report = await floor.report(await now(start), 4);
    await floor.act('audit', report);
    expect(await states(work)).toEqual(['30', '40', ['40'], ['40']]);
    await floor.act('resume', await now(work));
    expect(await states(work)).toEqual(['30', '30', ['30'], ['30']]);
  });
  it('leaves a start paused whose device works on something else by now', async () => {
    const turning: readonly Operation[] = [{ opNbr: 10, process: 'CX', workGroup: 'CX' }];
    const [work, other] = [await floor.workOrder(10, turning), await floor.workOrder(10, turning)];
    const equipment = await floor.idOf('equipment', 'CNC-02');
    const start = await floor.start(work, 10, 5, { equipment });
    await floor.act('pause', await now(work), { reason: '10' });
    await floor.start(other, 10, 5, { equipment });
    await floor.act('resume', await now(work));
    expect(await states(work)).toEqual(['30', '30', ['30'], ['40']]);
    expect(await refusal(floor.act('resume', await now(start)))).toBe(
      `设备「CNC-02」正在加工${other.nbr}工序10，不能同时开工`,
    );
  });
});
