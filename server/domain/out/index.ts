/** Server code of the area out, named for server/domain/index.ts; sorted, one entry a line. */
import { outStatement } from '../../datasets/out/statement';
import type { DomainArea } from '../area';
import { outCheck } from './check';
import { outPlan } from './plan';
import { outReceive } from './receive';
import { outSend } from './send';

export const out: DomainArea = {
  services: [outStatement],
  modules: {
    outCheck,
    outPlan,
    outReceive,
    outSend,
  },
};
