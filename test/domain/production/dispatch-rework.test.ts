/** 派工 (30 P5), 返工任务, the end of an operation by hand, and two at once: what is given, done again, taken back and refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { dispatchAsk, loadToday } from '../../../server/domain/production/dispatch-lines';
import { floorOf } from '../../../server/domain/production/operations';
import { newId } from '../../../server/ids';
import { piecesOf } from '../../../server/production/pieces';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { pickRows } from '../../../server/records/pick/pick';
import { asked, type Floor, type Operation, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const LINE: readonly Operation[] = [
  { opNbr: 10, process: 'XL' },
  { opNbr: 20, process: 'XL' },
];
const dispatch = async (workOrder: Rec, opNbr: number, qty: number): Promise<Rec> => {
  const operation = await floor.op(workOrder, opNbr);
  const employee = await floor.idOf('employee', 'YG0018');
  const saved = await floor.save('dispatchOrder', { orderProcess: operation.id, assignKind: '10', employee, qty });
  return floor.read('dispatchOrder', saved.id as string);
};
/** Where the pieces of a work order are, by what its documents say: nothing is missing. */
const difference = (workOrder: Rec): Promise<readonly number[]> =>
  floor.factory.as('admin', async (ctx) => {
    const { operations, balances } = await floorOf(ctx, workOrder.id as string);
    return piecesOf(operations, balances).map((way) => way.difference);
  });

