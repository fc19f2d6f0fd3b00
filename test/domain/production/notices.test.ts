/** Events of the floor and the shipped rules about them (30 §4, 20 noticeRule): who is told, in which words. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { remindOverdue } from '../../../server/domain/production/overdue';
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

it('inspectors are told what waits for them', async () => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL', inspect: true }]);
  const report = await floor.report(await floor.start(work, 10, 60), 60);
  const [check] = await floor.find('qualityTesting', 'prdReport == param.id', { id: report.id });
  const lines = await told('待检');
  expect(lines.map((line) => (line as readonly unknown[])[0])).toEqual(['sunli', 'zhaomin']);
  expect(lines[0]).toEqual(['sunli', `工序质检${check?.nbr}待检`, `${check?.materialName}工序10，送检60。`]);
});
