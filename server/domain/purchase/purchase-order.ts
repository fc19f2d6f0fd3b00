/** 采购订单 (40 §8.2): everything else about it is said in its document. */
import type { DomainModule } from '../../ctx';
import { checkUnits } from '../units';

export const purchaseOrder: DomainModule<'purchaseOrder'> = {
  check: (record, old, ctx) => checkUnits('items', record, old, ctx),
};
