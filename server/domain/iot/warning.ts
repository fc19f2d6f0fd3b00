/** 阈值预警 and 故障预警 (50 §3): who comes second is told who was first; a warning becomes one order of a service. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { AskOf, RowOf } from '../../rows';

type Warning = 'thresholdWarning' | 'faultWarning' | 'energyAlert';
const STATE = { acknowledged: '20', over: '60' };
const SOURCE = { thresholdWarning: '2', faultWarning: '3', energyAlert: '7' } as const;
const isWarning = (object: string | null): object is Warning => object !== null && Object.hasOwn(SOURCE, object);

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

type Ask = AskOf<'thresholdWarning', 'toService'>;
interface Served {
  readonly object: Warning;
  readonly record: RowOf<Warning>;
  readonly equipment: string | null;
}
export const toService = async ({ object, record, equipment }: Served, ask: Ask, ctx: Ctx) => {
  await refuseTwice(record.serviceOrder, ctx);
  const { id, text } = record;
  const { serviceType, urgency, expectAt, desc } = ask;
  const { records } = ctx.asSystem();
  const order = await records.save('serviceOrder', {
    ...{ equipment, serviceType, urgency, expectAt, desc },
    source: SOURCE[object],
  });
  // nothing of it is counted, so it is no push: where it comes from is noted
  await records.patch('serviceOrder', order.id, { head: { srcType: object, srcId: id, srcNbr: text } });
  return { serviceOrder: order.id };
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
