/** Server code of the area production, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { machinePrice } from './machine-price';
import { prdOrder } from './prd-order';
import { workOrder } from './work-order';

export const production: DomainArea = {
  modules: {
    machinePrice,
    prdOrder,
    workOrder,
  },
};
