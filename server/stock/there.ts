/** Good own stock of keys with its lots: what suggestions, reservations and what lies beside a line are chosen from. */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { keyOf } from './document';
import { compareBinary, GOOD, OWN, type StockKey } from './keys';

/** A key with stock, as far as the order of taking asks. */
export interface There {
  readonly key: StockKey;
  readonly qty: number;
  readonly reserved: number;
  readonly expireDate: string | null;
  /** the day it is taken by before others; absent: its expiry, null = by what came in first alone (stock.pickRule) */
  readonly due?: string | null;
  readonly firstInAt: string | null;
  readonly holdFlag: boolean;
  readonly pickOrder: number;
}
export interface Whereabouts {
  readonly material: string;
  readonly attrKey: string | null;
  /** absent: every storage warehouse that is not for rejects */
  readonly warehouse?: string | null | undefined;
}
interface Options {
  /** takes the balances, in the order of postings */
  readonly lock?: boolean;
  /** only where goods may be picked from */
  readonly pickable?: boolean;
}

/** 先进先出 of stock.pickRule */
const FIFO = '2';
/** 原材料 半成品 成品 备件 */
const STORAGE: readonly string[] = ['1', '2', '3', '5'];

export const stockThere = async (
  ctx: Ctx,
  { material, attrKey, warehouse }: Whereabouts,
  { lock = false, pickable = false }: Options = {},
): Promise<readonly There[]> => {
  let query = good(ctx).where('b.material_id', '=', material);
  query = attrKey === null ? query.where('b.attr_key', 'is', null) : query.where('b.attr_key', '=', attrKey);
  query = warehouse ? query.where('b.warehouse_id', '=', warehouse) : query.where('w.kind', 'in', [...STORAGE]);
  if (pickable)
    query = query
      .where('w.is_disabled', '=', '0')
      .where(sql<boolean>`coalesce(p.is_pick, true) and coalesce(p.lock_status, '0') not in ('2', '3')`);
  return (await (lock ? query.forUpdate('b') : query).execute()).map(thereOf);
};

/** Of several materials in their warehouses at once, in the order of what is asked; balances are taken in the order of postings. */
export const stockThereOf = async (
  ctx: Ctx,
  asked: readonly (Whereabouts & { readonly warehouse: string })[],
  { lock = false }: Pick<Options, 'lock'> = {},
): Promise<readonly (readonly There[])[]> => {
  if (asked.length === 0) return [];
  const materials = asked.map(({ material }) => material);
  const warehouses = asked.map(({ warehouse }) => warehouse);
  const query = good(ctx).where(
    sql<boolean>`(b.material_id, b.warehouse_id) in (select * from unnest(${materials}::uuid[], ${warehouses}::uuid[]))`,
  );
  const found = (await (lock ? query.forUpdate('b') : query).execute()).map(thereOf);
  return asked.map(({ material, attrKey, warehouse }) =>
    found.filter(
      ({ key }) => key.material === material && key.warehouse === warehouse && (key.attrKey ?? null) === attrKey,
    ),
  );
};

/** The same of keys that are known. */
export const stockAtKeys = async (ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, There>> => {
  if (keys.length === 0) return new Map();
  const rows = await balances(ctx)
    .where(sql<boolean>`b.stock_key = ANY(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [String(row.stock_key), thereOf(row)]));
};

/** Own good stock that is there. */
const good = (ctx: Ctx) =>
  balances(ctx)
    .where('b.quality_status', '=', GOOD)
    .where('b.owner', '=', OWN)
    .where('b.stage_id', 'is', null)
    .where('b.qty', '>', 0);
const balances = (ctx: Ctx) =>
  ctx.trx
    .selectFrom('stock_balance as b')
    .innerJoin('warehouse as w', 'w.id', 'b.warehouse_id')
    .leftJoin('position as p', 'p.id', 'b.position_id')
    .leftJoin('batch as l', (join) =>
      join
        .onRef('l.material_id', '=', 'b.material_id')
        .onRef('l.batch_nbr', '=', 'b.batch_nbr')
        .on('l.is_deleted', '=', 0),
    )
    .select(['b.stock_key', 'b.material_id', 'b.attr_key', 'b.warehouse_id', 'b.position_id', 'b.batch_nbr'])
    .select(['b.quality_status', 'b.owner', 'b.stage_id', 'b.qty', 'b.reserved_qty', 'l.hold_flag', 'p.pick_order'])
    .select([
      sql<string | null>`l.expire_date::text`.as('expire_date'),
      (ctx.setting('stock.pickRule') === FIFO ? sql<null>`null::text` : sql<string | null>`l.expire_date::text`).as(
        'due',
      ),
      // what has no lot is as old as its key
      sql<
        string | null
      >`to_char(coalesce(l.first_in_at, b.first_in_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`.as('first_in_at'),
    ])
    .orderBy('b.stock_key');

type Raw = Readonly<Record<string, unknown>> & {
  readonly expire_date: string | null;
  readonly due: string | null;
  readonly first_in_at: string | null;
};
const thereOf = (row: Raw): There => ({
  key: keyOf(row),
  qty: Number(row.qty),
  reserved: Number(row.reserved_qty),
  expireDate: row.expire_date,
  due: row.due,
  firstInAt: row.first_in_at,
  holdFlag: row.hold_flag === true,
  pickOrder: Number(row.pick_order ?? 0),
});

const LAST = '9999';
const dueOf = ({ due, expireDate }: There): string => (due === undefined ? expireDate : due) ?? LAST;
/** The first to expire unless the setting says otherwise, then the first to have come in (40 §3.5). */
export const earlier = (a: There, b: There): number =>
  compareBinary(dueOf(a), dueOf(b)) ||
  compareBinary(a.firstInAt ?? LAST, b.firstInAt ?? LAST) ||
  compareBinary(a.key.batchNbr ?? '', b.key.batchNbr ?? '') ||
  a.pickOrder - b.pickOrder ||
  a.qty - a.reserved - (b.qty - b.reserved);