describe('派工', () => {
  it('gives no more than the plan allows (acceptance 6), and what is withdrawn is free again', async () => {
    const work = await floor.workOrder(100, LINE);
    const first = await dispatch(work, 10, 60);
    expect(first).toMatchObject({ docStatus: '20', qty: 60 });
    expect(await floor.op(work, 10)).toMatchObject({ dispatchQty: 60, remainDispatch: 40 });
    expect(await floor.read('workOrder', work.id as string)).toMatchObject({ docStatus: '20' });
    expect(await refusal(dispatch(work, 10, 50))).toBe('计划100，允许超报0%，已派60，外协0，最多可派40，本次50');
    expect(await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id })).toHaveLength(1);
    expect(await floor.act('recall', first, { reason: '改派' })).toMatchObject({ docStatus: '80' });
    expect(await floor.op(work, 10)).toMatchObject({ dispatchQty: 0, remainDispatch: 100 });
    expect(await floor.read('workOrder', work.id as string)).toMatchObject({ docStatus: '10' });
  });
  it('holds starts to what was given, runs with them and ends with them', async () => {
    const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL', dispatch: true }]);
    expect(await refusal(floor.start(work, 10, 10))).toBe('派工0，已开工0，最多可开工0，本次10');
    const given = await dispatch(work, 10, 40);
    expect(await refusal(floor.start(work, 10, 41, { dispatchOrder: given.id }))).toBe(
      '派工40，已开工0，最多可开工40，本次41',
    );
    const start = await floor.start(work, 10, 40, { dispatchOrder: given.id });
    const running = await floor.read('dispatchOrder', given.id as string);
    expect(running).toMatchObject({ docStatus: '30', startQty: 40 });
    expect(await refusal(floor.act('recall', running, { reason: '停' }))).toBe('派工单已开工40，不能撤回');
    const report = await floor.report(start, 40);
    expect(report.dispatchOrder).toBe(given.id);
    await floor.act('audit', report);
    expect(await floor.read('dispatchOrder', given.id as string)).toMatchObject({ docStatus: '60', reportQty: 40 });
  });
  it('goes on to somebody else with its rest', async () => {
    const work = await floor.workOrder(100, LINE);
    const given = await dispatch(work, 10, 100);
    await floor.start(work, 10, 30, { dispatchOrder: given.id });
    const now = await floor.read('dispatchOrder', given.id as string);
    const to = { assignKind: '10', employeeId: await floor.idOf('employee', 'YG0006'), reason: '换班' };
    expect(await refusal(floor.act('transfer', now, { ...to, qty: 71 }))).toBe(
      '派工100，已开工30，最多可转派70，本次71',
    );
    expect(await floor.act('transfer', now, { ...to, qty: 70 })).toMatchObject({ qty: 30, docStatus: '30' });
    const [passed] = await floor.find('dispatchOrder', 'fromNbr == param.id', { id: given.id });
    expect(passed).toMatchObject({ qty: 70, employee: to.employeeId });
    expect(await floor.op(work, 10)).toMatchObject({ dispatchQty: 100 });
  });
  it('goes out as it is planned: a paper for each confirmed task, once, never more than the plan allows', async () => {
    const work = await floor.workOrder(100, LINE);
    const op = await floor.op(work, 10);
    const equipment = await floor.idOf('equipment', 'CNC-01');
    const team = await floor.idOf('team', 'JJ2');
    const planned = async (more: Rec): Promise<void> => {
      await floor.factory.as('admin', (ctx) =>
        ctx.asSystem().records.save('scheduleTask', {
          id: ctx.newId(),
          orderProcess: op.id as string,
          planStart: '2026-01-12 08:00:00',
          planEnd: '2026-01-12 12:00:00',
          status: '1',
          ...more,
        }),
      );
    };
    const noPlan = await refusal(floor.act('byPlan', op));
    expect(noPlan).toMatch(/按排产派工/);
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('orderProcess', op.id as string, {
        head: { plannedStart: '2026-01-12 08:00:00', plannedEnd: '2026-01-12 17:00:00', plannedEquipment: equipment },
      }),
    );
    const ready = await floor.op(work, 10);
    expect(await refusal(floor.act('byPlan', ready))).toBe(`${op.name}没有待派的已确认排产任务`);
    await planned({ equipment, qty: 60 });
    await planned({ team, qty: 60, planStart: '2026-01-12 13:00:00', planEnd: '2026-01-12 17:00:00' });
    await planned({ equipment, qty: 30, status: '0' });
    await floor.act('byPlan', ready);
    const papers = await floor.find('dispatchOrder', 'orderProcess == param.id', { id: op.id }, '-qty');
    expect(papers.map(({ assignKind, equipment, team, qty }) => [assignKind, equipment, team, qty])).toEqual([
      ['30', equipment, null, 60],
      ['20', null, team, 40],
    ]);
    expect(papers[0]?.planRange).toEqual(['2026-01-12 08:00:00', '2026-01-12 12:00:00']);
    await floor.act('recall', papers[0] as Rec, { reason: '改派' });
    await floor.act('byPlan', await floor.op(work, 10));
    const now = await floor.find('dispatchOrder', 'orderProcess == param.id && docStatus != 80', { id: op.id });
    expect(now.map(({ qty }) => qty).sort()).toEqual([40, 60]);
  });
  it('who is not qualified for it is asked about, once, and may have it', async () => {
    const work = await floor.workOrder(100, LINE);
    const op = await floor.op(work, 10);
    await floor.factory.as('admin', (ctx) =>
      ctx.records.patch('orderProcess', op.id as string, { head: { minSkill: '3' } }),
    );
    const employeeId = await floor.idOf('employee', 'YG0012');
    const to = { lines: [{ id: newId(), lineNo: 10, assignKind: '10', employeeId, qty: 40 }] };
    const first = floor.act('dispatch', await floor.op(work, 10), to);
    expect(await asked(first)).toEqual([expect.stringMatching(/^员工「周涛」没有「.+」的上岗资格$/)]);
    expect(await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id })).toEqual([]);
    const given = await floor.act('dispatch', await floor.op(work, 10), to, ['prdStart.skill']);
    expect(given).toMatchObject({ dispatchQty: 40 });
  });
  it('several are given their part at once: all rows together within the limit, or nothing', async () => {
    const work = await floor.workOrder(100, LINE);
    const op = await floor.op(work, 10);
    const [a, b] = await Promise.all(['YG0018', 'YG0006'].map((code) => floor.idOf('employee', code)));
    const team = (await floor.find('team', 'isDisabled == 0'))[0]?.id;
    const gone = await floor.idOf('employee', 'YG0021');
    const line = (lineNo: number, more: Rec) => ({ id: newId(), lineNo, qty: 40, ...more }) as Row;
    const person = (lineNo: number, employeeId: unknown, more: Rec = {}) =>
      line(lineNo, { assignKind: '10', employeeId: employeeId as string, ...more });
    const papers = () => floor.find('dispatchOrder', 'orderProcess == param.id', { id: op.id }, 'nbr');
    expect(await refusal(floor.act('dispatch', op, { lines: [person(10, a), person(20, b), person(30, a)] }))).toBe(
      '计划100，允许超报0%，已派0，外协0，最多可派100，本次120',
    );
    expect(await refusal(floor.act('dispatch', op, { lines: [person(10, a), person(20, null)] }))).toBe(
      '第2行：请选择员工',
    );
    expect(await refusal(floor.act('dispatch', op, { lines: [person(10, a), person(20, b, { qty: 0 })] }))).toBe(
      '第2行：派工数量必须大于0',
    );
    await floor.factory.as('admin', (ctx) => ctx.records.patch('employee', gone, { head: { empStatus: '3' } }));
    expect(await refusal(floor.act('dispatch', op, { lines: [person(10, a), person(20, gone)] }))).toMatch(/员工/);
    expect(await papers()).toEqual([]);
    const planRange = ['2026-01-16 08:00:00', '2026-01-16 12:00:00'] as const;
    const given = await floor.act('dispatch', op, {
      lines: [person(10, a, { planRange }), line(20, { assignKind: '20', teamId: team as string, qty: 60 })],
    });
    expect(given).toMatchObject({ dispatchQty: 100, remainDispatch: 0 });
    expect((await papers()).map((paper) => [paper.assignKind, paper.employee ?? paper.team, paper.qty])).toEqual([
      ['10', a, 40],
      ['20', team, 60],
    ]);
    expect((await papers())[0]?.planRange).toEqual(planRange);
  });
  it('people of a row are found by their codes and names, those who left are not offered', async () => {
    const offered = (keyword: string) =>
      floor.factory.as('liuqiang', async (given) => {
        const ctx = given as EngineCtx;
        const page = ctx.registry.page('orderProcess.dispatch');
        const { records } = await pickRows(ctx, page!, 'actions.dispatch.ask.lines.employee', {
          current: 1,
          size: 10,
          search: keyword,
          record: {},
        });
        return records.map(({ name }) => name);
      });
    expect(await offered('YG0008')).toEqual(['周芳']);
    const gone = await floor.idOf('employee', 'YG0021');
    await floor.factory.as('admin', (ctx) => ctx.records.patch('employee', gone, { head: { empStatus: '3' } }));
    expect(await offered('YG0021')).toEqual([]);
  });
  it('the dialog begins with one row of all that is left', async () => {
    const work = await floor.workOrder(100, LINE);
    const op = await floor.op(work, 10);
    const begins = await floor.factory.as('admin', (ctx) => dispatchAsk.run({ ids: [op.id as string] }, ctx));
    expect(begins).toMatchObject({ lines: [{ assignKind: '10', qty: 100, planRange: op.planRange }] });
  });
  it('how loaded the planned device is today is told of what the plan has', async () => {
    const equipment = await floor.idOf('equipment', 'CNC-01');
    const loads = await floor.factory.as('admin', (ctx) =>
      loadToday.runAll!([{ equipment }, { equipment: null }], ctx),
    );
    expect(loads).toEqual([expect.any(Number), null]);
  });
  it('均分 shares among people', async () => {
    const work = await floor.workOrder(50, LINE);
    const people = await Promise.all(['YG0018', 'YG0006', 'YG0012'].map((code) => floor.idOf('employee', code)));
    await floor.act('even', await floor.op(work, 10), { people, qty: 50 });
    const given = await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id }, 'qty');
    expect(given.map(({ qty }) => qty)).toEqual([16, 17, 17]);
  });
});

