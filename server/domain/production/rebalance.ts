/** 重算 after an event (30 P15): operations, work order and order get what live documents say; nothing is counted up or down. */
import { addDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { outsideReceived } from '../../datasets/out/materials';
import { type Received, receivedOf } from '../../datasets/production/received';
import { totalsOf, type WorkOrderTotals } from '../../production/balance';
import { dispatchLimit, reportable } from '../../production/limits';
import type { ChangeOf, HeadOf } from '../../rows';
import { differing } from './differing';
import { followDispatches } from './dispatch-end';
import { takenBack } from './finish';
import { around, type Floor, floorOf } from './operations';
import { recountOutputs } from './outputs';
import { isReceived, receivedValues } from './receivable';
import { lossesOf } from './supplement';

/** Brings everything about some work orders up to date; their rows are locked. */
export const rebalance = async (ctx: Ctx, workOrders: readonly string[]): Promise<void> => {
  const orders = new Map<string, number>();
  for (const id of workOrders) {
    const [work] = await ctx.asSystem().records.many('workOrder', [id], { stored: true });
    const above = work?.prdOrderNbr ?? null;
    const [found, received, outside] = await Promise.all([
      floorOf(ctx, id),
      receivedOf(ctx, id, null),
      above === null ? undefined : outsideReceived(ctx, [above]),
    ]);
    if (above !== null) orders.set(above, outside?.get(above) ?? 0);
    const floor = await unfinished(ctx, found);
    await writeOperations(ctx, floor);
    const docStatus = await writeWorkOrder(ctx, floor, received);
    if (await followDispatches(ctx, docStatus, [...floor.records.keys()]))
      await writeOperations(ctx, await floorOf(ctx, id));
    await recountOutputs(ctx, floor);
  }
  for (const id of [...orders.keys()].sort()) await rebalanceOrder(ctx, id, orders.get(id));
};

/** Ended by hand and something lies on it again (a report was taken back): it is not ended any more. */
const unfinished = async (ctx: Ctx, floor: Floor): Promise<Floor> => {
  const { workOrder, operations, balances } = floor;
  if (workOrder.finishFlag !== true || !totalsOf(operations, balances, workOrder.planQty ?? 0).isOpen) return floor;
  await ctx.asSystem().records.patch('workOrder', workOrder.id, { head: await takenBack(workOrder, ctx) });
  return floorOf(ctx, workOrder.id);
};

/** What the documents say of each operation, by its id: to be written, or to be held against what is stored (数据核对). */
export const operationValues = (floor: Floor): ReadonlyMap<string, ChangeOf<'orderProcess'>> =>
  new Map(
    floor.operations.map((op) => {
      const balance = floor.balances.get(op.opNbr);
      if (!balance) throw new Error(`no balance of operation ${op.opNbr}`);
      const at = around(floor, op.id);
      const change: ChangeOf<'orderProcess'> = {
        docStatus: balance.docStatus,
        dispatchQty: balance.dispatched,
        outPlanQty: balance.outPlan,
        outQty: balance.sent,
        inQty: balance.inQty,
        startQty: balance.started,
        submittedQty: balance.submitted,
        reportQty: balance.reported,
        qualifiedQty: balance.good,
        firstPassQty: balance.firstPass,
        reworkQty: balance.rework,
        pendingQty: balance.pending,
        scrapQty: balance.scrap,
        workScrapQty: balance.workScrap,
        materialScrapQty: balance.materialScrap,
        wipQty: balance.wip,
        availReport: reportable(at),
        remainDispatch: dispatchLimit(at).max,
        workHours: floor.hours.get(op.id)?.workHours ?? 0,
        theoryHours: floor.hours.get(op.id)?.theoryHours ?? 0,
      };
      return [op.id, change];
    }),
  );

/** States whose beginning somebody waits for. */
const READY = '20';
const TOLD: Readonly<Record<string, string>> = { [READY]: 'orderProcess.ready', '60': 'orderProcess.finished' };
const writeOperations = async (ctx: Ctx, floor: Floor): Promise<void> => {
  for (const [id, change] of operationValues(floor)) {
    const stored = floor.records.get(id);
    if (!stored) continue;
    const head = differing({ ...stored }, change);
    if (Object.keys(head).length === 0) continue;
    const since = head.docStatus === READY ? { readyAt: ctx.occurAt } : {};
    await ctx.asSystem().records.patch('orderProcess', id, { head: { ...head, ...since } });
    const told = TOLD[head.docStatus ?? ''];
    if (told !== undefined) await ctx.emit(told, { object: 'orderProcess', id, nbr: stored.name });
  }
};

/** States that somebody set and only somebody takes back. */
const HELD: readonly string[] = ['40', '80', '90'];
export const workOrderValues = (ctx: Ctx, floor: Floor): ChangeOf<'workOrder'> => {
  const { workOrder, operations, balances } = floor;
  const totals = totalsOf(operations, balances, workOrder.planQty ?? 0);
  const { startQty, qualifiedQty, scrapQty, reworkQty, pendingQty, wipQty } = totals;
  const docStatus = workOrderStatus(workOrder, totals);
  return {
    docStatus,
    startQty,
    qualifiedQty,
    scrapQty,
    reworkQty,
    pendingQty,
    wipQty,
    actualStart: totals.isBegun ? (workOrder.actualStart ?? ctx.occurAt) : null,
    actualEnd: docStatus === '60' ? (workOrder.actualEnd ?? ctx.occurAt) : null,
  };
};
const workOrderStatus = (
  { docStatus, finishFlag }: WorkOrderState,
  totals: WorkOrderTotals,
): NonNullable<WorkOrderState['docStatus']> => {
  const now = docStatus ?? '10';
  if (now === '80' || now === '90') return now;
  if (totals.isDone || (now === '60' && finishFlag === true)) return '60';
  if (HELD.includes(now)) return now;
  if (totals.isBegun) return '30';
  return totals.isDispatched ? '20' : '10';
};
type WorkOrderState = Pick<HeadOf<'workOrder'>, 'docStatus' | 'finishFlag'>;

/** Answers the state it has now. */
const writeWorkOrder = async (ctx: Ctx, floor: Floor, known: Received): Promise<WorkOrderState['docStatus']> => {
  const values = workOrderValues(ctx, floor);
  const received = await receivedValues(ctx, {
    workOrder: floor.workOrder.id,
    isChecked: floor.order?.fqcFlag === true,
    good: values.qualifiedQty ?? 0,
    known,
  });
  const docStatus = values.docStatus ?? floor.workOrder.docStatus;
  const head = differing({ ...floor.workOrder }, { ...values, ...received });
  if (Object.keys(head).length === 0) return docStatus;
  await ctx.asSystem().records.patch('workOrder', floor.workOrder.id, { head });
  if (head.docStatus === '60')
    await ctx.emit('workOrder.finished', { object: 'workOrder', id: floor.workOrder.id, nbr: floor.workOrder.nbr });
  return docStatus;
};

/** Sums and state of an order from its work orders; `known`: what suppliers made of it, where it was read already. */
export const rebalanceOrder = async (ctx: Ctx, id: string, known?: number): Promise<void> => {
  const { records } = ctx.asSystem();
  const [order] = await records.many('prdOrder', [id]);
  if (!order) return;
  const workOrders = await records.find('workOrder', 'prdOrderNbr == param.id && docStatus != 90', { param: { id } });
  const outside = known ?? (await outsideReceived(ctx, [id])).get(id) ?? 0;
  const values = orderValues(order, workOrders, outside);
  const finishedAt = finishedOf(order, values.docStatus, ctx.occurAt);
  const head = differing({ ...order }, { ...values, finishedAt });
  if (Object.keys(head).length > 0) await records.patch('prdOrder', id, { head });
  if (head.docStatus === '60') await ctx.emit('prdOrder.finished', { object: 'prdOrder', id, nbr: order.nbr });
};
/** When it was received in full; closing it afterwards changes nothing of that. */
const finishedOf = (
  { finishedAt }: Pick<HeadOf<'prdOrder'>, 'finishedAt'>,
  status: HeadOf<'prdOrder'>['docStatus'] | undefined,
  now: string,
): string | null => (status === '60' ? (finishedAt ?? now) : status === '80' ? finishedAt : null);
/** What its work orders that count say of an order, and what suppliers made of material sent for it. */
export const orderValues = (
  order: Pick<HeadOf<'prdOrder'>, 'docStatus' | 'planQty' | 'underRate'>,
  workOrders: readonly HeadOf<'workOrder'>[],
  outside: number,
): ChangeOf<'prdOrder'> => {
  const sum = (code: 'planQty' | 'startQty' | 'qualifiedQty' | 'scrapQty' | 'receivedQty'): number =>
    sumDec(workOrders.map((each) => each[code] ?? 0));
  const startQty = sum('startQty');
  const isBegun = workOrders.some(({ actualStart }) => actualStart !== null);
  const receivedQty = addDec(sum('receivedQty'), outside);
  return {
    receivedQty,
    releasedQty: sum('planQty'),
    startQty,
    qualifiedQty: sum('qualifiedQty'),
    scrapQty: sum('scrapQty'),
    ...lossesOf(workOrders),
    // 10 and 20 follow from what is released, 40 and 80 from people, 60 from what is received
    docStatus: orderStatus(order, { isBegun, isReceived: isReceived(order, receivedQty), isOutside: outside > 0 }),
  };
};
const orderStatus = (
  { docStatus }: Pick<HeadOf<'prdOrder'>, 'docStatus'>,
  {
    isBegun,
    isReceived,
    isOutside,
  }: { readonly isBegun: boolean; readonly isReceived: boolean; readonly isOutside: boolean },
): HeadOf<'prdOrder'>['docStatus'] => {
  // nothing of it was released where a supplier made all of it
  if (docStatus === '10' && isOutside && isReceived) return '60';
  if (docStatus !== '20' && docStatus !== '30' && docStatus !== '60') return docStatus;
  if (isReceived) return '60';
  return isBegun ? '30' : '20';
};
