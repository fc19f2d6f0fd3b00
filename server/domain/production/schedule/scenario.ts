/** 试排 (30 §3 What-if): copies of the live plan in which something is different, compared with it and, when it has not moved, adopted. */
import { dateAdd } from '../../../../schemas/language/codec/date-time';
import type { Rec } from '../../../../schemas/language/value';
import type {
  CompareAnswer,
  ComparedOrder,
  Scenario,
  ScenarioAdoptBody,
  ScenarioChangeBody,
  ScenarioCreateBody,
} from '../../../../schemas/language/wire-schedule';
import type { Ctx } from '../../../ctx';
import { begunOf } from '../../../datasets/production/floor-starts';
import {
  dropScenario,
  dropTasks,
  holdOrders,
  writePlannedOrders,
  writeTasks,
} from '../../../datasets/production/schedule-rows';
import { refuse } from '../../../errors';
import { engineOf } from '../../../records/host';
import { isHeld, refusalText } from '../../../scheduling';
import { differenceOf, kpiOf } from './answer';
import { asJson } from './json';
import { demandsOf } from './orders';
import { keptKpi, lockPlan, notThere, planFor, type ScenarioRow } from './plan-row';
import { unitsOf } from './plant';
import { paramsOf, scenarioFor } from './scenario-row';
import { liveTasks, type Stored, storedTasks, waitsOf } from './tasks';
import { hoursOf } from './write';

const RUN = 'scheduleTask:run';
const VIEW = 'scheduleTask:view';
const KEPT_DAYS = 30;

export async function scenarios(ctx: Ctx, workshop: string): Promise<readonly Scenario[]> {
  await planFor(ctx, workshop, VIEW);
  const { records } = ctx.asSystem();
  const heads = await records.find('scheduleScenario', 'workshop == param.workshop', {
    param: { workshop },
    sort: '-createdAt',
    limit: 200,
  });
  return Promise.all(
    (
      await records.many(
        'scheduleScenario',
        heads.map(({ id }) => id),
        { rows: true, stored: true },
      )
    ).map((row) => asScenario(ctx, row)),
  );
}

export async function createScenario(ctx: Ctx, body: ScenarioCreateBody): Promise<Scenario> {
  const plan = await planFor(ctx, body.workshopId, RUN);
  const { records } = ctx.asSystem();
  const id = ctx.newId();
  await records.save('scheduleScenario', {
    id,
    name: body.name,
    workshop: body.workshopId,
    note: body.note ?? null,
    baseVersion: plan.planVersion,
    planVersion: 1,
    params: asJson(body.params ?? { config: {}, changes: [] }),
    kpi: plan.kpi,
    conflicts: plan.conflicts,
    pool: plan.pool,
  });
  await copyTasks(ctx, await storedTasks(ctx, body.workshopId, null), id);
  return asScenario(ctx, await scenarioFor(ctx, id, RUN));
}
/** The live tasks as tasks of a scenario; their waits speak of each other by the new ids. */
async function copyTasks(ctx: Ctx, tasks: readonly Stored[], scenario: string): Promise<void> {
  const ids = new Map(tasks.map(({ id }) => [id, ctx.newId()]));
  await writeTasks(
    engineOf(ctx),
    tasks.map(
      (task): Rec => ({
        ...task,
        id: ids.get(task.id) ?? ctx.newId(),
        scenario,
        waits: renamed(task, ids),
        planVersion: 1,
        version: 1,
      }),
    ),
  );
}
const renamed = (task: Stored, ids: ReadonlyMap<string, string>) =>
  asJson(
    waitsOf(task).map((wait) => ({ ...wait, task: wait.task === null ? null : (ids.get(wait.task) ?? wait.task) })),
  );

