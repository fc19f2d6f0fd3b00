/**
 * 暂停 and 恢复 of orders and work orders (30 §2): what runs stands still and goes on afterwards, what waits keeps its state and cannot
 * start. Each remembers what it stopped itself, so that what was paused before stays paused.
 */
import type { Ctx } from '../../ctx';
import type { ChangeOf, HeadOf, RowOf } from '../../rows';
import { type Pause, pauseStarts, resumeStarts } from './prd-start';

const RUNNING = '30';
const PAUSED = '40';

/** Work orders of an order that run, with their operations and starts; answers which. */
export const holdOrder = async (order: RowOf<'prdOrder'>, pause: Pause, ctx: Ctx): Promise<ChangeOf<'prdOrder'>> => {
  const running = (await workOrdersOf(ctx, order.id)).filter(({ docStatus }) => docStatus === RUNNING);
  for (const { id } of running) {
    const held = await holdOperations(id, pause, ctx);
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

export const holdOperations = async (workOrder: string, pause: Pause, ctx: Ctx): Promise<ChangeOf<'workOrder'>> => {
  const { records } = ctx.asSystem();
  const heldStarts = await pauseStarts(ctx, { field: 'workOrderNbr', id: workOrder }, pause);
  const running = await records.find('orderProcess', 'workOrderNbr == param.workOrder && docStatus == 30', {
    param: { workOrder },
    sort: 'opNbr',
  });
  for (const { id } of running) await records.patch('orderProcess', id, { head: { docStatus: PAUSED } });
  return { heldOps: running.map(({ id }) => id), heldStarts };
};
/** Its starts follow when it is saved: they ask whether anything above them is paused. */
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

/** Starts of a work order that runs again, which its pause has stopped. */
export const resumeHeld = async (workOrder: string, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const found = await records.get('workOrder', workOrder);
  const held = found?.heldStarts ?? [];
  if (held.length === 0) return;
  await records.patch('workOrder', workOrder, { head: { heldStarts: [] } });
  await resumeStarts(ctx, held);
};

/** Why something of a paused work order or order cannot go on by itself. */
export const heldAbove = async ({ workOrderNbr = null, prdOrderNbr }: Above, ctx: Ctx): Promise<string | null> => {
  const { records } = ctx.asSystem();
  const order = prdOrderNbr === null ? null : await records.get('prdOrder', prdOrderNbr);
  if (order?.docStatus === PAUSED) return `生产订单${order.nbr}已暂停，请先恢复订单`;
  const workOrder = workOrderNbr === null ? null : await records.get('workOrder', workOrderNbr);
  return workOrder?.docStatus === PAUSED ? `工单${workOrder.nbr}已暂停，请先恢复工单` : null;
};
interface Above {
  readonly prdOrderNbr: string | null;
  readonly workOrderNbr?: string | null;
}

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
