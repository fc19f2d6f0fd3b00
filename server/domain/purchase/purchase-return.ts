/** 采购退货 (40 §8.4, L15): what came from a supplier goes back; 补货 opens the row of the order again, 退款 does not. */
import { addDec, mulDec, roundHalfUp, subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, FoundOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { FROZEN } from '../../stock/keys';
import { type LegInput, plain } from '../../stock/legs';
import { serialsOf } from '../../stock/pieces';
import { postStock } from '../../stock/posting';
import { takeBack } from '../stock/held';
import { checkStockDoc, docOf } from '../stock-doc';
import { bookReturned } from './returns';

const OBJECT = 'purchaseReturn';
const RECEIPT = 'purchaseIn';
const ORDER = 'purchaseOrder';
/** its bad quantity goes back */
const CHECK = 'iqc';
/** 采购退货 */
const MOVE_KIND = '11';
/** traceMode 序列号 */
const SERIAL = '2';
type Return = RowOf<'purchaseReturn'>;
type Line = LineOf<'purchaseReturn', 'items'>;
type Receipt = FoundOf<'purchaseIn', { readonly rows: readonly ['items'] }>;
type Received = LineOf<'purchaseIn', 'items'>;

export const purchaseReturn: DomainModule<'purchaseReturn'> = {
  /** receipts come before their returns (40 §3.2 step 4) */
  async lock(_action, ids, ctx) {
    const { records } = ctx.asSystem();
    const returns = await records.many(OBJECT, ids, { rows: ['items'], stored: true });
    const receipts = returns.flatMap(({ items }) => items.map(({ receipt }) => receipt));
    await records.many(RECEIPT, [...new Set(receipts)].sort(), { stored: true, lock: true });
  },
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const receipts = await receiptsOf(record.items, ctx);
    for (const row of record.items) {
      const source = sourceOf(row, receipts);
      row.receiptRow = source?.id ?? null;
      row.receivedQty = source?.qty ?? null;
      row.returnedQty = source?.returnedQty ?? null;
      const ordered = source?.srcType === ORDER ? source : undefined;
      row.order = ordered?.srcId ?? null;
      row.orderRow = ordered?.srcRowId ?? null;
      if (!source) continue;
      row.unit = source.unit;
      row.price = source.price;
      row.taxRate = source.taxRate;
      row.taxPrice = source.taxPrice;
      row.batchNbr = row.batchNbr ?? source.batchNbr;
    }
    // one supplier a return: whose goods the first row is
    const first = receipts.get(record.items.find(({ receiptRow }) => receiptRow)?.receipt ?? '');
    const warehouse = record.warehouse ?? record.items[0]?.warehouse ?? null;
    if (!first) return { warehouse };
    const { supplier, buyer, currency, exchangeRate } = first;
    return { warehouse, supplier, buyer, currency, exchangeRate };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkReturnable(record, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const serials = await serialRows(record, ctx);
      await checkFrozen(record, serials, ctx);
      const posted = await postStock(ctx, {
        ...docOf(OBJECT, record),
        partner: record.supplier,
        legs: record.items.flatMap((row) => (serials.has(row.id) ? piecesOf(row) : [legOf(row)])),
      });
      for (const row of record.items) {
        const cost = posted.rows
          .filter(({ rowId }) => rowId === row.id)
          .reduce((sum, { amount }) => subDec(sum, amount ?? 0), 0);
        row.costAmount = cost;
        row.costDiff = subDec(roundHalfUp(mulDec(row.amount ?? 0, record.exchangeRate), 2), cost);
      }
      await bookReturned(record, 1, ctx);
      await ctx.emit('purchaseReturn.returned', { object: OBJECT, id: record.id, nbr: record.nbr });
      return { items: record.items };
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf(OBJECT, record));
      await bookReturned(record, -1, ctx);
      for (const row of record.items) {
        row.costAmount = null;
        row.costDiff = null;
      }
      return { items: record.items };
    },
  },
};

const receiptsOf = async (
  items: readonly { readonly receipt?: string | null }[],
  ctx: Ctx,
  lock = false,
): Promise<ReadonlyMap<string, Receipt>> => {
  const ids = [...new Set(items.flatMap(({ receipt }) => (receipt ? [receipt] : [])))].sort();
  const found = await ctx.asSystem().records.many(RECEIPT, ids, { rows: ['items'], stored: true, lock });
  return new Map(found.map((receipt) => [receipt.id, receipt]));
};

/** The row that was received: the one it was pushed from, else that of the material (and lot) in the receipt chosen by hand. */
const sourceOf = (
  row: DraftOf<'purchaseReturn'>['items'][number],
  receipts: ReadonlyMap<string, Receipt>,
): Received | undefined => {
  const items = receipts.get(row.receipt ?? '')?.items ?? [];
  if (row.srcType === RECEIPT) return items.find(({ id }) => id === row.srcRowId);
  if (row.srcType === CHECK) return items.find(({ id }) => id === row.receiptRow);
  return items.find(
    ({ material, attrKey, batchNbr }) =>
      material === row.material &&
      (attrKey ?? null) === (row.attrKey ?? null) &&
      (!row.batchNbr || batchNbr === row.batchNbr),
  );
};