export async function changeScenario(ctx: Ctx, body: ScenarioChangeBody): Promise<Scenario> {
  await scenarioFor(ctx, body.id, RUN);
  const { records } = ctx.asSystem();
  const row = await records.get('scheduleScenario', body.id, { lock: true });
  if (row === null) throw notThere();
  if (row.version !== body.version) throw refuse('数据已被他人修改，请刷新后重试');
  await records.patch('scheduleScenario', body.id, {
    head: {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.note === undefined ? {} : { note: body.note }),
      ...(body.params === undefined ? {} : { params: asJson(body.params) }),
    },
  });
  return asScenario(ctx, await scenarioFor(ctx, body.id, RUN));
}

export async function removeScenario(ctx: Ctx, id: string): Promise<null> {
  const { workshop } = await scenarioFor(ctx, id, RUN);
  await dropTasks(
    ctx,
    (await storedTasks(ctx, workshop ?? '', id)).map((task) => task.id),
  );
  await dropScenario(ctx, id);
  return null;
}

/** 采用: its tasks for those of the live plan that nobody holds; refused when the live plan is another one by now. */
export async function adopt(
  ctx: Ctx,
  { id, planVersion }: ScenarioAdoptBody,
): Promise<{ readonly planVersion: number }> {
  const scenario = await scenarioFor(ctx, id, 'scheduleTask:adopt');
  const workshop = scenario.workshop ?? '';
  const plan = await planFor(ctx, workshop, 'scheduleTask:adopt');
  const base = scenario.baseVersion ?? 0;
  const row = await lockPlan(ctx, plan.id, base);
  if (planVersion !== base)
    throw refuse(refusalText.stale(planVersion, base), { rule: 'schedule.stale', planVersion: base });
  const next = base + 1;
  const [live, wanted, demands] = await Promise.all([
    storedTasks(ctx, workshop, null),
    storedTasks(ctx, workshop, id),
    demandsOf(ctx, await unitsOf(ctx, workshop)),
  ]);
  const operations = new Map(demands.operations.map((operation) => [operation.id, operation]));
  const begun = await begunOf(ctx, [...operations.keys()]);
  const held = new Set(
    liveTasks(live, operations, begun)
      .filter(isHeld)
      .map((task) => task.id),
  );
  const keyOf = ({ orderProcess, part }: Stored): string => `${orderProcess}/${part}`;
  const heldKeys = new Set(live.filter((task) => held.has(task.id)).map(keyOf));
  const known = new Map(live.map((task) => [keyOf(task), task.id]));
  const taken = wanted.filter((task) => operations.has(task.orderProcess ?? '') && !heldKeys.has(keyOf(task)));
  const ids = new Map(taken.map((task) => [task.id, known.get(keyOf(task)) ?? ctx.newId()]));
  await holdOrders(
    ctx,
    demands.orders.map((order) => order.id),
  );
  await writeTasks(
    engineOf(ctx),
    taken.map(
      (task): Rec => ({
        ...task,
        id: ids.get(task.id) ?? ctx.newId(),
        scenario: null,
        status: '0',
        waits: renamed(task, ids),
        planVersion: next,
      }),
    ),
  );
  const kept = new Set([...ids.values(), ...held]);
  await dropTasks(
    ctx,
    live.filter((task) => !kept.has(task.id)).map((task) => task.id),
  );
  const after = await storedTasks(ctx, workshop, null);
  await writePlannedOrders(ctx, plannedOf(after, new Map(demands.orders.map(({ id: order }) => [order, null]))));
  await ctx.asSystem().records.patch('schedulePlan', row.id, {
    head: {
      planVersion: next,
      kpi: scenario.kpi,
      conflicts: asJson([]),
      pool: scenario.pool,
      change: `采用方案「${scenario.name ?? ''}」`.slice(0, 200),
    },
  });
  await ctx.emit('schedulePlan.changed', { id: row.id, workshop, planVersion: next, tasks: taken.length });
  return { planVersion: next };
}

