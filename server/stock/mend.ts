/** Derived figures of stock against the ledger (domain 10 §6.9): what differs, and the derived figures written anew. The ledger is never touched. */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { lockPeriods } from './period';

export interface StockDifference {
  readonly id: string;
  readonly title: string;
  readonly found: number;
  readonly expected: number;
}

/** Balances that are not the sum of their rows. */
export async function balanceDifferences(ctx: Ctx): Promise<readonly StockDifference[]> {
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  const { rows } = await sql<Row>`
    SELECT b.id, concat_ws(' ', m.code, m.name, w.name, p.code, b.batch_nbr) AS title, b.qty::float8 AS found,
           coalesce(l.qty, 0)::float8 AS expected
      FROM ${at('stock_balance')} b
      LEFT JOIN (SELECT stock_key, sum(qty) AS qty FROM ${at('stock_ledger')} GROUP BY stock_key) l ON l.stock_key = b.stock_key
      JOIN ${at('material')} m ON m.id = b.material_id
      JOIN ${at('warehouse')} w ON w.id = b.warehouse_id
      LEFT JOIN ${at('position')} p ON p.id = b.position_id
     WHERE b.qty <> coalesce(l.qty, 0) ORDER BY title, b.stock_key`.execute(ctx.trx);
  return rows;
}
/** Quantity and money of the moving average that are not those of the ledger; a balance that is wrong as well is no measure. */
export async function valueDifferences(
  ctx: Ctx,
): Promise<readonly (StockDifference & { readonly what: 'qty' | 'value' })[]> {
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  const { rows } = await sql<Row & { readonly what: 'qty' | 'value' }>`
    WITH own AS (
      SELECT l.material_id, sum(l.qty) AS qty FROM ${at('stock_ledger')} l JOIN ${at('warehouse')} w ON w.id = l.warehouse_id
       WHERE l.owner = 'self' AND l.stage_id IS NULL AND w.kind <> '9' GROUP BY l.material_id
    ), money AS (SELECT material_id, sum(amount) AS amount FROM ${at('stock_ledger')} GROUP BY material_id)
    SELECT v.id, d.what, concat_ws(' ', m.code, m.name) AS title, d.found::float8 AS found, d.expected::float8 AS expected
      FROM ${at('stock_value')} v
      JOIN ${at('material')} m ON m.id = v.material_id
      LEFT JOIN own ON own.material_id = v.material_id
      LEFT JOIN money ON money.material_id = v.material_id
     CROSS JOIN LATERAL (VALUES ('qty', v.qty, coalesce(own.qty, 0)), ('value', v.value, coalesce(money.amount, 0))) d(what, found, expected)
     WHERE d.found <> d.expected ORDER BY title, d.what`.execute(ctx.trx);
  return rows;
}
type Row = StockDifference;

/** 预留 of balances that is not what reservations and live feeds hold of them. */
export async function promiseDifferences(ctx: Ctx): Promise<readonly StockDifference[]> {
  const at = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  const { rows } = await sql<Row>`
    WITH held AS (
      SELECT stock_key AS key, remain_qty AS qty FROM ${at('stock_reserve')} WHERE status = '30' AND is_deleted = 0
      UNION ALL
      SELECT b.stock_key, f.qty - coalesce(f.used_qty, 0) - coalesce(f.unload_qty, 0) FROM ${at('feed_record')} f
        JOIN ${at('stock_balance')} b ON b.material_id = f.material_id AND b.warehouse_id = f.line_side_id AND b.position_id IS NULL
         AND b.attr_key IS NOT DISTINCT FROM nullif(f.attr_key, '') AND b.batch_nbr IS NOT DISTINCT FROM f.batch_nbr
         AND b.quality_status = '1' AND b.owner = 'self' AND b.stage_id IS NULL
       WHERE f.doc_status = '30' AND f.is_deleted = 0
    ), sums AS (SELECT key, sum(qty) AS qty FROM held GROUP BY key)
    SELECT b.id, concat_ws(' ', m.code, m.name, w.name, p.code, b.batch_nbr, '预留') AS title, b.reserved_qty::float8 AS found,
           coalesce(s.qty, 0)::float8 AS expected
      FROM ${at('stock_balance')} b
      LEFT JOIN sums s ON s.key = b.stock_key
      JOIN ${at('material')} m ON m.id = b.material_id
      JOIN ${at('warehouse')} w ON w.id = b.warehouse_id
      LEFT JOIN ${at('position')} p ON p.id = b.position_id
     WHERE b.reserved_qty <> coalesce(s.qty, 0) ORDER BY title, b.stock_key`.execute(ctx.trx);
  return rows;
}
export async function mendPromises(ctx: Ctx): Promise<void> {
  const at = sql.table(`${ctx.org.schema}.stock_balance`);
  for (const { id, expected } of await promiseDifferences(ctx))
    await sql`UPDATE ${at} SET reserved_qty = ${expected}, version = version + 1, updated_at = now(), updated_by_id = ${ctx.session.me.id}
      WHERE id = ${id}`.execute(ctx.trx);
}

/** Nothing is posted until the transaction ends. */
export const holdStock = (ctx: Ctx): Promise<void> => lockPeriods(ctx, 'alone');

export async function mendBalances(ctx: Ctx, differences: readonly StockDifference[]): Promise<void> {
  const at = sql.table(`${ctx.org.schema}.stock_balance`);
  for (const { id, expected } of differences)
    await sql`UPDATE ${at} SET qty = ${expected}, version = version + 1, updated_at = now(), updated_by_id = ${ctx.session.me.id}
      WHERE id = ${id}`.execute(ctx.trx);
}
export async function mendValues(ctx: Ctx): Promise<void> {
  await sql`SELECT ${sql.id(ctx.org.schema, 'stock_values_mend')}(${ctx.session.me.id}::uuid)`.execute(ctx.trx);
}
