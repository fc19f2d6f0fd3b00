/** Server code of the area sales, named for server/domain/index.ts; sorted, one entry a line. */
import type { DomainArea } from '../area';
import { delivery } from './delivery';
import { receiptOrders } from './of-receipt';
import { salesMade, salesOrder, salesPromise, salesReserved } from './sales-order';
import { salesReturn } from './sales-return';

export const sales: DomainArea = {
  services: [receiptOrders, salesMade, salesPromise, salesReserved],
  modules: {
    delivery,
    salesOrder,
    salesReturn,
  },
};
