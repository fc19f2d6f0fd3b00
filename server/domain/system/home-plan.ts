/** 首页方案 (10 §3): exactly one is the default, and a layout is made of cells. */
import { cellsIn } from '../../../schemas/language/home/layout';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { HeadOf, RowOf } from '../../rows';

const keepDefault = (record: RowOf<'homePlan'>): void => {
  if (record.isDefault) throw refuse('必须保留一个默认首页方案');
};

export const homePlan: DomainModule<'homePlan'> = {
  async derive(record, _old, ctx) {
    // the first of an organisation is the one for everybody
    return record.isDefault !== true && (await others(record, ctx)).length === 0 ? { isDefault: true } : undefined;
  },
  async check(record) {
    return cellsIn(record.layout) === undefined ? [{ code: 'homePlan', path: 'layout', text: '首页布局不正确' }] : [];
  },
  actions: {
    async setDefault(record, _ask, ctx) {
      for (const other of await others(record, ctx))
        await ctx.asSystem().records.patch('homePlan', other.id, { head: { isDefault: false } });
      return undefined;
    },
    async disable(record) {
      keepDefault(record);
      return undefined;
    },
    async del(record) {
      keepDefault(record);
      return undefined;
    },
  },
};

const others = (record: { readonly id: string }, ctx: Ctx): Promise<HeadOf<'homePlan'>[]> =>
  ctx.asSystem().records.find('homePlan', 'isDefault == true && id != param.id', { param: { id: record.id } });
