/** Stock documents of a month that nobody has audited (40 §3.6): once it is closed they move to the next one. */
import { type RawBuilder, sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx, Service } from '../../ctx';

/** Documents whose audit posts stock on their own date. A picking posts when it is issued, on that day. */
const POSTING = [
  'back_warehouse',
  'delivery',
  'enter_warehouse',
  'other_issue',
  'other_receipt',
  'out_receive',
  'out_send',
  'product_return',
  'purchase_in',
  'purchase_return',
  'sales_return',
  'spare_adjust',
  'spare_in',
  'spare_out',
  '_transfer_issue',
  '_transfer_receipt',
] as const;

/** How many there are of a month, given by its first day. */
export const draftsOf = async (month: string, ctx: Ctx): Promise<number> => {
  const waiting = POSTING.map((table): RawBuilder<unknown> => {
    const at = sql.table(`${ctx.org.schema}.${table}`);
    return sql`select id from ${at}
      where is_deleted = 0 and audit_status <> '2' and doc_status <> '90' and biz_date >= ${month} and biz_date < ${dateAdd(month, 1, 'month')}`;
  });
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from (${sql.join(waiting, sql` union all `)}) waiting`.execute(ctx.trx);
  return Number(rows[0]?.n ?? 0);
};

/** Service of the undata field 未审核单据 of a month. */
export const stockDrafts: Service = {
  name: 'stock.drafts',
  right: 'stockPeriod:view',
  run: async ({ month }, ctx) => (typeof month === 'string' ? draftsOf(month, ctx) : null),
};
