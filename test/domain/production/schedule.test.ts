/** 排产 over the calls of the board (30 §3; acceptance 3 to 5): E1 and E2 to the minute, versions, capacity, moves, rights. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  MoveAnswer,
  PlanAnswer,
  PlanTask,
  PoolAnswer,
  Scenario,
  TasksAnswer,
} from '../../../schemas/language/wire-schedule';
import { foresee } from '../../../server/domain/production/schedule/forecast';
import { compute } from '../../../server/scheduling/thread/compute';
import { openPlant, orderAbove, type SchedulePlant } from './schedule-plant';

let plant: SchedulePlant;
beforeAll(async () => {
  plant = await openPlant();
});
afterAll(() => plant?.close());

const WEEK = { from: '2026-01-12', to: '2026-01-18' };
const plan = async (more: Readonly<Record<string, string>> = {}): Promise<PlanAnswer> => {
  const answer = await plant.get<PlanAnswer>('plan', { workshopId: plant.ids.workshop!, ...WEEK, ...more });
  expect([answer.code, answer.msg]).toEqual([200, 'success']);
  return answer.data;
};
const nameOf = (id: string): string => Object.entries(plant.ids).find(([, value]) => value === id)?.[0] ?? id;
const short = (text: string): string => text.slice(5, 16);
const lineOf = ({ resourceId, start, run, end }: PlanTask): string =>
  `${nameOf(resourceId)} ${short(start)}${run === start ? '' : ` (${short(run)})`} – ${short(end)}`;
const linesOf = ({ tasks }: Pick<PlanAnswer, 'tasks'>): Record<string, string> =>
  Object.fromEntries(tasks.map((task) => [nameOf(task.operationId), lineOf(task)]));
const taskOf = ({ tasks }: PlanAnswer, name: string): PlanTask =>
  tasks.find(({ operationId }) => nameOf(operationId) === name)!;
/** all that is stored of the plan */
const stored = () =>
  plant.as(async (ctx) => {
    const tasks = await ctx.records.find('scheduleTask', 'true', { sort: 'id' });
    const plans = await ctx.records.find('schedulePlan', 'true', { sort: 'id' });
    return JSON.stringify([tasks, plans.map(({ planVersion, kpi }) => [planVersion, kpi])]);
  });
const clear = () =>
  plant.base.database.db.transaction().execute(async (trx) => {
    const org = trx.withSchema(plant.base.org.schema);
    for (const table of ['schedule_task', 'schedule_run', 'schedule_scenario', 'schedule_plan'])
      await org.deleteFrom(table as never).execute();
    await org
      .updateTable('order_process' as never)
      .set({ doc_status: '10' } as never)
      .where('doc_status' as never, '=', '30' as never)
      .execute();
  });
beforeEach(async () => {
  plant.setNow('2026-01-12 08:00:00');
  await clear();
});
const E1 = {
  C10: 'CNC-01 01-12 08:00 – 01-12 11:00',
  C20: 'CNC-03 01-12 09:30 (01-12 09:50) – 01-12 11:50',
  A10: 'CNC-02 01-12 08:00 (01-12 08:30) – 01-12 14:30',
  A20: 'CNC-03 01-12 11:50 – 01-12 16:10',
  B10: 'CNC-01 01-12 11:00 (01-12 11:30) – 01-13 08:50',
  B20: 'supplier 01-13 09:00 – 01-15 09:00',
};

