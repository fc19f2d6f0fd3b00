/** 采购入库 (40 §8.3): audit posts the rows into stock and counts them on the order, unaudit takes exactly that back. */
import { mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, LineOf, RowOf } from '../../rows';
import { FROZEN, GOOD, qualityOf, WAITING } from '../../stock/keys';
import type { LegInput } from '../../stock/legs';
import { serialsOf } from '../../stock/pieces';
import { postStock } from '../../stock/posting';
import { spreadMoney } from '../../stock/spread';
import { takeBack } from '../stock/held';
import { checkStockDoc, docOf } from '../stock-doc';
import { inspectedRows } from './inspected';
import { dropChecks, makeChecks } from './receipt-checks';
import { bookReceived, checkReceivable } from './receipts';

const OBJECT = 'purchaseIn';
const ORDER = 'purchaseOrder';
/** 采购入库 */
const MOVE_KIND = '10';
/** traceMode 序列号 */
const SERIAL = '2';

export const purchaseIn: DomainModule<'purchaseIn'> = {
  /** Whose order it is, he may read what arrived for it. */
  async derive(record, _old, ctx) {
    if (record.auditStatus !== '2') await flagInspected(record, ctx);
    const orders = record.items.flatMap(({ srcType, srcId }) => (srcType === ORDER && srcId ? [srcId] : []));
    if (record.buyer || orders.length === 0) return undefined;
    const found = await ctx.asSystem().records.many(ORDER, [...new Set(orders)], { stored: true });
    return { buyer: found.find(({ buyer }) => buyer !== null)?.buyer ?? null };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkReceivable(record, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const rows = await stockedRows(record, ctx);
      if (rows.length > 0) {
        const posted = await postStock(ctx, {
          ...docOf(OBJECT, record),
          partner: record.supplier,
          legs: rows.flatMap(({ row, isSerial }) => (isSerial ? piecesOf(record, row) : [legOf(record, row)])),
        });
        for (const { row, isSerial } of rows) {
          const keys = posted.rows.filter(({ rowId }) => rowId === row.id).map(({ key }) => key);
          // of pieces the row says what the others are: a recalled one is held by itself
          const key = keys.find(({ qualityStatus }) => qualityStatus !== FROZEN) ?? keys[0];
          if (!isSerial) row.batchNbr = key?.batchNbr ?? row.batchNbr;
          row.qualityStatus = qualityOf(key) ?? row.qualityStatus;
        }
      }
      for (const row of record.items) {
        // what a recall holds has come in 冻结: its release judges it
        if (row.qualityStatus === FROZEN) row.iqcFlag = false;
        if (row.iqcFlag !== true) row.qualifiedQty = row.qty;
      }
      await bookReceived(record, 1, ctx);
      if (ctx.setting('iqc.auto') === true) await makeChecks(record, ctx);
      return { items: record.items };
    },
    async toIqc(record, _ask, ctx) {
      await makeChecks(record, ctx);
      return { items: record.items };
    },
    async unaudit(record, _ask, ctx) {
      await dropChecks(record, ctx);
      await takeBack(ctx, docOf(OBJECT, record));
      await bookReceived(record, -1, ctx);
      // a held lot had arrived as 冻结; posted again it is judged anew
      for (const row of record.items) Object.assign(row, { qualityStatus: '1', qualifiedQty: 0, unqualifiedQty: 0 });
      return { items: record.items };
    },
  },
};

/** A row of an order is inspected as the order said; any other as its material and supplier say. */
const flagInspected = async ({ supplier, items }: DraftOf<'purchaseIn'>, ctx: Ctx): Promise<void> => {
  const ids = [...new Set(items.flatMap(({ srcType, srcId }) => (srcType === ORDER && srcId ? [srcId] : [])))];
  const orders = await ctx.asSystem().records.many(ORDER, ids, { rows: ['items'], stored: true });
  const ordered = new Map(orders.flatMap((order) => order.items.map((row) => [row.id, row.iqcFlag === true])));
  const inspected = await inspectedRows(supplier, items, ctx);
  for (const row of items) row.iqcFlag = ordered.get(row.srcRowId ?? '') ?? inspected.has(row.id);
};

type Line = LineOf<'purchaseIn', 'items'>;
interface Stocked {
  readonly row: Line;
  readonly isSerial: boolean;
}

const legOf = (record: RowOf<'purchaseIn'>, row: Line): LegInput => {
  if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  return {
    rowId: row.id,
    leg: 1,
    lineNo: row.lineNo,
    moveKind: MOVE_KIND,
    qty: row.baseQty,
    key: {
      material: row.material,
      attrKey: row.attrKey,
      warehouse: row.warehouse,
      position: row.position,
      batchNbr: row.batchNbr,
      qualityStatus: row.iqcFlag === true ? WAITING : GOOD,
      owner: row.owner,
    },
    cost: { by: 'amount', amount: amountOf(record, row) },
    batch: {
      supplier: record.supplier,
      supplierBatch: row.supplierBatch,
      produceDate: row.produceDate,
      expireDate: row.expireDate,
    },
  };
};

/** A piece with a serial number each, with its part of the money. */
const piecesOf = (record: RowOf<'purchaseIn'>, row: Line): readonly LegInput[] => {
  const whole = legOf(record, row);
  const serials = serialsOf(row);
  const amounts = spreadMoney(
    amountOf(record, row),
    serials.map(() => 1),
  );
  return serials.map((batchNbr, n) => ({
    ...whole,
    leg: n + 1,
    qty: 1,
    key: { ...whole.key, batchNbr },
    cost: { by: 'amount', amount: amounts[n] ?? 0 },
  }));
};
const amountOf = ({ exchangeRate }: RowOf<'purchaseIn'>, { amount }: Line): number =>
  roundHalfUp(mulDec(amount ?? 0, exchangeRate), 2);

/** Rows that stock counts; services and consumables at cost (不管库存) are received only. */
const stockedRows = async (record: RowOf<'purchaseIn'>, ctx: Ctx): Promise<readonly Stocked[]> => {
  const ids = [...new Set(record.items.map((row) => row.material))];
  const materials = new Map(
    (await ctx.asSystem().records.many('material', ids, { stored: true })).map((material) => [material.id, material]),
  );
  return record.items
    .filter((row) => !materials.get(row.material)?.noStock)
    .map((row) => ({ row, isSerial: materials.get(row.material)?.traceMode === SERIAL }));
};
