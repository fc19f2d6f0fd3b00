/** Rows of sales orders as deliveries and returns see them: what may still be shipped, and what is written back there (40 §7.1). */
import {
  addDec,
  divDec,
  mulDec,
  roundHalfUp,
  roundNum,
  subDec,
  toNumber,
} from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { FoundOf, LineOf } from '../../rows';
import { mulDiv } from '../../stock/value';

export const ORDER = 'salesOrder';
const DELIVERY = 'delivery';
export type Order = FoundOf<'salesOrder', { readonly rows: true }>;
export type OrderLine = LineOf<'salesOrder', 'items'>;

/** The lock is taken in the order of ids, before that of any document behind an order (40 §3.2 step 4). */
export const lockOrders = async (ctx: Ctx, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Order>> => {
  const wanted = [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))].sort();
  const orders = await ctx.asSystem().records.many(ORDER, wanted, { rows: true, lock: true });
  return new Map(orders.map((order) => [order.id, order]));
};

/** ordered × (1 + over %), cut to the decimals of the unit, − (shipped − returned) − refunded − what other deliveries wait to ship */
export const shippable = (
  row: Pick<OrderLine, 'qty' | 'overRate' | 'shippedQty' | 'returnQty' | 'refundQty'>,
  waiting: number,
  decimals = 4,
): number => {
  const over = divDec(mulDec(row.qty, addDec(100, row.overRate ?? 0)), 100) ?? 0;
  const limit = toNumber(roundNum(over, decimals, 'floor'));
  const kept = addDec(subDec(row.shippedQty ?? 0, row.returnQty ?? 0), addDec(row.refundQty ?? 0, waiting));
  return roundHalfUp(subDec(limit, kept), 4);
};

/** 未发 of a row in base units, less what is shipped of it now. */
export const baseOpen = (row: OrderLine, shippedNow = 0): number => {
  const open = Math.max(0, subDec(row.openQty ?? row.qty, shippedNow));
  return baseOf(row, open);
};
/** A quantity in the unit of a row, in base units. */
export const baseOf = (
  { qty, baseQty }: { readonly qty: number; readonly baseQty: number | null },
  of: number,
): number => (qty === 0 ? 0 : mulDiv(of, baseQty ?? 0, qty, 4));
/** and back */
export const inUnitOf = (
  { qty, baseQty }: { readonly qty: number; readonly baseQty: number | null },
  base: number,
): number => (baseQty ? mulDiv(base, qty, baseQty, 4) : base);

/** By order row, what other deliveries have asked for and not yet shipped. */
export const waitingOf = async (
  ctx: Ctx,
  self: string | null,
  orders: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const heads = new Set<string>();
  for (const order of orders)
    for (const { id } of await records.find(
      DELIVERY,
      'auditStatus != 2 && docStatus != 90 && exists(items, srcId == param.order)',
      { param: { order } },
    ))
      if (id !== self) heads.add(id);
  const sums = new Map<string, number>();
  for (const { items } of await records.many(DELIVERY, [...heads], { rows: ['items'] }))
    for (const { srcRowId, qty } of items)
      if (srcRowId !== null) sums.set(srcRowId, addDec(sums.get(srcRowId) ?? 0, qty));
  return sums;
};

const COUNTERS = ['shippedQty', 'returnQty', 'refundQty'] as const;
type Counter = (typeof COUNTERS)[number];
/** Adds to counters of order rows (or with less than 0 takes back); the state of the order follows by itself. */
export const bookOrders = async (
  ctx: Ctx,
  orders: ReadonlyMap<string, Order>,
  by: ReadonlyMap<string, Readonly<Partial<Record<Counter, number>>>>,
): Promise<void> => {
  const { records } = ctx.asSystem();
  for (const [id, order] of orders) {
    const items = order.items.flatMap((row) => {
      const more = by.get(row.id);
      if (!more) return [];
      const counted = COUNTERS.flatMap((code) => {
        const qty = more[code];
        return qty === undefined ? [] : [[code, addDec(row[code] ?? 0, qty)] as const];
      });
      return [{ id: row.id, ...Object.fromEntries(counted) }];
    });
    if (items.length > 0) await records.patch(ORDER, id, { rows: { items } });
  }
};

export const decimalsOf = async (ctx: Ctx, units: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const found = await ctx.asSystem().records.many('unit', [...new Set(units)]);
  return new Map(found.map((unit) => [unit.id, unit.decimals ?? 4]));
};
export const materialsOf = async (ctx: Ctx, rows: readonly { readonly material: string }[]) => {
  const ids = [...new Set(rows.map(({ material }) => material))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  return new Map(found.map((material) => [material.id, material]));
};