describe('acceptance 3: a run', () => {
  it('gives the six rows of the table to the minute, with waits and figures', async () => {
    expect(await plant.run()).toMatchObject({ state: 'done', text: '已排6个任务，待排0，延误0张工单', planVersion: 1 });
    const made = await plan();
    expect(linesOf(made)).toEqual(E1);
    expect(taskOf(made, 'A20').waits.map(({ code, minutes, text }) => `${code} ${minutes} ${text}`)).toEqual([
      '20 75 等待前工序10：01-12 11:10可转移',
      '50 40 等待设备「CNC-03」：GD202601120003 工序20 占用至 01-12 11:50',
    ]);
    expect(taskOf(made, 'A20').dueDate).toBe('2026-01-13 17:00:00');
    expect(made.kpi).toMatchObject({ lateOrders: 0, setupHours: 1.33 });
    const monday = made.loads
      .filter(({ day }) => day === '2026-01-12')
      .map(({ resourceId, load }) => [nameOf(resourceId), load]);
    expect(monday).toEqual(
      expect.arrayContaining([
        ['CNC-01', 100],
        ['CNC-02', 68.75],
        ['CNC-03', 70.83],
      ]),
    );
    expect(made.links).toHaveLength(3);
    const order = await plant.as((ctx) => ctx.records.get('workOrder', plant.ids.B!));
    expect(order).toMatchObject({
      plannedStart: '2026-01-12 11:00:00',
      plannedEnd: '2026-01-15 09:00:00',
      lateHours: 0,
    });
  });
  it('gives the same again, under the next version', async () => {
    await plant.run();
    const first = await plan();
    await plant.run();
    const again = await plan();
    expect(again.planVersion).toBe(2);
    expect(again.tasks).toEqual(first.tasks);
  });
  it('plans around a stop of a lathe (E2)', async () => {
    const scenario = await plant.post<Scenario>('scenario/create', { workshopId: plant.ids.workshop, name: '停机' });
    const stop = {
      kind: 'stop',
      resourceId: plant.ids['CNC-02'],
      from: '2026-01-12 10:00:00',
      to: '2026-01-12 12:00:00',
    };
    const { id, version } = scenario.data;
    expect((await plant.post('scenario/change', { id, version, params: { config: {}, changes: [stop] } })).code).toBe(
      200,
    );
    await plant.run({ scenarioId: id });
    expect(linesOf(await plan({ scenarioId: id })).A20).toBe('CNC-03 01-12 14:10 – 01-13 08:30');
    expect((await plan()).tasks).toEqual([]);
  });
  it('is refused while another one runs, and a dead one holds nothing up', async () => {
    const [one, other] = await Promise.all([
      plant.post<{ jobId: string }>('run', { workshopId: plant.ids.workshop }),
      plant.post<{ jobId: string }>('run', { workshopId: plant.ids.workshop }, 'second'),
    ]);
    expect([one, other].map(({ code }) => code).sort()).toEqual([200, 203]);
    expect([one, other].find(({ code }) => code === 203)?.msg).toBe('本车间正在排产，请稍候');
    // the process that runs it dies: its row stays as it was
    await plant.base.database.db
      .withSchema(plant.base.org.schema)
      .insertInto('schedule_run' as never)
      .values({
        id: crypto.randomUUID(),
        workshop_id: plant.ids.workshop,
        state: 'running',
        alive_at: '2026-01-12 07:59:00+08',
        started_at: '2026-01-12 07:59:00+08',
      } as never)
      .execute();
    for (let state = 'running'; state === 'running'; )
      state = (await plant.get<{ state: string }>('job', [one, other].find(({ code }) => code === 200)!.data)).data
        .state;
    expect((await plant.run()).state).toBe('done');
  });
});

