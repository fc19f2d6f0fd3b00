/** 采购订单 (40 §8.2): everything else about it is said in its document. */
import type { Row } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import { checkUnits } from '../units';

export const purchaseOrder: DomainModule = {
  async check(record, _old, ctx) {
    return checkUnits('items', (record.items as readonly Row[] | undefined) ?? [], ctx);
  },
};
