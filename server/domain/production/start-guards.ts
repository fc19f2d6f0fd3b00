/** What a start needs (30 P7), asked in order under the locks of its operation. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { startedOfDispatches } from '../../datasets/production/sums';
import { refuse } from '../../errors';
import { binding, notReady, type Part, startLimits, startSentence } from '../../production/limits';
import type { RowOf } from '../../rows';
import { matchSops, placeOfOperation, unreadSop } from '../document/sop-match';
import { startGuards } from './effects';
import { CLOSED, endedText } from './ended';
import { around, type Floor, floorOf } from './operations';
import { crewProblem } from './own-crew';
import { limitRefusal, waysOfLimit } from './ways';

type Start = RowOf<'prdStart'>;
/** Refuses with the first sentence that applies. */
export const guardStart = async (start: Start, ctx: Ctx): Promise<void> => {
  const floor = await floorOf(ctx, start.workOrderNbr ?? '', start.id);
  const operation = await ctx.asSystem().records.get('orderProcess', start.orderProcess);
  if (!operation) throw refuse('工序任务已不存在');
  const at = around(floor, operation.id);
  guardHeld(floor, operation);
  const waiting = notReady(at);
  if (waiting !== null) throw refuse(waiting, { rule: 'prdStart.ready' });
  await guardState(start, ctx);
  await guardDevice(start, operation, ctx);
  for (const problem of await skillProblems(start, operation, ctx))
    if (problem.level !== 'warn') throw refuse(problem.text);
  await guardLoad(start, ctx);
  for (const guard of startGuards) {
    const text = await guard.refuses(start, operation, ctx);
    if (text !== null) throw refuse(text, { rule: `prdStart.${guard.name}` });
  }
  await guardSops(start, operation, ctx);
  const limit = binding(startLimits(at, await dispatchPart(start, ctx)));
  if (start.startQty > limit.max)
    throw refuse(startSentence(limit, start.startQty), {
      rule: 'prdStart.limit',
      terms: { ...limit.terms, max: limit.max },
      ways: waysOfLimit(limit, start),
    });
};

/** Work that was given to somebody is begun by him or his crew. */
export const dispatchProblem = async (id: string | null, ctx: Ctx): Promise<Problem | undefined> => {
  if (id === null) return undefined;
  const given = await ctx.asSystem().records.many('dispatchOrder', [id], { stored: true });
  const other = await crewProblem(given, ctx);
  return other && { ...other, path: 'dispatchOrder' };
};

/** The dispatch a start is made of, with what other starts have taken of it. */
export const dispatchPart = async ({ id, dispatchOrder }: Start, ctx: Ctx): Promise<Part | undefined> => {
  if (dispatchOrder === null) return undefined;
  const [dispatch] = await ctx.asSystem().records.many('dispatchOrder', [dispatchOrder], { stored: true });
  const used = (await startedOfDispatches(ctx, [dispatchOrder], id)).get(dispatchOrder) ?? 0;
  return dispatch && { qty: dispatch.qty, reported: used, submitted: 0 };
};

/** What is paused begins nothing, what has ended neither. */
export const guardHeld = (floor: Pick<Floor, 'order' | 'workOrder'>, operation: Operation): void => {
  const text = heldText(floor, operation);
  if (text !== null) throw refuse(text, { rule: 'prdStart.held' });
};
const heldText = ({ order, workOrder }: Pick<Floor, 'order' | 'workOrder'>, operation: Operation): string | null => {
  if (order?.docStatus === '40') return `生产订单${order.nbr}已暂停，不能开工`;
  if (workOrder.docStatus === '40') return `工单${workOrder.nbr}已暂停，不能开工`;
  if (operation.docStatus === '40') return `工单${workOrder.nbr}工序${operation.opNbr}已暂停，不能开工`;
  if (workOrder.docStatus === '60' && workOrder.finishFlag === true) return `工单${workOrder.nbr}已完工，不能开工`;
  const ended = endedText(workOrder);
  if (ended !== null) return `${ended}，不能开工`;
  if (CLOSED.includes(operation.docStatus ?? '')) return `工单${workOrder.nbr}工序${operation.opNbr}已结束，不能开工`;
  return null;
};
/** Why an operation is not among those offered, in words of its own. */
export const beginProblems = async (
  operation: RowOf<'orderProcess'>,
  qty: number,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const floor = await floorOf(ctx, operation.workOrderNbr ?? '');
  const at = around(floor, operation.id);
  const limit = binding(startLimits(at));
  const text = heldText(floor, operation) ?? notReady(at);
  const ready = { rule: 'prdStart.ready', path: 'orderProcess' };
  if (text !== null) return [{ code: ready.rule, path: ready.path, text }];
  if (limit.max > 0) return [];
  return [limitRefusal(limit, { ...ready, text: startSentence(limit, qty) }, { orderProcess: operation.id })];
};
type Operation = Pick<RowOf<'orderProcess'>, 'opNbr' | 'docStatus'>;

/** Run states in which a device takes no new work: 故障, 维修, 保养. */
const OUT_OF_WORK: readonly string[] = ['4', '6', '7'];
/** What its readings and documents of maintenance said of the device at that moment; a start that comes late is judged by its own. */
const guardState = async ({ equipment }: Start, ctx: Ctx): Promise<void> => {
  if (equipment === null) return;
  const { records } = ctx.asSystem();
  const [now] = await records.find(
    'deviceState',
    'equipment == param.device && startAt <= param.at && (empty(endAt) || endAt > param.at)',
    { param: { device: equipment, at: ctx.occurAt }, sort: '-startAt', limit: 1 },
  );
  if (!now || !OUT_OF_WORK.includes(now.state ?? '')) return;
  const [device] = await records.many('equipment', [equipment], { stored: true });
  const state = ctx.records.dict('deviceRunState')?.items.find(({ code }) => code === now.state)?.title ?? '';
  throw refuse(`设备「${device?.code ?? ''}」处于${state}状态，不能开工`, { rule: 'prdStart.state' });
};

