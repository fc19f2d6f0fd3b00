/** A plan into its tables: tasks, planned times, figures, the next version; the caller holds the lock and the transaction. */
import type { Ctx } from '../../../ctx';
import {
  dropTasks,
  holdOrders,
  type PlannedOrder,
  taskIds,
  writePlannedOrders,
  writeTasks,
} from '../../../datasets/production/schedule-rows';
import { engineOf } from '../../../records/host';
import { type Conflict, clockText, type Plan, type Task } from '../../../scheduling';
import { figuresOf } from './plan-row';
import type { Plant } from './plant';
import { resourceOf, rowOf, type Stored } from './tasks';

export interface Target {
  readonly workshop: string;
  /** row of the plan, or of the scenario */
  readonly row: { readonly object: 'schedulePlan' | 'scheduleScenario'; readonly id: string };
  readonly scenario: string | null;
  readonly planVersion: number;
}

/**
 * Writes the tasks of a plan for those that stand there and answers the ids of its tasks. `only` = tasks that changed; without it all.
 * What is fixed and does not run is left as it is.
 */
export async function writePlan(
  ctx: Ctx,
  {
    target,
    plant,
    plan,
    change,
    only,
  }: {
    readonly target: Target;
    readonly plant: Pick<Plant, 'stored' | 'operations'>;
    readonly plan: Plan;
    /** what was done, in words */
    readonly change: string;
    readonly only?: ReadonlySet<string>;
  },
): Promise<ReadonlyMap<string, string>> {
  const engine = engineOf(ctx);
  const { workshop, scenario, planVersion, row } = target;
  const before = new Map(plant.stored.map((task) => [task.id, task]));
  const ids = await idsFor(ctx, plan.tasks, target, before);
  const own = plan.tasks.filter(({ operation }) => plant.operations.has(operation));
  const changed = own.filter((task) => (only === undefined || only.has(task.id)) && !isKept(task, before.get(task.id)));
  const rename = (id: string): string => ids.get(id) ?? id;
  await holdOrders(
    ctx,
    [...plant.operations.values()].flatMap(({ workOrderNbr }) => workOrderNbr ?? []),
  );
  await writeTasks(
    engine,
    changed.map((task) => {
      const id = rename(task.id);
      return rowOf(task, { id, workshop, scenario, planVersion, before: before.get(id), rename });
    }),
  );
  const kept = new Set(own.map(({ id }) => rename(id)));
  await dropTasks(
    ctx,
    plant.stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  );
  if (scenario === null) await writePlannedOrders(ctx, ordersOf(plan, plant, only === undefined));
  await ctx.asSystem().records.patch(row.object, row.id, {
    head: {
      planVersion,
      ...figuresOf({ ...plan, conflicts: plan.conflicts.map((one): Conflict => ({ ...one, task: rename(one.task) })) }),
      ...(row.object === 'schedulePlan' ? { change: change.slice(0, 200) } : {}),
      ...(only === undefined ? { ranAt: ctx.now } : {}),
    },
  });
  return ids;
}

/** What is fixed keeps its row, apart from what runs: that ends when what is left of it ends, on the device it was begun on. */
const isKept = (task: Task, stored: Stored | undefined): boolean =>
  task.isFixed &&
  stored !== undefined &&
  stored.planEnd === clockText(task.end) &&
  resourceOf(stored) === task.resource;

/** Ids of tasks that the engine named by operation and part: those the same part had before, else new ones. */
async function idsFor(
  ctx: Ctx,
  tasks: readonly Task[],
  { workshop, scenario }: Target,
  stored: ReadonlyMap<string, Stored>,
): Promise<Map<string, string>> {
  const known = await taskIds(ctx, workshop, scenario);
  const taken = new Set(tasks.flatMap(({ id }) => (stored.has(id) ? [id] : [])));
  const ids = new Map<string, string>();
  for (const { id, operation, part } of tasks) {
    if (stored.has(id)) continue;
    const old = known.get(`${operation}/${part}`);
    const chosen = old === undefined || taken.has(old) ? ctx.newId() : old;
    taken.add(chosen);
    ids.set(id, chosen);
  }
  return ids;
}

const HOUR = 60;
/** Hours with two decimals. */
export const hoursOf = (minutes: number): number => Math.round((minutes / HOUR) * 100) / 100;

/** Planned times by work order; a run of all says of the others that they have none. */
function ordersOf(plan: Plan, plant: Pick<Plant, 'operations'>, isWhole: boolean): readonly PlannedOrder[] {
  const planned = new Map(
    plan.orders.map((order): [string, PlannedOrder] => [
      order.order,
      {
        id: order.order,
        start: clockText(order.plannedStart),
        end: clockText(order.plannedEnd),
        lateHours: hoursOf(order.lateMin),
      },
    ]),
  );
  if (isWhole)
    for (const { workOrderNbr } of plant.operations.values())
      if (workOrderNbr !== null && !planned.has(workOrderNbr))
        planned.set(workOrderNbr, { id: workOrderNbr, start: null, end: null, lateHours: null });
  return [...planned.values()];
}
