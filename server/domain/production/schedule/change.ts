/** 移动, 撤销, 确认, 取消确认, 锁定 (30 §3 steps 13 and 14): under the lock of the plan, on the version the planner saw. */
import type {
  AlternativesAnswer,
  CancelBody,
  ConfirmBody,
  LockBody,
  MoveAnswer,
  MoveBody,
  PlanPlaces,
  RestoreBody,
  TasksAnswer,
} from '../../../../schemas/language/wire-schedule';
import { bookOf } from '../../../calendar/book';
import type { Ctx } from '../../../ctx';
import {
  holdOrders,
  overrideTasks,
  stampTasks,
  writePlannedOperations,
} from '../../../datasets/production/schedule-rows';
import { forbidden, refuse } from '../../../errors';
import {
  alternativesOf,
  clockText,
  currentPlan,
  isHeld,
  KIND,
  type LiveTask,
  type Moved,
  minuteOf,
  moveTask,
  overloads,
  overloadText,
  type Plan,
  type Refused,
  refusalText,
  restorePlaces,
  type Task,
} from '../../../scheduling';
import { grouped } from '../operations';
import { finerThanUnit } from '../prd-units';
import { allTasks, conflictsOf, differenceOf, kpiOf, tasksOf } from './answer';
import { keptConflicts, keptPool, lockPlan, notThere, type PlanRow, planFor, type ScenarioRow } from './plan-row';
import { type Plant, plantOf } from './plant';
import { lockScenario, paramsOf, scenarioFor } from './scenario-row';
import type { Stored } from './tasks';
import { writePlan } from './write';

const MOVE = 'scheduleTask:move';
const VIEW = 'scheduleTask:view';

interface Opened {
  readonly row: PlanRow | ScenarioRow;
  readonly scenario: ScenarioRow | null;
  readonly plant: Plant;
}
/** The plan that is changed, locked and on the version that the caller saw, with its plant. */
async function opened(
  ctx: Ctx,
  {
    workshop,
    scenarioId,
    planVersion,
  }: { readonly workshop: string; readonly scenarioId?: string | undefined; readonly planVersion: number },
  right: string,
): Promise<Opened> {
  const plan = await planFor(ctx, workshop, right);
  const known = scenarioId === undefined ? null : await scenarioFor(ctx, scenarioId, right);
  if (known !== null && known.workshop !== workshop) throw notThere();
  const scenario = known === null ? null : await lockScenario(ctx, known.id, planVersion);
  const row = scenario ?? (await lockPlan(ctx, plan.id, planVersion));
  const plant = await plantOf(ctx, {
    workshop,
    scenario: scenario === null ? null : { id: scenario.id, params: paramsOf(scenario) },
  });
  return { row, scenario, plant };
}

/** The workshop a task or an operation is planned in. */
async function workshopOf(
  ctx: Ctx,
  { taskId, operationId }: { readonly taskId?: string; readonly operationId?: string },
): Promise<string> {
  const { records } = ctx.asSystem();
  if (taskId !== undefined) {
    const [task] = await allTasks(ctx, [taskId]);
    if (task?.workshop == null) throw notThere();
    return task.workshop;
  }
  const [operation] = await records.many('orderProcess', [operationId ?? ''], { stored: true });
  const [order] =
    operation === undefined ? [] : await records.many('workOrder', [operation.workOrderNbr ?? ''], { stored: true });
  if (order === undefined) throw notThere();
  // the nearest place above that has a plan
  const { units } = await bookOf(ctx);
  const above: string[] = [];
  for (let at: string | null = order.workshop; at !== null && !above.includes(at); at = units.get(at)?.parent ?? null)
    above.push(at);
  const plans = await records.find('schedulePlan', 'workshop in param.above', { param: { above }, limit: 50 });
  const planned = new Set(plans.map(({ workshop }) => workshop));
  return above.find((id) => planned.has(id)) ?? order.workshop;
}

