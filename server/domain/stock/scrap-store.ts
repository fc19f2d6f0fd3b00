import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';

/** The warehouse of what is scrapped is kept by the system (40 §3.1). */
export const scrapStore = async (ctx: Ctx): Promise<string> => {
  const { records } = ctx.asSystem();
  const [store] = await records.find('warehouse', 'kind == 9 && isDisabled == 0', { sort: 'code', limit: 1 });
  if (!store) throw refuse('没有启用的报废仓库，请先在仓库中建立');
  return store.id;
};
