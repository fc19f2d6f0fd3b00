/** Events of the floor and the shipped rules about them (30 §4, 20 noticeRule): who is told, in which words. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { remindOverdue } from '../../../server/domain/production/overdue';
import { remindStanding } from '../../../server/domain/production/standing';
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
