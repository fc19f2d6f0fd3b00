/** Server code of the area production, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { feedRecord } from './feed-record';
import { feedFree, feedNeeds, feedPropose } from './feed-services';
import { machinePrice } from './machine-price';
import { prdOrder } from './prd-order';
import { workOrder } from './work-order';

export const production: DomainArea = {
  services: [feedFree, feedNeeds, feedPropose],
  modules: {
    feedRecord,
    machinePrice,
    prdOrder,
    workOrder,
  },
};
