/** 生产工单 (30 §2): one lot of an order on the floor. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { holdOperations, resumeOperations } from './hold';
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
    pause: (record, _ask, ctx) => holdOperations(record.id, ctx),
    resume: (record, _ask, ctx) => resumeOperations(record, ctx),
    async close(record, _ask, ctx) {
      const running = (await operationsOf(record.id, ctx)).find(({ docStatus }) => docStatus === RUNNING);
      if (running) throw refuse(`工单${record.nbr}工序${running.opNbr}正在加工，不能关闭`);
      await endOperations(record.id, ctx);
      return undefined;
    },
    async reopen(record, _ask, ctx) {
      return { docStatus: await reopenOperations(record.id, ctx) };
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

/** Operations that closing ended wait again, or can be started; answers the state of their work order. */
const reopenOperations = async (workOrder: string, ctx: Ctx): Promise<'10' | '30'> => {
  const operations = await operationsOf(workOrder, ctx);
  for (const { id, docStatus, predecessors } of operations) {
    if (docStatus !== CLOSED) continue;
    const waits = (predecessors ?? []).length > 0;
    await ctx.asSystem().records.patch('orderProcess', id, { head: { docStatus: waits ? '10' : '20' } });
  }
  return operations.some(({ docStatus }) => docStatus === DONE) ? '30' : '10';
};
