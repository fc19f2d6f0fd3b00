/** 阈值预警 and 故障预警 (50 §3): who comes second is told who was first; a warning becomes one order of a service. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { orderService, type Served, type ServedObject } from '../../iot/rules/serve';
import type { AskOf, RowOf } from '../../rows';

type Warning = ServedObject;
const STATE = { acknowledged: '20', over: '60' };
const WARNINGS: readonly string[] = ['thresholdWarning', 'faultWarning', 'energyAlert'];
const isWarning = (object: string | null): object is Warning => object !== null && WARNINGS.includes(object);

export const told = async (object: Warning, action: string, ids: readonly string[], ctx: Ctx) => {
  for (const id of ids) {
    const stored = await ctx.records.get(object, id, { scoped: true });
    if (action === 'ack' && stored?.docStatus === STATE.acknowledged && stored.ackBy !== null)
      throw refuse(`该预警已被${await ctx.records.label('user', stored.ackBy)}确认`);
    if (action === 'ignore' && stored?.docStatus === STATE.over) throw refuse('该预警已恢复，不能忽略');
    if (action === 'toService' && stored) await refuseTwice(stored.serviceOrder, ctx);
  }
};
const refuseTwice = async (order: string | null, ctx: Ctx): Promise<void> => {
  if (order === null) return;
  throw refuse(`该预警已生成设备服务单${await ctx.asSystem().records.label('serviceOrder', order)}，不可重复生成`);
};

export const toService = async (served: Served, ask: AskOf<'thresholdWarning', 'toService'>, ctx: Ctx) => {
  await refuseTwice(served.record.serviceOrder, ctx);
  return { serviceOrder: await orderService(served, ask, ctx) };
};
/** The warning of an order that is void may become another one. */
export const freeWarning = async ({ srcType, srcId }: RowOf<'serviceOrder'>, ctx: Ctx): Promise<void> => {
  if (isWarning(srcType) && srcId !== null)
    await ctx.asSystem().records.patch(srcType, srcId, { head: { serviceOrder: null } });
};

export const thresholdWarning: DomainModule<'thresholdWarning'> = {
  lock: (action, ids, ctx) => told('thresholdWarning', action, ids, ctx),
  actions: {
    toService: (record, ask, ctx) =>
      toService({ object: 'thresholdWarning', record, equipment: record.equipment }, ask, ctx),
  },
};
export const faultWarning: DomainModule<'faultWarning'> = {
  lock: (action, ids, ctx) => told('faultWarning', action, ids, ctx),
  actions: {
    toService: (record, ask, ctx) =>
      toService({ object: 'faultWarning', record, equipment: record.equipment }, ask, ctx),
  },
};