/** Planned times of orders by their tasks; orders without a task have none. */
function plannedOf(tasks: readonly Stored[], orders: ReadonlyMap<string, null>) {
  const byOrder = new Map<string, Stored[]>();
  for (const task of tasks) byOrder.set(task.workOrder ?? '', [...(byOrder.get(task.workOrder ?? '') ?? []), task]);
  return [...orders.keys()].map((id) => {
    const own = byOrder.get(id) ?? [];
    const starts = own.flatMap(({ planStart }) => planStart ?? []).sort();
    const ends = own.flatMap(({ planEnd }) => planEnd ?? []).sort();
    const late = Math.max(0, ...own.map(({ lateMin }) => lateMin ?? 0));
    return {
      id,
      start: starts[0] ?? null,
      end: ends.at(-1) ?? null,
      lateHours: own.length === 0 ? null : hoursOf(late),
    };
  });
}

export async function compare(ctx: Ctx, id: string): Promise<CompareAnswer> {
  const scenario = await scenarioFor(ctx, id, VIEW);
  const workshop = scenario.workshop ?? '';
  const plan = await planFor(ctx, workshop, VIEW);
  const [live, wanted] = await Promise.all([storedTasks(ctx, workshop, null), storedTasks(ctx, workshop, id)]);
  const orders = await ctx
    .asSystem()
    .records.many('workOrder', [...new Set([...live, ...wanted].flatMap(({ workOrder }) => workOrder ?? []))], {
      stored: true,
    });
  const empty = new Map(orders.map((order): [string, null] => [order.id, null]));
  const before = new Map(plannedOf(live, empty).map((order) => [order.id, order]));
  const after = new Map(plannedOf(wanted, empty).map((order) => [order.id, order]));
  const rows = orders.flatMap((order): ComparedOrder[] => {
    const [was, is] = [before.get(order.id), after.get(order.id)];
    if (was?.end === is?.end) return [];
    return [
      {
        workOrderId: order.id,
        nbr: order.nbr,
        materialName: order.materialName ?? '',
        dueDate: order.dueDate,
        before: was?.end ?? null,
        after: is?.end ?? null,
        differenceMin: was?.end && is?.end ? minutesBetween(was.end, is.end) : null,
        lateBeforeMin: Math.round((was?.lateHours ?? 0) * 60),
        lateAfterMin: Math.round((is?.lateHours ?? 0) * 60),
      },
    ];
  });
  const [one, other] = [kpiOf(keptKpi(plan)), kpiOf(keptKpi(scenario))];
  return {
    planVersion: plan.planVersion ?? 0,
    before: one,
    after: other,
    difference: differenceOf(one, other),
    orders: rows.sort((a, b) => (a.nbr < b.nbr ? -1 : 1)),
  };
}
const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 60_000);

async function asScenario(ctx: Ctx, row: ScenarioRow): Promise<Scenario> {
  const { records } = ctx.asSystem();
  return {
    id: row.id,
    version: row.version,
    workshopId: row.workshop ?? '',
    name: row.name ?? '',
    note: row.note ?? '',
    params: paramsOf(row),
    baseVersion: row.baseVersion ?? 0,
    planVersion: row.planVersion ?? 0,
    kpi: row.kpi === null ? null : kpiOf(keptKpi(row)),
    createdBy: row.createdBy === null ? '' : await records.label('user', row.createdBy),
    createdAt: row.createdAt,
    keptUntil: dateAdd(row.createdAt.slice(0, 10), KEPT_DAYS, 'day') ?? '',
  };
}

/** Drops scenarios older than 30 days, with their tasks. */
export async function dropOldScenarios(ctx: Ctx): Promise<number> {
  const { records } = ctx.asSystem();
  const old = await records.find('scheduleScenario', 'createdAt < param.since', {
    param: { since: `${dateAdd(ctx.today, -KEPT_DAYS, 'day')} 00:00:00` },
    limit: 1_000,
  });
  for (const { id } of old) await removeScenario(ctx, id);
  return old.length;
}