/** POST move; a dry run answers the same and its transaction is taken back. */
export async function move(ctx: Ctx, body: MoveBody): Promise<MoveAnswer> {
  const workshop = await workshopOf(ctx, body);
  const open = await opened(ctx, { workshop, scenarioId: body.scenarioId, planVersion: body.planVersion }, MOVE);
  const { plant } = open;
  const { taskId, operationId, resourceId, qty } = body;
  const supplier = [...plant.input.orders]
    .flatMap(({ operations }) => operations)
    .some((one) => one.supplier?.id === resourceId);
  if (!supplier && plant.input.resources.every(({ id }) => id !== resourceId)) throw notThere();
  if (taskId !== undefined && plant.input.live.every(({ id }) => id !== taskId)) throw notThere();
  if (operationId !== undefined && !isOpen(plant, operationId)) throw refuse('该工序没有待排数量，请刷新');
  const moved = operationId ?? plant.input.live.find(({ id }) => id === taskId)?.operation ?? '';
  await guardPieces(plant, [{ operationId: moved, qty }], ctx);
  const answer = moveTask(plant.input, {
    ...(taskId === undefined ? { operation: operationId ?? '' } : { task: taskId }),
    resource: resourceId,
    start: minuteOf(body.start) ?? 0,
    policy: body.policy,
    ...(qty === undefined ? {} : { qty }),
  });
  return written(ctx, open, { workshop, answer, what: '移动' });
}
const isOpen = ({ input, operations }: Plant, id: string): boolean => {
  const operation = input.orders.flatMap((order) => order.operations).find((one) => one.id === id);
  if (operation === undefined || !operations.has(id)) return false;
  const planned = input.live.reduce((sum, task) => sum + (task.operation === id ? task.qty - task.reported : 0), 0);
  return operation.qty - operation.reported - planned > 1e-6;
};

/** A task is divided between pieces: nobody makes a part of one. */
type Part = { readonly operationId: string; readonly qty: number | undefined };
async function guardPieces({ operations }: Plant, parts: readonly Part[], ctx: Ctx): Promise<void> {
  for (const [workOrder, own] of grouped(
    parts,
    ({ operationId }) => operations.get(operationId)?.workOrderNbr ?? null,
  )) {
    const finer = await finerThanUnit(
      workOrder,
      own.map(({ qty }) => qty),
      ctx,
    );
    if (finer !== null) throw refuse(finer);
  }
}

/** POST restore: undo and redo. */
export async function restore(ctx: Ctx, body: RestoreBody): Promise<MoveAnswer> {
  const open = await opened(
    ctx,
    { workshop: body.workshopId, scenarioId: body.scenarioId, planVersion: body.planVersion },
    MOVE,
  );
  const { plant } = open;
  if (body.operationIds.some((id) => !plant.operations.has(id))) throw notThere();
  if (body.places.some(({ operationId }) => !body.operationIds.includes(operationId))) throw notThere();
  for (const id of body.operationIds) assertFits(plant, id, body.places);
  await guardPieces(plant, body.places, ctx);
  const answer = restorePlaces(
    plant.input,
    body.operationIds,
    body.places.map((place) => ({
      task: place.taskId,
      operation: place.operationId,
      part: place.part,
      resource: place.resourceId,
      start: minuteOf(place.start) ?? 0,
      qty: place.qty,
      setupMin: place.setupMin,
    })),
  );
  return written(ctx, open, { workshop: body.workshopId, answer, what: '撤销/重做' });
}
/** No more pieces than an operation has left, on resources there are. */
function assertFits({ input }: Plant, id: string, places: PlanPlaces['places']): void {
  const operation = input.orders.flatMap(({ operations }) => operations).find((one) => one.id === id);
  const held = input.live.reduce(
    (sum, task) => sum + (task.operation === id && isHeld(task) ? task.qty - task.reported : 0),
    0,
  );
  const asked = places.filter(({ operationId }) => operationId === id);
  const qty = asked.reduce((sum, place) => sum + place.qty, 0);
  if (operation === undefined || qty > operation.qty - operation.reported - held + 1e-6)
    throw refuse('计划已变化，不能撤销，请刷新');
  for (const { resourceId } of asked)
    if (operation.supplier?.id !== resourceId && input.resources.every((resource) => resource.id !== resourceId))
      throw notThere();
}

