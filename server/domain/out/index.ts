/** Server code of the area out, named for server/domain/index.ts; sorted, one entry a line. */
import type { DomainArea } from '../area';
import { outPlan } from './plan';
import { outReceive } from './receive';
import { outSend } from './send';

export const out: DomainArea = {
  modules: {
    outPlan,
    outReceive,
    outSend,
  },
};
