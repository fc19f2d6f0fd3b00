/** Decimals of the pieces of a work order. */
import type { Ctx } from '../../ctx';

export const decimalsOf = async (id: string | null, ctx: Ctx): Promise<number> => {
  const { records } = ctx.asSystem();
  const [workOrder] = id === null ? [] : await records.many('workOrder', [id], { stored: true });
  const [unit] = workOrder?.unit ? await records.many('unit', [workOrder.unit], { stored: true }) : [];
  return unit?.decimals ?? 4;
};
