/** Good stock of keys set aside for who will use it up, without a document of stock: `reservedQty` of the balance (domain/40 §3.2 step 5). */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { GOOD, OWN, type StockKey, stockKey } from './keys';

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
  { material, attrKey, warehouse }: Where,
  options: { readonly lock?: boolean } = {},
): Promise<readonly Beside[]> => {
  let query = ctx.trx
    .selectFrom('stock_balance as b')
    .leftJoin('batch as l', (join) =>
      join
        .onRef('l.material_id', '=', 'b.material_id')
        .onRef('l.batch_nbr', '=', 'b.batch_nbr')
        .on('l.is_deleted', '=', 0),
    )
    .select(['b.position_id', 'b.batch_nbr', 'b.qty', 'b.reserved_qty', 'l.hold_flag'])
    .select([
      sql<string | null>`l.expire_date::text`.as('expire_date'),
      // what has no lot is as old as its key
      sql<
        string | null
      >`to_char(coalesce(l.first_in_at, b.first_in_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`.as('first_in_at'),
    ])
    .where('b.material_id', '=', material)
    .where('b.warehouse_id', '=', warehouse)
    .where('b.quality_status', '=', GOOD)
    .where('b.owner', '=', OWN)
    .where('b.stage_id', 'is', null)
    .where('b.qty', '>', 0)
    .orderBy('b.stock_key');
  query = attrKey === null ? query.where('b.attr_key', 'is', null) : query.where('b.attr_key', '=', attrKey);
  const rows = await (options.lock ? query.forUpdate('b') : query).execute();
  return rows.map((row) => ({
    key: {
      material,
      attrKey,
      warehouse,
      position: row.position_id,
      batchNbr: row.batch_nbr,
      qualityStatus: GOOD,
      owner: OWN,
      stage: null,
    },
    qty: Number(row.qty),
    free: Number(row.qty) - Number(row.reserved_qty),
    expireDate: row.expire_date,
    firstInAt: row.first_in_at,
    holdFlag: row.hold_flag === true,
  }));
};

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
