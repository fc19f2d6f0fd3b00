/** 生产工单 (30 §2): one lot of an order on the floor. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { closingProblem, finishWorkOrder, takenBack } from './finish';
import { heldAbove, holdOperations, resumeHeld, resumeOperations } from './hold';
import { followWorkOrder } from './order-reserve';
import { rebalance, rebalanceOrder } from './rebalance';
import { splitLot } from './release';

/** acts after which its numbers say what state it is in */
const RECOUNTED: readonly string[] = ['finish', 'unfinish', 'close', 'reopen', 'resume', 'split'];

export const workOrder: DomainModule<'workOrder'> = {
  async lock(_action, ids, ctx) {
    // the order before its work orders (30 §1.5)
    const orders = await ctx.asSystem().records.many('workOrder', ids, { stored: true });
    const above = [...new Set(orders.map(({ prdOrderNbr }) => prdOrderNbr ?? ''))].sort();
    await ctx.asSystem().records.many('prdOrder', above, { stored: true, lock: true });
  },
  async after({ record, action = '' }, ctx) {
    if (action === 'resume') await resumeHeld(record.id, ctx);
    if (RECOUNTED.includes(action)) await rebalance(ctx, [record.id]);
    if (action === 'void' && record.prdOrderNbr !== null) {
      await endOperations(record.id, ctx);
      await rebalanceOrder(ctx, record.prdOrderNbr);
    }
    await followWorkOrder(record.prdOrderNbr, { nbr: record.nbr, action }, ctx);
  },
  actions: {
    async split(record, ask, ctx) {
      const { made, change } = await splitLot(record, ask.qty, await operationsOf(record.id, ctx), ctx);
      // what may be given out of either is its own plan's
      await rebalance(ctx, [made]);
      return change;
    },
    pause: (record, { reason, note }, ctx) => holdOperations(record.id, { reason, note: note ?? null }, ctx),
    async resume(record, _ask, ctx) {
      const above = await heldAbove({ prdOrderNbr: record.prdOrderNbr }, ctx);
      if (above !== null) throw refuse(above);
      return resumeOperations(record, ctx);
    },
    finish: (record, ask, ctx) => finishWorkOrder(record, ask.reason ?? null, ctx),
    async unfinish(record, _ask, ctx) {
      const [order] =
        record.prdOrderNbr === null
          ? []
          : await ctx.asSystem().records.many('prdOrder', [record.prdOrderNbr], { stored: true });
      if (order?.docStatus === CLOSED) throw refuse(`生产订单${order.nbr}已结案，不能撤销完工`);
      return takenBack(record, ctx);
    },
    async close(record, _ask, ctx) {
      const running = (await operationsOf(record.id, ctx)).find(({ docStatus }) => docStatus === RUNNING);
      if (running) throw refuse(`工单${record.nbr}工序${running.opNbr}正在加工，不能关闭`);
      const problem = await closingProblem(record.id, ctx);
      if (problem !== null) throw refuse(problem);
      await endOperations(record.id, ctx);
      return undefined;
    },
    async reopen(record, _ask, ctx) {
      await reopenOperations(record.id, ctx);
      // its numbers say how far it was
      return { docStatus: '10' };
    },
  },
};

const operationsOf = (workOrder: string, ctx: Ctx) =>
  ctx.asSystem().records.find('orderProcess', 'workOrderNbr == param.workOrder', {
    param: { workOrder },
    sort: 'opNbr',
  });

const RUNNING = '30';
const DONE = '60';
const CLOSED = '80';
/** 已关闭: nothing is started any more; what is done stays done. */
const endOperations = async (workOrder: string, ctx: Ctx): Promise<void> => {
  for (const { id, docStatus } of await operationsOf(workOrder, ctx))
    if (docStatus !== DONE) await ctx.asSystem().records.patch('orderProcess', id, { head: { docStatus: CLOSED } });
};

/** Operations that closing ended wait again, or can be started. */
const reopenOperations = async (workOrder: string, ctx: Ctx): Promise<void> => {
  for (const { id, docStatus, predecessors } of await operationsOf(workOrder, ctx)) {
    if (docStatus !== CLOSED) continue;
    const waits = (predecessors ?? []).length > 0;
    await ctx.asSystem().records.patch('orderProcess', id, { head: { docStatus: waits ? '10' : '20' } });
  }
};
