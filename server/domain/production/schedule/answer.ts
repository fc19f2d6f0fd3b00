/** The plan as the board reads it (wire-schedule.ts). */
import type {
  KpiDifference,
  PlanAnswer,
  PlanConflict,
  PlanInterval,
  PlanKpi,
  PlanLoad,
  PlanQuery,
  PlanResource,
  PlanTask,
  PoolAnswer,
  PoolRow,
} from '../../../../schemas/language/wire-schedule';
import type { Ctx } from '../../../ctx';
import { type Begun, begunOf } from '../../../datasets/production/floor-starts';
import {
  type Conflict,
  clockText,
  DAY,
  dayText,
  type Interval,
  isHeld,
  KIND,
  type Kpi,
  minuteOf,
  type Resource,
} from '../../../scheduling';
import { grouped } from '../operations';
import { changedConfig, changedResources } from './changes';
import { reportedOf } from './orders';
import { keptConflicts, keptKpi, keptPool, type PlanRow, planFor, type ScenarioRow } from './plan-row';
import { configOf, type Plant, unitsOf } from './plant';
import { dayOf, type Floor, floorOf } from './resources';
import { runningOf } from './run';
import { paramsOf, scenarioFor } from './scenario-row';
import { actualOf, liveTasks, minute, resourceOf, type Stored, segmentsOf, storedTasks, waitsOf } from './tasks';
import { hoursOf } from './write';

const VIEW = 'scheduleTask:view';
const ALL = 100_000;

export async function planAnswer(ctx: Ctx, query: PlanQuery): Promise<PlanAnswer> {
  const { workshopId } = query;
  const plan = await planFor(ctx, workshopId, VIEW);
  const scenario = query.scenarioId === undefined ? null : await scenarioFor(ctx, query.scenarioId, VIEW);
  const row: PlanRow | ScenarioRow = scenario ?? plan;
  const all = await storedTasks(ctx, workshopId, scenario?.id ?? null);
  const [from, to] = [dayOf(query.from), dayOf(query.to, 1)];
  const shown = all.filter((task) => minute(task.planStart) < to * DAY && minute(task.planEnd) > from * DAY);
  const settings = await configOf(ctx, workshopId);
  const config = changedConfig(settings.config, scenario === null ? {} : paramsOf(scenario).config);
  const operations = await ctx
    .asSystem()
    .records.many('orderProcess', [...new Set(shown.flatMap(({ orderProcess }) => orderProcess ?? []))], {
      stored: true,
    });
  const floor = await floorOf(ctx, {
    units: await unitsOf(ctx, workshopId),
    groups: [...new Set(operations.flatMap(({ workGroup }) => workGroup ?? []))],
    devices: [...new Set(shown.flatMap(({ equipment }) => equipment ?? []))],
    from: from - 1,
    to,
  });
  const changed = {
    ...floor,
    resources: changedResources(floor.resources, scenario === null ? [] : paramsOf(scenario).changes),
  };
  const ids = new Set(shown.map(({ id }) => id));
  return {
    workshopId,
    scenarioId: scenario?.id ?? null,
    planVersion: row.planVersion ?? 0,
    planId: plan.id,
    now: ctx.now,
    frozenTo: clockText((minuteOf(ctx.now) ?? 0) + Math.round(config.lockHours * 60)),
    resources: [...resourcesOf(changed), ...(await suppliersOf(ctx, shown))],
    intervals: intervalsOf(changed, from * DAY, to * DAY),
    tasks: await tasksOf(ctx, shown),
    links: linksOf(shown, new Map(operations.map(({ id, predecessors }) => [id, (predecessors ?? []).map(Number)]))),
    conflicts: conflictsOf(keptConflicts(row)).filter(({ taskId }) => ids.has(taskId)),
    kpi: kpiOf(keptKpi(row)),
    loads: loadsOf(changed, shown, { from, to }),
    running: await runningOf(ctx, workshopId),
  };
}

export const kpiOf = (kpi: Omit<Kpi, 'loads'> | null): PlanKpi => ({
  lateOrders: kpi?.lateOrders ?? 0,
  tardinessHours: hoursOf(kpi?.tardinessMin ?? 0),
  weighted: hoursOf(kpi?.weighted ?? 0),
  makespanHours: hoursOf(kpi?.makespanMin ?? 0),
  setupHours: hoursOf(kpi?.setupMin ?? 0),
  utilisation: kpi?.utilisation ?? {},
});
export const differenceOf = (before: PlanKpi, after: PlanKpi): KpiDifference => {
  const minus = (code: keyof KpiDifference): number => Math.round((after[code] - before[code]) * 100) / 100;
  return {
    lateOrders: minus('lateOrders'),
    tardinessHours: minus('tardinessHours'),
    weighted: minus('weighted'),
    makespanHours: minus('makespanHours'),
    setupHours: minus('setupHours'),
  };
};
export const conflictsOf = (conflicts: readonly Conflict[]): readonly PlanConflict[] =>
  conflicts.map(({ task, text }) => ({ taskId: task, text }));

