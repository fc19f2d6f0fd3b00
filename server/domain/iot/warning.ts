/** 阈值预警 and 故障预警 (50 §3): who comes second is told who was first. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';

const STATE = { acknowledged: '20', over: '60' };

const told = async (object: 'thresholdWarning' | 'faultWarning', action: string, ids: readonly string[], ctx: Ctx) => {
  for (const id of ids) {
    const stored = await ctx.records.get(object, id, { scoped: true });
    if (action === 'ack' && stored?.docStatus === STATE.acknowledged && stored.ackBy !== null)
      throw refuse(`该预警已被${await ctx.records.label('user', stored.ackBy)}确认`);
    if (action === 'ignore' && stored?.docStatus === STATE.over) throw refuse('该预警已恢复，不能忽略');
  }
};

export const thresholdWarning: DomainModule<'thresholdWarning'> = {
  lock: (action, ids, ctx) => told('thresholdWarning', action, ids, ctx),
};
export const faultWarning: DomainModule<'faultWarning'> = {
  lock: (action, ids, ctx) => told('faultWarning', action, ids, ctx),
};
