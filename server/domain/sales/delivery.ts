/** 销售发货 (40 §7.2): audit takes the rows out of stock, their own reservations first, and counts them on the order. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { JudgedOf, LineOf, RowOf } from '../../rows';
import { laterLots, laterSentence } from '../../stock/later';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import type { Fulfil } from '../../stock/reserve-use';
import { takeBack } from '../stock/held';
import { checkStockDoc, docOf } from '../stock-doc';
import { suggestRows } from './delivery-suggest';
import {
  baseOpen,
  bookOrders,
  decimalsOf,
  lockOrders,
  materialsOf,
  ORDER,
  type Order,
  shippable,
  waitingOf,
} from './order-rows';
import { SERIAL, serialNumbers } from './serials';

const OBJECT = 'delivery';
/** 销售发货 */
const MOVE_KIND = '30';
const CLOSED = '80';
type Line = LineOf<'delivery', 'items'>;
type Judged = JudgedOf<'delivery'>;

export const delivery: DomainModule<'delivery'> = {
  /** orders are locked before what is shipped of them (40 §3.2 step 4) */
  async lock(_action, ids, ctx) {
    const found = await ctx.asSystem().records.many(OBJECT, ids, { rows: ['items'], stored: true });
    await lockOrders(
      ctx,
      found.flatMap(({ items }) => items.map(orderOf)),
    );
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkShippable(record, ctx))];
  },
  async asks(action, record, ctx) {
    if (action !== 'audit') return [];
    const later = await laterLots(ctx, pickedOf(record.items));
    return [...new Set(later.values())].map((batch) => ({
      code: 'delivery.later',
      path: 'items',
      text: laterSentence(batch),
      level: 'warn',
    }));
  },
  actions: {
    suggest: async (record, _ask, ctx) => ({ items: await suggestRows(record, ctx) }),
    async audit(record, _ask, ctx) {
      const orders = await lockOrders(ctx, record.items.map(orderOf));
      const closed = [...orders.values()].find(({ docStatus }) => docStatus === CLOSED);
      if (closed) throw refuse(closedOrder(closed), { rule: 'delivery.closed' });
      const rows = await stockedRows(record, ctx);
      const later = await laterLots(ctx, pickedOf(rows));
      if (rows.length > 0) {
        const posted = await postStock(ctx, {
          ...docOf(OBJECT, record),
          partner: record.customer,
          legs: await legsOf(rows, ctx),
          fulfils: fulfilsOf(record.items, orders, 1),
        });
        for (const row of rows) {
          const own = posted.rows.filter(({ rowId }) => rowId === row.id);
          row.costAmount = own.reduce((sum, { amount }) => subDec(sum, amount ?? 0), 0);
          row.skipFefo = [...later.keys()].some(({ row: passed }) => passed.id === row.id);
        }
      }
      await bookOrders(ctx, orders, sumsOf(record.items, 1));
      for (const row of record.items) row.outSerials = row.serials;
      return { items: record.items };
    },
    async unaudit(record, _ask, ctx) {
      const orders = await lockOrders(ctx, record.items.map(orderOf));
      await takeBack(ctx, { ...docOf(OBJECT, record), fulfils: fulfilsOf(record.items, orders, -1) });
      await bookOrders(ctx, orders, sumsOf(record.items, -1));
      const items = record.items.map((row) => ({ ...row, costAmount: null, skipFefo: false, outSerials: null }));
      return { items, signStatus: '0', signedAt: null, signFile: [] };
    },
  },
};

const orderOf = ({ srcType, srcId }: Pick<Line, 'srcType' | 'srcId'>): string | null =>
  srcType === ORDER ? srcId : null;
const closedOrder = ({ nbr }: Pick<Order, 'nbr'>): string => `销售订单${nbr}已关闭，不能发货`;

