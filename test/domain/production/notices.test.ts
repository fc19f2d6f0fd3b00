/** Events of the floor and the shipped rules about them (30 §4, 20 noticeRule): who is told, in which words. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { remindOverdue } from '../../../server/domain/production/overdue';
import { confirm } from '../../../server/domain/production/schedule/change';
import { runAtOnce } from '../../../server/domain/production/schedule/run';
import { remindStanding } from '../../../server/domain/production/standing';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { deliverNotices } from '../../../server/records/people/notices';
import { type Floor, openFloor } from './floor';

let floor: Floor;
const run = (text: string) => sql.raw<Record<string, unknown>>(text).execute(floor.factory.database.db);
const deliver = async (): Promise<void> => {
  while ((await floor.factory.as('admin', (ctx) => deliverNotices(ctx.asSystem() as EngineCtx))) > 0);
};
const told = async (title: string): Promise<readonly unknown[]> => {
  await deliver();
  const { rows } = await run(`SELECT u.login_name, m.title, m.body FROM org_demo.message m
    JOIN org_demo."user" u ON u.id = m.receiver_id WHERE m.title LIKE '%${title}%' ORDER BY 1`);
  return rows.map(({ login_name, title, body }) => [login_name, title, body]);
};
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());
beforeEach(async () => {
  await deliver();
  await run('DELETE FROM org_demo.message');
});

const dispatch = async (work: Rec, more: Rec = {}): Promise<Rec> => {
  const orderProcess = (await floor.op(work, 10)).id;
  const employee = await floor.idOf('employee', 'YG0007');
  const saved = await floor.save('dispatchOrder', { orderProcess, assignKind: '10', employee, qty: 40, ...more });
  return floor.read('dispatchOrder', saved.id as string);
};

it('who is given work is told of it, and again once when its time is over', async () => {
  const given = await dispatch(await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]), {
    planRange: ['2026-01-14 08:00:00', '2026-01-14 17:00:00'],
  });
  const about = `${given.materialName}工序10`;
  expect(await told('派工单')).toEqual([['sunhao', `您有新的派工单${given.nbr}`, `${about}，数量40。`]]);
  const overdue = () => floor.factory.as('admin', (ctx) => remindOverdue(ctx.asSystem()));
  await overdue();
  await overdue();
  expect(await told('已逾期')).toContainEqual([
    'sunhao',
    `派工单${given.nbr}已逾期`,
    `${about}派工40，已报0。\n交期 2026-01-14`,
  ]);
  expect((await told(`派工单${given.nbr}已逾期`)).filter((line) => String(line).startsWith('sunhao'))).toHaveLength(1);
  expect(await told('生产订单SCDD202601080003已逾期')).toContainEqual([
    'wangmin',
    '生产订单SCDD202601080003已逾期',
    expect.stringContaining('请核对进度并与销售确认新的交期。'),
  ]);
});

it('a crew is told of its work, the leaders of its crews of that of a device', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
  const toCrew = await dispatch(work, { assignKind: '20', employee: null, team: await floor.idOf('team', 'ZP1') });
  const about = `${toCrew.materialName}工序10，数量40。`;
  const crew = await told('本班组有新的派工单');
  expect(crew.map((line) => (line as readonly unknown[])[0])).toContain('zhoufang');
  expect(crew[0]).toEqual([expect.any(String), `本班组有新的派工单${toCrew.nbr}`, about]);
  const equipment = await floor.idOf('equipment', 'CNC-01');
  const toDevice = await dispatch(work, { assignKind: '30', employee: null, equipment });
  expect(await told('设备')).toContainEqual([
    'wangqiang',
    expect.stringMatching(new RegExp(`^设备「.*CNC-01.*」有新的派工单${toDevice.nbr}$`)),
    about,
  ]);
  expect(await told('您有新的派工单')).toEqual([]);
});

it('inspectors are told what waits for them', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL', inspect: true }]);
  const report = await floor.report(await floor.start(work, 10, 60), 60);
  const [check] = await floor.find('qualityTesting', 'prdReport == param.id', { id: report.id });
  const lines = await told('待检');
  expect(lines.map((line) => (line as readonly unknown[])[0])).toEqual(['sunli', 'zhaomin']);
  expect(lines[0]).toEqual(['sunli', `工序质检${check?.nbr}待检`, `${check?.materialName}工序10，送检60。`]);
});

const remind = () => floor.factory.as('admin', (ctx) => remindStanding(ctx.asSystem()));
it('an operation that stands ready for four hours is told once', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
  const { id, name, materialName, readyAt } = await floor.op(work, 10);
  expect(readyAt).toBe('2026-01-15 10:00:00');
  const mine = async () => {
    await remind();
    return (await told('等待开工')).filter((line) => String(line).includes(String(name)));
  };
  floor.factory.setNow('2026-01-15 13:59:00');
  expect(await mine()).toEqual([]);
  floor.factory.setNow('2026-01-15 14:01:00');
  const text = `${materialName}工序10已可开工而未开工，请安排。\n可开工时间 2026-01-15 10:00`;
  const once = [['liuqiang', `${name}等待开工`, text]];
  expect(await mine()).toEqual(once);
  expect(await mine()).toEqual(once);
  // planned for later it is not late yet
  await run(`UPDATE org_demo.order_process SET planned_start = '2026-01-16 08:00+08' WHERE id = '${id}'`);
  await run(`DELETE FROM org_demo.mw_outbox WHERE event = 'orderProcess.waiting'`);
  await run('DELETE FROM org_demo.message');
  expect(await mine()).toEqual([]);
});

it('who left a start running is told two hours after his shift, once', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
  floor.factory.setNow('2026-01-15 10:00:00');
  const start = await floor.start(work, 10, 60, { shift: await floor.idOf('shift', 'BC01') });
  const mine = async () => {
    await remind();
    return (await told('超时未结束')).filter((line) => String(line).includes(String(start.nbr)));
  };
  floor.factory.setNow('2026-01-15 19:00:00');
  expect(await mine()).toEqual([]);
  floor.factory.setNow('2026-01-15 19:01:00');
  const text = `${start.materialName}工序10在班次结束后仍在计时，请报工、暂停或结束。\n班次结束 2026-01-15 17:00`;
  const once = [['admin', `开工单${start.nbr}超时未结束`, text]];
  expect(await mine()).toEqual(once);
  expect(await mine()).toEqual(once);
});

it('who reported is told that it was sent back', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
  const report = await floor.report(await floor.start(work, 10, 60), 60);
  await floor.act('reject', report, { reason: '数量不符' });
  expect(await told('已驳回')).toEqual([
    ['admin', `报工单${report.nbr}已驳回`, `${report.materialName}工序10报工60未通过审核，请核对后重新报工。`],
  ]);
});

it('the quality engineer is told of a verdict below 95 of 100, and of no better one', async () => {
  const judge = async (good: number, bad: number): Promise<Rec> => {
    const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL', inspect: true }]);
    const report = await floor.report(await floor.start(work, 10, 100), 100);
    const [check] = await floor.find('qualityTesting', 'prdReport == param.id', { id: report.id });
    const defects = [{ id: newId(), badReason: await floor.idOf('badReason', 'BL001'), disposal: '20', qty: bad }];
    const { id, version } = check!;
    await floor.save('qualityTesting', { id, version, qualifiedQty: good, defects });
    return floor.act('judge', await floor.read('qualityTesting', id as string));
  };
  await judge(95, 5);
  expect(await told('合格率低')).toEqual([]);
  const { nbr, materialName } = await judge(94, 6);
  const text = `${materialName}工序10送检100，合格94，请查明原因。`;
  expect(await told('合格率低')).toEqual([['gaofeng', `工序质检${nbr}合格率低`, text]]);
});

it('who plans is told that an order will be late, the head of the workshop that counts differ', async () => {
  const [order] = await floor.find('prdOrder', 'nbr == param.nbr', { nbr: 'SCDD202601080003' });
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
  const report = await floor.report(await floor.start(work, 10, 60), 60);
  const emit = (event: string, { object, id, nbr }: Rec) =>
    floor.factory.as('admin', (ctx) => ctx.emit(event, { object, id, nbr }));
  await emit('prdOrder.lateForecast', order!);
  await emit('prdReport.countDiff', report);
  expect((await told('预计延误')).map((line) => (line as readonly unknown[])[0])).toContain('wangmin');
  expect((await told(`报工单${report.nbr}与设备计数不符`)).map((line) => (line as readonly unknown[])[0])).toContain(
    'liuqiang',
  );
});

it('what happens on the floor is said by its events, once each time', async () => {
  await run('DELETE FROM org_demo.mw_outbox');
  const work = await floor.workOrder(10, [
    { opNbr: 10, process: 'XL' },
    { opNbr: 20, process: 'XL', start: false },
  ]);
  const given = await dispatch(work, { qty: 10 });
  const start = await floor.start(work, 10, 10, { dispatchOrder: given.id });
  const now = () => floor.read('prdStart', start.id as string);
  await floor.act('pause', start, { reason: '10' });
  await floor.act('resume', await now());
  await floor.act('audit', await floor.report(await now(), 10));
  const done = await floor.act('audit', await floor.report(await floor.op(work, 20), 10));
  await floor.act('reverse', done, { reason: '数错' });
  const { rows } = await run('SELECT event, count(*)::int AS n FROM org_demo.mw_outbox GROUP BY event');
  expect(Object.fromEntries(rows.map(({ event, n }) => [event, n]))).toMatchObject({
    'prdOrder.audit': 1,
    'prdOrder.release': 1,
    'workOrder.released': 1,
    'workOrder.finished': 1,
    // the second operation, by the first and by the reversal; the first one is so from its release on
    'orderProcess.ready': 2,
    'orderProcess.finished': 2,
    'dispatchOrder.created': 1,
    'prdStart.started': 1,
    'prdStart.paused': 1,
    'prdReport.submitted': 2,
    'prdReport.effective': 2,
    'prdReport.reversed': 1,
  });
});

it('the head of the workshop is told what is confirmed of its plan', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }]);
  const operation = await floor.op(work, 10);
  const equipment = await floor.idOf('equipment', 'CNC-01');
  const version = await floor.factory.as('wangmin', async (ctx) => {
    const { records } = ctx.asSystem();
    const workshop = (await records.get('workOrder', work.id as string))!.workshop!;
    await runAtOnce(ctx, { workshopId: workshop });
    const [planStart, planEnd] = ['2027-01-15 08:00:00', '2027-01-15 12:00:00'];
    const task = await records.save<string>('scheduleTask', {
      id: newId(),
      name: `${work.nbr} 工序10`,
      ...{ workshop, equipment, orderProcess: operation.id, workOrder: work.id, opNbr: 10, resourceKind: '10' },
      ...{ planStart, runStart: planStart, planEnd, planVersion: 1 },
    });
    const [plan] = await records.find('schedulePlan', 'workshop in param.units', { param: { units: [workshop] } });
    return (await confirm(ctx, { ids: [task.id as string], planVersion: plan?.planVersion ?? 0 })).planVersion;
  });
  expect(await told('排产已确认')).toContainEqual([
    'liuqiang',
    expect.stringMatching(/车间.*排产已确认$/),
    `计划版本${version}，确认：${work.nbr} 工序10等1个任务。请按排产派工。`,
  ]);
});
