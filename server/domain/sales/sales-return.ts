/** 销售退货 (40 §7.3): what was shipped comes back at the cost it went for, to be inspected; delivery and order count it. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { FoundOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { qualityOf } from '../../stock/keys';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { takeBack } from '../stock/held';
import { checkStockDoc, docOf } from '../stock-doc';
import { bookOrders, lockOrders, materialsOf } from './order-rows';
import { SERIAL, serialNumbers } from './serials';

const OBJECT = 'salesReturn';
const DELIVERY = 'delivery';
/** 销售退货 */
const MOVE_KIND = '31';
/** 退款: the order does not wait for it again */
const REFUND = '2';
/** 待检 */
const WAITING = '2';
type Line = LineOf<'salesReturn', 'items'>;
type Shipped = FoundOf<'delivery', { readonly rows: readonly ['items'] }>;

export const salesReturn: DomainModule<'salesReturn'> = {
  /** orders, then deliveries, then returns (40 §3.2 step 4) */
  async lock(_action, ids, ctx) {
    const found = await ctx.asSystem().records.many(OBJECT, ids, { rows: ['items'], stored: true });
    const rows = found.flatMap(({ items }) => items);
    await lockOrders(
      ctx,
      rows.map(({ orderId }) => orderId),
    );
    await lockDeliveries(ctx, rows);
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkReturnable(record, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const deliveries = await lockDeliveries(ctx, record.items);
      const legs = await legsOf(record, deliveries, ctx);
      if (legs.length > 0) {
        const posted = await postStock(ctx, { ...docOf(OBJECT, record), partner: record.customer, legs });
        for (const row of record.items) {
          const own = posted.rows.filter(({ rowId }) => rowId === row.id);
          row.costAmount = own.reduce((sum, { amount }) => addDec(sum, amount ?? 0), 0);
          // a recalled lot comes back 冻结
          row.qualityStatus = qualityOf(own[0]?.key) ?? row.qualityStatus;
        }
      }
      await book(record, deliveries, 1, ctx);
      return { items: record.items };
    },
    async unaudit(record, _ask, ctx) {
      const deliveries = await lockDeliveries(ctx, record.items);
      await takeBack(ctx, docOf(OBJECT, record));
      await book(record, deliveries, -1, ctx);
      return { items: record.items.map((row) => ({ ...row, costAmount: null, qualityStatus: WAITING })) };
    },
  },
};

const lockDeliveries = async (
  ctx: Ctx,
  rows: readonly Pick<Line, 'srcId'>[],
): Promise<ReadonlyMap<string, Shipped>> => {
  const ids = [...new Set(rows.flatMap(({ srcId }) => (srcId === null ? [] : [srcId])))].sort();
  const found = await ctx.asSystem().records.many(DELIVERY, ids, { rows: ['items'], lock: true });
  return new Map(found.map((each) => [each.id, each]));
};
const shippedRow = ({ srcId, srcRowId }: Pick<Line, 'srcId' | 'srcRowId'>, deliveries: ReadonlyMap<string, Shipped>) =>
  deliveries.get(srcId ?? '')?.items.find(({ id }) => id === srcRowId);

/** At its part of what the shipped row went for; the last piece takes what rounding leaves. */
const legsOf = async (
  { items }: RowOf<'salesReturn'>,
  deliveries: ReadonlyMap<string, Shipped>,
  ctx: Ctx,
): Promise<readonly LegInput[]> => {
  const materials = await materialsOf(ctx, items);
  const numbers = await serialNumbers(ctx, items);
  return items.flatMap((row): readonly LegInput[] => {
    const shipped = shippedRow(row, deliveries);
    const material = materials.get(row.material);
    if (material?.noStock) return [];
    if (row.baseQty === null || !shipped) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
    const cost = mulDiv(shipped.costAmount ?? 0, row.qty, shipped.qty, 2);
    const leg = (n: number, qty: number, amount: number, batchNbr: string | null): LegInput => ({
      rowId: row.id,
      leg: n,
      lineNo: row.lineNo,
      moveKind: MOVE_KIND,
      qty,
      key: {
        material: row.material,
        attrKey: row.attrKey,
        warehouse: row.warehouse,
        position: row.position,
        batchNbr,
        qualityStatus: WAITING,
        owner: row.owner,
      },
      cost: { by: 'amount', amount },
    });
    if (material?.traceMode !== SERIAL) return [leg(1, row.baseQty, cost, row.batchNbr)];
    const serials = numbers.get(row.id) ?? [];
    const piece = mulDiv(cost, 1, Math.max(1, serials.length), 2);
    return serials.map((serial, n) =>
      leg(n + 1, 1, n === serials.length - 1 ? subDec(cost, piece * (serials.length - 1)) : piece, serial),
    );
  });
};

