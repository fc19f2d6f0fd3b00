/** Step 16: nothing replans by itself, but every ten minutes a dry run tells what would be late by now. */
import type { Ctx } from '../../../ctx';
import { writeLateHours } from '../../../datasets/production/schedule-rows';
import type { HeadOf } from '../../../rows';
import type { Input, Plan } from '../../../scheduling';
import { plantOf } from './plant';
import { hoursOf } from './write';

/** Work orders that are late now and were not before; `plan` runs the engine beside the caller's thread. */
export async function foresee(
  ctx: Ctx,
  workshop: string,
  plan: (input: Input) => Promise<Plan | null>,
): Promise<number> {
  const plant = await plantOf(ctx, { workshop, scenario: null });
  if (plant.input.orders.length === 0) return 0;
  const found = await plan(plant.input);
  if (found === null) return 0;
  const late = new Map(found.orders.map(({ order, lateMin }) => [order, hoursOf(lateMin)]));
  const fresh = plant.demands.orders.filter(({ id, lateHours }) => (late.get(id) ?? 0) > 0 && !((lateHours ?? 0) > 0));
  await writeLateHours(ctx, late);
  for (const { id, nbr } of fresh) await ctx.emit('workOrder.lateForecast', { id, nbr, lateHours: late.get(id) ?? 0 });
  await tellOrders(ctx, plant.demands.orders, new Set(fresh.map(({ id }) => id)));
  return fresh.length;
}
type Order = Pick<HeadOf<'workOrder'>, 'id' | 'prdOrderNbr' | 'lateHours'>;
/** Orders none of whose work orders was late before. */
const tellOrders = async (ctx: Ctx, all: readonly Order[], fresh: ReadonlySet<string>): Promise<void> => {
  const known = new Set(
    all.flatMap(({ id, prdOrderNbr, lateHours }) => (!fresh.has(id) && (lateHours ?? 0) > 0 ? [prdOrderNbr] : [])),
  );
  const late = all.flatMap(({ id, prdOrderNbr }) =>
    prdOrderNbr !== null && fresh.has(id) && !known.has(prdOrderNbr) ? [prdOrderNbr] : [],
  );
  for (const { id, nbr } of await ctx.asSystem().records.many('prdOrder', [...new Set(late)], { stored: true }))
    await ctx.emit('prdOrder.lateForecast', { object: 'prdOrder', id, nbr });
};

/** Workshops that have a plan. */
export const plannedWorkshops = async (ctx: Ctx): Promise<readonly string[]> =>
  (await ctx.asSystem().records.find('schedulePlan', 'planVersion > 0', { limit: 1_000 })).flatMap(
    ({ workshop }) => workshop ?? [],
  );
