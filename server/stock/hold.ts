/** Good stock of keys set aside for who will use it up, without a document of stock: `reservedQty` of the balance (domain/40 §3.2 step 5). */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { GOOD, type StockKey, stockKey } from './keys';
import { stockThere } from './there';

export interface Beside {
  readonly key: StockKey;
  readonly qty: number;
  /** less what is set aside */
  readonly free: number;
  readonly expireDate: string | null;
  readonly firstInAt: string | null;
  readonly holdFlag: boolean;
}
export interface Where {
  readonly material: string;
  readonly attrKey: string | null;
  readonly warehouse: string;
}

/** Own good stock of a material in a warehouse with its lots; `lock` takes the balances in the order of postings. */
export const besides = async (
  ctx: Ctx,
  where: Where,
  options: { readonly lock?: boolean } = {},
): Promise<readonly Beside[]> =>
  (await stockThere(ctx, where, options)).map(({ key, qty, reserved, expireDate, firstInAt, holdFlag }) => ({
    key,
    qty,
    free: qty - reserved,
    expireDate,
    firstInAt,
    holdFlag,
  }));

/** Sets aside (or with less than 0 gives free) of a key; the caller has seen under its lock that it is there. */
export const holdStock = async (ctx: Ctx, key: StockKey, qty: number): Promise<void> => {
  if (qty === 0) return;
  await ctx.trx
    .updateTable('stock_balance')
    .set({ reserved_qty: sql`reserved_qty + ${String(qty)}::numeric`, updated_at: ctx.now })
    .where('stock_key', '=', stockKey(key))
    .execute();
};

/** The quality status in which a lot lies somewhere, when none of it is 合格; null when some is, or it is nowhere. */
export const statusOfLot = async (ctx: Ctx, material: string, batchNbr: string): Promise<string | null> => {
  const rows = await ctx.trx
    .selectFrom('stock_balance')
    .select('quality_status')
    .distinct()
    .where('material_id', '=', material)
    .where('batch_nbr', '=', batchNbr)
    .where('stage_id', 'is', null)
    .where('qty', '>', 0)
    .orderBy('quality_status')
    .execute();
  const found = rows.map((row) => String(row.quality_status));
  return found.includes(GOOD) ? null : (found[0] ?? null);
};
