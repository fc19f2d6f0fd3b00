/** Standard coal and carbon of a use, by the factors that hold in its month. */
import { mulDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';

export interface Factor {
  readonly month: string;
  readonly kgce: number;
  readonly co2: number;
}
/** Newest first. */
export const factorsOf = async (ctx: Ctx, energyType: string): Promise<readonly Factor[]> => {
  const found = await ctx.asSystem().records.find('energyFactor', 'true', { sort: '-startMonth' });
  return found
    .filter((factor) => factor.energyType === energyType)
    .map(({ startMonth, kgce, co2 }) => ({ month: startMonth, kgce, co2 }));
};
export const asCarbon = (
  factors: readonly Factor[],
  { day, use }: { readonly day: string; readonly use: number },
): { readonly kgce: number | null; readonly co2: number | null } => {
  const factor = factors.find(({ month }) => month <= day);
  const by = (value: number | undefined) => (value === undefined || value === 0 ? null : mulDec(use, value));
  return { kgce: by(factor?.kgce), co2: by(factor?.co2) };
};