/** Rows that stock counts; services are shipped only. */
const stockedRows = async ({ items }: RowOf<'delivery'>, ctx: Ctx): Promise<readonly Line[]> => {
  const materials = await materialsOf(ctx, items);
  return items.filter((row) => !materials.get(row.material)?.noStock);
};
/** One leg a row; of a product with serial numbers one a piece. */
const legsOf = async (rows: readonly Line[], ctx: Ctx): Promise<readonly LegInput[]> => {
  const materials = await materialsOf(ctx, rows);
  const numbers = await serialNumbers(ctx, rows);
  return rows.flatMap((row): readonly LegInput[] => {
    if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
    const leg = (n: number, qty: number, batchNbr: string | null): LegInput => ({
      rowId: row.id,
      leg: n,
      lineNo: row.lineNo,
      moveKind: MOVE_KIND,
      qty: -qty,
      key: keyOf(row, batchNbr),
      cost: { by: 'avg' },
    });
    if (materials.get(row.material)?.traceMode !== SERIAL) return [leg(1, row.baseQty, row.batchNbr)];
    const serials = numbers.get(row.id) ?? [];
    if (serials.length !== row.baseQty)
      throw refuse(`第${row.lineNo}行序列号${serials.length}个，与数量${plain(row.baseQty)}不一致`);
    return serials.map((serial, n) => leg(n + 1, 1, serial));
  });
};
const keyOf = ({ material, attrKey, warehouse, position, owner }: Line, batchNbr: string | null) => ({
  material,
  attrKey,
  warehouse,
  position,
  batchNbr,
  qualityStatus: '1',
  owner,
});
const pickedOf = (rows: readonly Line[]) =>
  rows
    .filter(({ batchNbr }) => batchNbr !== null)
    .map((row) => ({ row, key: keyOf(row, row.batchNbr), qty: row.baseQty ?? 0 }));

/** By order row, what the document ships of it (or with -1 takes back). */
const sumsOf = (rows: readonly Line[], sign: 1 | -1) => {
  const sums = new Map<string, { shippedQty: number }>();
  for (const { srcRowId, srcType, qty } of rows)
    if (srcType === ORDER && srcRowId !== null)
      sums.set(srcRowId, { shippedQty: addDec(sums.get(srcRowId)?.shippedQty ?? 0, sign * qty) });
  return sums;
};
const fulfilsOf = (rows: readonly Line[], orders: ReadonlyMap<string, Order>, sign: 1 | -1): readonly Fulfil[] => {
  const sums = sumsOf(rows, sign);
  return [...orders.values()].flatMap(({ docStatus, items }) =>
    items.flatMap((line): readonly Fulfil[] => {
      const sum = sums.get(line.id);
      if (!sum) return [];
      const own = rows.filter(({ srcRowId }) => srcRowId === line.id).map(({ id }) => id);
      const need = docStatus === CLOSED ? 0 : baseOpen(line, sum.shippedQty);
      return [{ srcRowId: line.id, rows: new Set(own), need }];
    }),
  );
};

/** 最多可发…: the order rows are locked, so two deliveries of the last pieces come one after the other. */
const checkShippable = async (record: Judged, ctx: Ctx): Promise<readonly Problem[]> => {
  const rows = record.items.filter((row) => orderOf(row) !== null);
  if (rows.length === 0) return [];
  const orders = await lockOrders(ctx, rows.map(orderOf));
  const problems: Problem[] = [];
  for (const order of orders.values()) {
    const path = `items[${rows.find(({ srcId }) => srcId === order.id)?.id ?? ''}].material`;
    if (order.docStatus === CLOSED) problems.push({ code: 'delivery.closed', path, text: closedOrder(order) });
    if (order.customer !== record.customer)
      problems.push({ code: 'delivery.customer', path: 'customer', text: '发货单只能有一个客户' });
  }
  const lines = [...orders.values()].flatMap(({ nbr, items }) => items.map((line) => ({ nbr, line })));
  const waiting = await waitingOf(ctx, record.id, [...orders.keys()]);
  const decimals = await decimalsOf(
    ctx,
    lines.map(({ line }) => line.unit),
  );
  for (const { nbr, line } of lines) {
    const own = rows.filter(({ srcRowId }) => srcRowId === line.id);
    const qty = own.reduce((sum, row) => addDec(sum, row.qty), 0);
    const held = waiting.get(line.id) ?? 0;
    const most = Math.max(0, shippable(line, held, decimals.get(line.unit) ?? 4));
    if (qty <= most) continue;
    const text =
      `订单${nbr}第${line.lineNo}行未发${plain(line.openQty ?? 0)}，允许超发${plain(line.overRate ?? 0)}%，` +
      `其他发货单占用${plain(held)}，最多可发${plain(most)}，本次${plain(qty)}`;
    problems.push({ code: 'delivery.over', path: `items[${own[0]?.id ?? ''}].qty`, text });
  }
  return problems;
};
