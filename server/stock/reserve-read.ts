/** Reservations that still hold something, as the stock core reads them. */
import { sql } from 'kysely';
import type { Trx } from '../ctx';
import { GOOD, OWN, type StockKey } from './keys';

export interface Reserve {
  readonly id: string;
  readonly srcRowId: string;
  readonly key: StockKey;
  readonly stockKey: string;
  readonly remain: number;
}
/** By any of these; none = no reservation. */
export interface ReservesOf {
  readonly ids?: readonly string[];
  readonly srcRows?: readonly string[];
  readonly keys?: readonly string[];
}

export const LIVE = '30';

/** Oldest first; with `lock` in that order, after the balances of their keys (40 §3.2 step 4). */
export const liveReserves = async (
  trx: Trx,
  { ids = [], srcRows = [], keys = [] }: ReservesOf,
  options: { readonly lock?: boolean } = {},
): Promise<readonly Reserve[]> => {
  if (ids.length + srcRows.length + keys.length === 0) return [];
  let query = trx
    .selectFrom('stock_reserve')
    .select(['id', 'src_row_id', 'stock_key', 'material_id', 'attr_key', 'warehouse_id', 'position_id', 'batch_nbr'])
    .select('remain_qty')
    .where('status', '=', LIVE)
    .where('is_deleted', '=', 0)
    .where(
      sql<boolean>`(id = ANY(${[...ids]}::uuid[]) or src_row_id = ANY(${[...srcRows]}::uuid[]) or stock_key = ANY(${[...keys]}::text[]))`,
    )
    .orderBy('id');
  if (options.lock) query = query.forUpdate();
  return (await query.execute()).map((row) => ({
    id: String(row.id),
    srcRowId: String(row.src_row_id),
    stockKey: String(row.stock_key),
    key: {
      material: String(row.material_id),
      attrKey: row.attr_key,
      warehouse: String(row.warehouse_id),
      position: row.position_id,
      batchNbr: row.batch_nbr,
      qualityStatus: GOOD,
      owner: OWN,
      stage: null,
    },
    remain: Number(row.remain_qty),
  }));
};
