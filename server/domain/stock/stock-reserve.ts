/** 库存预留 (40 §3.4): what a keeper or planner does with promises; the stock core writes them. */
import type { Ctx, DomainModule } from '../../ctx';
import { lockReserves, releaseReserves, swapReserve } from '../../stock/reserve';

export const stockReserve: DomainModule<'stockReserve'> = {
  /** balances are locked before their reservations (40 §3.2 step 4) */
  async lock(_action, ids, ctx) {
    await lockReserves(ctx, { ids });
  },
  actions: {
    async release(record, { reason }, ctx) {
      await releaseReserves(ctx, { ids: [record.id] }, reason);
      return writtenOf(record.id, ctx);
    },
    async swap(record, { warehouse, position, batchNbr, qty, reason }, ctx) {
      const to = { warehouse, position: position ?? null, batchNbr: batchNbr?.trim() || null, qty, reason };
      await swapReserve(ctx, record.id, to);
      return writtenOf(record.id, ctx);
    },
  },
};

/** The engine writes what the core has written once more, so that its trail tells it. */
const writtenOf = async (id: string, ctx: Ctx) => {
  const { releasedQty, remainQty, reason, status } = (await ctx.asSystem().records.get('stockReserve', id)) ?? {};
  return { releasedQty, remainQty, reason, status };
};