describe('返工', () => {
  it('moves pieces to good and scrap, and holds what it came from', async () => {
    const work = await floor.workOrder(100, LINE);
    const start = await floor.start(work, 10, 100);
    const report = await floor.act('audit', await floor.report(start, 98, [['10', 2]]));
    const [task] = await floor.find('reworkTask', 'prdReport == param.id', { id: report.id });
    expect(task).toMatchObject({ docStatus: '10', qty: 2, remain: 2 });
    const one = await floor.act('report', task!, { goodQty: 1, workScrapQty: 0, materialScrapQty: 0 });
    expect(one).toMatchObject({ docStatus: '30', goodQty: 1, remain: 1 });
    expect(await floor.op(work, 10)).toMatchObject({
      qualifiedQty: 99,
      reworkQty: 1,
      reportQty: 100,
      firstPassQty: 98,
    });
    expect(await floor.op(work, 20)).toMatchObject({ inQty: 99 });
    expect(await refusal(floor.act('report', one, { goodQty: 2, workScrapQty: 0, materialScrapQty: 0 }))).toBe(
      '返工数2，已返工1，最多可报1，本次2',
    );
    expect(await refusal(floor.act('reverse', report, { reason: '错' }))).toBe(`返工任务${task!.nbr}已开始，不能冲销`);
    const done = await floor.act('report', one, { goodQty: 0, workScrapQty: 1, materialScrapQty: 0 });
    expect(done).toMatchObject({ docStatus: '60', scrapQty: 1, remain: 0 });
    expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 99, reworkQty: 0, scrapQty: 1, docStatus: '60' });
    expect(await difference(work)).toEqual([0]);
    await floor.start(work, 20, 99);
    const rows = [{ id: (done.reports as readonly Row[])[0]!.id as string }];
    const unreport = floor.factory.as('admin', (ctx) =>
      runAction(ctx as EngineCtx, ctx.records.object('reworkTask'), 'unreport', {
        targets: [{ id: done.id as string, version: done.version as number, rows }],
      }),
    );
    expect(await refusal(unreport)).toBe('后工序20已使用99，冲销后工序10合格仅98，请先冲销或调整后工序');
  });
  it('closed, its rest is scrap', async () => {
    const work = await floor.workOrder(10, LINE);
    await floor.act('audit', await floor.report(await floor.start(work, 10, 10), 7, [['10', 3]]));
    const [task] = await floor.find('reworkTask', 'workOrderNbr == param.id', { id: work.id });
    expect(await floor.act('close', task!, { reason: '无法返工' })).toMatchObject({
      docStatus: '80',
      scrapQty: 3,
      remain: 0,
    });
    expect(await floor.op(work, 10)).toMatchObject({ reworkQty: 0, scrapQty: 3, workScrapQty: 3, qualifiedQty: 7 });
    expect(await difference(work)).toEqual([0]);
  });
});

