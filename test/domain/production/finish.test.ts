/** 完工, 撤销完工 and 关闭 of a work order (30 §2): what must be done before, what the end does to its operations, what takes it back. */
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
const states = async (work: Rec): Promise<unknown> => [
  (await now(work)).docStatus,
  (await floor.ops(work)).map(({ docStatus }) => docStatus),
];
/** Starts and reports an operation in one go. */
const make = async (
  work: Rec,
  opNbr: number,
  good: number,
  bad: readonly (readonly [string, number])[] = [],
): Promise<Rec> => {
  const qty = bad.reduce((sum, [, part]) => sum + part, good);
  return floor.act('audit', await floor.report(await floor.start(work, opNbr, qty), good, bad));
};
const finish = async (work: Rec, ask: Rec = {}): Promise<Rec> => floor.act('finish', await now(work), ask);

describe('完工', () => {
  it('asks why less came than was planned, and ends the operations with it', async () => {
    const work = await floor.workOrder(100, LINE);
    await make(work, 10, 97, [['20', 1]]);
    await make(work, 20, 96, [['20', 1]]);
    expect(await states(work)).toEqual(['30', ['30', '30']]);
    expect(await refusal(finish(work))).toBe('计划100，合格96，报废2，尚缺2，请填写短缺原因');
    expect(await states(work)).toEqual(['30', ['30', '30']]);
    const done = await finish(work, { reason: '10' });
    expect(done).toMatchObject({ docStatus: '60', finishReason: '10', finishFlag: true });
    expect(done.actualEnd).not.toBeNull();
    expect(await states(work)).toEqual(['60', ['60', '60']]);
    expect(await refusal(floor.start(work, 10, 2))).toBe(`工单${work.nbr}已完工，不能开工`);
    expect(await floor.find('prdStart', 'workOrderNbr == param.id && docStatus != 60', { id: work.id })).toEqual([]);
  });
  it('is refused while a start runs, and while anything lies in between', async () => {
    const work = await floor.workOrder(100, LINE);
    const start = await floor.start(work, 10, 100);
    expect(await refusal(finish(work))).toBe(`工序10开工${start.nbr}尚未结束，请先报工或结束`);
    const report = await floor.report(start, 90, [
      ['10', 4],
      ['40', 6],
    ]);
    await floor.act('end', await now(start), {}, ['prdStart.rest']);
    expect(await refusal(finish(work))).toBe('工序10仍有待生效100，请先处理');
    await floor.act('audit', report);
    expect(await refusal(finish(work))).toBe('工序10仍有返工4，请先处理');
    const [task] = await floor.find('reworkTask', 'workOrderNbr == param.id', { id: work.id });
    await floor.act('start', await now(task!));
    await floor.act('report', await now(task!), { goodQty: 4 });
    expect(await refusal(finish(work))).toBe('工序10仍有待判6，请先处理');
    expect(await now(work)).toMatchObject({ docStatus: '30', finishFlag: false, finishReason: null });
    expect((await floor.ops(work)).map(({ finishFlag }) => finishFlag)).toEqual([false, false]);
  });
  it('counts pieces that came in and were not reported', async () => {
    const work = await floor.workOrder(10, LINE);
    await make(work, 10, 10);
    await make(work, 20, 8);
    expect(await refusal(finish(work))).toBe('工序20仍有在制2，请先处理');
    expect(await states(work)).toEqual(['30', ['60', '30']]);
  });
  it('wants what was reported too little before (P15)', async () => {
    const work = await floor.workOrder(100, [LINE[0]!, { opNbr: 20, process: 'XL', mode: '3' }]);
    await make(work, 10, 88);
    await make(work, 20, 100);
    const short = '工序20在制为-12，前工序10欠报12，请先补报';
    expect(await refusal(finish(work, { reason: '90' }))).toBe(short);
    expect(await refusal(floor.act('finish', await floor.op(work, 20)))).toBe('前工序10未完成，不能完成本工序');
    expect(await now(work)).toMatchObject({ docStatus: '30', finishReason: null });
    await make(work, 10, 12);
    expect(await states(work)).toEqual(['60', ['60', '60']]);
  });
  it('ends operations nothing ever came to, and goes on when the report is taken back', async () => {
    const work = await floor.workOrder(10, LINE);
    const report = await make(work, 10, 0, [['20', 10]]);
    const done = await finish(work);
    expect(done).toMatchObject({ docStatus: '60', finishReason: null, scrapQty: 10 });
    expect(await states(work)).toEqual(['60', ['60', '60']]);
    await floor.act('reverse', report, { reason: '录错' });
    expect(await now(work)).toMatchObject({ docStatus: '30', finishFlag: false, actualEnd: null });
    expect(await states(work)).toEqual(['30', ['30', '10']]);
  });
});