interface Change {
  readonly workshop: string;
  readonly answer: Moved | Refused;
  readonly what: string;
}
/** Writes what a change gives and answers it. */
async function written(
  ctx: Ctx,
  { row, scenario, plant }: Opened,
  { workshop, answer, what }: Change,
): Promise<MoveAnswer> {
  if ('refused' in answer) throw refuse(answer.refused);
  const { moved, plan } = answer;
  const planVersion = (row.planVersion ?? 0) + 1;
  const keptTasks = new Set(plan.tasks.map(({ id }) => id));
  const gone = plant.stored.map(({ id }) => id).filter((id) => !keptTasks.has(id));
  const first = moved[0] ?? plan.tasks[0];
  const ids = await writePlan(ctx, {
    target: {
      workshop,
      row: scenario === null ? { object: 'schedulePlan', id: row.id } : { object: 'scheduleScenario', id: row.id },
      scenario: scenario?.id ?? null,
      planVersion,
    },
    plant,
    plan: { ...plan, pool: poolWith(row, plan) },
    change: first === undefined ? what : `${what}：${first.nbr} 工序${first.opNbr}等${moved.length}个任务`,
    only: new Set(moved.map(({ id }) => id)),
  });
  const rename = (id: string): string => ids.get(id) ?? id;
  if (scenario === null)
    await ctx.emit('schedulePlan.changed', { id: row.id, workshop, planVersion, tasks: moved.length });
  const stored = new Map(
    (
      await allTasks(
        ctx,
        moved.map(({ id }) => rename(id)),
      )
    ).map((task) => [task.id, task]),
  );
  const operationIds = [
    ...new Set([
      ...moved.map(({ operation }) => operation),
      ...plant.stored.flatMap(({ id, orderProcess }) =>
        gone.includes(id) && orderProcess !== null ? [orderProcess] : [],
      ),
    ]),
  ];
  return {
    planVersion,
    moved: await tasksOf(
      ctx,
      moved.flatMap(({ id }) => stored.get(rename(id)) ?? []),
    ),
    gone,
    conflicts: conflictsOf(plan.conflicts.map((one) => ({ ...one, task: rename(one.task) }))),
    kpi: kpiOf(plan.kpi),
    // the figures that are kept are those of an earlier hour
    difference: differenceOf(kpiOf(currentPlan(plant.input).kpi), kpiOf(plan.kpi)),
    before: placesOf(operationIds, plant.input.live, (id) => id),
    after: placesOf(operationIds, plan.tasks, rename),
  };
}
/** What the last run said stays while its operation is in the pool. */
const poolWith = (row: PlanRow | ScenarioRow, plan: Plan): Plan['pool'] => {
  const planned = new Set(plan.tasks.map(({ operation }) => operation));
  return keptPool(row).filter(({ operation }) => !planned.has(operation));
};
const placesOf = (
  operationIds: readonly string[],
  tasks: readonly (Task | LiveTask)[],
  rename: (id: string) => string,
): PlanPlaces => ({
  operationIds,
  places: tasks
    .filter((task) => operationIds.includes(task.operation) && !('isFixed' in task ? task.isFixed : isHeld(task)))
    .map((task) => ({
      taskId: rename(task.id),
      operationId: task.operation,
      part: task.part,
      resourceId: task.resource,
      start: clockText(task.start),
      qty: task.qty,
      setupMin: task.setupMin,
    })),
});

/** GET alternatives. */
export async function alternatives(
  ctx: Ctx,
  { scenarioId, ...of }: { readonly taskId?: string; readonly operationId?: string; readonly scenarioId?: string },
): Promise<AlternativesAnswer> {
  const workshop = await workshopOf(ctx, of);
  const plan = await planFor(ctx, workshop, VIEW);
  const scenario = scenarioId === undefined ? null : await scenarioFor(ctx, scenarioId, VIEW);
  const plant = await plantOf(ctx, {
    workshop,
    scenario: scenario === null ? null : { id: scenario.id, params: paramsOf(scenario) },
  });
  const found = alternativesOf(
    plant.input,
    of.taskId === undefined ? { operation: of.operationId ?? '' } : { task: of.taskId },
  );
  return {
    planVersion: (scenario ?? plan).planVersion ?? 0,
    rows: found.map(({ resource, code, start, end, setupMin, lateMin, difference, isCurrent }) => ({
      resourceId: resource,
      code,
      name: plant.floor.names.get(resource)?.name ?? code,
      start: clockText(start),
      end: clockText(end),
      setupMin,
      lateMin,
      differenceMin: difference,
      isCurrent,
    })),
  };
}

