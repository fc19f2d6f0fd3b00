/** Net prices in the newest audited orders of a customer, by material. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export const lastSalesPrices = async (
  ctx: Ctx,
  customer: string,
  materials: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (materials.length === 0) return new Map();
  const rows = await ctx.trx
    .selectFrom('sales_order as o')
    .innerJoin('sales_order_items as i', 'i.head_id', 'o.id')
    .distinctOn('i.material_id')
    .select(['i.material_id', 'i.price'])
    .where('o.customer_id', '=', customer)
    .where('o.audit_status', '=', '2')
    .where('o.doc_status', '<>', '90')
    .where('o.is_deleted', '=', 0)
    .where('i.price', 'is not', null)
    .where(sql<boolean>`i.material_id = any(${[...materials]}::uuid[])`)
    .orderBy('i.material_id')
    .orderBy('o.biz_date', 'desc')
    .orderBy('o.nbr', 'desc')
    .orderBy('i.line_no', 'desc')
    .execute();
  return new Map(rows.map((row) => [String(row.material_id), Number(row.price)]));
};