function resourcesOf({ resources, groups, names, capacities }: Floor): readonly PlanResource[] {
  const group = new Map(groups.map((one, n) => [one.id, { ...one, n }]));
  const unlimited = new Set(
    capacities.flatMap(({ equipment, finite }) => (finite || equipment === null ? [] : [equipment])),
  );
  return [...resources]
    .sort(
      (a, b) =>
        Number(a.kind) - Number(b.kind) ||
        (group.get(a.group ?? '')?.n ?? groups.length) - (group.get(b.group ?? '')?.n ?? groups.length) ||
        a.priority - b.priority ||
        (a.code < b.code ? -1 : 1),
    )
    .map(({ id, code, kind, group: of, lanes }) => ({
      id,
      code,
      name: names.get(id)?.name ?? code,
      kind,
      groupId: of,
      groupName: group.get(of ?? '')?.name ?? '',
      lanes: unlimited.has(id) ? null : lanes,
    }));
}
const suppliersOf = async (ctx: Ctx, tasks: readonly Stored[]): Promise<readonly PlanResource[]> => {
  const ids = [...new Set(tasks.flatMap(({ supplier }) => supplier ?? []))];
  const found = await ctx.asSystem().records.many('supplier', ids, { stored: true });
  return found.map(({ id, code, name }) => ({
    id,
    code,
    name,
    kind: KIND.supplier,
    groupId: null,
    groupName: '',
    lanes: null,
  }));
};

function intervalsOf({ resources }: Floor, from: number, to: number): readonly PlanInterval[] {
  const within = ({ id }: Resource, spans: readonly Interval[], kind: PlanInterval['kind'], text: string) =>
    spans.flatMap((span): PlanInterval[] => {
      const [start, end] = [Math.max(span.from, from), Math.min(span.to, to)];
      return end <= start ? [] : [{ resourceId: id, from: clockText(start), to: clockText(end), kind, text }];
    });
  return resources.flatMap((resource) => [
    ...within(resource, resource.open, 'open', ''),
    ...within(resource, resource.stops, 'stop', '停机'),
  ]);
}

/** Planned ÷ open minutes of each resource and day. */
function loadsOf(
  { resources }: Floor,
  tasks: readonly Stored[],
  days: { readonly from: number; readonly to: number },
): readonly PlanLoad[] {
  const planned = new Map<string, number>();
  for (const task of tasks)
    for (const { day, from, to } of segmentsOf(task)) {
      const key = `${resourceOf(task)} ${day}`;
      planned.set(key, (planned.get(key) ?? 0) + (to - from) * (task.lanes ?? 1));
    }
  return resources.flatMap(({ id, open, stops, lanes }) => {
    const loads: PlanLoad[] = [];
    for (let day = days.from; day < days.to; day++) {
      const availableMin = open.reduce((sum, span) => sum + (span.day === day ? leftOf(span, stops) : 0), 0) * lanes;
      const plannedMin = planned.get(`${id} ${day}`) ?? 0;
      if (availableMin === 0 && plannedMin === 0) continue;
      const load = availableMin === 0 ? null : Math.round((plannedMin / availableMin) * 10_000) / 100;
      loads.push({ resourceId: id, day: dayText(day), availableMin, plannedMin, load });
    }
    return loads;
  });
}
const leftOf = ({ from, to }: Interval, stops: readonly Interval[]): number =>
  stops.reduce((sum, stop) => sum - Math.max(0, Math.min(stop.to, to) - Math.max(stop.from, from)), to - from);

