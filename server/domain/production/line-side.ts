/** The line-side store of a workshop (20 §2 factoryUnit, 40 §3): where what is fed and used lies. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { Beside } from '../../stock/hold';
import { plantsOf } from '../factory/plants';

export interface LineSide {
  readonly id: string;
  readonly name: string;
}
/** That of the material where it has one of its own, else of the workshop or the nearest place above it that has one; null = none. */
export const lineSideOf = async (
  ctx: Ctx,
  unit: string | null,
  own: string | null | undefined,
): Promise<LineSide | null> => {
  const { records } = ctx.asSystem();
  const id = own ?? (await nearest(ctx, unit));
  if (id === null) return null;
  const [found] = await records.many('warehouse', [id], { stored: true });
  return found === undefined ? null : { id, name: found.name };
};

const nearest = async (ctx: Ctx, unit: string | null): Promise<string | null> => {
  const way = await plantsOf(ctx, unit);
  const units = await ctx.asSystem().records.many('factoryUnit', way, { stored: true });
  for (const id of way) {
    const store = units.find((each) => each.id === id)?.lineWarehouse;
    if (store) return store;
  }
  return null;
};

/** The same, but somebody must build it first. */
export const needLineSide = async (
  ctx: Ctx,
  unit: string | null,
  own: string | null | undefined,
): Promise<LineSide> => {
  const found = await lineSideOf(ctx, unit, own);
  if (found) return found;
  const [place] = unit === null ? [] : await ctx.asSystem().records.many('factoryUnit', [unit], { stored: true });
  throw refuse(`「${place?.name ?? ''}」没有线边仓，请先在工厂建模中建立车间`);
};

/** What may be used of what lies there: not recalled, not over unless one may (`stock:expired`). */
export const isUsable = (ctx: Ctx, { holdFlag, expireDate }: Beside): boolean =>
  !holdFlag && (expireDate === null || expireDate >= ctx.today || ctx.session.rights.has('stock:expired'));