/** 已退 of the shipped rows, 退货 and 退款退货 of the order rows (or with -1 taken back). */
const book = async (
  record: RowOf<'salesReturn'>,
  deliveries: ReadonlyMap<string, Shipped>,
  sign: 1 | -1,
  ctx: Ctx,
): Promise<void> => {
  const { records } = ctx.asSystem();
  const sums = sumBy(record.items, ({ srcRowId }) => srcRowId);
  const back = (id: string): readonly string[] =>
    record.items.filter(({ srcRowId }) => srcRowId === id).flatMap(({ serials }) => serials ?? []);
  for (const [id, { items }] of deliveries) {
    const rows = items
      .filter((row) => sums.has(row.id))
      .map((row) => ({
        id: row.id,
        returnedQty: addDec(row.returnedQty ?? 0, sign * (sums.get(row.id) ?? 0)),
        outSerials: sign > 0 ? without(row.outSerials, back(row.id)) : [...(row.outSerials ?? []), ...back(row.id)],
      }));
    if (rows.length > 0) await records.patch(DELIVERY, id, { rows: { items: rows } });
  }
  const orders = await lockOrders(
    ctx,
    record.items.map(({ orderId }) => orderId),
  );
  const ordered = sumBy(record.items, ({ orderRow }) => orderRow);
  const isRefund = record.returnMode === REFUND;
  await bookOrders(
    ctx,
    orders,
    new Map(
      [...ordered].map(
        ([row, qty]) => [row, { returnQty: sign * qty, ...(isRefund && { refundQty: sign * qty }) }] as const,
      ),
    ),
  );
};
const without = (serials: readonly string[] | null, gone: readonly string[]): string[] =>
  (serials ?? []).filter((serial) => !gone.includes(serial));
const sumBy = (rows: readonly Line[], keyOf: (row: Line) => string | null): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) sums.set(key, addDec(sums.get(key) ?? 0, row.qty));
  }
  return sums;
};

/** 最多可退…: the deliveries are locked, so two returns of the last pieces come one after the other. */
const checkReturnable = async (record: JudgedOf<'salesReturn'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const deliveries = await lockDeliveries(ctx, record.items);
  const others = await otherReturns(ctx, record.id, [...deliveries.keys()]);
  const materials = await materialsOf(ctx, record.items);
  const numbers = await serialNumbers(ctx, record.items);
  const problems: Problem[] = [];
  for (const row of record.items) {
    const shipped = shippedRow(row, deliveries);
    if (!shipped) continue;
    const asked = record.items
      .filter(({ srcRowId }) => srcRowId === row.srcRowId)
      .reduce((sum, { qty }) => addDec(sum, qty), 0);
    const same = others.filter(({ srcRowId }) => srcRowId === row.srcRowId);
    const gone = same.reduce((sum, { qty }) => addDec(sum, qty), 0);
    const most = Math.max(0, subDec(shipped.qty, gone));
    const add = (field: string, text: string): void => {
      problems.push({ code: `salesReturn.${field}`, path: `items[${row.id}].${field}`, text });
    };
    if (asked > most)
      add('qty', `该发货行已发${plain(shipped.qty)}，已退${plain(gone)}，最多可退${plain(most)}，本次${plain(asked)}`);
    if (materials.get(row.material)?.traceMode !== SERIAL) continue;
    const serials = row.serials ?? [];
    if (serials.length !== row.baseQty)
      add('serials', `第${row.lineNo}行序列号${serials.length}个，与数量${plain(row.baseQty ?? 0)}不一致`);
    const known = new Set(shipped.serials ?? []);
    const back = new Set(same.flatMap((each) => each.serials ?? []));
    const wrong = serials.findIndex((serial) => !known.has(serial) || back.has(serial));
    if (wrong >= 0) {
      const serial = numbers.get(row.id)?.[wrong] ?? '';
      const isBack = back.has(serials[wrong] ?? '');
      add('serials', isBack ? `序列号${serial}已退货，不能重复退货` : `序列号${serial}不是该发货行发出的，请重新选择`);
    }
  }
  return problems;
};
/** Rows of other returns of these deliveries that count. */
const otherReturns = async (ctx: Ctx, self: string, deliveries: readonly string[]): Promise<readonly Line[]> => {
  const { records } = ctx.asSystem();
  const heads = new Set<string>();
  for (const delivery of deliveries)
    for (const { id } of await records.find(OBJECT, 'docStatus != 90 && exists(items, srcId == param.delivery)', {
      param: { delivery },
    }))
      if (id !== self) heads.add(id);
  return (await records.many(OBJECT, [...heads], { rows: ['items'] })).flatMap(({ items }) => items);
};
