/** Server code of the area purchase, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { iqc } from './iqc';
import { applyQty, needDay, netShort } from './order-shortage';
import { priceLast, priceOf } from './prices';
import { onOrder, purchaseApply } from './purchase-apply';
import { purchaseIn } from './purchase-in';
import { purchaseOrder } from './purchase-order';
import { purchaseReturn } from './purchase-return';

export const purchase: DomainArea = {
  services: [onOrder, priceLast],
  functions: [applyQty, needDay, netShort, priceOf],
  modules: {
    iqc,
    purchaseApply,
    purchaseIn,
    purchaseOrder,
    purchaseReturn,
  },
};
