/** 采购入库 (40 §8.3): audit posts the rows into stock and counts them on the order, unaudit takes exactly that back. */
import { mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { type LegInput, plain } from '../../stock/legs';
import { closedMonth, closedSentence } from '../../stock/period';
import { postStock, reverseStock } from '../../stock/posting';
import { checkUnits } from '../units';
import { bookReceived, checkReceivable } from './receipts';

const OBJECT = 'purchaseIn';
/** 采购入库 */
const MOVE_KIND = '10';

export const purchaseIn: DomainModule<'purchaseIn'> = {
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [
      ...(await checkPeriod(record, ctx)),
      ...(await checkUnits('items', record, old, ctx)),
      ...(await checkReceivable(record, ctx)),
    ];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const rows = await stockedRows(record, ctx);
      if (rows.length > 0) {
        const posted = await postStock(ctx, {
          ...docOf(record),
          partner: (record.supplier as string | null | undefined) ?? null,
          legs: rows.map((row) => legOf(record, row)),
        });
        const numbers = new Map(posted.rows.map(({ rowId, key }) => [rowId, key] as const));
        for (const row of rows) {
          row.batchNbr = numbers.get(row.id)?.batchNbr ?? row.batchNbr ?? null;
          row.qualityStatus = numbers.get(row.id)?.qualityStatus ?? row.qualityStatus ?? null;
        }
      }
      await bookReceived(record, 1, ctx);
      return { items: rowsOf(record) };
    },
    async unaudit(record, _ask, ctx) {
      await reverseStock(ctx, docOf(record));
      await bookReceived(record, -1, ctx);
      // a held lot had arrived as 冻结; posted again it is judged anew
      for (const row of rowsOf(record)) row.qualityStatus = '1';
      return { items: rowsOf(record) };
    },
  },
};

const legOf = (record: Rec, row: Row): LegInput => {
  if (typeof row.baseQty !== 'number') throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  const rate = typeof record.exchangeRate === 'number' ? record.exchangeRate : 1;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    rowId: row.id,
    leg: 1,
    lineNo: row.lineNo ?? 0,
    moveKind: MOVE_KIND,
    qty: row.baseQty,
    key: {
      material: row.material as string,
      attrKey: text(row.attrKey),
      warehouse: row.warehouse as string,
      position: text(row.position),
      batchNbr: text(row.batchNbr),
      qualityStatus: '1',
      owner: text(row.owner),
    },
    cost: { by: 'amount', amount: roundHalfUp(mulDec(typeof row.amount === 'number' ? row.amount : 0, rate), 2) },
    batch: {
      supplier: text(record.supplier),
      supplierBatch: text(row.supplierBatch),
      produceDate: text(row.produceDate),
      expireDate: text(row.expireDate),
    },
  };
};

/** Rows that stock counts; services and consumables at cost (不管库存) are received only. */
const stockedRows = async (record: Rec, ctx: Ctx): Promise<readonly Row[]> => {
  const ids = [...new Set(rowsOf(record).map((row) => row.material as string))];
  const materials = new Map(
    (await ctx.asSystem().records.many('material', ids, { stored: true })).map((material) => [
      material.id as string,
      material,
    ]),
  );
  const rows = rowsOf(record).filter((row) => materials.get(row.material as string)?.noStock !== true);
  for (const row of rows)
    if (materials.get(row.material as string)?.traceMode === '2' && !(row.qty === 1 && row.batchNbr))
      throw refuse(`第${row.lineNo}行序列号${row.batchNbr ? 1 : 0}个，与数量${plain(Number(row.qty))}不一致`);
  return rows;
};

const checkPeriod = async (record: Rec, ctx: Ctx): Promise<readonly Problem[]> => {
  if (typeof record.bizDate !== 'string') return [];
  const text = closedSentence(record.bizDate, await closedMonth(ctx));
  return text === null ? [] : [{ code: 'stock.period', path: 'bizDate', text }];
};

const docOf = (record: Rec) => ({
  docType: OBJECT,
  docId: record.id as string,
  docNbr: record.nbr as string,
  bizDate: record.bizDate as string,
});
const rowsOf = (record: Rec): Row[] => (record.items as Row[] | undefined) ?? [];
