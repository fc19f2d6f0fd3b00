/** 派工 of an operation to several at once (30 §2, P5): the rows of its dialog, what they may be together, and how loaded a device is. */
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { refuse } from '../../errors';
import { type Around, dispatchLimit, dispatchSentence } from '../../production/limits';
import type { AskOf, RowOf } from '../../rows';
import { dispatchTo } from './dispatch-order';
import { guardGroup } from './group-device';
import { inRow } from './in-row';
import { around, floorOf } from './operations';
import { guardCrew } from './own-crew';
import { scheduleLoad } from './schedule/load';

type Line = NonNullable<AskOf<'orderProcess', 'dispatch'>['lines']>[number];

export const dispatchLines = async (
  operation: RowOf<'orderProcess'>,
  lines: readonly Line[],
  ctx: Ctx,
): Promise<void> => {
  await guardCrew(lines, ctx);
  const devices = lines.map(({ equipment }) => equipment);
  await guardGroup(operation.workGroup, devices, ctx);
  const sum = sumDec(lines.map(({ qty }) => qty));
  guardSum(around(await floorOf(ctx, operation.workOrderNbr ?? ''), operation.id), sum);
  // one person is refused in the words of his paper, one of several by his row
  const each = lines.length === 1 ? (_n: number, work: () => Promise<void>) => work() : inRow;
  for (const [n, line] of lines.entries())
    await each(n, () => dispatchTo(operation, [line], line.planRange ?? null, ctx));
};
/** 计划100，允许超报0%，已派60，外协20，最多可派20，本次30: all rows together. */
export const guardSum = (at: Around, qty: number): void => {
  const limit = dispatchLimit(at);
  if (qty > limit.max) throw refuse(dispatchSentence(limit, qty), { rule: 'dispatchOrder.limit' });
};

/** What the dialogs of 派工 begin with: all that is left, where and when the confirmed plan runs it. */
export const dispatchAsk: Service = {
  name: 'orderProcess.dispatchAsk',
  right: 'workOrder:dispatch',
  async run({ ids }, ctx): Promise<Rec> {
    const [id] = Array.isArray(ids) ? ids : [ids];
    const operation = typeof id === 'string' ? await ctx.records.get('orderProcess', id, { scoped: true }) : null;
    if (!operation) return {};
    const { plannedStart, plannedEnd, team, remainDispatch } = operation;
    const planRange = plannedStart && plannedEnd ? [plannedStart, plannedEnd] : operation.planRange;
    const equipment = operation.equipment ?? operation.plannedEquipment;
    const { records } = ctx.asSystem();
    const line = {
      id: ctx.newId(),
      lineNo: 10,
      assignKind: PERSON,
      teamId: team,
      team: team === null ? null : await records.label('team', team),
      equipmentId: equipment,
      equipment: equipment === null ? null : await records.label('equipment', equipment),
      qty: remainDispatch,
      planRange,
    };
    return { planRange, lines: [line] };
  },
};
const PERSON = '10';

/** 今日负荷: of what the plan gives a device today, how much is taken. */
const loadsOf = async (calls: readonly Readonly<Record<string, Value>>[], ctx: Ctx) => {
  const loads = await scheduleLoad.run({ day: [ctx.today, ctx.today] }, ctx);
  const known = new Map<unknown, number>();
  for (const { equipment, plannedMin, availableMin } of Array.isArray(loads) ? loads : [])
    if (equipment !== null && availableMin > 0)
      known.set(equipment, Math.round((plannedMin / availableMin) * 10_000) / 100);
  return calls.map(({ equipment }) => known.get(equipment) ?? null);
};
export const loadToday: Service = {
  name: 'orderProcess.loadToday',
  right: 'scheduleTask:view',
  run: async (args, ctx) => (await loadsOf([args], ctx))[0] ?? null,
  runAll: loadsOf,
};
