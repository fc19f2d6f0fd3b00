/** 待检 stock of a lot, and the legs of a verdict over it (domain/40 §3.6): key by key, in the order of picking. */
import { subDec, sumDec } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { keyOf } from './document';
import { BAD, GOOD, type StockKey, WAITING } from './keys';
import type { LegInput } from './legs';

const VERDICT = '80';
const SCRAPPED = '83';

export interface Lot {
  readonly material: string;
  readonly attrKey: string | null;
  readonly warehouse: string;
  readonly position: string | null;
  readonly batchNbr: string | null;
  readonly owner: string;
  /** its serial numbers in the place of a lot, and which of them a split verdict calls bad */
  readonly pieces?: { readonly all: readonly string[]; readonly bad: readonly string[] };
}
/** What becomes of it, in base units. */
export interface Verdict {
  readonly good: number;
  readonly bad: number;
  readonly scrapped: number;
}
interface Waiting {
  readonly key: StockKey;
  qty: number;
}

/** Where the lot waits: its own place first, then by the order of picking. What has no lot waits in its warehouse only. */
const waitingOf = async (ctx: Ctx, lot: Lot): Promise<Waiting[]> => {
  let query = ctx.trx
    .selectFrom('stock_balance as b')
    .leftJoin('position as p', 'p.id', 'b.position_id')
    .select(['b.material_id', 'b.attr_key', 'b.warehouse_id', 'b.position_id', 'b.batch_nbr'])
    .select(['b.quality_status', 'b.owner', 'b.stage_id', 'b.qty'])
    .where('b.material_id', '=', lot.material)
    .where('b.quality_status', '=', WAITING)
    .where('b.owner', '=', lot.owner)
    .where('b.stage_id', 'is', null)
    .where('b.qty', '>', 0)
    .orderBy('p.pick_order')
    .orderBy('b.stock_key');
  query = lot.attrKey === null ? query.where('b.attr_key', 'is', null) : query.where('b.attr_key', '=', lot.attrKey);
  query = lot.pieces
    ? query.where('b.batch_nbr', 'in', [...lot.pieces.all])
    : lot.batchNbr === null
      ? query.where('b.batch_nbr', 'is', null).where('b.warehouse_id', '=', lot.warehouse)
      : query.where('b.batch_nbr', '=', lot.batchNbr);
  const found = (await query.execute()).map((row) => ({ key: keyOf(row), qty: Number(row.qty) }));
  const near = ({ key }: Waiting): number =>
    key.warehouse !== lot.warehouse ? 2 : key.position === lot.position ? 0 : 1;
  return found.sort((a, b) => near(a) - near(b));
};

export interface VerdictLegs {
  readonly legs: readonly LegInput[];
  /** keys that became good, with how much */
  readonly good: readonly { readonly key: StockKey; readonly qty: number }[];
  /** less waits than was judged: this is all */
  readonly short: number | null;
}
/** 2→1, 2→3, and what an inspection destroyed into the warehouse of scrap. */
export const verdictLegs = async (ctx: Ctx, lot: Lot, verdict: Verdict, scrap: string | null): Promise<VerdictLegs> => {
  const waiting = await waitingOf(ctx, lot);
  const there = sumDec(waiting.map(({ qty }) => qty));
  const legs: LegInput[] = [];
  const good: { key: StockKey; qty: number }[] = [];
  // of a split lot of pieces the bad ones are named; else the verdict takes them as they lie
  const named = new Set(verdict.good > 0 && verdict.bad > 0 ? lot.pieces?.bad : []);
  const only = (status: 'good' | 'bad'): readonly Waiting[] =>
    waiting.filter(({ key }) => named.size === 0 || named.has(key.batchNbr ?? '') === (status === 'bad'));
  const take = (
    asked: number,
    to: (key: StockKey) => StockKey,
    moveKind: string,
    from: readonly Waiting[] = waiting,
  ): boolean => {
    let open = asked;
    for (const each of from) {
      const qty = Math.min(each.qty, open);
      if (qty <= 0) continue;
      each.qty = subDec(each.qty, qty);
      open = subDec(open, qty);
      const target = to(each.key);
      const move = { rowId: ctx.newId(), moveKind, cost: { by: 'move' } } as const;
      const away = target.warehouse === each.key.warehouse ? null : target.warehouse;
      legs.push({ ...move, leg: 1, qty: -qty, key: each.key, counterWarehouse: away });
      legs.push({ ...move, leg: 2, qty, key: target, counterWarehouse: away && each.key.warehouse });
      if (target.qualityStatus === GOOD) good.push({ key: target, qty });
    }
    return open === 0;
  };
  const isWhole =
    take(verdict.good, (key) => ({ ...key, qualityStatus: GOOD }), VERDICT, only('good')) &&
    take(verdict.bad, (key) => ({ ...key, qualityStatus: BAD }), VERDICT, only('bad')) &&
    take(verdict.scrapped, (key) => ({ ...key, warehouse: scrap ?? key.warehouse, position: null }), SCRAPPED);
  return { legs, good, short: isWhole ? null : there };
};
