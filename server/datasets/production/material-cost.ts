/** Materials that work orders have used, at what they cost: consumption less what reversals gave back. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

/** 上料耗用, 线边耗用 */
const USED = ['22', '23'];
export const materialCost = async (ctx: Ctx, workOrders: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ cost: string | null }>`
    select -sum(amount) as cost from ${sql.table(`${ctx.org.schema}.stock_ledger`)}
     where work_order_id = any(${[...workOrders]}::uuid[]) and move_kind = any(${USED})`.execute(ctx.trx);
  return Number(rows[0]?.cost ?? 0);
};
