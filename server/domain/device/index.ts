/** Server code of the area device, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { devPlan } from './dev-plan';
import { faultType } from './fault-type';
import { pointMap } from './point-map';

export const device: DomainArea = {
  modules: {
    devPlan,
    faultType,
    pointMap,
  },
};
