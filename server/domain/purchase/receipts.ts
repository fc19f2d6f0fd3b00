/** What a receipt may still take from its order rows, and what it writes back there (40 §8.3, §8.4 receivable). */
import {
  addDec,
  divDec,
  mulDec,
  roundHalfUp,
  roundNum,
  subDec,
  toNumber,
} from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import type { FoundOf, LineOf } from '../../rows';
import { plain } from '../../stock/legs';

const ORDER = 'purchaseOrder';
/** what brings goods of an order into stock: spare parts by a document of their own (L12) */
const RECEIPTS = ['purchaseIn', 'spareIn'] as const;
type Receipt = (typeof RECEIPTS)[number];

/** 订单…最多可收…: the order rows are locked, so two receipts of the last quantity come one after the other. */
export const checkReceivable = async (record: Received, ctx: Ctx): Promise<readonly Problem[]> => {
  const rows = sourcedRows(record);
  if (rows.length === 0) return [];
  const orders = await lockOrders(ctx, rows);
  const waiting = await otherReceipts(ctx, record.id, [...orders.keys()]);
  const decimals = await decimalsOf(ctx, [...orders.values()]);
  const asked = sumBy(rows);
  const problems: Problem[] = [];
  for (const [rowId, qty] of asked) {
    const row = rows.find((row) => row.srcRowId === rowId)!;
    const order = orders.get(row.srcId);
    const source = order?.items.find((line) => line.id === rowId);
    if (!order || !source) continue;
    const limit = receivable(source, waiting.get(rowId) ?? 0, decimals.get(source.unit) ?? 4);
    if (qty <= limit) continue;
    const received = num(source.receivedQty);
    const text =
      `订单${order.nbr}第${source.lineNo}行订购${plain(num(source.qty))}，允许超收${plain(num(source.overRate))}%，` +
      `已收${plain(received)}，最多可收${plain(Math.max(0, limit))}，本次${plain(qty)}`;
    problems.push({ code: 'receipt.over', path: `items[${row.id}].qty`, text });
  }
  return problems;
};

/**
 * ordered × (1 + over %), cut to the decimals of the unit, − (received − returned) − refunded − what other receipts have asked for and
 * not yet posted
 */
export const receivable = (
  row: Pick<OrderLine, 'qty' | 'overRate' | 'receivedQty' | 'returnQty' | 'refundQty'>,
  waiting: number,
  decimals = 4,
): number => {
  const over = divDec(mulDec(num(row.qty), addDec(100, num(row.overRate))), 100) ?? 0;
  const limit = toNumber(roundNum(over, decimals, 'floor'));
  const kept = addDec(subDec(num(row.receivedQty), num(row.returnQty)), addDec(num(row.refundQty), waiting));
  return roundHalfUp(subDec(limit, kept), 4);
};

/** Adds (audit) or takes back (unaudit) the received quantity on the order rows; their automatic actions follow. */
export const bookReceived = async (record: Received, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  const rows = sourcedRows(record);
  if (rows.length === 0) return;
  const system = ctx.asSystem();
  const sums = sumBy(rows);
  // what is inspected is good by its verdict only
  const good = sumBy(rows.filter((row) => row.iqcFlag !== true));
  for (const [id, order] of await lockOrders(ctx, rows)) {
    const items = order.items
      .filter((row) => sums.has(row.id))
      .map((row) => ({
        id: row.id,
        receivedQty: addDec(num(row.receivedQty), sign * sums.get(row.id)!),
        qualifiedQty: addDec(num(row.qualifiedQty), sign * (good.get(row.id) ?? 0)),
      }));
    if (items.length > 0) await system.records.patch(ORDER, id, { rows: { items } });
  }
};

/** Adds to the good quantity of rows of an order. */
export const bookQualified = async (order: string, more: ReadonlyMap<string, number>, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const [found] = await records.many(ORDER, [order], { rows: ['items'], stored: true, lock: true });
  const items = (found?.items ?? [])
    .filter(({ id }) => more.has(id))
    .map(({ id, qualifiedQty }) => ({ id, qualifiedQty: addDec(num(qualifiedQty), more.get(id) ?? 0) }));
  if (items.length > 0) await records.patch(ORDER, order, { rows: { items } });
};

type Order = FoundOf<'purchaseOrder', { readonly rows: true }>;
type OrderLine = LineOf<'purchaseOrder', 'items'>;
type ReceivedRow = Pick<LineOf<Receipt, 'items'>, 'id' | 'qty' | 'srcType' | 'srcId' | 'srcRowId'> & {
  readonly iqcFlag?: boolean | null;
};
interface Received {
  readonly id: string;
  readonly items: readonly ReceivedRow[];
}
/** A row of a receipt that came from a row of an order. */
type Sourced = ReceivedRow & { readonly srcId: string; readonly srcRowId: string };
const isSourced = (row: ReceivedRow): row is Sourced =>
  row.srcType === ORDER && row.srcRowId !== null && row.srcId !== null;
const sourcedRows = ({ items }: Pick<Received, 'items'>): readonly Sourced[] => items.filter(isSourced);

const lockOrders = async (ctx: Ctx, rows: readonly Sourced[]): Promise<ReadonlyMap<string, Order>> => {
  const ids = [...new Set(rows.map((row) => row.srcId))].sort();
  const orders = await ctx.asSystem().records.many(ORDER, ids, { rows: true, lock: true });
  return new Map(orders.map((order) => [order.id, order]));
};

/** Quantity by order row of receipts that are saved but neither posted nor void. */
const otherReceipts = async (
  ctx: Ctx,
  self: string,
  orders: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const sums = new Map<string, number>();
  for (const receipt of RECEIPTS) {
    const heads = new Set<string>();
    for (const order of orders)
      for (const head of await records.find(
        receipt,
        'auditStatus != 2 && docStatus != 90 && exists(items, srcId == param.order)',
        { param: { order } },
      ))
        if (head.id !== self) heads.add(head.id);
    for (const head of await records.many(receipt, [...heads], { rows: true }))
      for (const [row, qty] of sumBy(sourcedRows(head))) sums.set(row, addDec(sums.get(row) ?? 0, qty));
  }
  return sums;
};

const decimalsOf = async (ctx: Ctx, orders: readonly Order[]): Promise<ReadonlyMap<string, number>> => {
  const ids = new Set(orders.flatMap((order) => order.items.map((row) => row.unit)));
  const units = await ctx.asSystem().records.many('unit', [...ids]);
  return new Map(units.map((unit) => [unit.id, unit.decimals ?? 4]));
};

const sumBy = (rows: readonly Sourced[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const row of rows) {
    sums.set(row.srcRowId, addDec(sums.get(row.srcRowId) ?? 0, row.qty));
  }
  return sums;
};
const num = (value: number | null): number => value ?? 0;
