import type { Ctx, Service } from '../ctx';

export interface AvailableOf {
  readonly material: string;
  readonly warehouse?: string | null;
  readonly position?: string | null;
  readonly batchNbr?: string | null;
  /** absent: our own */
  readonly owner?: string | null;
}

/** 合格 stock that nobody has reserved, base unit; parts that are not given are not asked about. */
export const availableQty = async (ctx: Ctx, of: AvailableOf): Promise<number> => {
  let query = ctx.trx
    .selectFrom('stock_balance')
    .select(({ fn }) => [fn.sum('qty').as('qty'), fn.sum('reserved_qty').as('reserved')])
    .where('material_id', '=', of.material)
    .where('quality_status', '=', '1')
    .where('owner', '=', of.owner || 'self')
    .where('stage_id', 'is', null);
  if (of.warehouse) query = query.where('warehouse_id', '=', of.warehouse);
  if (of.position) query = query.where('position_id', '=', of.position);
  if (of.batchNbr) query = query.where('batch_nbr', '=', of.batchNbr);
  const row = await query.executeTakeFirst();
  return Number(row?.qty ?? 0) - Number(row?.reserved ?? 0);
};

/** The same for many materials at once, by `material|warehouse`. */
export const availableAt = async (ctx: Ctx, materials: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (materials.length === 0) return new Map();
  const rows = await ctx.trx
    .selectFrom('stock_balance')
    .select(['material_id', 'warehouse_id'])
    .select(({ fn }) => [fn.sum('qty').as('qty'), fn.sum('reserved_qty').as('reserved')])
    .where('material_id', 'in', [...new Set(materials)])
    .where('quality_status', '=', '1')
    .where('owner', '=', 'self')
    .where('stage_id', 'is', null)
    .groupBy(['material_id', 'warehouse_id'])
    .execute();
  return new Map(
    rows.map((row) => [`${row.material_id}|${row.warehouse_id}`, Number(row.qty ?? 0) - Number(row.reserved ?? 0)]),
  );
};

/** Service of the undata field 可用量. */
export const stockAvailable: Service = {
  name: 'stock.available',
  right: null,
  run: async ({ material, warehouse, position, batchNbr, owner }, ctx) =>
    typeof material === 'string'
      ? availableQty(ctx, {
          material,
          warehouse: text(warehouse),
          position: text(position),
          batchNbr: text(batchNbr),
          owner: text(owner),
        })
      : null,
};

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
