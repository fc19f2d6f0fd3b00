/** Several documents adjusted by one call (30 §8): what is locked before the first of them, and which row of a plan is meant. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { lockAbove } from '../out/orders';
import type { AdjustObject } from './adjust-services';

/** Operations and plans above the documents, in their order; answers the versions of the documents. */
export const holdAdjusted = async (
  ctx: Ctx,
  object: AdjustObject,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const above: { orderProcess: string | null; plan: string | null }[] = [];
  const versions = new Map<string, number>();
  for (const id of ids) {
    const found = await records.get(object, id);
    if (!found) continue;
    versions.set(id, found.version);
    const rows = 'items' in found ? found.items : [found];
    for (const row of rows)
      above.push({
        orderProcess: row.orderProcess,
        plan: object === 'outPlan' ? id : 'plan' in row ? row.plan : null,
      });
  }
  await lockAbove(above, ctx);
  return versions;
};
export const versionOf = async (ctx: Ctx, object: AdjustObject, id: string): Promise<number> => {
  const [found] = await ctx.asSystem().records.many(object, [id], { stored: true });
  return found?.version ?? 0;
};

/** A plan of one row needs not say which; of a plan that is not the caller's to see nothing is told. */
export const rowMeant = async (ctx: Ctx, plan: string): Promise<string | undefined> => {
  const found = await ctx.records.get('outPlan', plan, { scoped: true });
  if (found && found.items.length > 1) throw refuse(`外协计划${found.nbr}有${found.items.length}行，请指定明细行`);
  return found?.items[0]?.id;
};
