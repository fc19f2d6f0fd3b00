/** 生产工单 (30 §2): one lot of an order on the floor. */
import type { Ctx, DomainModule } from '../../ctx';
import { releasedOf, splitLot } from './release';

export const workOrder: DomainModule<'workOrder'> = {
  async lock(_action, ids, ctx) {
    // the order before its work orders (30 §1.5)
    const orders = await ctx.asSystem().records.many('workOrder', ids, { stored: true });
    const above = [...new Set(orders.map(({ prdOrderNbr }) => prdOrderNbr ?? ''))].sort();
    await ctx.asSystem().records.many('prdOrder', above, { stored: true, lock: true });
  },
  async after({ record, action }, ctx) {
    if (action !== 'void' || record.prdOrderNbr === null) return;
    await endOperations(record.id, ctx);
    const { prdOrderNbr } = record;
    await ctx
      .asSystem()
      .records.patch('prdOrder', prdOrderNbr, { head: { releasedQty: await releasedOf(ctx, prdOrderNbr) } });
  },
  actions: {
    async split(record, ask, ctx) {
      return splitLot(record, ask.qty, await operationsOf(record.id, ctx), ctx);
    },
  },
};

const operationsOf = (workOrder: string, ctx: Ctx) =>
  ctx.asSystem().records.find('orderProcess', 'workOrderNbr == param.workOrder', {
    param: { workOrder },
    sort: 'opNbr',
  });

/** 已关闭: nothing is started any more. */
const endOperations = async (workOrder: string, ctx: Ctx): Promise<void> => {
  for (const { id } of await operationsOf(workOrder, ctx))
    await ctx.asSystem().records.patch('orderProcess', id, { head: { docStatus: '80' } });
};
