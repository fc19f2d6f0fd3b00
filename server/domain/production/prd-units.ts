/** Decimals of the pieces of a work order. */
import { decimalsOf as decimalsIn } from '../../../schemas/language/kinds/reading';
import { text } from '../../../schemas/language/texts';
import type { Ctx } from '../../ctx';

export const decimalsOf = async (id: string | null, ctx: Ctx): Promise<number> =>
  (await unitOf(id, ctx))?.decimals ?? 4;

/** 单位「件」最多0位小数: a quantity of its pieces that is finer than their unit. */
export const finerThanUnit = async (
  workOrder: string | null,
  quantities: readonly (number | null | undefined)[],
  ctx: Ctx,
): Promise<string | null> => finer(() => unitOf(workOrder, ctx), quantities);
/** The same of a unit that is known. */
export const finerThan = async (
  unit: string | null,
  quantities: readonly (number | null | undefined)[],
  ctx: Ctx,
): Promise<string | null> =>
  finer(
    async () => (unit === null ? [] : await ctx.asSystem().records.many('unit', [unit], { stored: true }))[0],
    quantities,
  );

interface Unit {
  readonly name: string;
  readonly decimals?: number | null;
}
const finer = async (
  unitOf: () => Promise<Unit | undefined>,
  quantities: readonly (number | null | undefined)[],
): Promise<string | null> => {
  const most = Math.max(0, ...quantities.map((qty) => decimalsIn(qty ?? 0)));
  if (most === 0) return null;
  const unit = await unitOf();
  const n = unit?.decimals ?? 4;
  return unit && most > n ? text('field.unit', { unit: unit.name, n }) : null;
};

const unitOf = async (id: string | null, ctx: Ctx) => {
  const { records } = ctx.asSystem();
  const [workOrder] = id === null ? [] : await records.many('workOrder', [id], { stored: true });
  const [unit] = workOrder?.unit ? await records.many('unit', [workOrder.unit], { stored: true }) : [];
  return unit;
};
