/** 能耗预警记录 (50 §6): people deal with it as with a warning of a device; which device a service goes to they say themselves. */
import type { DomainModule } from '../../ctx';
import { told, toService } from '../iot/warning';

export const energyAlert: DomainModule<'energyAlert'> = {
  lock: (action, ids, ctx) => told('energyAlert', action, ids, ctx),
  actions: {
    toService: (record, { equipment, ...ask }, ctx) =>
      toService({ object: 'energyAlert', record, equipment }, ask, ctx),
  },
};