/** Rows of tasks with what the board says of each. */
export async function tasksOf(ctx: Ctx, tasks: readonly Stored[]): Promise<readonly PlanTask[]> {
  const { records } = ctx.asSystem();
  const ids = (pick: (task: Stored) => string | null): string[] => [
    ...new Set(tasks.flatMap((task) => pick(task) ?? [])),
  ];
  const [operations, orders] = await Promise.all([
    records.many(
      'orderProcess',
      ids(({ orderProcess }) => orderProcess),
      { stored: true },
    ),
    records.many(
      'workOrder',
      ids(({ workOrder }) => workOrder),
      { stored: true },
    ),
  ]);
  const [processes, materials] = await Promise.all([
    records.many('process', [...new Set(operations.flatMap(({ process }) => process ?? []))], { stored: true }),
    records.many('material', [...new Set(orders.flatMap(({ material }) => material ?? []))], { stored: true }),
  ]);
  const byId = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
    new Map(list.map((one) => [one.id, one]));
  const [operation, order, process, material] = [byId(operations), byId(orders), byId(processes), byId(materials)];
  const begun = await begunOf(ctx, [...operation.keys()]);
  const live = new Map(liveTasks([...tasks], operation, begun).map((task) => [task.id, task]));
  const parts = grouped(tasks, ({ orderProcess }) => orderProcess);
  const lanes = lanesOf(tasks);
  const dueTime = await dueTimeOf(ctx, tasks);
  return tasks.map((task): PlanTask => {
    const made = operation.get(task.orderProcess ?? '');
    const of = order.get(task.workOrder ?? '');
    const now = live.get(task.id);
    return {
      id: task.id,
      operationId: task.orderProcess ?? '',
      opNbr: task.opNbr ?? 0,
      part: task.part ?? 1,
      processName: process.get(made?.process ?? '')?.name ?? '',
      workOrderId: task.workOrder ?? '',
      workOrderNbr: of?.nbr ?? '',
      prdOrderId: of?.prdOrderNbr ?? null,
      materialCode: material.get(of?.material ?? '')?.code ?? '',
      materialName: of?.materialName ?? '',
      priority: of?.priority ?? '3',
      docStatus: isHalted(begun.get(task.orderProcess ?? '')) ? HALTED : (made?.docStatus ?? '10'),
      dueDate: of == null ? '' : `${of.dueDate.slice(0, 10)} ${dueTime}`,
      resourceKind: task.resourceKind === '20' || task.resourceKind === '30' ? task.resourceKind : '10',
      resourceId: resourceOf(task),
      groupId: made?.workGroup ?? null,
      lanes: task.lanes ?? 1,
      lane: lanes.get(task.id) ?? 0,
      qty: task.qty ?? 0,
      reportedQty: now?.reported ?? 0,
      setupMin: task.setupMin ?? 0,
      runMin: task.runMin ?? 0,
      start: task.planStart ?? '',
      run: task.runStart ?? '',
      end: task.planEnd ?? '',
      segments: segmentsOf(task).map(({ from, to, kind }) => ({ from: clockText(from), to: clockText(to), kind })),
      earliest: task.earliest ?? '',
      latestEnd: task.latestEnd ?? '',
      slackMin: task.slackMin ?? 0,
      lateMin: task.lateMin ?? 0,
      waits: waitsOf(task).map(({ code, minutes, text, task: taskId }) => ({ code, minutes, text, taskId })),
      status: task.status === '1' ? 1 : 0,
      locked: task.lockFlag ?? false,
      running: now?.isRunning ?? false,
      fixed: now === undefined ? task.status === '1' || task.lockFlag === true : isHeld(now),
      overrideReason: task.override ? task.overrideReason : null,
      hasNoStandard: task.noStandard ?? false,
      ...actualOf(task, begun.get(task.orderProcess ?? ''), parts.get(task.orderProcess)?.length === 1),
    };
  });
}

/** The time of the day by which the orders of a workshop are due. */
async function dueTimeOf(ctx: Ctx, [task]: readonly Stored[]): Promise<string> {
  if (task === undefined) return '';
  const { config } = await configOf(ctx, task.workshop ?? '');
  return clockText(config.dueTime).slice(11);
}

/** 已暂停: all that is begun of an operation is paused. */
const HALTED = '40';
const isHalted = (begun: readonly Begun[] = []): boolean => {
  const open = begun.filter(({ isOpen }) => isOpen);
  return open.length > 0 && open.every(({ isPaused }) => isPaused);
};

/** The first lane of its resource that is free when a task starts. */
function lanesOf(tasks: readonly Stored[]): ReadonlyMap<string, number> {
  const ends = new Map<string, string[]>();
  const lanes = new Map<string, number>();
  for (const task of [...tasks].sort((a, b) => ((a.planStart ?? '') < (b.planStart ?? '') ? -1 : 1))) {
    const own = ends.get(resourceOf(task)) ?? [];
    ends.set(resourceOf(task), own);
    const free = own.findIndex((end) => end <= (task.planStart ?? ''));
    const lane = free < 0 ? own.length : free;
    own[lane] = task.planEnd ?? '';
    lanes.set(task.id, lane);
  }
  return lanes;
}

