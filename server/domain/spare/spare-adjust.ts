/** 备件调整 (40 §9): what was counted becomes what the books say, as long as the books still say what they said. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, LineOf, RowOf } from '../../rows';
import { normaliseKey, type StockKey, stockKey } from '../../stock/keys';
import { type LegInput, plain } from '../../stock/legs';
import { lockKeys } from '../../stock/lots';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { takeBack } from '../stock/held';
import { docOf } from '../stock-doc';
import { checkSpares } from './parts';

type Line = LineOf<'spareAdjust', 'items'>;
const MOVE_KIND = '72';

export const spareAdjust: DomainModule<'spareAdjust'> = {
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    for (const row of record.items) {
      row.bookQty = await bookOf(row, ctx);
      row.costPrice = await averageOf(row.material ?? null, ctx);
    }
    return undefined;
  },
  async check(record, _old, ctx) {
    return record.auditStatus === '2' ? [] : checkSpares(record, ctx);
  },
  actions: {
    async audit(record, _ask, ctx) {
      const legs = record.items.map(legOf);
      const balances = await lockKeys(ctx, legs);
      for (const row of record.items) {
        const now = balances.get(stockKey(keyOf(row)))?.qty ?? 0;
        if (now !== (row.bookQty ?? 0))
          throw refuse(
            `${row.materialName ?? ''}账面数已由${plain(row.bookQty ?? 0)}变为${plain(now)}，请刷新后重新盘点`,
            { rule: 'spare.book', terms: { was: row.bookQty ?? 0, now } },
          );
      }
      const posted = await postStock(ctx, { ...docOf('spareAdjust', record), legs });
      const amounts = new Map(posted.rows.map((row) => [row.rowId, row] as const));
      return { items: record.items.map((row) => ({ ...row, costPrice: priceOf(row, amounts.get(row.id)?.amount) })) };
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf('spareAdjust', record));
      return undefined;
    },
  },
};

const keyOf = ({ material, warehouse, position, batchNbr }: Line): StockKey =>
  normaliseKey({ material, warehouse, position, batchNbr });
const legOf = (row: Line): LegInput => ({
  rowId: row.id,
  leg: 1,
  lineNo: row.lineNo,
  moveKind: MOVE_KIND,
  qty: row.diffQty ?? 0,
  key: keyOf(row),
  cost: { by: 'avg' },
  batch: {},
});
/** What the difference was worth when it was posted. */
const priceOf = (row: Line, amount: number | null | undefined): number | null =>
  amount == null || !row.diffQty ? row.costPrice : Math.abs(mulDiv(amount, 1, row.diffQty, 4));

type Draft = DraftOf<'spareAdjust'>['items'][number];
const bookOf = async ({ material, warehouse, position, batchNbr }: Draft, ctx: Ctx): Promise<number | null> => {
  if (!material || !warehouse) return null;
  const row = await ctx.trx
    .selectFrom('stock_balance')
    .select('qty')
    .where('stock_key', '=', stockKey(normaliseKey({ material, warehouse, position, batchNbr })))
    .executeTakeFirst();
  return Number(row?.qty ?? 0);
};
const averageOf = async (material: string | null, ctx: Ctx): Promise<RowOf<'stockValue'>['lastCost']> => {
  if (material === null) return null;
  const [found] = await ctx
    .asSystem()
    .records.find('stockValue', 'material == param.material', { param: { material } });
  if (!found) return null;
  return found.qty && found.value ? mulDiv(found.value, 1, found.qty, 4) : found.lastCost;
};