describe('acceptance 4: versions', () => {
  it('a scenario of an older plan is not adopted, and nothing is written', async () => {
    await plant.run();
    const { data: scenario } = await plant.post<Scenario>(
      'scenario/create',
      { workshopId: plant.ids.workshop, name: '插单' },
      'second',
    );
    expect(scenario.baseVersion).toBe(1);
    const first = await plan();
    const confirmed = await plant.post<TasksAnswer>('confirm', {
      ids: first.tasks.map(({ id }) => id),
      planVersion: 1,
    });
    expect(confirmed.data.planVersion).toBe(2);
    const before = await stored();
    const refused = await plant.post('scenario/adopt', { id: scenario.id, planVersion: 1 }, 'second');
    expect([refused.code, refused.msg]).toEqual([203, '排产结果已过期（基于版本1，当前版本2），请重新计算']);
    expect(await stored()).toBe(before);
  });
  it('12 → 13 by one, then a scenario on 12 by another: the sentence has both numbers', async () => {
    await plant.run();
    await plant.base.database.db
      .withSchema(plant.base.org.schema)
      .updateTable('schedule_plan' as never)
      .set({ plan_version: 12 } as never)
      .execute();
    const { data: scenario } = await plant.post<Scenario>(
      'scenario/create',
      { workshopId: plant.ids.workshop, name: '方案12' },
      'second',
    );
    expect(scenario.baseVersion).toBe(12);
    const ids = (await plan()).tasks.map(({ id }) => id);
    expect((await plant.post<TasksAnswer>('confirm', { ids, planVersion: 12 })).data.planVersion).toBe(13);
    const before = await stored();
    const refused = await plant.post('scenario/adopt', { id: scenario.id, planVersion: 12 }, 'second');
    expect([refused.code, refused.msg]).toEqual([203, '排产结果已过期（基于版本12，当前版本13），请重新计算']);
    expect(await stored()).toBe(before);
  });
  it('adopts one whose plan has not moved, and says whose finish changes', async () => {
    await plant.run();
    const changes = [{ kind: 'priority', workOrderId: plant.ids.C, priority: '3' }];
    const { data } = await plant.post<Scenario>('scenario/create', {
      workshopId: plant.ids.workshop,
      name: '插单',
      params: { config: {}, changes },
    });
    expect(await plant.run({ scenarioId: data.id })).toMatchObject({ state: 'done' });
    const compared = await plant.get<{ orders: { nbr: string; differenceMin: number }[] }>('scenario/compare', {
      id: data.id,
    });
    expect(compared.data.orders.map(({ nbr, differenceMin }) => [nbr, differenceMin])).toEqual([
      ['GD202601120001', -70],
      ['GD202601120002', 30],
      ['GD202601120003', 310],
    ]);
    expect((await plant.post<{ planVersion: number }>('scenario/adopt', { id: data.id, planVersion: 1 })).data).toEqual(
      { planVersion: 2 },
    );
    expect(linesOf(await plan())).toMatchObject({
      A10: 'CNC-01 01-12 08:00 – 01-12 14:00',
      C20: 'CNC-03 01-12 15:00 – 01-12 17:00',
      B20: 'supplier 01-13 09:30 – 01-15 09:30',
    });
  });
  it('refuses every change on a version that has passed', async () => {
    await plant.run();
    const first = await plan();
    const ids = [taskOf(first, 'A10').id];
    await plant.post('lock', { ids, planVersion: 1, locked: true });
    const before = await stored();
    const start = '2026-01-12 11:00:00';
    for (const [path, body] of [
      ['move', { taskId: ids[0], resourceId: plant.ids['CNC-01'], start, policy: 'shift', planVersion: 1 }],
      ['confirm', { ids, planVersion: 1 }],
      ['cancel', { ids, planVersion: 1 }],
      ['lock', { ids, planVersion: 1, locked: false }],
      ['restore', { workshopId: plant.ids.workshop, operationIds: [plant.ids.A10], places: [], planVersion: 1 }],
    ] as const)
      expect((await plant.post(path, body)).msg, path).toBe('排产结果已过期（基于版本1，当前版本2），请重新计算');
    expect(await stored()).toBe(before);
  });
});