describe('an operation', () => {
  it('pauses what runs on it and ends by hand with what came in', async () => {
    const work = await floor.workOrder(100, LINE);
    const start = await floor.start(work, 10, 60);
    const paused = await floor.act('pause', await floor.op(work, 10), { reason: '10' });
    expect(paused).toMatchObject({ docStatus: '40' });
    expect(await floor.read('prdStart', start.id as string)).toMatchObject({ docStatus: '40' });
    expect(await refusal(floor.start(work, 10, 1))).toBe(`工单${work.nbr}工序10已暂停，不能开工`);
    expect(await floor.act('resume', paused)).toMatchObject({ docStatus: '30' });
    expect(await refusal(floor.act('finish', await floor.op(work, 20)))).not.toBe('done');
    expect(await refusal(floor.act('finish', await floor.op(work, 10)))).toBe('转入60，已报0，尚有60未报，不能完成');
    await floor.act('audit', await floor.report(await floor.read('prdStart', start.id as string), 60));
    expect(await floor.op(work, 10)).toMatchObject({ docStatus: '30' });
    expect(await floor.act('finish', await floor.op(work, 10))).toMatchObject({ docStatus: '60' });
  });
});

describe('a crew at work', () => {
  it('grows and shrinks by badges, each with its time; the last one stays', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const [first, second] = await Promise.all(['YG0018', 'YG0006'].map((code) => floor.idOf('employee', code)));
    const start = await floor.start(work, 10, 60, { workers: [{ id: newId(), employee: first!, ratio: 1 }] });
    const badge = (rec: Rec, employee: string) => floor.act('badge', rec, { employeeId: employee });
    const here = ({ workers }: Rec) =>
      (workers as readonly Rec[]).filter(({ leaveTime }) => leaveTime === null).map(({ employee }) => employee);
    const both = await badge(start, second!);
    expect(here(both)).toEqual([first, second]);
    const one = await badge(both, first!);
    expect(here(one)).toEqual([second]);
    expect(one.workers).toMatchObject([{ leaveTime: expect.any(String) }, { joinTime: expect.any(String) }]);
    expect(await refusal(badge(one, second!))).toBe('在岗人员不能为空，请先暂停或结束');
    expect(here(await floor.read('prdStart', start.id as string))).toEqual([second]);
    // who comes back begins anew
    expect((await badge(one, first!)).workers).toHaveLength(3);
  });
});

