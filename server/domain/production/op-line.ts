/**
 * 增加 and 删除 of an operation of a work order (30 §2): while nothing of it is handed out. A new one stands behind the operation with the
 * next lower number, what waited for that waits for it; what waited for one that goes waits for those before it.
 */
import { mulDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { ChangeOf, DraftOf, HeadOf, JudgedOf } from '../../rows';
import { lockWorkOrders } from './locks';
import { decimalsOf } from './prd-units';
import { rebalance } from './rebalance';
import { modeOf, upTo } from './release';

type Op = HeadOf<'orderProcess'>;

const opsOf = (workOrder: string, ctx: Ctx): Promise<readonly Op[]> =>
  ctx.asSystem().records.find('orderProcess', 'workOrderNbr == param.workOrder', {
    param: { workOrder },
    sort: 'opNbr',
  });

/** What a person does not say of a new operation; undefined when it comes with its release and says everything. */
export const addedOf = async (
  record: DraftOf<'orderProcess'>,
  ctx: Ctx,
): Promise<ChangeOf<'orderProcess'> | undefined> => {
  if (typeof record.workOrderNbr !== 'string' || (record.name ?? '') !== '') return undefined;
  await lockWorkOrders(ctx, [record.workOrderNbr]);
  const [workOrder] = await ctx.asSystem().records.many('workOrder', [record.workOrderNbr], { stored: true });
  if (!workOrder) return undefined;
  const ops = await opsOf(workOrder.id, ctx);
  const opNbr = record.opNbr ?? lastOf(ops) + STEP;
  const before = aboveOf(ops, opNbr);
  return {
    opNbr,
    name: `${workOrder.nbr}/${opNbr}`,
    prdOrderNbr: workOrder.prdOrderNbr,
    predecessors: before ? [String(before.opNbr)] : [],
    planQty: upTo(mulDec(workOrder.planQty ?? 0, record.ratio ?? 1), await decimalsOf(workOrder.id, ctx)),
    transferMode: record.transferMode ?? modeOf(ctx),
  };
};
const STEP = 10;
const lastOf = (ops: readonly Op[]): number => ops.at(-1)?.opNbr ?? 0;
const aboveOf = (ops: readonly Op[], opNbr: number): Op | undefined =>
  ops.filter((op) => (op.opNbr ?? 0) < opNbr).at(-1);

const WAITING = '10';
/** Why its work order takes no operation any more. */
export const addedProblems = async (
  { workOrderNbr }: Pick<JudgedOf<'orderProcess'>, 'workOrderNbr'>,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const [workOrder] = await ctx.asSystem().records.many('workOrder', [workOrderNbr ?? ''], { stored: true });
  if (!workOrder || workOrder.docStatus === WAITING) return [];
  const states = ctx.records.dict('workOrderStatus')?.items ?? [];
  const state = states.find(({ code }) => code === workOrder.docStatus)?.title ?? '';
  return [{ code: 'field.scope', path: 'workOrderNbr', text: `工单${workOrder.nbr}${state}，不能增加工序` }];
};

/** Those behind it wait for it. */
export const putInLine = async ({ id, opNbr, workOrderNbr }: Op, ctx: Ctx): Promise<void> => {
  if (workOrderNbr === null || opNbr === null) return;
  const others = (await opsOf(workOrderNbr, ctx)).filter((op) => op.id !== id);
  const behind = others.filter((op) => (op.opNbr ?? 0) > opNbr);
  const above = aboveOf(others, opNbr);
  const next = above ? behind.filter((op) => waitsFor(op, above.opNbr)) : behind.slice(0, 1).filter(isHead);
  for (const op of next) {
    const rest = (op.predecessors ?? []).filter((nbr) => nbr !== String(above?.opNbr));
    await waitFor(op, [...rest, String(opNbr)], ctx);
  }
  await settled(workOrderNbr, ctx);
};
const waitsFor = ({ predecessors }: Op, opNbr: number | null): boolean => (predecessors ?? []).includes(String(opNbr));
const isHead = ({ predecessors }: Op): boolean => (predecessors ?? []).length === 0;
const waitFor = (op: Op, nbrs: readonly string[], ctx: Ctx): Promise<void> => {
  const predecessors = [...new Set(nbrs)].sort((a, b) => Number(a) - Number(b));
  return ctx.asSystem().records.patch('orderProcess', op.id, { head: { predecessors } });
};

/** It is deleted: those behind it wait for whom it waited for. Asked after each of several, so that one always stays. */
export const takeOutOfLine = async (gone: Op, ctx: Ctx): Promise<void> => {
  if (gone.workOrderNbr === null) return;
  const left = (await opsOf(gone.workOrderNbr, ctx)).filter(({ id }) => id !== gone.id);
  if (left.length === 0) {
    const nbr = await ctx.asSystem().records.label('workOrder', gone.workOrderNbr);
    throw refuse(`工单${nbr}只有一道工序，不能删除`, { rule: 'orderProcess.only' });
  }
  for (const op of left.filter((each) => waitsFor(each, gone.opNbr))) {
    const rest = (op.predecessors ?? []).filter((nbr) => nbr !== String(gone.opNbr));
    await waitFor(op, [...rest, ...(gone.predecessors ?? [])], ctx);
  }
  await settled(gone.workOrderNbr, ctx);
};

/** Its runs that nobody confirmed go with it, in plans and 排产方案; refused where something of the work order hangs on it. */
export const letRunsGo = async ({ id, opNbr, workOrderNbr }: Op, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const workOrder = await records.get('workOrder', workOrderNbr ?? '');
  if (!workOrder) return;
  const used = workOrder.materials.find((row) => row.opNbr === opNbr);
  if (used) throw refuse(`工序${opNbr}有用料「${used.materialName ?? ''}」，不能删除`, { rule: 'orderProcess.used' });
  const made = workOrder.outputs.find((row) => row.opNbr === opNbr);
  if (made)
    throw refuse(`工序${opNbr}有联副产品「${made.materialName ?? ''}」，不能删除`, { rule: 'orderProcess.made' });
  const planned = await records.find('scheduleTask', 'orderProcess == param.id', { param: { id } });
  if (planned.some(({ scenario, status }) => scenario === null && status === '1'))
    throw refuse(`工序${opNbr}的排产任务已确认，请先取消确认`, { rule: 'orderProcess.planned' });
  for (const task of planned) await records.patch('scheduleTask', task.id, { head: { isDeleted: 1 } });
  for (const { object, id, planVersion, workshop } of await plansOf(planned, ctx)) {
    const head = { planVersion: (planVersion ?? 0) + 1 };
    const change = `删除工序：${workOrder.nbr} 工序${opNbr}`;
    await records.patch(object, id, { head: object === 'schedulePlan' ? { ...head, change } : head });
    if (object === 'schedulePlan')
      await ctx.emit('schedulePlan.changed', { id, workshop, ...head, tasks: planned.length });
  }
};

type Planned = Pick<HeadOf<'scheduleTask'>, 'workshop' | 'scenario'>;
/** Plans and 排产方案 that hold some runs, locked in the order whoever plans takes. */
const plansOf = async (tasks: readonly Planned[], ctx: Ctx) => {
  const { records } = ctx.asSystem();
  const live = tasks.flatMap(({ scenario, workshop }) => (scenario === null ? (workshop ?? []) : []));
  const tried = [...new Set(tasks.flatMap(({ scenario }) => scenario ?? []))].sort();
  const found = await records.find('schedulePlan', 'workshop in param.live', {
    param: { live: [...new Set(live)] },
    sort: 'id',
  });
  const ids = found.map(({ id }) => id);
  const plans = await records.many('schedulePlan', ids, { stored: true, lock: true });
  const scenarios = await records.many('scheduleScenario', tried, { stored: true, lock: true });
  return [
    ...plans.map((row) => ({ object: 'schedulePlan' as const, ...row })),
    ...scenarios.map((row) => ({ object: 'scheduleScenario' as const, ...row })),
  ];
};
/** Before the operations, as whoever plans does: a run that is being made meanwhile is seen, or sees that they are gone. */
export const lockPlansOf = async (ids: readonly string[], ctx: Ctx): Promise<void> => {
  const tasks = await ctx.asSystem().records.find('scheduleTask', 'orderProcess in param.ids', {
    param: { ids: [...ids] },
  });
  await plansOf(tasks, ctx);
};

/** Which of them are last, which can begin. */
const settled = async (workOrder: string, ctx: Ctx): Promise<void> => {
  const ops = await opsOf(workOrder, ctx);
  const waited = new Set(ops.flatMap(({ predecessors }) => predecessors ?? []));
  for (const { id, opNbr, isLast } of ops) {
    const last = !waited.has(String(opNbr));
    if (last !== isLast) await ctx.asSystem().records.patch('orderProcess', id, { head: { isLast: last } });
  }
  await rebalance(ctx, [workOrder]);
};
