/** What a customer's credit is used by: audited orders that are still to be shipped, and what was shipped within his days of payment. */
import { sql } from 'kysely';
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';

interface CreditOf {
  readonly customer: string;
  /** the order that asks */
  readonly except: string;
  readonly payDays: number;
}
export const creditUsed = async (ctx: Ctx, { customer, except, payDays }: CreditOf): Promise<number> => {
  const open = await ctx.trx
    .selectFrom('sales_order as o')
    .innerJoin('sales_order_items as i', 'i.head_id', 'o.id')
    .select(
      sql<string>`coalesce(round(sum(i.total_amount * i.open_qty / nullif(i.qty, 0) * o.exchange_rate), 2), 0)`.as(
        'sum',
      ),
    )
    .where('o.customer_id', '=', customer)
    .where('o.id', '<>', except)
    .where('o.audit_status', '=', '2')
    .where('o.doc_status', 'in', ['10', '20'])
    .where('o.is_deleted', '=', 0)
    .where('i.open_qty', '>', 0)
    .executeTakeFirstOrThrow();
  const shipped = await ctx.trx
    .selectFrom('delivery as d')
    .innerJoin('delivery_items as i', 'i.head_id', 'd.id')
    .select(
      sql<string>`coalesce(round(sum(i.total_amount * (i.qty - coalesce(i.returned_qty, 0)) / nullif(i.qty, 0)), 2), 0)`.as(
        'sum',
      ),
    )
    .where('d.customer_id', '=', customer)
    .where('d.audit_status', '=', '2')
    .where('d.is_deleted', '=', 0)
    .where(sql<boolean>`d.biz_date + ${payDays}::int >= ${ctx.today}::date`)
    .executeTakeFirstOrThrow();
  return addDec(Number(open.sum), Number(shipped.sum));
};