describe('two at once', () => {
  it('the last 40 pieces are reported once, the other is told the new numbers', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const start = await floor.start(work, 10, 100);
    await floor.act('audit', await floor.report(start, 60));
    const answers = await Promise.all([1, 2].map(() => refusal(floor.report(start, 40))));
    expect(answers.sort()).toEqual(['done', '已开工100，已报60（另有40待生效），最多可报0，本次40']);
    expect(await floor.op(work, 10)).toMatchObject({ submittedQty: 40 });
  });
  it('50 reports of ten work orders are audited by two people in opposite order', async () => {
    const works: Rec[] = [];
    const reports: Rec[] = [];
    for (let n = 0; n < 10; n++) {
      const work = await floor.workOrder(50, [{ opNbr: 10, process: 'XL', start: false }]);
      works.push(work);
      const operation = await floor.op(work, 10);
      for (let each = 0; each < 5; each++) reports.push(await floor.report(operation, 10));
    }
    const audit = (list: readonly Rec[]) =>
      floor.factory.as('admin', (ctx) =>
        runAction(ctx as EngineCtx, ctx.records.object('prdReport'), 'audit', {
          targets: list.map(({ id, version }) => ({ id: id as string, version: version as number })),
        }),
      );
    const even = reports.filter((_, n) => n % 2 === 0);
    const odd = reports.filter((_, n) => n % 2 === 1).reverse();
    await Promise.all([audit(even), audit(odd)]);
    for (const work of works) {
      expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 50, submittedQty: 0, docStatus: '60' });
      expect(await floor.read('workOrder', work.id as string)).toMatchObject({ docStatus: '60', qualifiedQty: 50 });
    }
  });
});