function linksOf(tasks: readonly Stored[], predecessors: ReadonlyMap<string, readonly number[]>): PlanAnswer['links'] {
  const at = new Map<string, string[]>();
  for (const { id, workOrder, opNbr } of tasks)
    at.set(`${workOrder} ${opNbr}`, [...(at.get(`${workOrder} ${opNbr}`) ?? []), id]);
  return tasks.flatMap(({ id, workOrder, orderProcess }) =>
    (predecessors.get(orderProcess ?? '') ?? []).flatMap((opNbr) =>
      (at.get(`${workOrder} ${opNbr}`) ?? []).map((from) => ({ from, to: id })),
    ),
  );
}

/** runs where the floor began it: nobody puts it elsewhere */
const BEGUN = '已开工，自动排产时排入';

/** 待排任务: what no task covers, with what the last run said of it. */
export async function poolAnswer(ctx: Ctx, plant: Plant, row: PlanRow | ScenarioRow): Promise<PoolAnswer> {
  const { records } = ctx.asSystem();
  const planned = new Map<string, number>();
  // what runs without a task waits for one
  const stored = new Set(plant.stored.map(({ id }) => id));
  const begun = new Set<string>();
  for (const { id, operation, qty, reported, isRunning } of plant.input.live)
    if (!stored.has(id) && isRunning) begun.add(operation);
    else if (stored.has(id)) planned.set(operation, (planned.get(operation) ?? 0) + qty - reported);
  const texts = new Map(keptPool(row).map(({ operation, text }) => [operation, text]));
  const shortOf = new Map(plant.input.orders.map(({ id, shortages }) => [id, shortages]));
  const orders = new Map(plant.demands.orders.map((order) => [order.id, order]));
  const open = plant.demands.operations.flatMap((operation) => {
    const qty = (operation.planQty ?? 0) - reportedOf(operation) - (planned.get(operation.id) ?? 0);
    const order = orders.get(operation.workOrderNbr ?? '');
    return qty > 1e-6 && order !== undefined ? [{ operation, order, qty: Math.round(qty * 1e6) / 1e6 }] : [];
  });
  const [processes, materials] = await Promise.all([
    records.many('process', [...new Set(open.flatMap(({ operation }) => operation.process ?? []))], { stored: true }),
    records.many('material', [...new Set(open.flatMap(({ order }) => order.material ?? []))], { stored: true }),
  ]);
  const process = new Map(processes.map(({ id, name }) => [id, name]));
  const material = new Map(materials.map(({ id, code }) => [id, code]));
  const group = new Map(plant.floor.groups.map(({ id, name }) => [id, name]));
  const rows = open.map(
    ({ operation, order, qty }): PoolRow => ({
      operationId: operation.id,
      opNbr: operation.opNbr ?? 0,
      processName: process.get(operation.process ?? '') ?? '',
      workOrderId: order.id,
      workOrderNbr: order.nbr,
      materialCode: material.get(order.material ?? '') ?? '',
      materialName: order.materialName ?? '',
      priority: order.priority,
      dueDate: order.dueDate,
      groupId: operation.workGroup,
      groupName: group.get(operation.workGroup ?? '') ?? '',
      qty,
      hours: operation.outFlag
        ? (operation.outDays ?? 0) * 24
        : hoursOf((operation.setupMin ?? 0) + (qty * (operation.stdMin ?? 0)) / (operation.runBase ?? 1)),
      kit: plant.input.config.materialMode === 0 ? 'none' : (shortOf.get(order.id)?.length ?? 0) > 0 ? 'short' : 'full',
      text: begun.has(operation.id) ? BEGUN : (texts.get(operation.id) ?? ''),
    }),
  );
  const key = ({ priority, dueDate, workOrderNbr }: PoolRow): string => `${priority} ${dueDate} ${workOrderNbr}`;
  return {
    planVersion: row.planVersion ?? 0,
    rows: rows.sort((a, b) => (key(a) === key(b) ? a.opNbr - b.opNbr : key(a) < key(b) ? -1 : 1)),
  };
}

/** Tasks of a plan by their ids. */
export const allTasks = async (ctx: Ctx, ids: readonly string[]): Promise<Stored[]> =>
  ids.length === 0
    ? []
    : ctx.asSystem().records.find('scheduleTask', 'id in param.ids', { param: { ids: [...ids] }, limit: ALL });
