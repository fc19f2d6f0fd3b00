/** What the books say of keys at one moment, and how often they moved since (40 §3.6 盘点). */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { keyOf } from './document';
import type { StockKey } from './keys';

export interface Booked {
  readonly key: StockKey;
  readonly qty: number;
  /** the last row of the ledger that made it so; 0 = none */
  readonly seq: number;
}
export interface CountScope {
  readonly warehouse: string;
  readonly positions: readonly string[];
  /** with everything below it */
  readonly category: string | null;
}

/** Balances, each with the last row of its ledger in the same statement: what is posted meanwhile is in both or in neither. */
const booked = (ctx: Ctx) =>
  ctx.trx
    .selectFrom('stock_balance as b')
    .innerJoin('material as m', 'm.id', 'b.material_id')
    .leftJoin('position as p', 'p.id', 'b.position_id')
    .select(['b.stock_key', 'b.material_id', 'b.attr_key', 'b.warehouse_id', 'b.position_id', 'b.batch_nbr'])
    .select(['b.quality_status', 'b.owner', 'b.stage_id', 'b.qty'])
    .select(({ selectFrom }) =>
      selectFrom('stock_ledger as l')
        .select(({ fn }) => fn.max('l.seq').as('seq'))
        .whereRef('l.stock_key', '=', 'b.stock_key')
        .as('seq'),
    );

/** All that lies in the scope, in the order one walks; `most` + 1 rows tell that it is too much for one sheet. */
export const bookedIn = async (
  ctx: Ctx,
  { warehouse, positions, category }: CountScope,
  most: number,
): Promise<readonly Booked[]> => {
  let query = booked(ctx)
    .where('b.warehouse_id', '=', warehouse)
    .where('b.stage_id', 'is', null)
    .where('b.qty', '<>', 0)
    .where('m.is_disabled', '=', '0')
    .orderBy('p.pick_order')
    .orderBy('p.code')
    .orderBy('m.code')
    .orderBy('b.stock_key')
    .limit(most + 1);
  if (positions.length > 0) query = query.where('b.position_id', 'in', [...positions]);
  if (category !== null) query = query.where('m.material_category_id', 'in', await below(ctx, category));
  return (await query.execute()).map((row) => ({ key: keyOf(row), qty: Number(row.qty), seq: Number(row.seq ?? 0) }));
};

/** The same of keys, by their text; keys that never held anything are not in it. */
export const bookedOf = async (
  ctx: Ctx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Omit<Booked, 'key'>>> => {
  if (keys.length === 0) return new Map();
  const rows = await booked(ctx)
    .where(sql<boolean>`b.stock_key = any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [String(row.stock_key), { qty: Number(row.qty), seq: Number(row.seq ?? 0) }]));
};

/** How many rows of the ledger came to each key after its moment; keys without any are not in it. */
export const movedSince = async (
  ctx: Ctx,
  keys: readonly { readonly key: string; readonly seq: number }[],
): Promise<ReadonlyMap<string, number>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ stock_key: string; n: string }>`
    select l.stock_key, count(*) as n
    from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ seq }) => seq)}::bigint[]) as k (stock_key, seq)
    join ${sql.table(`${ctx.org.schema}.stock_ledger`)} l on l.stock_key = k.stock_key and l.seq > k.seq
    group by l.stock_key`.execute(ctx.trx);
  return new Map(rows.map((row) => [row.stock_key, Number(row.n)]));
};

const below = async (ctx: Ctx, category: string): Promise<string[]> => {
  const rows = await ctx.trx
    .withRecursive('tree', (db) =>
      db
        .selectFrom('material_category')
        .select('id')
        .where('id', '=', category)
        .union(db.selectFrom('material_category as c').innerJoin('tree', 'tree.id', 'c.parent_id').select('c.id')),
    )
    .selectFrom('tree')
    .select('id')
    .execute();
  return rows.map(({ id }) => String(id));
};
