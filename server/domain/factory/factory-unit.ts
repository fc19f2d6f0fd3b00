/** 工厂建模 (20 §2): a workshop comes with its line-side store. */
import type { DomainModule } from '../../ctx';
import { virtualWarehouse } from './virtual-warehouse';

const WORKSHOP = '20';

export const factoryUnit: DomainModule<'factoryUnit'> = {
  async after({ record, old }, ctx) {
    if (old !== null || record.modelType !== WORKSHOP) return;
    const lineWarehouse = await virtualWarehouse(ctx, {
      code: `XB-${String(record.code)}`,
      name: `${String(record.name)}线边仓`,
      kind: '4',
    });
    await ctx.asSystem().records.patch('factoryUnit', record.id, { head: { lineWarehouse } });
  },
};
