/** 采购订单 (40 §8.2): which rows are inspected when they arrive; everything else about it is said in its document. */
import type { DomainModule } from '../../ctx';
import { checkUnits } from '../units';
import { inspectedRows } from './inspected';

export const purchaseOrder: DomainModule<'purchaseOrder'> = {
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const inspected = await inspectedRows(record.supplier, record.items, ctx);
    for (const row of record.items) row.iqcFlag = inspected.has(row.id);
    return undefined;
  },
  check: (record, old, ctx) => checkUnits('items', record, old, ctx),
};
