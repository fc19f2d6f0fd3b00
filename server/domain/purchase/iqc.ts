/** 来料检验 (40 §8.3): the verdict of a receipt's row moves its stock out of 待检, and the receipt is finished with its last one. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, RowOf } from '../../rows';
import { plain } from '../../stock/legs';
import { mulDiv } from '../../stock/value';
import type { Lot } from '../../stock/waiting';
import { takeBack } from '../stock/held';
import { judgeStock } from '../stock/verdict';
import { docOf } from '../stock-doc';
import { lotName } from './receipt-checks';
import { bookQualified } from './receipts';

type Check = RowOf<'iqc'>;
const GOOD = '1';
const BAD = '2';
const CONCEDED = '3';
const SPLIT = '4';

export const iqc: DomainModule<'iqc'> = {
  /** orders, then receipts, then their checks (40 §3.2 step 4) */
  async lock(_action, ids, ctx) {
    const { records } = ctx.asSystem();
    const checks = await records.many('iqc', ids, { stored: true });
    const named = (list: readonly (string | null)[]) => [...new Set(list.flatMap((id) => id ?? []))].sort();
    await records.many('purchaseOrder', named(checks.map(({ order }) => order)), { stored: true, lock: true });
    await records.many('purchaseIn', named(checks.map(({ receipt }) => receipt)), { stored: true, lock: true });
  },
  async derive(record) {
    return record.docStatus === '60' || record.docStatus === '90' ? undefined : wholeOf(record);
  },
  actions: {
    judge: (record, _ask, ctx) => judge(record, ctx),
    concede: (record, _ask, ctx) => judge(record, ctx),
    async unjudge(record, _ask, ctx) {
      const used = (nbr: string): string => `判定结果已使用（${nbr}），不能取消`;
      const [back] = await ctx
        .asSystem()
        .records.find('purchaseReturn', 'docStatus != 90 && exists(items, srcId == param.id)', {
          param: { id: record.id },
          limit: 1,
        });
      if (back) throw refuse(used(back.nbr), { rule: 'iqc.used' });
      await takeBack(ctx.asSystem(), { ...docOf('iqc', { ...record, bizDate: ctx.today }), usedText: used });
      await book(record, -1, ctx);
      return { checkedAt: null };
    },
  },
};

/** Of a whole verdict the quantities follow. */
const wholeOf = ({ result, lotQty, destroyQty }: DraftOf<'iqc'>) => {
  const left = subDec(lotQty ?? 0, destroyQty ?? 0);
  if (result === GOOD || result === CONCEDED) return { qualifiedQty: left, unqualifiedQty: 0 };
  return result === BAD ? { qualifiedQty: 0, unqualifiedQty: left } : undefined;
};

const judge = async (record: Check, ctx: Ctx) => {
  const bad = record.unqualifiedQty ?? 0;
  await move(record, { bad, destroyed: record.destroyQty ?? 0 }, ctx);
  await book(record, 1, ctx);
  const event = bad > 0 ? 'iqc.rejected' : 'iqc.judged';
  await ctx.emit(event, { object: 'iqc', id: record.id, nbr: record.nbr });
  return { checkedAt: ctx.now, inspector: record.inspector ?? ctx.session.me.employee };
};

interface Split {
  readonly bad: number;
  readonly destroyed: number;
}
const move = async (record: Check, { bad, destroyed }: Split, ctx: Ctx): Promise<void> => {
  checkPieces(record, bad, destroyed);
  const lot = lotOf(record);
  const inBase = (qty: number): number => mulDiv(record.lotBaseQty ?? 0, qty, record.lotQty ?? 1, 4);
  const scrapped = inBase(destroyed);
  const rejected = bad + destroyed >= (record.lotQty ?? 0) ? subDec(record.lotBaseQty ?? 0, scrapped) : inBase(bad);
  const verdict = { good: subDec(subDec(record.lotBaseQty ?? 0, scrapped), rejected), bad: rejected, scrapped };
  const { short } = await judgeStock(ctx, {
    doc: { ...docOf('iqc', { ...record, bizDate: ctx.today }), partner: record.supplier },
    lot,
    verdict,
    reason: record.nbr,
  });
  if (short !== null)
    throw refuse(`${lotName(record)}待检结存${plain(short)}，判定数量${plain(record.lotBaseQty ?? 0)}`, {
      rule: 'iqc.short',
    });
};
const lotOf = ({ material, attrKey, warehouse, position, batchNbr, owner, serials, badSerials }: Check): Lot => {
  if (material === null || warehouse === null) throw refuse('检验单没有物料或仓库');
  const lot = { material, attrKey, warehouse, position, batchNbr, owner: owner ?? 'self' };
  return serials === null || serials.length === 0 ? lot : { ...lot, pieces: { all: serials, bad: badSerials ?? [] } };
};
/** Of pieces with serial numbers a verdict names the bad ones; what was destroyed has to be one of them. */
const checkPieces = ({ serials, badSerials, result }: Check, bad: number, destroyed: number): void => {
  if (serials === null || serials.length === 0) return;
  if (destroyed > 0) throw refuse('按序列号管理的物料请把破坏数量计入不合格，并选择不合格序列号');
  const named = badSerials?.length ?? 0;
  if (result === SPLIT && named !== bad) throw refuse(`序列号${named}个，与不合格数量${plain(bad)}不一致`);
};

/** The verdict on the row of the receipt and on that of its order (or with −1 taken back). */
const book = async (record: Check, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  if (record.receipt === null || record.receiptRow === null) return;
  const { records } = ctx.asSystem();
  const row = { id: record.receiptRow };
  const [qualifiedQty, unqualifiedQty] = sign > 0 ? [record.qualifiedQty, record.unqualifiedQty] : [0, 0];
  const iqcResult = sign > 0 ? record.result : null;
  await records.patch('purchaseIn', record.receipt, {
    rows: { items: [{ ...row, iqcResult, qualifiedQty: qualifiedQty ?? 0, unqualifiedQty: unqualifiedQty ?? 0 }] },
  });
  const receipt = await records.get('purchaseIn', record.receipt);
  const line = receipt?.items.find(({ id }) => id === record.receiptRow);
  if (line?.srcRowId && record.order !== null)
    await bookQualified(record.order, new Map([[line.srcRowId, sign * (record.qualifiedQty ?? 0)]]), ctx);
};
