/** 合格可用 of many materials at once, in base units: own stock that nobody has reserved and no transfer holds. */
import type { Ctx } from '../../ctx';

export async function freeStock(ctx: Ctx, materials: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (materials.length === 0) return new Map();
  const rows = await ctx.trx
    .selectFrom('stock_balance')
    .select(({ fn }) => ['material_id as id', fn.sum('qty').as('qty'), fn.sum('reserved_qty').as('reserved')])
    .where('material_id', 'in', [...materials])
    .where('quality_status', '=', '1')
    .where('owner', '=', 'self')
    .where('stage_id', 'is', null)
    .groupBy('material_id')
    .execute();
  return new Map(rows.map((row) => [row.id as string, Number(row.qty ?? 0) - Number(row.reserved ?? 0)]));
}