/** The live plan of some of its tasks. */
async function planOfTasks(ctx: Ctx, ids: readonly string[], planVersion: number, right: string) {
  const tasks = await allTasks(ctx, ids);
  const [first] = tasks;
  if (first?.workshop == null || tasks.length !== new Set(ids).size) throw notThere();
  if (tasks.some(({ workshop, scenario }) => workshop !== first.workshop || scenario !== null)) throw notThere();
  const plan = await planFor(ctx, first.workshop, right);
  const row = await lockPlan(ctx, plan.id, planVersion);
  await holdOrders(
    ctx,
    tasks.flatMap(({ workOrder }) => workOrder ?? []),
  );
  return { row, workshop: first.workshop, tasks };
}

/** POST confirm: each finite resource can do what is planned on it, or somebody with the right says why not. */
export async function confirm(ctx: Ctx, body: ConfirmBody): Promise<TasksAnswer> {
  const { ids, planVersion, override = false, reason = '' } = body;
  if (override && !ctx.session.rights.has('scheduleTask:override')) throw forbidden();
  if (override && reason.trim() === '') throw refuse('请填写超载确认的原因');
  const { row, workshop, tasks } = await planOfTasks(ctx, ids, planVersion, 'scheduleTask:confirm');
  const plant = await plantOf(ctx, { workshop, scenario: null });
  const plan = currentPlan(plant.input);
  const wanted = new Set(ids);
  const over = new Set<string>();
  for (const { id, code } of [...plant.input.resources].sort((a, b) => (a.code < b.code ? -1 : 1))) {
    const own = plan.tasks.filter(({ resource, kind }) => resource === id && kind !== KIND.supplier);
    const text = overloadText(code, own, wanted);
    if (text === null) continue;
    if (!override) throw refuse(text, { rule: 'schedule.overload' });
    for (const found of overloads(own)) for (const task of found.tasks) if (wanted.has(task)) over.add(task);
  }
  const next = planVersion + 1;
  await stampTasks(ctx, ids, { status: '1', planVersion: next });
  if (over.size > 0) await overrideTasks(ctx, [...over], reason.trim());
  return changed(ctx, { row, workshop, tasks, next, what: '确认', event: 'schedulePlan.confirmed' });
}

/** POST cancel. */
export async function cancel(ctx: Ctx, { ids, planVersion }: CancelBody): Promise<TasksAnswer> {
  const { row, workshop, tasks } = await planOfTasks(ctx, ids, planVersion, 'scheduleTask:cancel');
  const operations = await ctx.asSystem().records.many(
    'orderProcess',
    tasks.flatMap(({ orderProcess }) => orderProcess ?? []),
    { stored: true },
  );
  if (operations.some(({ docStatus }) => STARTED.includes(docStatus ?? ''))) throw refuse(refusalText.started);
  const next = planVersion + 1;
  await stampTasks(ctx, ids, { status: '0', planVersion: next });
  return changed(ctx, { row, workshop, tasks, next, what: '取消确认', event: 'schedulePlan.changed' });
}
/** 加工中 已完成 已关闭 */
const STARTED: readonly string[] = ['30', '60', '80'];

/** POST lock. */
export async function lock(ctx: Ctx, { ids, planVersion, locked }: LockBody): Promise<TasksAnswer> {
  const { row, workshop, tasks } = await planOfTasks(ctx, ids, planVersion, 'scheduleTask:lock');
  const next = planVersion + 1;
  await stampTasks(ctx, ids, { lockFlag: locked, planVersion: next });
  return changed(ctx, { row, workshop, tasks, next, what: locked ? '锁定' : '解锁', event: 'schedulePlan.changed' });
}

interface Stamped {
  readonly row: PlanRow;
  readonly workshop: string;
  readonly tasks: readonly Stored[];
  readonly next: number;
  readonly what: string;
  readonly event: string;
}
async function changed(ctx: Ctx, { row, workshop, tasks, next, what, event }: Stamped): Promise<TasksAnswer> {
  await writePlannedOperations(ctx, [...new Set(tasks.flatMap(({ orderProcess }) => orderProcess ?? []))]);
  const change = `${what}：${tasks[0]?.name ?? ''}等${tasks.length}个任务`.slice(0, 200);
  await ctx.asSystem().records.patch('schedulePlan', row.id, { head: { planVersion: next, change } });
  await ctx.emit(event, { id: row.id, workshop, planVersion: next, tasks: tasks.length });
  return {
    planVersion: next,
    tasks: await tasksOf(
      ctx,
      await allTasks(
        ctx,
        tasks.map(({ id }) => id),
      ),
    ),
    conflicts: conflictsOf(keptConflicts(row)),
  };
}