describe('a team leader (30 §1.7)', () => {
  const asLeader = async <T>(work: () => Promise<T>): Promise<T> => {
    floor.login = 'wangqiang';
    try {
      return await work();
    } finally {
      floor.login = 'admin';
    }
  };
  it('hands out work of his crew and no other, nor takes back what others gave', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const orderProcess = (await floor.op(work, 10)).id;
    const give = async (employee: string) =>
      floor.save('dispatchOrder', {
        orderProcess,
        assignKind: '10',
        employee: await floor.idOf('employee', employee),
        qty: 10,
      });
    const other = await give('YG0008');
    const said = '周芳不在您的班组，不能安排或处理其任务';
    await asLeader(async () => {
      expect(await refusal(give('YG0008'))).toContain(said);
      expect(await refusal(give('YG0006'))).toBe('done');
      const stored = await floor.read('dispatchOrder', other.id as string);
      expect(await refusal(floor.act('recall', stored, { reason: '错派' }))).toContain(said);
      const even = { people: [await floor.idOf('employee', 'YG0008')], qty: 10 };
      expect(await refusal(floor.act('even', await floor.op(work, 10), even))).toContain(said);
    });
    expect(await floor.op(work, 10)).toMatchObject({ dispatchQty: 20 });
    expect(await floor.read('dispatchOrder', other.id as string)).toMatchObject({ docStatus: '20' });
    const begin = { dispatchOrder: other.id as string };
    expect(await asLeader(() => refusal(floor.start(work, 10, 5, begin)))).toContain(said);
    floor.login = 'zhoufang';
    expect(await refusal(floor.start(work, 10, 5, begin))).toBe('done');
    floor.login = 'admin';
  });
  it('hands work to devices of his workshop and no other', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const give = async (code: string) => {
      const line = { id: newId(), lineNo: 10, assignKind: '30', equipmentId: await floor.idOf('equipment', code) };
      return floor.act('dispatch', await floor.op(work, 10), { lines: [{ ...line, qty: 10 }] });
    };
    await give('IM-01');
    const [other] = await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id });
    await asLeader(async () => {
      expect(await refusal(give('IM-01'))).toContain('不在您的班组，不能安排或处理其任务');
      expect(await refusal(floor.act('recall', other!, { reason: '错派' }))).toContain('不在您的班组');
      expect(await refusal(give('CNC-01'))).toBe('done');
    });
    // blanks are no reason, whoever gives them
    for (const reason of ['', ' ', '　\n'])
      expect(await refusal(floor.act('recall', other!, { reason }))).toBe('请填写原因');
    expect(await floor.op(work, 10)).toMatchObject({ dispatchQty: 20 });
    expect(await floor.read('dispatchOrder', other!.id as string)).toMatchObject({ docStatus: '20' });
  });
  it('goes to a device of the work group of the operation, where it has one', async () => {
    const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL', workGroup: 'XX' }]);
    const give = async (code: string) => {
      const line = { id: newId(), lineNo: 10, assignKind: '30', equipmentId: await floor.idOf('equipment', code) };
      return floor.act('dispatch', await floor.op(work, 10), { lines: [{ ...line, qty: 10 }] });
    };
    expect(await refusal(give('IM-01'))).toBe('设备「IM-01」不属于工作组「铣削组」');
    expect(await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id })).toEqual([]);
    await give('CNC-03');
    const [given] = await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id });
    const other = { assignKind: '30', equipmentId: await floor.idOf('equipment', 'IM-01'), qty: 5, reason: '换设备' };
    expect(await refusal(floor.act('transfer', given!, other))).toBe('设备「IM-01」不属于工作组「铣削组」');
    expect(await floor.find('dispatchOrder', 'workOrderNbr == param.id', { id: work.id })).toMatchObject([{ qty: 10 }]);
    const fits = { ...other, equipmentId: await floor.idOf('equipment', 'CNC-04') };
    const rest = await floor.act('transfer', given!, fits);
    expect(rest).toMatchObject({ qty: 5 });
    // to a person at a device: both are kept
    const person = { assignKind: '10', employeeId: await floor.idOf('employee', 'YG0007'), qty: 5, reason: '换人' };
    expect(await refusal(floor.act('transfer', rest, { ...person, equipmentId: other.equipmentId }))).toBe(
      '设备「IM-01」不属于工作组「铣削组」',
    );
    await floor.act('transfer', rest, { ...person, equipmentId: fits.equipmentId }, ['start.skill', 'prdStart.skill']);
    const people = await floor.find('dispatchOrder', 'fromNbr == param.id && assignKind == 10', { id: rest.id });
    expect(people).toMatchObject([{ employee: person.employeeId, equipment: fits.equipmentId, qty: 5 }]);
  });
  it('does rework of his crew or of nobody, not of another one', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    await floor.act('audit', await floor.report(await floor.start(work, 10, 60), 58, [['10', 2]]));
    const [task] = await floor.find('reworkTask', 'workOrderNbr == param.id', { id: work.id });
    await floor.save('reworkTask', {
      id: task!.id,
      version: task!.version,
      employee: await floor.idOf('employee', 'YG0008'),
    });
    const given = await floor.read('reworkTask', task!.id as string);
    const said = '周芳不在您的班组，不能安排或处理其任务';
    await asLeader(async () => {
      expect(await refusal(floor.act('report', given, { goodQty: 1 }))).toContain(said);
      // before its version
      expect(await refusal(floor.act('start', { ...given, version: 0 }))).toContain(said);
    });
    expect(await floor.read('reworkTask', task!.id as string)).toMatchObject({ goodQty: 0, version: given.version });
    await floor.save('reworkTask', { id: given.id, version: given.version, employee: null });
    await asLeader(async () =>
      expect(
        await refusal(floor.act('report', await floor.read('reworkTask', task!.id as string), { goodQty: 1 })),
      ).toBe('done'),
    );
  });
  it('cannot pause an operation', async () => {
    const work = await floor.workOrder(100, LINE.slice(0, 1));
    const operation = await floor.op(work, 10);
    await asLeader(async () => expect(await refusal(floor.act('pause', operation, { reason: '10' }))).not.toBe('done'));
    expect(await floor.op(work, 10)).toMatchObject({ docStatus: '20' });
  });
});