/** 该入库行已收…，最多可退…: the receipts are locked, so two returns of the last pieces come one after the other. */
const checkReturnable = async (record: JudgedOf<'purchaseReturn'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const receipts = await receiptsOf(record.items, ctx, true);
  const others = await otherReturns(record.id, [...receipts.keys()], ctx);
  const asked = new Map<string, number>();
  const problems: Problem[] = [];
  for (const row of record.items) {
    const receipt = receipts.get(row.receipt);
    const source = receipt?.items.find(({ id }) => id === row.receiptRow);
    if (!receipt || !source) {
      const text = `第${row.lineNo}行物料不在入库单${receipt?.nbr ?? ''}中`;
      problems.push({ code: 'purchaseReturn.source', path: `items[${row.id}].material`, text });
      continue;
    }
    const strange = row.serials?.find((serial) => !(source.serials ?? [source.batchNbr]).includes(serial));
    if (strange !== undefined) {
      const text = `序列号${strange}不在入库单中`;
      problems.push({ code: 'purchaseReturn.serials', path: `items[${row.id}].serials`, text });
    }
    if (receipt.supplier !== record.supplier)
      problems.push({
        code: 'purchaseReturn.supplier',
        path: `items[${row.id}].receipt`,
        text: `第${row.lineNo}行入库单${receipt.nbr}不是该供应商的，请分开退货`,
      });
    const had = addDec(addDec(source.returnedQty ?? 0, others.get(source.id) ?? 0), asked.get(source.id) ?? 0);
    const most = Math.max(0, subDec(source.qty, had));
    asked.set(source.id, addDec(asked.get(source.id) ?? 0, row.qty));
    if (row.qty <= most) continue;
    const text = `该入库行已收${plain(source.qty)}，已退${plain(had)}，最多可退${plain(most)}，本次${plain(row.qty)}`;
    problems.push({ code: 'purchaseReturn.over', path: `items[${row.id}].qty`, text });
  }
  return problems;
};

/** Quantity by row of a receipt of returns that are saved but neither posted nor void. */
const otherReturns = async (
  self: string,
  receipts: readonly string[],
  ctx: Ctx,
): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const ids = new Set<string>();
  for (const receipt of receipts)
    for (const { id } of await records.find(
      OBJECT,
      'auditStatus != 2 && docStatus != 90 && exists(items, receipt == param.receipt)',
      { param: { receipt } },
    ))
      if (id !== self) ids.add(id);
  const sums = new Map<string, number>();
  for (const { items } of await records.many(OBJECT, [...ids], { rows: ['items'], stored: true }))
    for (const { receiptRow, qty } of items)
      if (receiptRow !== null) sums.set(receiptRow, addDec(sums.get(receiptRow) ?? 0, qty));
  return sums;
};

/** 冻结 goes back only when its lot was recalled (40 §3.6). */
const checkFrozen = async ({ items }: Return, serials: ReadonlySet<string>, ctx: Ctx): Promise<void> => {
  for (const row of items) {
    if (row.qualityStatus !== FROZEN) continue;
    for (const batchNbr of serials.has(row.id) ? serialsOf(row) : [row.batchNbr]) {
      const [lot] = await ctx
        .asSystem()
        .records.find('batch', 'material == param.material && batchNbr == param.batchNbr', {
          param: { material: row.material, batchNbr },
        });
      if (!lot?.holdFlag) throw refuse(`批次${batchNbr ?? ''}为冻结，不能退货`);
    }
  }
};

/** Rows whose material has a number for each piece. */
const serialRows = async ({ items }: Return, ctx: Ctx): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(items.map(({ material }) => material))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  const traced = new Set(found.filter(({ traceMode }) => traceMode === SERIAL).map(({ id }) => id));
  return new Set(items.filter(({ material }) => traced.has(material)).map(({ id }) => id));
};
const piecesOf = (row: Line): readonly LegInput[] => {
  const whole = legOf(row);
  return serialsOf(row).map((batchNbr, n) => ({ ...whole, leg: n + 1, qty: -1, key: { ...whole.key, batchNbr } }));
};

const legOf = (row: Line): LegInput => {
  if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  const { material, attrKey, warehouse, position, batchNbr, qualityStatus, owner } = row;
  return {
    rowId: row.id,
    leg: 1,
    lineNo: row.lineNo,
    moveKind: MOVE_KIND,
    qty: -row.baseQty,
    key: { material, attrKey, warehouse, position, batchNbr, qualityStatus, owner },
    cost: { by: 'avg' },
  };
};
