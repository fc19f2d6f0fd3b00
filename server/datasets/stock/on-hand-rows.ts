/** The statements of 库存查询: balances of today, the ledger up to a day, mean costs, transfers under way. Pieces of operations stay out. */
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import type { EngineCtx } from '../../records/host';
import { readableIds } from '../../records/read/readable';

export interface Place {
  readonly id?: string;
  readonly material: string;
  /** '' = none */
  readonly attrKey: string;
  readonly warehouse: string | null;
  readonly kind: string;
}
type Numeric = string | null;
export interface Lying extends Place {
  readonly qty: string;
  /** what of it is the factory's own */
  readonly own: string;
  readonly good: Numeric;
  readonly reserved: Numeric;
  readonly pending: Numeric;
  readonly bad: Numeric;
  readonly frozen: Numeric;
  readonly expire: string | null;
}
export interface Cost {
  readonly qty: number;
  readonly value: number;
}
type Sql = RawBuilder<unknown>;
type Args = Readonly<Record<string, Value>>;

export interface Reach {
  /** of balances `b` */
  readonly where: Sql;
  /** by lot, position or quality: there is nothing of that on its way */
  readonly narrowed: boolean;
  readonly stores: ReadonlySet<string> | 'all';
}

export const placeOf = ({ material, attrKey, warehouse }: Place): string => `${material}|${warehouse}|${attrKey}`;
const at = (ctx: Ctx, name: string): Sql => sql.table(`${ctx.org.schema}.${name}`);

/** What is searched for, within the balances the reader reaches. */
export const reachOf = async (ctx: Ctx, args: Args): Promise<Reach> => {
  const { narrowed, where } = askedOf(args);
  const object = ctx.records.object('stockBalance');
  // nobody asks for ids when the reader reaches all of them
  const scoped = await readableIds(ctx as EngineCtx, object, 'stockBalance:view', []);
  if (scoped === 'all') return { where, narrowed, stores: 'all' };
  const { rows } = await sql<{ id: string; warehouse: string }>`
    select b.id, b.warehouse_id as warehouse from ${at(ctx, 'stock_balance')} b where ${where}`.execute(ctx.trx);
  const ids = rows.map(({ id }) => id);
  const seen = await readableIds(ctx as EngineCtx, object, 'stockBalance:view', ids);
  const reached = rows.filter(({ id }) => seen === 'all' || seen.has(id));
  return {
    where: sql`b.id = any(${reached.map(({ id }) => id)}::uuid[])`,
    narrowed,
    stores: new Set(reached.map(({ warehouse }) => warehouse)),
  };
};
const askedOf = ({ material, warehouse, position, batchNbr, qualityStatus, owner }: Args) => {
  const lot = textOf(batchNbr).toLowerCase();
  const narrow: readonly Sql[] = [
    ...among(sql`b.position_id`, position, 'uuid'),
    ...(lot === '' ? [] : [sql`strpos(lower(b.batch_nbr), ${lot}) > 0`]),
    ...among(sql`b.quality_status`, qualityStatus, 'text'),
    ...among(sql`b.owner`, owner, 'text'),
  ];
  // the list narrows by these itself: here they keep the answer short
  const places = [...among(sql`b.material_id`, material, 'uuid'), ...among(sql`b.warehouse_id`, warehouse, 'uuid')];
  return {
    narrowed: narrow.length > 0,
    where: sql.join([sql`b.stage_id is null`, ...narrow, ...places], sql` and `),
  };
};
const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value.trim() : '');
const UUID = /^[0-9a-f-]{36}$/;
const among = (column: Sql, value: Value | undefined, type: 'uuid' | 'text'): readonly Sql[] => {
  const wanted = (Array.isArray(value) ? value : [value]).map((one) => textOf(one as Value | undefined));
  const known = wanted.filter((one) => one !== '' && (type === 'text' || UUID.test(one)));
  return known.length === 0 ? [] : [sql`${column} = any(${known}::${sql.raw(type)}[])`];
};

