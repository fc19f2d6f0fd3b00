/** Server code of the area stock, named for server/domain/index.ts; sorted, one entry a line. */

import { stockAge } from '../../datasets/stock/age';
import { stockBook } from '../../datasets/stock/book';
import { stockDrafts } from '../../datasets/stock/drafts';
import { stockOnHand } from '../../datasets/stock/on-hand';
import { stockShort } from '../../datasets/stock/short';
import { stockTurn } from '../../datasets/stock/turn';
import { batchSource } from '../../datasets/trace/lots';
import { stockAvailable } from '../../stock/available';
import type { DomainArea } from '../area';
import { backWarehouse } from './back-warehouse';
import { enterWarehouse } from './enter-warehouse';
import { batch, freezeRecord, stockBalance } from './freeze-record';
import { otherIssue, otherReceipt } from './other';
import { productPicking } from './picking';
import { pickingSuggest } from './picking-issue';
import { productReturn } from './product-return';
import { stockCount } from './stock-count';
import { stockPeriod } from './stock-period';
import { stockReserve } from './stock-reserve';
import { TransferIssue, TransferReceipt } from './transfer';

export const stock: DomainArea = {
  services: [
    batchSource,
    pickingSuggest,
    stockAge,
    stockAvailable,
    stockBook,
    stockDrafts,
    stockOnHand,
    stockShort,
    stockTurn,
  ],
  modules: {
    backWarehouse,
    batch,
    enterWarehouse,
    freezeRecord,
    otherIssue,
    otherReceipt,
    productPicking,
    productReturn,
    stockBalance,
    stockCount,
    stockPeriod,
    stockReserve,
    TransferIssue,
    TransferReceipt,
  },
};
