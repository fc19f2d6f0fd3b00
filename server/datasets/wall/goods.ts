/** Materials below their safety, and what customers wait for (50 §5.6). Neither stands in a unit: every board of the factory shows all of them. */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { DueDelivery, StockAlert } from '../../../schemas/language/wire-synthesis';
import { standingOf, watched } from '../stock/short';
import { among, type WallReach } from './reach';

const MOST_ALERTS = 8;
const MOST_DELIVERIES = 8;
const DUE_DAYS = 7;

/** the emptiest first */
export const stockAlerts = async ({ reader }: WallReach): Promise<readonly StockAlert[]> => {
  const short = (await standingOf(reader, await watched(reader)))
    .filter(({ shortage }) => shortage > 0)
    .sort((a, b) => b.shortage / b.safetyStock - a.shortage / a.safetyStock || a.of.code.localeCompare(b.of.code))
    .slice(0, MOST_ALERTS);
  const ids = [...new Set(short.flatMap(({ of }) => of.unit ?? []))];
  const units = await reader.asSystem().records.many('unit', ids, { stored: true });
  return short.map(({ of, availableQty, safetyStock, shortage }) => ({
    ...{ code: of.code, name: of.name, available: availableQty, safety: safetyStock, shortage },
    unit: units.find(({ id }) => id === of.unit)?.name ?? '',
  }));
};

/** Rows of sales orders that are over or due within seven days. */
export const dueDeliveries = async (reach: WallReach): Promise<readonly DueDelivery[]> => {
  const { trx, org, today } = reach.reader;
  const at = (name: string) => sql.id(org.schema, name);
  const where = [sql`t.audit_status = '2'`, sql`t.doc_status IN ('10', '20')`];
  const ids = await reach.rows('salesOrder', where);
  const open = sql`(i.qty - (coalesce(i.shipped_qty, 0) - coalesce(i.return_qty, 0)) - coalesce(i.refund_qty, 0))`;
  const { rows } = await sql<Omit<DueDelivery, 'late'> & { over: number }>`
    SELECT t.nbr, c.name AS customer, m.name AS product, ${open}::float8 AS open, coalesce(i.delivery_date, t.delivery_date)::text AS due,
           greatest(0, ${today}::date - coalesce(i.delivery_date, t.delivery_date)) AS over
      FROM ${at('sales_order')} t JOIN ${at('sales_order_items')} i ON i.head_id = t.id
      LEFT JOIN ${at('customer')} c ON c.id = t.customer_id LEFT JOIN ${at('material')} m ON m.id = i.material_id
     WHERE t.is_deleted = 0 AND ${sql.join(where, sql` AND `)} AND ${among(sql`t.id`, ids)} AND ${open} > 0
       AND coalesce(i.delivery_date, t.delivery_date) <= ${dateAdd(today, DUE_DAYS, 'day')}::date
     ORDER BY 5, 1, i.line_no LIMIT ${MOST_DELIVERIES}`.execute(trx);
  return rows.map(({ over, ...row }) => ({ ...row, late: Number(over) }));
};
