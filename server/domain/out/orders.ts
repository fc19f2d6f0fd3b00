/** 生产订单 whose product a supplier makes of sent material (40 §6.6): what came good of it is received. */
import type { Ctx } from '../../ctx';
import { rebalanceOrder } from '../production/rebalance';
import { WITH_MATERIAL } from './plan-materials';

const ordersOf = async (ctx: Ctx, plans: readonly string[]): Promise<readonly string[]> => {
  const found = await ctx.asSystem().records.many('outPlan', [...new Set(plans)], { rows: ['items'], stored: true });
  const made = found.filter(({ outType }) => outType === WITH_MATERIAL);
  return [...new Set(made.flatMap(({ items }) => items.flatMap(({ prdOrder }) => prdOrder ?? [])))].sort();
};

export const lockOrders = async (ctx: Ctx, plans: readonly string[]): Promise<void> => {
  await ctx.asSystem().records.many('prdOrder', await ordersOf(ctx, plans), { stored: true, lock: true });
};

export const recountOrders = async (ctx: Ctx, plans: readonly (string | null | undefined)[]): Promise<void> => {
  const ids = plans.flatMap((id) => (id ? [id] : []));
  for (const order of await ordersOf(ctx, ids)) await rebalanceOrder(ctx, order);
};