/** The device of its work group, in use and not busy; its row is locked, so that two starts do not both find it free. */
export const guardDevice = async (start: Start, operation: RowOf<'orderProcess'>, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  if (start.equipment === null) {
    const group = operation.workGroup === null ? null : await records.get('workGroup', operation.workGroup);
    if (group && group.equips.length > 0) throw refuse('请选择设备');
    return;
  }
  const text = await busyText(start, ctx);
  if (text !== null) throw refuse(text, { rule: 'prdStart.busy' });
};
/** Why its device cannot take it now; the row of the device is locked. */
export const busyText = async (start: Pick<Start, 'id' | 'equipment'>, ctx: Ctx): Promise<string | null> => {
  if (start.equipment === null) return null;
  const { records } = ctx.asSystem();
  const [device] = await records.many('equipment', [start.equipment], { stored: true, lock: true });
  if (!device) return '设备已不存在';
  if (device.docStatus !== '60') return `设备「${device.code}」未在用，不能开工`;
  const busy = await records.find('prdStart', 'equipment == param.device && docStatus == 30 && id != param.id', {
    param: { device: device.id, id: start.id },
    sort: 'startTime',
  });
  const [first] = busy;
  if (!first || busy.length < (device.parallelQty ?? 1)) return null;
  const label = await records.label('workOrder', first.workOrderNbr ?? '');
  return `设备「${device.code}」正在加工${label}工序${first.opNbr}，不能同时开工`;
};

/** prd.skillCheck: 1 tells, 2 refuses who has not the level the operation asks for on the day. */
export const skillProblems = async (
  start: { readonly workers: readonly { readonly employee: string }[]; readonly shiftDate: string | null },
  operation: Pick<RowOf<'orderProcess'>, 'process' | 'minSkill'>,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const mode = ctx.setting('prd.skillCheck');
  const needed = Number(operation.minSkill ?? 0);
  if (mode === '0' || needed === 0 || operation.process === null || start.workers.length === 0) return [];
  const { records } = ctx.asSystem();
  const people = await records.many(
    'employee',
    start.workers.map(({ employee }) => employee),
    { rows: ['skills'], stored: true },
  );
  const name = await records.label('process', operation.process);
  return people
    .filter(
      ({ skills }) =>
        !skills.some(
          ({ process, level, validTo }) =>
            process === operation.process &&
            Number(level ?? 0) >= needed &&
            (validTo === null || validTo >= (start.shiftDate ?? ctx.today)),
        ),
    )
    .map((person) => ({
      code: 'prdStart.skill',
      path: 'workers',
      text: `员工「${person.name}」没有「${name}」的上岗资格`,
      level: mode === '1' ? 'warn' : 'error',
    }));
};

/** start.maxPerEmployee: how many starts of one person run at once. */
const guardLoad = async (start: Start, ctx: Ctx): Promise<void> => {
  const most = Number(ctx.setting('start.maxPerEmployee') ?? 0);
  if (most === 0) return;
  const { records } = ctx.asSystem();
  for (const employee of [...new Set(start.workers.map((row) => row.employee))].sort()) {
    const running = await records.find(
      'prdStart',
      'docStatus == 30 && id != param.id && exists(workers, employee == param.employee && empty(leaveTime))',
      { param: { id: start.id, employee } },
    );
    if (running.length < most) continue;
    throw refuse(`员工「${(await personOf(ctx, employee)).name}」已有${running.length}个进行中任务，达到上限${most}`);
  }
};
const personOf = async (ctx: Ctx, id: string) => {
  const [person] = await ctx.asSystem().records.many('employee', [id], { stored: true });
  return person ?? { name: '' };
};

/** Instructions for the place the start is at, the one that is shown first. */
const sopsOf = async (start: Start, operation: RowOf<'orderProcess'>, ctx: Ctx) => {
  const at = { equipment: start.equipment, date: start.shiftDate ?? ctx.today };
  return matchSops(ctx, await placeOfOperation(ctx, operation, at));
};
/** 已阅作业指导书: everybody of the start has confirmed the version that is shown. */
export const sopsRead = async (start: Start, ctx: Ctx): Promise<boolean> => {
  const { records } = ctx.asSystem();
  const operation = await records.get('orderProcess', start.orderProcess);
  const people = [...new Set(start.workers.map(({ employee }) => employee))];
  if (!operation || people.length === 0) return false;
  const [shown] = await sopsOf(start, operation, ctx);
  if (!shown) return false;
  const read = await records.find('sopRead', 'sop == param.sop && employee in param.people', {
    param: { sop: shown.version.id, people },
  });
  return people.every((employee) => read.some((row) => row.employee === employee));
};
/** What the people of the start must have read, and have not. */
const guardSops = async (start: Start, operation: RowOf<'orderProcess'>, ctx: Ctx): Promise<void> => {
  if (ctx.setting('sop.mustRead') !== true || start.workers.length === 0) return;
  const matches = await sopsOf(start, operation, ctx);
  for (const { employee } of start.workers) {
    const text = await unreadSop(ctx, matches, employee);
    if (text !== undefined) throw refuse(text, { rule: 'prdStart.sop' });
  }
};
