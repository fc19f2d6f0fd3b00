/** What planners do on the board, as steps of the story of the demo factory; work orders and workshops by their numbers. */
import type { Ctx } from '../../../ctx';
import type { StoryCall } from '../../../data/load';
import { confirm } from './change';
import { planFor } from './plan-row';
import { runAtOnce } from './run';
import { createScenario } from './scenario';
import { storedTasks } from './tasks';

type Given = Parameters<StoryCall>[1];
const found = async (ctx: Ctx, object: 'factoryUnit' | 'workOrder', field: string, key: string): Promise<string> => {
  const [head] = await ctx.records.find(object, `${field} == param.key`, { param: { key }, limit: 1 });
  if (!head) throw new Error(`schedule: no ${object} ${key}`);
  return head.id;
};
const workshopOf = (ctx: Ctx, { workshop }: Given) => found(ctx.asSystem(), 'factoryUnit', 'code', String(workshop));
const workOrderOf = (ctx: Ctx, nbr: string) => found(ctx.asSystem(), 'workOrder', 'nbr', nbr);
const workOrdersOf = async (ctx: Ctx, { workOrders }: Given): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const nbr of Array.isArray(workOrders) ? workOrders : []) ids.push(await workOrderOf(ctx, String(nbr)));
  return ids;
};

export const scheduleStory: Readonly<Record<string, StoryCall>> = {
  /** {workshop, workOrders}: all of the workshop, or these alone */
  'schedule.run': async (ctx, given) => {
    const workshopId = await workshopOf(ctx, given);
    const workOrderIds = await workOrdersOf(ctx, given);
    await runAtOnce(ctx, { workshopId, ...(workOrderIds.length > 0 && { workOrderIds }) });
  },
  /** {workshop, workOrders}: their tasks in the plan that stands */
  'schedule.confirm': async (ctx, given) => {
    const workshop = await workshopOf(ctx, given);
    const orders = new Set(await workOrdersOf(ctx, given));
    const { planVersion } = await planFor(ctx, workshop, 'scheduleTask:confirm');
    const tasks = await storedTasks(ctx, workshop, null);
    const ids = tasks.filter(({ workOrder }) => orders.has(workOrder ?? '')).map(({ id }) => id);
    await confirm(ctx, { ids, planVersion: planVersion ?? 0 });
  },
  /** {workshop, name, note, first}: a scenario in which one work order goes before all others, planned */
  'schedule.insert': async (ctx, given) => {
    const workshopId = await workshopOf(ctx, given);
    const workOrderId = await workOrderOf(ctx, String(given.first));
    const params = { config: {}, changes: [{ kind: 'priority' as const, workOrderId, priority: '1' }] };
    const { id } = await createScenario(ctx, {
      workshopId,
      name: String(given.name),
      note: String(given.note ?? ''),
      params,
    });
    await runAtOnce(ctx, { workshopId, scenarioId: id });
  },
};
