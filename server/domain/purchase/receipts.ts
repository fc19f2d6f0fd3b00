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
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { plain } from '../../stock/legs';

const ORDER = 'purchaseOrder';
const RECEIPT = 'purchaseIn';

/** 订单…最多可收…: the order rows are locked, so two receipts of the last quantity come one after the other. */
export const checkReceivable = async (record: Rec, ctx: Ctx): Promise<readonly Problem[]> => {
  const rows = sourcedRows(record);
  if (rows.length === 0) return [];
  const orders = await lockOrders(ctx, rows);
  const waiting = await otherReceipts(ctx, record.id as string, [...orders.keys()]);
  const decimals = await decimalsOf(ctx, [...orders.values()]);
  const asked = sumBy(rows);
  const problems: Problem[] = [];
  for (const [rowId, qty] of asked) {
    const row = rows.find((one) => one.srcRowId === rowId)!;
    const order = orders.get(row.srcId as string);
    const source = rowsOf(order).find((one) => one.id === rowId);
    if (!order || !source) continue;
    const limit = receivable(source, waiting.get(rowId) ?? 0, decimals.get(source.unit as string) ?? 4);
    if (qty <= limit) continue;
    const received = num(source.receivedQty);
    const text =
      `订单${order.nbr}第${source.lineNo}行订购${plain(num(source.qty))}，允许超收${plain(num(source.overRate))}%，` +
      `已收${plain(received)}，最多可收${plain(Math.max(0, limit))}，本次${plain(qty)}`;
    problems.push({ code: 'purchaseIn.over', path: `items[${row.id}].qty`, text });
  }
  return problems;
};

/**
 * ordered × (1 + over %), cut to the decimals of the unit, − (received − returned) − refunded − what other receipts have asked for and
 * not yet posted
 */
export const receivable = (row: Row, waiting: number, decimals = 4): number => {
  const over = divDec(mulDec(num(row.qty), addDec(100, num(row.overRate))), 100) ?? 0;
  const limit = toNumber(roundNum(over, decimals, 'floor'));
  const kept = addDec(subDec(num(row.receivedQty), num(row.returnQty)), addDec(num(row.refundQty), waiting));
  return roundHalfUp(subDec(limit, kept), 4);
};

/** Adds (audit) or takes back (unaudit) the received quantity on the order rows; their automatic actions follow. */
export const bookReceived = async (record: Rec, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  const rows = sourcedRows(record);
  if (rows.length === 0) return;
  const system = ctx.asSystem();
  const sums = sumBy(rows);
  for (const [id, order] of await lockOrders(ctx, rows)) {
    const items = rowsOf(order)
      .filter((row) => sums.has(row.id))
      .map((row): Row => ({ id: row.id, receivedQty: addDec(num(row.receivedQty), sign * sums.get(row.id)!) }));
    if (items.length > 0) await system.records.patch(ORDER, id, { rows: { items } });
  }
};

const sourcedRows = (record: Rec): readonly Row[] =>
  rowsOf(record).filter(
    (row) => row.srcType === ORDER && typeof row.srcRowId === 'string' && typeof row.srcId === 'string',
  );

const lockOrders = async (ctx: Ctx, rows: readonly Row[]): Promise<ReadonlyMap<string, Rec>> => {
  const ids = [...new Set(rows.map((row) => row.srcId as string))].sort();
  const orders = await ctx.asSystem().records.many(ORDER, ids, { rows: true, lock: true });
  return new Map(orders.map((order) => [order.id as string, order]));
};

/** Quantity by order row of receipts that are saved but neither posted nor void. */
const otherReceipts = async (
  ctx: Ctx,
  self: string,
  orders: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const heads = new Set<string>();
  for (const order of orders)
    for (const head of await records.find(
      RECEIPT,
      'auditStatus != 2 && docStatus != 90 && exists(items, srcId == param.order)',
      {
        param: { order },
      },
    ))
      if (head.id !== self) heads.add(head.id as string);
  const sums = new Map<string, number>();
  for (const head of await records.many(RECEIPT, [...heads], { rows: true }))
    for (const [row, qty] of sumBy(sourcedRows(head))) sums.set(row, addDec(sums.get(row) ?? 0, qty));
  return sums;
};

const decimalsOf = async (ctx: Ctx, orders: readonly Rec[]): Promise<ReadonlyMap<string, number>> => {
  const ids = new Set(orders.flatMap((order) => rowsOf(order).map((row) => row.unit as string)));
  const units = await ctx.asSystem().records.many('unit', [...ids]);
  return new Map(units.map((unit) => [unit.id as string, Number(unit.decimals ?? 4)]));
};

const sumBy = (rows: readonly Row[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const id = row.srcRowId as string;
    sums.set(id, addDec(sums.get(id) ?? 0, num(row.qty)));
  }
  return sums;
};
const rowsOf = (record: Rec | undefined): readonly Row[] => (record?.items as readonly Row[] | undefined) ?? [];
const num = (value: unknown): number => (typeof value === 'number' ? value : 0);