describe('E7 over the call', () => {
  const drag =
    (version: number, dryRun = false) =>
    async () => {
      const first = await plan();
      return plant.post<MoveAnswer>('move', {
        planVersion: version,
        taskId: taskOf(first, 'A10').id,
        resourceId: plant.ids['CNC-01'],
        start: '2026-01-12 11:00:00',
        policy: 'shift',
        dryRun,
      });
    };
  it('tells of a dry run what would be, and writes nothing', async () => {
    await plant.run();
    const before = await stored();
    const { data } = await drag(1, true)();
    expect(data.planVersion).toBe(1);
    expect(linesOf({ tasks: data.moved })).toMatchObject({
      A10: 'CNC-01 01-12 11:00 – 01-12 17:00',
      A20: 'CNC-03 01-12 14:30 – 01-13 08:50',
    });
    expect(await stored()).toBe(before);
  });
  it('tells what it changes, not what the hours since the run have changed', async () => {
    await plant.run();
    plant.setNow('2026-01-12 08:30:00');
    const { data } = await drag(1, true)();
    // B20 ends at 15:00 instead of 09:00, A10 needs no set-up any more
    expect(data.difference).toMatchObject({ makespanHours: 6, lateOrders: 0, setupHours: -0.5 });
  });
  it('moves what follows, is undone and done again', async () => {
    await plant.run();
    const { data } = await drag(1)();
    const E7 = {
      A10: 'CNC-01 01-12 11:00 – 01-12 17:00',
      A20: 'CNC-03 01-12 14:30 – 01-13 08:50',
      B10: 'CNC-01 01-13 08:00 (01-13 08:30) – 01-13 14:50',
      B20: 'supplier 01-13 15:00 – 01-15 15:00',
    };
    expect(linesOf(await plan())).toEqual({ ...E1, ...E7 });
    const undone = await plant.post<MoveAnswer>('restore', {
      workshopId: plant.ids.workshop,
      planVersion: data.planVersion,
      ...data.before,
    });
    expect(undone.msg).toBe('success');
    expect(linesOf(await plan())).toEqual(E1);
    const again = await plant.post<MoveAnswer>('restore', {
      workshopId: plant.ids.workshop,
      planVersion: undone.data.planVersion,
      ...data.after,
    });
    expect(again.data.planVersion).toBe(4);
    expect(linesOf(await plan())).toEqual({ ...E1, ...E7 });
  });
  it('takes a task back into the pool and puts it down again', async () => {
    await plant.run();
    const taken = await plant.post<MoveAnswer>('restore', {
      workshopId: plant.ids.workshop,
      planVersion: 1,
      operationIds: [plant.ids.A20],
      places: [],
    });
    expect([taken.msg, taken.data.gone?.length]).toEqual(['success', 1]);
    const { data: pool } = await plant.get<PoolAnswer>('pool', { workshopId: plant.ids.workshop! });
    expect(
      pool.rows.map(({ operationId, qty, hours, groupName, kit }) => [nameOf(operationId), qty, hours, groupName, kit]),
    ).toEqual([['A20', 100, 3.67, '铣削组', 'full']]);
    const put = await plant.post<MoveAnswer>('move', {
      planVersion: 2,
      operationId: plant.ids.A20,
      resourceId: plant.ids['CNC-03'],
      start: '2026-01-12 13:00:00',
      policy: 'shift',
    });
    expect(lineOf(put.data.moved[0]!)).toBe('CNC-03 01-12 13:00 – 01-12 16:20');
  });
  it('is refused in the words of step 14, and nothing is written', async () => {
    await plant.run();
    const first = await plan();
    await plant.post('confirm', { ids: [taskOf(first, 'C10').id], planVersion: 1 });
    const before = await stored();
    const move = async (name: string, on: string, start: string, more = {}) =>
      (
        await plant.post('move', {
          ...more,
          planVersion: 2,
          taskId: taskOf(first, name).id,
          resourceId: plant.ids[on],
          start: `2026-${start}:00`,
          policy: 'shift',
        })
      ).msg;
    expect(await move('A20', 'CNC-03', '01-12 08:00')).toBe('不能早于前工序10可转移时间01-12 09:55');
    expect(await move('A10', 'CNC-01', '01-12 08:00')).toBe('设备「CNC-01」在01-12 08:00～11:00已有锁定任务，不能移动');
    expect(await move('A10', 'IM-01', '01-12 08:00')).toBe('设备「IM-01」不属于工作组「车削组」');
    expect(await move('A10', 'CNC-02', '01-13 08:00', { qty: 0.5 })).toMatch(/^单位「.+」最多0位小数$/);
    expect(await stored()).toBe(before);
  });
});

