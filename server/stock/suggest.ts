/**
 * Which keys an issue takes from (domain/40 §3.5): good own stock of storage warehouses that nobody has reserved, the first to expire
 * first, then the first to have come in. What is left out says why.
 */
import { sql } from 'kysely';
import { roundNum, subDec, toNumber } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { compareBinary, GOOD, OWN, type StockKey } from './keys';

export interface SuggestOf {
  readonly material: string;
  readonly attrKey: string | null;
  /** absent: every storage warehouse that is not for rejects */
  readonly warehouse?: string | null;
  /** only of this place, only of this lot */
  readonly position?: string | null;
  readonly batchNbr?: string | null;
  /** base units */
  readonly need: number;
  /** of the base unit */
  readonly decimals: number;
  /** what earlier lines of the same request took of a key, by `placeKey` */
  readonly taken?: ReadonlyMap<string, number>;
}
export interface Suggestion {
  readonly lines: readonly { readonly key: StockKey; readonly qty: number }[];
  readonly shortQty: number;
  readonly skipped: readonly { readonly key: StockKey; readonly qty: number; readonly reason: string }[];
}
/** A key with stock, as far as the order of taking asks. */
export interface Candidate {
  readonly key: StockKey;
  readonly qty: number;
  readonly reserved: number;
  readonly expireDate: string | null;
  readonly firstInAt: string | null;
  readonly holdFlag: boolean;
  readonly pickOrder: number;
}

/** 原材料 半成品 成品 备件 */
const STORAGE: readonly string[] = ['1', '2', '3', '5'];

export const suggestStock = async (ctx: Ctx, of: SuggestOf): Promise<Suggestion> => {
  const named = (await candidatesOf(ctx, of)).filter(
    ({ key }) => (!of.position || key.position === of.position) && (!of.batchNbr || key.batchNbr === of.batchNbr),
  );
  return suggest(named, of, ctx.today);
};

/** Pure: takes candidates in their order until the need is met. */
export const suggest = (
  candidates: readonly Candidate[],
  { need, decimals, taken }: Pick<SuggestOf, 'need' | 'decimals' | 'taken'>,
  today: string,
): Suggestion => {
  const lines: { key: StockKey; qty: number }[] = [];
  const skipped: { key: StockKey; qty: number; reason: string }[] = [];
  let rest = need;
  for (const each of [...candidates].sort(earlier)) {
    const reason = each.holdFlag ? '冻结' : each.expireDate !== null && each.expireDate < today ? '过期' : null;
    if (reason !== null) {
      skipped.push({ key: each.key, qty: each.qty, reason });
      continue;
    }
    const free = subDec(subDec(each.qty, each.reserved), taken?.get(placeKey(each.key)) ?? 0);
    const avail = toNumber(roundNum(free, decimals, 'floor'));
    if (avail <= 0) {
      if (each.reserved > 0) skipped.push({ key: each.key, qty: each.qty, reason: '已预留' });
      continue;
    }
    if (rest <= 0) break;
    const part = Math.min(rest, avail);
    lines.push({ key: each.key, qty: part });
    rest = subDec(rest, part);
  }
  return { lines, shortQty: Math.max(0, rest), skipped };
};

/** Material, warehouse, position, lot and attributes: what a line of an issue names. */
export const placeKey = ({ material, attrKey, warehouse, position, batchNbr }: StockKey): string =>
  [material, attrKey, warehouse, position, batchNbr].map((part) => part ?? '').join('|');

const LAST = '9999';
export const earlier = (a: Candidate, b: Candidate): number =>
  compareBinary(a.expireDate ?? LAST, b.expireDate ?? LAST) ||
  compareBinary(a.firstInAt ?? LAST, b.firstInAt ?? LAST) ||
  compareBinary(a.key.batchNbr ?? '', b.key.batchNbr ?? '') ||
  a.pickOrder - b.pickOrder ||
  subDec(subDec(a.qty, a.reserved), subDec(b.qty, b.reserved));

/** Keys with stock in warehouses and positions that may be picked from. */
export const candidatesOf = async (
  ctx: Ctx,
  { material, attrKey, warehouse }: Pick<SuggestOf, 'material' | 'attrKey' | 'warehouse'>,
): Promise<readonly Candidate[]> => {
  let query = ctx.trx
    .selectFrom('stock_balance as b')
    .innerJoin('warehouse as w', 'w.id', 'b.warehouse_id')
    .leftJoin('position as p', 'p.id', 'b.position_id')
    .leftJoin('batch as l', (join) =>
      join
        .onRef('l.material_id', '=', 'b.material_id')
        .onRef('l.batch_nbr', '=', 'b.batch_nbr')
        .on('l.is_deleted', '=', 0),
    )
    .select([
      'b.warehouse_id',
      'b.position_id',
      'b.batch_nbr',
      'b.qty',
      'b.reserved_qty',
      'l.hold_flag',
      'p.pick_order',
    ])
    .select([
      sql<string | null>`l.expire_date::text`.as('expire_date'),
      // what has no lot is as old as its key
      sql<
        string | null
      >`to_char(coalesce(l.first_in_at, b.first_in_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`.as('first_in_at'),
    ])
    .where('b.material_id', '=', material)
    .where('b.quality_status', '=', GOOD)
    .where('b.owner', '=', OWN)
    .where('b.stage_id', 'is', null)
    .where('b.qty', '>', 0)
    .where('w.is_disabled', '=', '0')
    .where(sql<boolean>`coalesce(p.is_pick, true) and coalesce(p.lock_status, '0') not in ('2', '3')`)
    .orderBy('b.stock_key');
  query = attrKey === null ? query.where('b.attr_key', 'is', null) : query.where('b.attr_key', '=', attrKey);
  query = warehouse ? query.where('b.warehouse_id', '=', warehouse) : query.where('w.kind', 'in', [...STORAGE]);
  return (await query.execute()).map((row) => ({
    key: {
      material,
      attrKey,
      warehouse: String(row.warehouse_id),
      position: row.position_id,
      batchNbr: row.batch_nbr,
      qualityStatus: GOOD,
      owner: OWN,
      stage: null,
    },
    qty: Number(row.qty),
    reserved: Number(row.reserved_qty),
    expireDate: row.expire_date,
    firstInAt: row.first_in_at,
    holdFlag: row.hold_flag === true,
    pickOrder: Number(row.pick_order ?? 0),
  }));
};
