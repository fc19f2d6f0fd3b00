/** What a posted return writes back: on the rows of its receipts, and on the order rows those came from (40 §8.4). */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { RowOf } from '../../rows';

const REFUND = '2';
type Line = RowOf<'purchaseReturn'>['items'][number];

/** Adds (audit) or takes back (unaudit) the returned quantities; automatic actions of the orders follow. */
export const bookReturned = async (record: RowOf<'purchaseReturn'>, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const onReceipts = sumBy(record.items, 'receiptRow', sign);
  const receipts = idsOf(record.items.map(({ receipt }) => receipt));
  for (const { id, items } of await records.many('purchaseIn', receipts, { rows: ['items'], stored: true, lock: true }))
    await records.patch('purchaseIn', id, {
      rows: {
        items: items
          .filter((row) => onReceipts.has(row.id))
          .map((row) => ({ id: row.id, returnedQty: addDec(row.returnedQty ?? 0, onReceipts.get(row.id) ?? 0) })),
      },
    });
  const onOrders = sumBy(record.items, 'orderRow', sign);
  const orders = idsOf(record.items.map(({ order }) => order));
  for (const { id, items } of await records.many('purchaseOrder', orders, {
    rows: ['items'],
    stored: true,
    lock: true,
  }))
    await records.patch('purchaseOrder', id, {
      rows: {
        items: items
          .filter((row) => onOrders.has(row.id))
          .map((row) => {
            const qty = onOrders.get(row.id) ?? 0;
            const returnQty = addDec(row.returnQty ?? 0, qty);
            if (record.returnMode !== REFUND) return { id: row.id, returnQty };
            return { id: row.id, returnQty, refundQty: addDec(row.refundQty ?? 0, qty) };
          }),
      },
    });
};

const sumBy = (items: readonly Line[], by: 'receiptRow' | 'orderRow', sign: 1 | -1): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const row of items) {
    const id = row[by];
    if (id !== null) sums.set(id, addDec(sums.get(id) ?? 0, sign * row.qty));
  }
  return sums;
};
const idsOf = (ids: readonly (string | null)[]): readonly string[] =>
  [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))].sort();