describe('acceptance 5: confirming', () => {
  const twice = async (): Promise<PlanAnswer> => {
    await plant.run();
    const first = await plan();
    // somebody put C10 over B10 by hand
    await plant.base.database.db
      .withSchema(plant.base.org.schema)
      .updateTable('schedule_task' as never)
      .set({
        plan_start: '2026-01-12 11:00:00+08',
        run_start: '2026-01-12 11:00:00+08',
        plan_end: '2026-01-12 12:00:00+08',
      } as never)
      .where('id' as never, '=', taskOf(first, 'C10').id as never)
      .execute();
    return first;
  };
  /** tasks on AL-01, which takes two at a time: operation, from, to */
  const onLine = (spans: readonly (readonly [string, string, string])[]) =>
    plant.as(async (ctx) => {
      const ids: string[] = [];
      for (const [name, from, to] of spans) {
        const [planStart, planEnd] = [`2026-01-12 ${from}:00`, `2026-01-12 ${to}:00`];
        const saved = await ctx.records.save<string>('scheduleTask', {
          id: ctx.newId(),
          name,
          workshop: plant.ids.workshop,
          orderProcess: plant.ids[name],
          workOrder: plant.ids[name.slice(0, 1)],
          opNbr: Number(name.slice(1)),
          resourceKind: '10',
          equipment: plant.ids['AL-01'],
          planStart,
          runStart: planStart,
          planEnd,
          segments: [{ from: planStart, to: planEnd, kind: 'run' }],
          planVersion: 1,
        });
        ids.push(saved.id as string);
      }
      return ids;
    });
  const E6 = [
    ['A10', '10:20', '10:30'],
    ['A20', '10:30', '10:40'],
    ['B10', '10:40', '10:45'],
    ['C10', '10:45', '11:00'],
    ['C20', '10:25', '11:40'],
  ] as const;
  it('counts what goes on at every moment (E6): five rows with two at a time are taken', async () => {
    const { planVersion } = await plan();
    const ids = await onLine(E6);
    const taken = await plant.post<TasksAnswer>('confirm', { ids, planVersion });
    expect([taken.msg, taken.data.tasks.map(({ status }) => status)]).toEqual(['success', [1, 1, 1, 1, 1]]);
  });
  it('one more of three minutes is refused for those minutes, and nothing is written', async () => {
    const { planVersion } = await plan();
    const ids = await onLine([...E6, ['B20', '10:26', '10:29']]);
    const before = await stored();
    const refused = await plant.post('confirm', { ids, planVersion });
    expect([refused.code, refused.msg]).toEqual([203, '设备「AL-01」在01-12 10:26～10:29超出能力：已排3，能力2']);
    expect(await stored()).toBe(before);
  });
  it('is refused beyond capacity with the minutes of it, and nothing is written', async () => {
    const first = await twice();
    const before = await stored();
    const ids = [taskOf(first, 'C10').id, taskOf(first, 'B10').id];
    const refused = await plant.post('confirm', { ids, planVersion: 1 });
    expect([refused.code, refused.msg]).toEqual([203, '设备「CNC-01」在01-12 11:00～12:00超出能力：已排2，能力1']);
    const noReason = await plant.post('confirm', { ids, planVersion: 1, override: true, reason: ' ' }, 'head');
    expect(noReason.msg).toBe('请填写超载确认的原因');
    expect((await plant.post('confirm', { ids, planVersion: 1, override: true, reason: '加急' })).code).toBe(403);
    expect(await stored()).toBe(before);
  });
  it('is kept by who may, with the reason, and its operations know their times', async () => {
    const first = await twice();
    const ids = [taskOf(first, 'C10').id, taskOf(first, 'B10').id];
    const { data } = await plant.post<TasksAnswer>(
      'confirm',
      { ids, planVersion: 1, override: true, reason: '客户加急' },
      'head',
    );
    expect(data.tasks.map(({ status, fixed, overrideReason }) => [status, fixed, overrideReason])).toEqual([
      [1, true, '客户加急'],
      [1, true, '客户加急'],
    ]);
    const operation = await plant.as((ctx) => ctx.records.get('orderProcess', plant.ids.B10!));
    expect(operation).toMatchObject({
      plannedStart: '2026-01-12 11:00:00',
      plannedEnd: '2026-01-13 08:50:00',
      plannedEquipment: plant.ids['CNC-01'],
    });
  });
  it('is taken back until work has begun', async () => {
    await plant.run();
    const first = await plan();
    const ids = [taskOf(first, 'C10').id];
    await plant.post('confirm', { ids, planVersion: 1 });
    await plant.base.database.db
      .withSchema(plant.base.org.schema)
      .updateTable('order_process' as never)
      .set({ doc_status: '30' } as never)
      .where('id' as never, '=', plant.ids.C10 as never)
      .execute();
    const before = await stored();
    expect((await plant.post('cancel', { ids, planVersion: 2 })).msg).toBe('工序已开工，不能取消确认');
    expect(await stored()).toBe(before);
    await plant.base.database.db
      .withSchema(plant.base.org.schema)
      .updateTable('order_process' as never)
      .set({ doc_status: '10' } as never)
      .where('id' as never, '=', plant.ids.C10 as never)
      .execute();
    const { data } = await plant.post<TasksAnswer>('cancel', { ids, planVersion: 2 });
    expect(data.tasks.map(({ status }) => status)).toEqual([0]);
    expect(await plant.as((ctx) => ctx.records.get('orderProcess', plant.ids.C10!))).toMatchObject({
      plannedStart: null,
    });
  });
  it('stays where it is in the next run', async () => {
    await plant.run();
    const first = await plan();
    await plant.post('confirm', { ids: [taskOf(first, 'A10').id], planVersion: 1 });
    plant.setNow('2026-01-12 08:10:00');
    await plant.run();
    expect(linesOf(await plan()).A10).toBe(E1.A10);
  });
});

