/** Server code of the area iot, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { cloudBox } from './cloud-box';
import { deviceState } from './device-state';
import { outputStat } from './output-stat';
import { serviceOrder } from './service-order';

export const iot: DomainArea = {
  modules: {
    cloudBox,
    deviceState,
    outputStat,
    serviceOrder,
  },
};
