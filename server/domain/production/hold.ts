/**
 * 暂停 and 恢复 of orders and work orders (30 §2): what runs stands still and goes on afterwards, what waits keeps its state and cannot
 * start. Each remembers what it stopped itself, so that what was paused before stays paused.
 */
import type { Ctx } from '../../ctx';
import type { ChangeOf, HeadOf, RowOf } from '../../rows';

const RUNNING = '30';
const PAUSED = '40';

/** Work orders of an order that run, with their operations; answers which. */
export const holdOrder = async (order: RowOf<'prdOrder'>, ctx: Ctx): Promise<ChangeOf<'prdOrder'>> => {
  const running = (await workOrdersOf(ctx, order.id)).filter(({ docStatus }) => docStatus === RUNNING);
  for (const { id } of running) {
    const held = await holdOperations(id, ctx);
    await ctx.asSystem().records.patch('workOrder', id, { head: { docStatus: PAUSED, ...held } });
  }
  return { heldOrders: running.map(({ id }) => id) };
};

/** Back to what its work orders say: 生产中 when one has begun, else 已下达. */
export const resumeOrder = async (order: RowOf<'prdOrder'>, ctx: Ctx): Promise<ChangeOf<'prdOrder'>> => {
  const held = new Set(order.heldOrders ?? []);
  const workOrders = await workOrdersOf(ctx, order.id);
  for (const workOrder of workOrders) {
    if (!held.has(workOrder.id) || workOrder.docStatus !== PAUSED) continue;
    const freed = await resumeOperations(workOrder, ctx);
    await ctx.asSystem().records.patch('workOrder', workOrder.id, { head: { docStatus: RUNNING, ...freed } });
  }
  return { docStatus: orderState(order, workOrders), heldOrders: [] };
};

/** What an order is in when nobody holds it. */
export const orderState = (
  { releasedQty }: Pick<HeadOf<'prdOrder'>, 'releasedQty'>,
  workOrders: readonly Pick<HeadOf<'workOrder'>, 'docStatus'>[],
): '10' | '20' | '30' => {
  // only what had begun was paused or is done
  if (workOrders.some(({ docStatus }) => docStatus === RUNNING || docStatus === PAUSED || docStatus === '60'))
    return '30';
  return (releasedQty ?? 0) > 0 ? '20' : '10';
};

export const holdOperations = async (workOrder: string, ctx: Ctx): Promise<ChangeOf<'workOrder'>> => {
  const { records } = ctx.asSystem();
  const running = await records.find('orderProcess', 'workOrderNbr == param.workOrder && docStatus == 30', {
    param: { workOrder },
    sort: 'opNbr',
  });
  for (const { id } of running) await records.patch('orderProcess', id, { head: { docStatus: PAUSED } });
  return { heldOps: running.map(({ id }) => id) };
};
export const resumeOperations = async (
  { heldOps }: Pick<HeadOf<'workOrder'>, 'heldOps'>,
  ctx: Ctx,
): Promise<ChangeOf<'workOrder'>> => {
  const { records } = ctx.asSystem();
  for (const operation of await records.many('orderProcess', heldOps ?? [], { stored: true, lock: true }))
    if (operation.docStatus === PAUSED)
      await records.patch('orderProcess', operation.id, { head: { docStatus: RUNNING } });
  return { heldOps: [] };
};

/** Those that count, locked in their order: not 已作废. */
const workOrdersOf = async (ctx: Ctx, order: string) => {
  const { records } = ctx.asSystem();
  const found = await records.find('workOrder', 'prdOrderNbr == param.order && docStatus != 90', {
    param: { order },
    sort: 'id',
  });
  return records.many(
    'workOrder',
    found.map(({ id }) => id),
    { stored: true, lock: true },
  );
};
