import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

export interface LastPrice {
  readonly material: string;
  readonly unit: string;
  readonly price: number;
}
export interface RecentPrices {
  readonly prices: readonly LastPrice[];
  /** there are no older orders than those that were looked at */
  readonly complete: boolean;
}

/** Orders that are looked at first: what is bought often was bought lately, and a history of years is not read for it. */
const RECENT = 200;

/** Net prices in the newest audited orders of a supplier, the newest for each material and unit. */
export const recentPrices = async (ctx: Ctx, supplier: string): Promise<RecentPrices> => {
  const orders = await auditedOrders(ctx, supplier)
    .select('o.id')
    .orderBy('o.biz_date', 'desc')
    .orderBy('o.nbr', 'desc')
    .limit(RECENT)
    .execute();
  const ids = orders.map(({ id }) => id as string);
  const complete = ids.length < RECENT;
  if (ids.length === 0) return { prices: [], complete };
  const rows = await newestLines(ctx, supplier).where(sql<boolean>`i.head_id = any(${ids}::uuid[])`).execute();
  return { prices: rows.map(priceOf), complete };
};

/** The same of all orders, for some materials. */
export const olderPrices = async (
  ctx: Ctx,
  supplier: string,
  materials: readonly string[],
): Promise<readonly LastPrice[]> => {
  if (materials.length === 0) return [];
  const rows = await newestLines(ctx, supplier)
    .where(sql<boolean>`i.material_id = any(${materials}::uuid[])`)
    .execute();
  return rows.map(priceOf);
};

const auditedOrders = (ctx: Ctx, supplier: string) =>
  ctx.trx
    .selectFrom('purchase_order as o')
    .where('o.supplier_id', '=', supplier)
    .where('o.audit_status', '=', '2')
    .where('o.doc_status', '<>', '90')
    .where('o.is_deleted', '=', 0);

const newestLines = (ctx: Ctx, supplier: string) =>
  auditedOrders(ctx, supplier)
    .innerJoin('purchase_order_items as i', 'i.head_id', 'o.id')
    .distinctOn(['i.material_id', 'i.unit_id'])
    .select(['i.material_id', 'i.unit_id', 'i.price'])
    .where('i.price', 'is not', null)
    .orderBy('i.material_id')
    .orderBy('i.unit_id')
    .orderBy('o.biz_date', 'desc')
    .orderBy('o.nbr', 'desc')
    .orderBy('i.line_no', 'desc');

const priceOf = (row: {
  readonly material_id: string;
  readonly unit_id: string;
  readonly price: unknown;
}): LastPrice => ({
  material: row.material_id,
  unit: row.unit_id,
  price: Number(row.price),
});
