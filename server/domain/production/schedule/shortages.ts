/**
 * What work orders are short of, and when it comes (30 §3 step 6, P4): orders take free stock in turn, by priority, due date and number,
 * then what is ordered of suppliers by its day. What a sub-order makes is bound by that order, not by stock.
 */
import { addDec, subDec } from '../../../../schemas/language/codec/decimal';
import type { Ctx } from '../../../ctx';
import { freeStock, openPurchases } from '../../../datasets/production/schedule-rows';
import type { FoundOf } from '../../../rows';
import { minuteOf, type Shortage } from '../../../scheduling';
import { keptOf, sharesOf } from '../order-reserve';

type WorkOrder = FoundOf<'workOrder', { rows: ['materials'] }>;
/** 不发料 */
const NOT_ISSUED = '3';

export interface Need {
  readonly order: string;
  readonly opNbr: number | null;
  readonly material: string;
  readonly attrKey: string;
  readonly qty: number;
  /** of the materials of the order above it: what is promised to that, or drawn for it, is its own */
  readonly row: string | null;
}

/** Shortages by work order; orders that lack nothing are not in it. */
export async function shortagesOf(
  ctx: Ctx,
  orders: readonly WorkOrder[],
  made: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Shortage[]>> {
  const needs = inTurn(orders).flatMap((order) => needsOf(order, made));
  const ids = [...new Set(needs.map(({ material }) => material))];
  if (ids.length === 0) return new Map();
  const kept = await keptOf(
    needs.flatMap(({ row }) => row ?? []),
    ctx,
  );
  for (const [row, qty] of await drawnOf(ctx, orders)) kept.set(row, addDec(kept.get(row) ?? 0, qty));
  const [materials, stock, bought] = await Promise.all([
    ctx.asSystem().records.many('material', ids, { stored: true }),
    freeStock(ctx, ids),
    openPurchases(ctx, ids),
  ]);
  const names = new Map(materials.map(({ id, name }) => [id, name]));
  const noStock = new Set(materials.filter((material) => material.noStock).map(({ id }) => id));
  const found = new Map<string, Shortage[]>();
  const supply = suppliesOf(stock, bought);
  for (const need of needs) {
    if (noStock.has(need.material)) continue;
    const own = Math.min(kept.get(need.row ?? '') ?? 0, need.qty);
    if (need.row !== null && own > 0) kept.set(need.row, subDec(kept.get(need.row) ?? 0, own));
    const lack = taken(supply(need), subDec(need.qty, own));
    if (lack === null) continue;
    const short = found.get(need.order) ?? [];
    short.push({ opNbr: need.opNbr, material: names.get(need.material) ?? '', ...lack });
    found.set(need.order, short);
  }
  return found;
}

/** What was drawn or used for open work orders, by row of the order above: beyond the shares of those that have ended. */
async function drawnOf(ctx: Ctx, orders: readonly WorkOrder[]): Promise<ReadonlyMap<string, number>> {
  const { records } = ctx.asSystem();
  const above = [...new Set(orders.flatMap(({ prdOrderNbr }) => prdOrderNbr ?? []))];
  const [demands, ended] = await Promise.all([
    records.many('prdOrder', above, { rows: ['materials'], stored: true }),
    records.find('workOrder', 'prdOrderNbr in param.above && docStatus in [60, 80]', { param: { above }, limit: ALL }),
  ]);
  const lots = await records.many(
    'workOrder',
    ended.map(({ id }) => id),
    { rows: ['materials'], stored: true },
  );
  const shares = sharesOf(lots);
  return new Map(
    demands.flatMap(({ materials }) =>
      materials.flatMap(({ id, issuedQty, returnedQty, usedQty }) => {
        const drawn = Math.max(subDec(issuedQty ?? 0, returnedQty ?? 0), usedQty ?? 0);
        const open = subDec(drawn, shares.get(id) ?? 0);
        return open > 0 ? [[id, open] as const] : [];
      }),
    ),
  );
}
const ALL = 100_000;

const turnOf = ({ priority, dueDate, nbr }: WorkOrder): string => `${priority} ${dueDate} ${nbr}`;
const inTurn = (orders: readonly WorkOrder[]): readonly WorkOrder[] =>
  [...orders].sort((a, b) => (turnOf(a) < turnOf(b) ? -1 : 1));

function needsOf(order: WorkOrder, made: ReadonlySet<string>): readonly Need[] {
  return order.materials.flatMap((row) => {
    const qty = row.needQty ?? 0;
    if (row.material === null || row.feedMode === NOT_ISSUED || qty <= 0 || made.has(row.orderRow ?? '')) return [];
    const { opNbr, material, attrKey, orderRow } = row;
    return [{ order: order.id, opNbr, material, attrKey: attrKey ?? '', qty, row: orderRow }];
  });
}
interface Lot {
  qty: number;
  /** null = it is here */
  readonly at: number | null;
}
const suppliesOf = (
  stock: Awaited<ReturnType<typeof freeStock>>,
  bought: Awaited<ReturnType<typeof openPurchases>>,
): ((need: Need) => readonly Lot[]) => {
  const lots = new Map<string, Lot[]>();
  const add = (material: string, attrKey: string, lot: Lot): void => {
    const key = `${material} ${attrKey}`;
    lots.set(key, [...(lots.get(key) ?? []), lot]);
  };
  for (const { material, attrKey, qty } of stock) add(material, attrKey, { qty, at: null });
  for (const { material, attrKey, qty, day } of bought) add(material, attrKey, { qty, at: minuteOf(day) });
  return ({ material, attrKey }) => lots.get(`${material} ${attrKey}`) ?? [];
};

/** Takes from lots in their order; what is not here now, and when the last of it comes (null = nobody knows). */
function taken(lots: readonly Lot[], qty: number): { readonly qty: number; readonly arrival: number | null } | null {
  let open = qty;
  let short = 0;
  let arrival: number | null = null;
  for (const lot of lots) {
    if (open <= 0) break;
    const part = Math.min(Math.max(lot.qty, 0), open);
    if (part <= 0) continue;
    lot.qty = addDec(lot.qty, -part);
    open = addDec(open, -part);
    if (lot.at === null) continue;
    short = addDec(short, part);
    arrival = Math.max(arrival ?? lot.at, lot.at);
  }
  if (open <= 0) return short <= 0 ? null : { qty: short, arrival };
  return { qty: addDec(short, open), arrival: null };
}