describe('撤销完工', () => {
  it('lets the operations go on that ended with it', async () => {
    const work = await floor.workOrder(10, LINE);
    await make(work, 10, 6);
    await make(work, 20, 6);
    const done = await finish(work, { reason: '30' });
    expect(await floor.act('unfinish', done)).toMatchObject({ docStatus: '30', finishReason: null, finishFlag: false });
    expect(await states(work)).toEqual(['30', ['30', '30']]);
    await make(work, 10, 4);
    await make(work, 20, 4);
    expect(await states(work)).toEqual(['60', ['60', '60']]);
  });
  it('is refused when its order is closed', async () => {
    const work = await floor.workOrder(10, LINE);
    await make(work, 10, 6);
    await make(work, 20, 6);
    const done = await finish(work, { reason: '30' });
    const order = await floor.read('prdOrder', work.prdOrderNbr as string);
    await floor.act('close', order, { reason: '30' });
    expect(await refusal(floor.act('unfinish', done))).toBe(`生产订单${order.nbr}已结案，不能撤销完工`);
    expect(await now(work)).toMatchObject({ docStatus: '60', finishReason: '30' });
  });
});

describe('撤销完成 of an operation', () => {
  const WAITS: readonly Operation[] = [LINE[0]!, { opNbr: 20, process: 'XL', mode: '1' }];
  const ended = async (work: Rec): Promise<Rec> => {
    await make(work, 10, 60);
    return floor.act('finish', await floor.op(work, 10));
  };
  const waits = '工序20未就绪：前工序10未完成（合格60/100）';
  it('lets it go on: what was left out is started and reported', async () => {
    const work = await floor.workOrder(100, LINE);
    const op = await ended(work);
    expect(op).toMatchObject({ docStatus: '60', finishFlag: true });
    expect(await refusal(floor.start(work, 10, 40))).toBe('工序任务的数据不在可选范围内');
    expect(await floor.act('unfinish', op)).toMatchObject({ docStatus: '30', finishFlag: false });
    await make(work, 10, 40);
    expect(await states(work)).toEqual(['30', ['60', '20']]);
  });
  it('holds no start of the operation after it that began with its end: that goes on, nothing new begins', async () => {
    const work = await floor.workOrder(100, WAITS);
    const op = await ended(work);
    const start = await floor.start(work, 20, 50);
    await floor.act('unfinish', op);
    expect(await states(work)).toEqual(['30', ['30', '30']]);
    expect(await refusal(floor.start(work, 20, 10))).toBe(waits);
    const report = await floor.report(await now(start), 50);
    expect(await floor.act('audit', report)).toMatchObject({ docStatus: '60' });
    await make(work, 10, 40);
    await make(work, 20, 50);
    expect(await states(work)).toEqual(['60', ['60', '60']]);
  });
  it('so does a report before it that is taken back, down to what was used', async () => {
    const work = await floor.workOrder(100, WAITS);
    await make(work, 10, 60);
    const last = await make(work, 10, 40);
    const start = await floor.start(work, 20, 60);
    await floor.act('reverse', last, { reason: '录错' });
    expect(await states(work)).toEqual(['30', ['30', '30']]);
    expect(await refusal(floor.start(work, 20, 1))).toBe(waits);
    expect(await floor.act('audit', await floor.report(await now(start), 60))).toMatchObject({ docStatus: '60' });
  });
  it('waits for the work order that ended', async () => {
    const work = await floor.workOrder(100, LINE);
    await ended(work);
    await make(work, 20, 60);
    await finish(work, { reason: '30' });
    expect(await refusal(floor.act('unfinish', await floor.op(work, 10)))).toBe(`工单${work.nbr}已完工，请先撤销完工`);
    await floor.act('unfinish', await now(work));
    expect(await floor.act('unfinish', await floor.op(work, 10))).toMatchObject({ docStatus: '30' });
  });
});

