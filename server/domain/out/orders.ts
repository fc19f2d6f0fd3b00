/** 生产订单 whose product a supplier makes of sent material (40 §6.6): what came good of it is received. */
import type { Ctx } from '../../ctx';
import type { JudgedOf } from '../../rows';
import { lockOperations } from '../production/locks';
import { rebalanceOrder } from '../production/rebalance';

/** 带料委外 */
export const WITH_MATERIAL = '2';

/** Orders whose product a plan makes, locked. */
export const ordersOfPlan = (record: Pick<JudgedOf<'outPlan'>, 'items'>, ctx: Ctx) => {
  const ids = [...new Set(record.items.flatMap(({ prdOrder }) => prdOrder ?? []))].sort();
  return ctx.asSystem().records.many('prdOrder', ids, { stored: true, lock: true });
};

const ordersOf = async (ctx: Ctx, plans: readonly string[]): Promise<readonly string[]> => {
  const found = await ctx.asSystem().records.many('outPlan', [...new Set(plans)], { rows: ['items'], stored: true });
  const made = found.filter(({ outType }) => outType === WITH_MATERIAL);
  return [...new Set(made.flatMap(({ items }) => items.flatMap(({ prdOrder }) => prdOrder ?? [])))].sort();
};

const lockOrders = async (ctx: Ctx, plans: readonly string[]): Promise<void> => {
  await ctx.asSystem().records.many('prdOrder', await ordersOf(ctx, plans), { stored: true, lock: true });
};

export const recountOrders = async (ctx: Ctx, plans: readonly (string | null | undefined)[]): Promise<void> => {
  const ids = plans.flatMap((id) => (id ? [id] : []));
  for (const order of await ordersOf(ctx, ids)) await rebalanceOrder(ctx, order);
};

/** Orders and operations first, then the plans (40 §6.5 step 1). */
export const lockAbove = async (
  rows: readonly { readonly orderProcess?: string | null; readonly plan?: string | null }[],
  ctx: Ctx,
): Promise<void> => {
  const plans = [...new Set(rows.flatMap(({ plan }) => (plan ? [plan] : [])))].sort();
  await lockOrders(ctx, plans);
  await lockOperations(
    ctx,
    rows.map(({ orderProcess }) => orderProcess),
  );
  await ctx.asSystem().records.many('outPlan', plans, { stored: true, lock: true });
};
