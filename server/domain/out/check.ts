/** 外协检验 (40 §6.4): the verdict on a received row becomes its split; nothing is posted before the receipt is audited. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, RowOf } from '../../rows';
import { WORKED } from './receive-materials';

type Receipt = RowOf<'outReceive'>;
type Split = Pick<
  Receipt['items'][number],
  'qualifiedQty' | 'reworkQty' | 'workScrapQty' | 'materialScrapQty' | 'pendingQty'
>;
const JUDGED = '60';
const CANCELLED = '90';
/** 合格, 让步接收 */
const WHOLE: readonly string[] = ['1', '3'];
/** What is to be inspected says nothing of its quality before. */
export const UNJUDGED: Split = {
  qualifiedQty: null,
  reworkQty: 0,
  workScrapQty: 0,
  materialScrapQty: 0,
  pendingQty: 0,
};

export const outCheck: DomainModule<'outCheck'> = {
  async lock(_action, ids, ctx) {
    const { records } = ctx.asSystem();
    const checks = await records.many('outCheck', ids, { stored: true });
    const receipts = [...new Set(checks.flatMap(({ receipt }) => receipt ?? []))].sort();
    await records.many('outReceive', receipts, { stored: true, lock: true });
  },
  async derive(record) {
    return record.docStatus === JUDGED || record.docStatus === CANCELLED ? undefined : wholeOf(record);
  },
  actions: {
    async judge(record, _ask, ctx) {
      const { qualifiedQty, reworkQty, workScrapQty, materialScrapQty, pendingQty } = record;
      const split = { qualifiedQty: qualifiedQty ?? 0, reworkQty, workScrapQty, materialScrapQty, pendingQty };
      await book(record, split, ctx);
      const event = (record.badQty ?? 0) > 0 ? 'outCheck.rejected' : 'outCheck.judged';
      await ctx.emit(event, { object: 'outCheck', id: record.id, nbr: record.nbr });
      return { checkedAt: ctx.now, inspector: record.inspector ?? ctx.session.me.employee };
    },
    async unjudge(record, _ask, ctx) {
      const [receipt] = await ctx
        .asSystem()
        .records.many('outReceive', record.receipt === null ? [] : [record.receipt]);
      if (receipt?.auditStatus === '2')
        throw refuse(`收回单${receipt.nbr}已审核，请先反审核`, { rule: 'outCheck.audited' });
      await book(record, UNJUDGED, ctx);
      return { checkedAt: null };
    },
  },
};

/** Of a whole verdict the quantities follow. */
const wholeOf = ({ result, lotQty }: DraftOf<'outCheck'>) =>
  WHOLE.includes(result ?? '') ? { ...UNJUDGED, qualifiedQty: lotQty ?? 0 } : undefined;

const book = async ({ receipt, receiptRow }: RowOf<'outCheck'>, split: Split, ctx: Ctx): Promise<void> => {
  if (receipt === null || receiptRow === null) return;
  await ctx.asSystem().records.patch('outReceive', receipt, { rows: { items: [{ id: receiptRow, ...split }] } });
};

/** 提交检验: a check for each inspected row; the receipt is 待检验 by them. */
export const sendToCheck = async (receipt: Receipt, ctx: Ctx): Promise<Receipt['items']> => {
  const { records } = ctx.asSystem();
  const rows: Receipt['items'] = [];
  for (const row of receipt.items) {
    if (row.inspectFlag !== true || row.qty === 0 || row.checkDoc !== null) {
      rows.push(row);
      continue;
    }
    const { workOrder, opNbr, process, material, materialName, spec, unit, batchNbr } = row;
    const check = await records.save('outCheck', {
      id: ctx.newId(),
      receipt: receipt.id,
      receiptRow: row.id,
      outType: receipt.outType,
      supplier: receipt.supplier,
      buyer: receipt.buyer,
      lotQty: row.qty,
      ...{ workOrder, opNbr, process, material, materialName, spec, unit, batchNbr },
    });
    await ctx.emit('outCheck.created', { object: 'outCheck', id: check.id, nbr: check.nbr });
    rows.push({ ...row, checkDoc: check.id });
  }
  return rows;
};

/** 撤回送检: what nobody has judged is cancelled. */
export const takeFromCheck = async (receipt: Receipt, ctx: Ctx): Promise<Receipt['items']> => {
  const { records } = ctx.asSystem();
  const ids = receipt.items.flatMap(({ checkDoc }) => checkDoc ?? []).sort();
  for (const { id, nbr, docStatus } of await records.many('outCheck', ids, { stored: true, lock: true })) {
    if (docStatus === JUDGED) throw refuse(judgedText(nbr), { rule: 'outReceive.judged' });
    await records.patch('outCheck', id, { head: { docStatus: CANCELLED } });
  }
  return receipt.items.map((row) => ({ ...row, checkDoc: null }));
};
const judgedText = (nbr: string): string => `外协检验${nbr}已判定，请先取消判定`;

/** Why a row that was inspected cannot be adjusted (30 §5). */
export const judgedBlock = async (checkDoc: string | null, ctx: Ctx): Promise<string | null> => {
  const [check] = checkDoc === null ? [] : await ctx.asSystem().records.many('outCheck', [checkDoc], { stored: true });
  return check?.docStatus === JUDGED ? judgedText(check.nbr) : null;
};

export const guardJudged = ({ receiveType, items }: Receipt): void => {
  const row = items.find((each) => each.inspectFlag === true && each.qty > 0 && each.qualifiedQty === null);
  if (row && receiveType === WORKED)
    throw refuse(`第${row.lineNo}行需检验，检验完成后才能审核`, { rule: 'outReceive.inspected' });
};
