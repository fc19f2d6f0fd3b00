/** Good stock of keys set aside for who will use it up, without a document of stock: `reservedQty` of the balance (domain/40 §3.2 step 5). */
import { sql } from 'kysely';
import { addDec } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { GOOD, type StockKey, stockKey } from './keys';
import { stockThere, stockThereOf, type There } from './there';

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
): Promise<readonly Beside[]> => (await stockThere(ctx, where, options)).map(besideOf);
/** The same of several at once, under their locks; an entry for each that is asked for. */
export const besidesOf = async (ctx: Ctx, asked: readonly Where[]): Promise<readonly (readonly Beside[])[]> =>
  (await stockThereOf(ctx, asked, { lock: true })).map((found) => found.map(besideOf));
const besideOf = ({ key, qty, reserved, expireDate, firstInAt, holdFlag }: There): Beside => ({
  key,
  qty,
  free: qty - reserved,
  expireDate,
  firstInAt,
  holdFlag,
});

/** Sets aside (or with less than 0 gives free) of a key; the caller has seen under its lock that it is there. */
export const holdStock = (ctx: Ctx, key: StockKey, qty: number): Promise<void> => holdStocks(ctx, [{ key, qty }]);
export const holdStocks = async (
  ctx: Ctx,
  held: readonly { readonly key: StockKey; readonly qty: number }[],
): Promise<void> => {
  const sums = new Map<string, number>();
  for (const { key, qty } of held) sums.set(stockKey(key), addDec(sums.get(stockKey(key)) ?? 0, qty));
  const wanted = [...sums].filter(([, qty]) => qty !== 0);
  if (wanted.length === 0) return;
  const keys = wanted.map(([key]) => key);
  const qtys = wanted.map(([, qty]) => String(qty));
  await sql`update ${sql.table(`${ctx.org.schema}.stock_balance`)} b
      set reserved_qty = b.reserved_qty + v.qty, updated_at = ${ctx.now}
     from unnest(${keys}::text[], ${qtys}::numeric[]) as v(key, qty) where b.stock_key = v.key`.execute(ctx.trx);
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
