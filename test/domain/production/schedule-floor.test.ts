/** The plan and the floor (30 §3 step 2, bars of actuals): what runs stands where it was begun, whatever was planned; materials that are used. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PlanAnswer, PlanTask, PoolAnswer } from '../../../schemas/language/wire-schedule';
import { begin, openPlant, type SchedulePlant } from './schedule-plant';

let plant: SchedulePlant;
beforeAll(async () => {
  plant = await openPlant();
});
afterAll(() => plant?.close());
const table = (name: string) => sql.table(`${plant.base.org.schema}.${name}`);
const run = (statement: ReturnType<typeof sql>) => statement.execute(plant.base.database.db);
beforeEach(async () => {
  plant.setNow('2026-01-12 08:00:00');
  for (const name of ['schedule_task', 'schedule_run', 'schedule_plan']) await run(sql`delete from ${table(name)}`);
  await run(sql`delete from ${table('prd_start')} where start_time > '2026-01-11'`);
  await run(sql`update ${table('order_process')} set doc_status = '10', report_qty = 0 where doc_status = '30'`);
});

const nameOf = (id: string): string => Object.entries(plant.ids).find(([, value]) => value === id)?.[0] ?? id;
const plan = async (): Promise<PlanAnswer> =>
  (await plant.get<PlanAnswer>('plan', { workshopId: plant.ids.workshop!, from: '2026-01-12', to: '2026-01-18' })).data;
const taskOf = async (name: string): Promise<PlanTask> =>
  (await plan()).tasks.find(({ operationId }) => nameOf(operationId) === name)!;
const short = (text: string | null): string => (text ?? '--').slice(5, 16);
const lineOf = ({ resourceId, start, end }: PlanTask): string =>
  `${nameOf(resourceId)} ${short(start)} – ${short(end)}`;
/** the floor has begun an operation and reported some of it */
const begun = async (name: string, device: string, at: string, reported: number): Promise<void> => {
  await plant.as((ctx) => begin(ctx, plant.ids, { name, device, material: 'SG-100', at: `2026-01-12 ${at}:00` }));
  await run(
    sql`update ${table('order_process')} set doc_status = '30', report_qty = ${reported} where id = ${plant.ids[name]}::uuid`,
  );
};

it('shows when a task really began and ended beside what was planned', async () => {
  await plant.run();
  expect(await taskOf('A10')).toMatchObject({ actualStart: null, actualEnd: null });
  await begun('A10', 'CNC-02', '08:05', 0);
  expect(await taskOf('A10')).toMatchObject({ running: true, actualStart: '2026-01-12 08:05:00', actualEnd: null });
  await run(
    sql`update ${table('prd_start')} set doc_status = '60', end_time = '2026-01-12 11:20:00+08' where order_process_id = ${plant.ids.A10}::uuid`,
  );
  expect(await taskOf('A10')).toMatchObject({ actualStart: '2026-01-12 08:05:00', actualEnd: '2026-01-12 11:20:00' });
});

it('goes on with what runs on the device it was begun on, from now, with what is left (E11)', async () => {
  await plant.run();
  expect(lineOf(await taskOf('A10'))).toBe('CNC-02 01-12 08:00 – 01-12 14:30');
  // planned on CNC-02, begun on CNC-01
  await begun('A10', 'CNC-01', '08:00', 40);
  plant.setNow('2026-01-12 10:00:00');
  await plant.run();
  expect(lineOf(await taskOf('A10'))).toBe('CNC-01 01-12 08:00 – 01-12 14:00');
  // nothing else is put over it
  for (const task of (await plan()).tasks)
    if (nameOf(task.resourceId) === 'CNC-01' && nameOf(task.operationId) !== 'A10')
      expect(task.start >= '2026-01-12 14:00:00', lineOf(task)).toBe(true);
});

