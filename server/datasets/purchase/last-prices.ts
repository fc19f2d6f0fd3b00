import type { Ctx } from '../../ctx';

export interface LastPrice {
  readonly material: string;
  readonly unit: string;
  readonly price: number;
}

/** Net price of the newest audited order of a supplier for each material and unit. */
export const lastPrices = async (ctx: Ctx, supplier: string): Promise<readonly LastPrice[]> => {
  const rows = await ctx.trx
    .selectFrom('purchase_order_items as i')
    .innerJoin('purchase_order as o', 'o.id', 'i.head_id')
    .distinctOn(['i.material_id', 'i.unit_id'])
    .select(['i.material_id', 'i.unit_id', 'i.price'])
    .where('o.supplier_id', '=', supplier)
    .where('o.audit_status', '=', '2')
    .where('o.doc_status', '<>', '90')
    .where('o.is_deleted', '=', 0)
    .where('i.price', 'is not', null)
    .orderBy('i.material_id')
    .orderBy('i.unit_id')
    .orderBy('o.biz_date', 'desc')
    .orderBy('o.nbr', 'desc')
    .orderBy('i.line_no', 'desc')
    .execute();
  return rows.map((row) => ({ material: row.material_id, unit: row.unit_id, price: Number(row.price) }));
};
