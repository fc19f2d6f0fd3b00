/** 完工 and 关闭 (30 §2): what must be done on a work order before it may end, and what its end does to its operations. */
import { numText, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { totalsOf } from '../../production/balance';
import type { Balance, Operation } from '../../production/types';
import type { ChangeOf, HeadOf, RowOf } from '../../rows';
import { type Floor, floorOf } from './operations';

type WorkOrder = RowOf<'workOrder'>;

/** Ends a work order with what is good by now; its operations end with it. */
export const finishWorkOrder = async (
  record: WorkOrder,
  reason: WorkOrder['finishReason'],
  ctx: Ctx,
): Promise<ChangeOf<'workOrder'>> => {
  const { records } = ctx.asSystem();
  const live = await liveStart(record.id, ctx);
  if (live) throw refuse(`工序${live.opNbr}开工${live.nbr}尚未结束，请先报工或结束`, { rule: 'workOrder.start' });
  const floor = await floorOf(ctx, record.id);
  const left = leftText(floor);
  if (left !== null) throw refuse(left, { rule: 'workOrder.left' });
  const open = floor.operations.filter(({ isFinished }) => !isFinished);
  for (const { id } of open) await records.patch('orderProcess', id, { head: { finishFlag: true } });
  await ctx.emit('workOrder.finished', { object: 'workOrder', id: record.id, nbr: record.nbr });
  const isShort = shortOf(floor) > 0;
  return { finishFlag: true, finishReason: isShort ? reason : null, finishedOps: open.map(({ id }) => id) };
};
const shortOf = ({ workOrder, operations, balances }: Floor): number => {
  const { qualifiedQty, scrapQty } = totalsOf(operations, balances, workOrder.planQty ?? 0);
  return subDec(subDec(workOrder.planQty ?? 0, qualifiedQty), scrapQty);
};

/** 撤销完工: operations that ended with it go on where their numbers say. */
export const takenBack = async (
  { finishedOps }: Pick<HeadOf<'workOrder'>, 'finishedOps'>,
  ctx: Ctx,
): Promise<ChangeOf<'workOrder'>> => {
  const { records } = ctx.asSystem();
  for (const { id } of await records.many('orderProcess', finishedOps ?? [], { stored: true, lock: true }))
    await records.patch('orderProcess', id, { head: { finishFlag: false } });
  return { finishFlag: false, finishReason: null, finishedOps: [] };
};

/** The first quantity that lies on an operation and goes nowhere by itself. */
const leftText = ({ operations, balances }: Floor): string | null => {
  for (const op of operations) {
    const balance = balances.get(op.opNbr);
    const text = balance ? (shortBefore(op, balance.wip) ?? restText(op, balance)) : null;
    if (text !== null) return text;
  }
  return null;
};
const restText = ({ opNbr }: Operation, { submitted, rework, pending, sent, outside, wip }: Balance): string | null => {
  const parts = [
    ['待生效', submitted],
    ['返工', rework],
    ['待判', pending],
    ['外协', subDec(sent, outside)],
    ['在制', wip],
  ] as const;
  const [title, qty] = parts.find(([, value]) => value !== 0) ?? [];
  return title === undefined ? null : `工序${opNbr}仍有${title}${numText(qty ?? 0)}，请先处理`;
};
/** More was reported than came in (mode 3): what stands before has reported too little. */
export const shortBefore = ({ opNbr, predecessors }: Operation, wip: number): string | null =>
  wip < 0 ? `工序${opNbr}在制为${numText(wip)}，前工序${predecessors[0]}欠报${numText(-wip)}，请先补报` : null;

const liveStart = async (workOrder: string, ctx: Ctx) => {
  const [start] = await ctx
    .asSystem()
    .records.find('prdStart', 'workOrderNbr == param.workOrder && docStatus in [30, 40]', {
      param: { workOrder },
      sort: 'opNbr,nbr',
      limit: 1,
    });
  return start;
};

/** 关闭 keeps what was done; what somebody is still at holds it up. */
export const closingProblem = async (workOrder: string, ctx: Ctx): Promise<string | null> => {
  const start = await liveStart(workOrder, ctx);
  if (start) return `开工${start.nbr}尚未结束，不能关闭`;
  const { records } = ctx.asSystem();
  const of = { param: { workOrder }, sort: 'nbr', limit: 1 };
  const [report] = await records.find('prdReport', 'workOrderNbr == param.workOrder && docStatus in [30, 50]', of);
  if (report) return `报工${report.nbr}尚未生效，不能关闭`;
  const [rework] = await records.find('reworkTask', 'workOrderNbr == param.workOrder && docStatus in [10, 30]', of);
  return rework ? `返工任务${rework.nbr}尚未完成，不能关闭` : null;
};
