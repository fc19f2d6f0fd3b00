/** 定额 (50 §6): a year of months; a quota of a product is one number a piece and has none. */
import type { DomainModule } from '../../ctx';

const MONTHS = 12;

export const energyQuota: DomainModule<'energyQuota'> = {
  async derive(record, _old, ctx) {
    if (record.material) record.months = [];
    else
      for (let at = record.months.length; at < MONTHS; at++)
        record.months.push({ id: ctx.newId(), lineNo: (at + 1) * 10, qty: null, amount: null });
    return record.material ? undefined : { perPiece: null };
  },
};