/** By material, 辅助属性 and warehouse; up to a day the ledger counts, which no balance tells. */
export const lyingOf = async (ctx: Ctx, where: Sql, asOf: string | null): Promise<readonly Lying[]> => {
  const balance = at(ctx, 'stock_balance');
  const status = (code: string, of: Sql): Sql =>
    asOf === null ? sql`sum(${of}) filter (where b.quality_status = ${code})` : sql`null`;
  const qty = asOf === null ? sql`b.qty` : sql`l.qty`;
  const from =
    asOf === null
      ? sql`${balance} b`
      : sql`${balance} b join ${at(ctx, 'stock_ledger')} l on l.stock_key = b.stock_key and l.biz_date <= ${asOf}::date`;
  const { rows } = await sql<Lying>`
    select min(b.id::text) as id, b.material_id as material, coalesce(b.attr_key, '') as "attrKey", b.warehouse_id as warehouse,
           min(w.kind) as kind, sum(${qty}) as qty, coalesce(sum(${qty}) filter (where b.owner = 'self'), 0) as own,
           ${status('1', sql`b.qty`)} as good, ${status('1', sql`b.reserved_qty`)} as reserved, ${status('2', sql`b.qty`)} as pending,
           ${status('3', sql`b.qty`)} as bad, ${status('4', sql`b.qty`)} as frozen,
           to_char(min(t.expire_date) filter (where b.qty > 0), 'YYYY-MM-DD') as expire
      from ${from}
      join ${at(ctx, 'warehouse')} w on w.id = b.warehouse_id
      left join ${at(ctx, 'batch')} t on t.material_id = b.material_id and t.batch_nbr = b.batch_nbr and t.is_deleted = 0
     where ${where}
     group by 2, 3, 4`.execute(ctx.trx);
  return rows;
};

/** Mean costs of what has a value: today's as posted, of a day what the ledger adds up to. */
export const costsOf = async (ctx: Ctx, asOf: string | null): Promise<ReadonlyMap<string, Cost>> => {
  const values =
    asOf === null
      ? sql`select material_id, qty, value from ${at(ctx, 'stock_value')}`
      : sql`select l.material_id, sum(l.qty) as qty, sum(l.amount) as value
              from ${at(ctx, 'stock_ledger')} l join ${at(ctx, 'warehouse')} w on w.id = l.warehouse_id and w.kind <> '9'
             where l.biz_date <= ${asOf}::date and l.stage_id is null and l.owner = 'self' group by 1`;
  const { rows } = await sql<{ material: string; qty: string; value: string }>`
    select v.material_id as material, v.qty, coalesce(v.value, 0) as value from (${values}) v where v.qty > 0`.execute(
    ctx.trx,
  );
  return new Map(rows.map(({ material, qty, value }) => [material, { qty: Number(qty), value: Number(value) }]));
};

/** 在途入: what transfers still bring, in base units. */
export const transitOf = async (ctx: Ctx, stores: Reach['stores']): Promise<readonly (Place & { qty: string })[]> => {
  const { rows } = await sql<Place & { qty: string }>`
    select i.material_id as material, coalesce(i.attr_key, '') as "attrKey", h.to_warehouse_id as warehouse, min(w.kind) as kind,
           sum(i.in_transit_qty * coalesce(nullif(i.base_qty, 0) / nullif(i.qty, 0), 1)) as qty
      from ${at(ctx, '_transfer_issue_items')} i
      join ${at(ctx, '_transfer_issue')} h on h.id = i.head_id
      join ${at(ctx, 'warehouse')} w on w.id = h.to_warehouse_id
     where h.is_deleted = 0 and h.doc_status = '30' and i.in_transit_qty > 0
     group by 1, 2, 3`.execute(ctx.trx);
  return rows.filter(({ warehouse }) => stores === 'all' || (warehouse !== null && stores.has(warehouse)));
};