describe('what would be late by now', () => {
  it('is told once, of the work order and of its order', async () => {
    await plant.run();
    const told = async () => {
      const { rows } = await sql<{ event: string; nbr: string }>`
        select event, nbr from ${sql.table(`${plant.base.org.schema}.mw_outbox`)}
         where event like '%.lateForecast' order by 1, 2`.execute(plant.base.database.db);
      return rows.map(({ event, nbr }) => `${event} ${nbr}`);
    };
    const look = () =>
      plant.as((ctx) => foresee(ctx, plant.ids.workshop!, async (input) => compute(input, 0, () => undefined).plan));
    expect(await look()).toBe(0);
    // two of the three lots are of one order
    const order = await orderAbove(plant, sql`nbr <> 'GD202601120003'`);
    expect(await told()).toEqual([]);
    plant.setNow('2026-01-20 08:00:00');
    expect(await look()).toBe(3);
    expect(await look()).toBe(0);
    expect(await told()).toEqual([
      `prdOrder.lateForecast ${order.nbr}`,
      'workOrder.lateForecast GD202601120001',
      'workOrder.lateForecast GD202601120002',
      'workOrder.lateForecast GD202601120003',
    ]);
  });
});

describe('who may', () => {
  it('is asked before anything else', async () => {
    const body = { workshopId: plant.ids.workshop };
    for (const path of [
      'run',
      'move',
      'restore',
      'confirm',
      'cancel',
      'lock',
      'scenario/create',
      'scenario/adopt',
      'exportData',
    ])
      expect((await plant.post(path, body, 'reader')).code, path).toBe(403);
    expect((await plant.get('plan', { workshopId: plant.ids.workshop!, ...WEEK }, 'reader')).code).toBe(200);
  });
  it('reaches the workshops of his rows and no others', async () => {
    await plant.run();
    expect((await plant.get('workshops', {}, 'stranger')).data).toEqual([]);
    expect((await plant.get<{ name: string }[]>('workshops', {})).data.map(({ name }) => name)).toEqual(['试制车间']);
    const before = await stored();
    const first = await plan();
    const gone = '数据不存在或无权查看';
    expect((await plant.get('plan', { workshopId: plant.ids.workshop!, ...WEEK }, 'stranger')).msg).toBe(gone);
    expect((await plant.post('run', { workshopId: plant.ids.workshop }, 'stranger')).msg).toBe(gone);
    expect((await plant.post('confirm', { ids: [first.tasks[0]!.id], planVersion: 1 }, 'stranger')).msg).toBe(gone);
    expect((await plant.get('alternatives', { taskId: first.tasks[0]!.id }, 'stranger')).msg).toBe(gone);
    expect(await stored()).toBe(before);
  });
  it('makes a plan of workshops only, and none for who does not reach it', async () => {
    await plant.run();
    const plans = async () => plant.as(async (ctx) => (await ctx.records.find('schedulePlan', 'true')).length);
    await plant.as((ctx) =>
      ctx.records.save<string>('factoryUnit', {
        id: OTHER,
        code: 'W9',
        name: '新车间',
        sortNo: -1,
        modelType: '20',
        parent: plant.ids.area,
        dept: plant.ids.dept,
      }),
    );
    const before = await plans();
    const gone = '数据不存在或无权查看';
    const ask = async (workshopId: string, who: 'planner' | 'stranger') =>
      (await plant.get('plan', { workshopId, ...WEEK }, who)).msg;
    expect(await ask(plant.ids.area!, 'planner')).toBe(gone);
    expect(await ask(OTHER, 'stranger')).toBe(gone);
    expect((await plant.get('plan', { workshopId: OTHER, from: '2026-02-30', to: '2026-03-03' })).code).toBe(400);
    expect(await plans()).toBe(before);
    expect(await ask(OTHER, 'planner')).toBe('success');
    expect(await plans()).toBe(before + 1);
    // who looks at a plan first does not own it
    expect((await plant.get('plan', { workshopId: OTHER, ...WEEK }, 'own')).msg).toBe(gone);
    // the one that is planned comes before one that is not, whatever their order in the factory
    const shops = (await plant.get<{ name: string }[]>('workshops', {})).data.map(({ name }) => name);
    expect(shops).toEqual(['试制车间', '新车间']);
  });
});
const OTHER = '0199bb2a-7a4e-7000-8000-000000000009';