describe('关闭', () => {
  it('waits for starts, reports and rework, and comes back to what its numbers say', async () => {
    const work = await floor.workOrder(10, LINE);
    const start = await floor.start(work, 10, 10);
    const close = async (): Promise<Rec> => floor.act('close', await now(work));
    expect(await refusal(close())).toBe(`工单${work.nbr}工序10正在加工，不能关闭`);
    await floor.act('pause', await now(work), { reason: '10' });
    expect(await refusal(close())).toBe(`开工${start.nbr}尚未结束，不能关闭`);
    const report = await floor.report(await now(start), 3, [['10', 1]]);
    await floor.act('end', await now(start), {}, ['prdStart.rest']);
    expect(await refusal(close())).toBe(`报工${report.nbr}尚未生效，不能关闭`);
    await floor.act('audit', report);
    const [task] = await floor.find('reworkTask', 'workOrderNbr == param.id', { id: work.id });
    expect(await refusal(close())).toBe(`返工任务${task!.nbr}尚未完成，不能关闭`);
    expect((await now(work)).docStatus).toBe('40');
    await floor.act('start', await now(task!));
    await floor.act('report', await now(task!), { goodQty: 1 });
    expect((await close()).docStatus).toBe('80');
    expect(await states(work)).toEqual(['80', ['80', '80']]);
    expect((await floor.act('reopen', await now(work))).docStatus).toBe('30');
    expect(await states(work)).toEqual(['30', ['30', '20']]);
  });
});

describe('补单', () => {
  const orderOf = (work: Rec): Promise<Rec> => floor.read('prdOrder', work.prdOrderNbr as string);
  const supplement = async (work: Rec, qty: number): Promise<Rec> =>
    floor.act('supplement', await orderOf(work), { qty });
  const workOrders = (order: Rec): Promise<readonly Rec[]> =>
    floor.find('workOrder', 'prdOrderNbr == param.id', { id: order.id }, 'nbr');
  it('makes what was lost again, with needs of its own, and no more than that', async () => {
    const work = await floor.workOrder(100, LINE, { uses: false });
    await make(work, 10, 97, [['20', 1]]);
    expect(await orderOf(work)).toMatchObject({ lostQty: 1, spareQty: 1 });
    await make(work, 20, 96, [['20', 1]]);
    await finish(work, { reason: '10' });
    const before = await orderOf(work);
    expect(before).toMatchObject({ lostQty: 4, supplementQty: 0, spareQty: 4, releasedQty: 100 });
    expect(await refusal(supplement(work, 6))).toBe('可补数量4，本次6');
    expect(await refusal(supplement(work, 0))).toBe('补单数量必须大于0');
    expect(await workOrders(before)).toHaveLength(1);
    const after = await supplement(work, 3);
    expect(after).toMatchObject({ supplementQty: 3, spareQty: 1, releasedQty: 103, openQty: 0, planQty: 100 });
    const added = (after.materials as readonly Row[]).filter((row) => row.supplement === true);
    const planned = (after.materials as readonly Row[]).filter((row) => row.supplement !== true);
    expect(planned.map(({ id, needQty }) => [id, needQty])).toEqual(
      (before.materials as readonly Row[]).map(({ id, needQty }) => [id, needQty]),
    );
    // 2 a piece and 2 % loss: 6.12, up to whole ones
    expect(added.find(({ materialCode }) => materialCode === 'SR-08')).toMatchObject({ needQty: 7, usedQty: 0 });
    const [, made] = await workOrders(after);
    expect(made).toMatchObject({ kind: '40', supplementOf: work.id, planQty: 3, docStatus: '10' });
    const own = await now(made!);
    expect((own.materials as readonly Row[]).map(({ orderRow, needQty }) => [orderRow, needQty])).toEqual(
      added.map(({ id, needQty }) => [id, needQty]),
    );
    expect((await floor.ops(own)).map(({ opNbr, planQty }) => [opNbr, planQty])).toEqual([
      [10, 3],
      [20, 3],
    ]);
    const changed = await floor.act('change', after, {
      planQty: 120,
      dueDate: '2026-01-20',
      priority: '3',
      reason: '加',
    });
    expect((changed.materials as readonly Row[]).filter((row) => row.supplement === true)).toHaveLength(added.length);
    expect(changed).toMatchObject({ openQty: 20 });
    const less = { planQty: 99, dueDate: '2026-01-20', priority: '3', reason: '减' };
    expect(await refusal(floor.act('change', changed, less))).toBe('已下达100，计划数量不能小于100');
    await floor.act('void', own);
    expect(await orderOf(work)).toMatchObject({ supplementQty: 0, spareQty: 4, releasedQty: 100 });
  });
  it('shares a later lot of the plan as if nothing had been made again', async () => {
    const work = await floor.workOrder(60, LINE);
    await make(work, 10, 58, [['20', 2]]);
    const order = await supplement(work, 2);
    const changed = await floor.act('change', order, {
      planQty: 100,
      dueDate: '2026-01-20',
      priority: '3',
      reason: '加',
    });
    await floor.act('release', changed, { qty: 40, lotQty: 0 });
    const [first, , third] = await workOrders(order);
    const need = async (each: Rec): Promise<number> =>
      ((await now(each)).materials as readonly Row[]).find(({ materialCode }) => materialCode === 'SR-08')!
        .needQty as number;
    expect((await need(first!)) + (await need(third!))).toBe(204);
  });
});