it('holds the device of what was begun without a task', async () => {
  await begun('A10', 'CNC-02', '08:00', 40);
  plant.setNow('2026-01-12 10:00:00');
  const { data } = await plant.get<PoolAnswer>('pool', { workshopId: plant.ids.workshop! });
  const found = data.rows.find(({ operationId }) => operationId === plant.ids.A10);
  expect(found).toMatchObject({ qty: 60, text: '已开工，自动排产时排入' });
  await plant.run();
  expect(lineOf(await taskOf('A10'))).toBe('CNC-02 01-12 10:00 – 01-12 14:00');
  expect(await taskOf('A10')).toMatchObject({ qty: 60, setupMin: 0, running: true, fixed: true });
});

it('compares the first set-up with what a device was started for last', async () => {
  await plant.as((ctx) =>
    begin(ctx, plant.ids, {
      name: 'old CNC-02 10',
      device: 'CNC-02',
      material: 'SG-100',
      at: '2026-01-11 08:00:00',
      end: '2026-01-11 09:00:00',
    }),
  );
  await plant.run();
  expect(await taskOf('A10')).toMatchObject({ setupMin: 0, start: '2026-01-12 08:00:00', end: '2026-01-12 14:00:00' });
});

it('lacks nothing that was drawn or used for it: stock is asked for the rest alone', async () => {
  await plant.as(async ({ records, newId }) => {
    const ring = { id: newId(), code: 'RING', name: '密封圈', materialType: '3', makeType: '2', traceMode: '0' };
    const { unit, materialCategory } = (await records.get('material', plant.ids['SG-100']!))!;
    await records.save<string>('material', { ...ring, unit, materialCategory });
    await records.save<string>('warehouse', { id: newId(), code: 'K9', name: '成品仓', kind: '3' });
    const [warehouse] = await records.find('warehouse', "code == 'K9'");
    const row = newId();
    const product = { material: plant.ids['SG-100'], workshop: plant.ids.workshop, planQty: 10, dueDate: '2026-01-14' };
    const need = { opNbr: null, material: ring.id, perQty: 2, needQty: 20, feedMode: '2' };
    const order = newId();
    await records.save<string>('prdOrder', {
      ...product,
      id: order,
      warehouse: warehouse!.id,
      materials: [{ id: row, ...need }],
    });
    const work = { ...product, id: newId(), nbr: 'GD202601120009', prdOrderNbr: order, unit, priority: '3' };
    await records.save<string>('workOrder', {
      ...work,
      docStatus: '10',
      materials: [{ id: newId(), orderRow: row, ...need }],
    });
    const operation = {
      workOrderNbr: work.id,
      workshop: work.workshop,
      material: work.material,
      planQty: 10,
      ratio: 1,
    };
    await records.save<string>('orderProcess', {
      ...operation,
      id: newId(),
      name: 'D/10',
      opNbr: 10,
      process: plant.ids.车削,
      workGroup: plant.ids.车削组,
      stdMin: 1,
      runBase: 1,
      docStatus: '10',
      predecessors: [],
    });
  });
  const text = async (): Promise<string | undefined> => {
    await plant.run();
    const { data } = await plant.get<PoolAnswer>('pool', { workshopId: plant.ids.workshop! });
    return data.rows.find(({ workOrderNbr }) => workOrderNbr === 'GD202601120009')?.text;
  };
  expect(await text()).toBe('缺料且无到料日期');
  const used = (qty: number) => run(sql`update ${table('prd_order_materials')} set used_qty = ${qty}`);
  await used(19);
  expect(await text()).toBe('缺料且无到料日期');
  await used(20);
  expect(await text()).toBeUndefined();
});
it('says of what is begun and stands still that it is paused', async () => {
  await plant.run();
  await begun('A10', 'CNC-02', '08:05', 0);
  expect((await taskOf('A10')).docStatus).toBe('30');
  await run(sql`update ${table('prd_start')} set doc_status = '40' where order_process_id = ${plant.ids.A10}::uuid`);
  expect(await taskOf('A10')).toMatchObject({ docStatus: '40', running: true });
});