describe('what rows offer', () => {
  const offered = (login: string, code: string, id: unknown): Promise<readonly string[]> =>
    floor.factory.as(login, async (given) => {
      const ctx = given as EngineCtx;
      const { records } = await getPageList(ctx, ctx.registry.page(code)!, {
        current: 1,
        size: 10,
        ids: [id as string],
      });
      return records[0]!._actions as string[];
    });
  it('is work to accept only to whom it was given', async () => {
    const work = await floor.workOrder(10, LINE.slice(0, 1));
    const given = await dispatch(work, 10, 4);
    const crew = await floor.save('dispatchOrder', {
      orderProcess: (await floor.op(work, 10)).id,
      assignKind: '20',
      team: await floor.idOf('team', 'JJ2'),
      qty: 3,
    });
    for (const { id } of [given, crew])
      await floor.factory.as('admin', (ctx) =>
        ctx.records.patch('dispatchOrder', id as string, { head: { docStatus: '10' } }),
      );
    expect(await offered('chentao', 'dispatchOrder', given.id)).toContain('accept');
    expect(await offered('wangqiang', 'dispatchOrder', given.id)).not.toContain('accept');
    expect(await offered('wangqiang', 'dispatchOrder', crew.id)).toContain('accept');
    expect(await offered('zhaoli', 'dispatchOrder', crew.id)).not.toContain('accept');
  });
  it('is no start of what is done outside', async () => {
    const work = await floor.workOrder(10, [
      { opNbr: 10, process: 'XL' },
      { opNbr: 20, process: 'DD', out: true, start: false },
    ]);
    const ops = await floor.ops(work);
    for (const { id } of ops)
      await floor.factory.as('admin', (ctx) =>
        ctx.records.patch('orderProcess', id as string, { head: { docStatus: '20' } }),
      );
    expect(await offered('admin', 'orderProcess', ops[0]!.id)).toContain('addStart');
    expect(await offered('admin', 'orderProcess', ops[1]!.id)).not.toContain('addStart');
  });
});

describe('tasks on touch', () => {
  it('stand in the order of their plan, then of their urgency; what nobody planned comes last', async () => {
    const plans = [
      ['2026-01-13 08:00:00', '3'],
      [null, '3'],
      ['2026-01-12 13:00:00', '3'],
      ['2026-01-13 08:00:00', '1'],
    ] as const;
    const starts: string[] = [];
    for (const [plannedStart, priority] of plans) {
      const work = await floor.workOrder(10, LINE.slice(0, 1), { priority });
      const { id } = await floor.op(work, 10);
      if (plannedStart !== null)
        await floor.factory.as('admin', (ctx) =>
          ctx.records.patch('orderProcess', id as string, { head: { plannedStart } }),
        );
      starts.push((await floor.start(work, 10, 10)).id as string);
    }
    const shown = await floor.factory.as('admin', async (given) => {
      const ctx = given as EngineCtx;
      const page = ctx.registry.page('prdStart')!;
      const { records } = await getPageList(ctx, page, { scheme: 'running', size: 60, sort: page.floor!.sort });
      return records.map(({ id }) => id);
    });
    const [later, unplanned, first, urgent] = starts;
    expect(shown.filter((id) => starts.includes(id as string))).toEqual([first, urgent, later, unplanned]);
  });
});