describe('派工 of a work order that ends', () => {
  const give = (work: Rec, opNbr: number, employee: string, qty: number): Promise<Rec> =>
    floor
      .op(work, opNbr)
      .then((op) => floor.save('dispatchOrder', { orderProcess: op.id, assignKind: '10', employee, qty }));
  const papers = async (work: Rec): Promise<unknown> =>
    (await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id }, 'opNbr,nbr')).map(
      ({ docStatus, endedFrom }) => [docStatus, endedFrom],
    );
  const given = async (): Promise<Rec> => {
    const work = await floor.workOrder(100, LINE);
    const [one, other] = await Promise.all(['YG0018', 'YG0006'].map((code) => floor.idOf('employee', code)));
    const paper = await give(work, 10, one!, 60);
    await give(work, 10, other!, 40);
    await give(work, 20, one!, 100);
    const start = await floor.start(work, 10, 50, { dispatchOrder: paper.id });
    await floor.act('audit', await floor.report(start, 50));
    expect(await papers(work)).toEqual([
      ['30', null],
      ['20', null],
      ['20', null],
    ]);
    return work;
  };
  it('完工 ends it, 撤销完工 gives it back as it was', async () => {
    const work = await given();
    await make(work, 20, 50);
    await finish(work, { reason: '30' });
    expect(await papers(work)).toEqual([
      ['60', '30'],
      ['80', '20'],
      ['80', '20'],
    ]);
    expect((await floor.ops(work)).map(({ dispatchQty }) => dispatchQty)).toEqual([60, 0]);
    await floor.act('unfinish', await now(work));
    expect(await papers(work)).toEqual([
      ['30', null],
      ['20', null],
      ['20', null],
    ]);
    expect((await floor.ops(work)).map(({ dispatchQty }) => dispatchQty)).toEqual([100, 100]);
  });
  it('关闭 ends it, and a recall of before stays one when the work order opens again', async () => {
    const work = await given();
    const [, recalled] = await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id }, 'opNbr,nbr');
    await floor.act('recall', await now(recalled!), { reason: '改派' });
    await floor.act('pause', await now(work), { reason: '10' });
    await floor.act('close', await now(work));
    expect(await papers(work)).toEqual([
      ['60', '30'],
      ['80', null],
      ['80', '20'],
    ]);
    await floor.act('reopen', await now(work));
    expect(await papers(work)).toEqual([
      ['30', null],
      ['80', null],
      ['20', null],
    ]);
  });
  it('the last piece ends it too, and its report taken back opens it', async () => {
    const work = await floor.workOrder(10, LINE.slice(0, 1));
    const employee = await floor.idOf('employee', 'YG0018');
    const paper = await give(work, 10, employee, 6);
    await give(work, 10, employee, 4);
    const [first, second] = [
      await floor.start(work, 10, 6, { dispatchOrder: paper.id }),
      await floor.start(work, 10, 4),
    ];
    await floor.act('audit', await floor.report(first, 6));
    const last = await floor.act('audit', await floor.report(second, 4));
    expect(await papers(work)).toEqual([
      ['60', null],
      ['80', '20'],
    ]);
    await floor.act('reverse', last, { reason: '录错' });
    expect((await now(work)).docStatus).toBe('30');
    expect(await papers(work)).toEqual([
      ['60', null],
      ['20', null],
    ]);
  });
});
