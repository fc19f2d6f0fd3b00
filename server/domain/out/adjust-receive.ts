/**
 * 外协收回数量调整 (30 §5, out.adjustReceive of 40 §12): good and loss of a row change, pieces and pay by the difference; a product made of sent
 * material is received anew with what it then used.
 */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { text } from '../../../schemas/language/texts';
import type { Ctx } from '../../ctx';
import { cameLines, sentLines } from '../../datasets/out/sums';
import { refuse } from '../../errors';
import { goodRefusal, leastGood } from '../../production/adjust';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import { availableQty } from '../../stock/available';
import { liveRows } from '../../stock/document';
import { plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { type AdjustKind, type Asked, isStale, type LineStanding, newValue } from '../production/adjust-kind';
import type { Told } from '../production/effect';
import { around, floorOf } from '../production/operations';
import { finerThan } from '../production/prd-units';
import { leastReceived } from '../production/receivable';
import { takeBack } from '../stock/held';
import { scrapStore } from '../stock/scrap-store';
import { docOf } from '../stock-doc';
import { blockOfRow, nameOf } from './adjust-lines';
import { judgedBlock } from './check';
import { mostOf } from './limits';
import { nameLines, pieceLegs, placesOf } from './lines';
import { WITH_MATERIAL } from './orders';
import { isAllowed, outsideLimits, standingFor } from './receive-limits';
import { checkUsed, usedRows, WORKED } from './receive-materials';
import { postReceipt } from './receive-post';

type Receipt = RowOf<'outReceive'>;
type Item = LineOf<'outReceive', 'items'>;
const [CAME, LOST] = ['61', '63'] as const;

export const receiveLines = async (receipt: Receipt, ctx: Ctx): Promise<readonly LineStanding[]> => {
  const limits = await outsideLimits(receipt, ctx);
  const lines: LineStanding[] = [];
  for (const row of receipt.items) {
    const [good, loss] = [row.qualifiedQty ?? 0, row.lossQty ?? 0];
    const all = mostOf(limits, row.id, addDec(row.qty, loss)) ?? 0;
    const most = (of: number): number => Math.max(0, addDec(of, subDec(all, addDec(row.qty, loss))));
    lines.push({
      id: row.id,
      what: nameOf(row),
      now: receipt.outType === WITH_MATERIAL ? { qualifiedQty: good } : { qualifiedQty: good, lossQty: loss },
      main: 'qualifiedQty',
      lossReason: row.lossReason,
      bounds: {
        qualifiedQty: { min: (await leastOf(row, ctx)).qty, max: most(good) },
        ...(receipt.outType === WITH_MATERIAL ? {} : { lossQty: { min: 0, max: most(loss) } }),
      },
      blockReason: await blockOf(receipt, row, null, ctx),
    });
  }
  return lines;
};

/** The least good the operation after it, or the store, leaves of a row. */
const leastOf = async (row: Item, ctx: Ctx) => {
  if (!row.workOrder || row.orderProcess === null) return { qty: 0, text: () => null };
  const at = around(await floorOf(ctx, row.workOrder), row.orderProcess);
  const good = row.qualifiedQty ?? 0;
  const kept = await leastReceived({ operation: row.orderProcess, workOrder: row.workOrder, good }, ctx);
  return {
    qty: Math.max(leastGood(at, good), kept?.qty ?? 0),
    text: (to: number): string | null =>
      goodRefusal(at, good, to) ?? (kept && to < good && to < kept.qty ? kept.text(to) : null),
  };
};

/** What of its rows is no such quantity, beside what stands in the way of every adjustment. */
const blockOf = async (receipt: Receipt, row: Item, except: string | null, ctx: Ctx): Promise<string | null> => {
  if (receipt.receiveType !== WORKED) return '未加工退回不能调整数量，请反审核后修改';
  const said =
    (await judgedBlock(row.checkDoc, ctx)) ?? (await blockOfRow('outReceive', { doc: receipt, row, except }, ctx));
  if (said !== null || receipt.outType !== WITH_MATERIAL) return said;
  if ((row.serials ?? []).length > 0) return '按序列号管理的产品不能调整数量，请反审核后修改';
  // it is received anew, so all of it must still be there
  const { material, warehouse, position, batchNbr } = row;
  const [there, good] = [await availableQty(ctx, { material, warehouse, position, batchNbr }), goodBase(row)];
  return row.qualityStatus === '1' && there < good
    ? `「${row.materialName ?? ''}」${batchNbr ? `批次${batchNbr}` : ''}可用${plain(there)}，本单收回合格${plain(good)}，请先冲销下游单据`
    : null;
};
const goodBase = ({ qualifiedQty, qty, baseQty }: Item): number =>
  baseQty === null || qty === 0 ? (qualifiedQty ?? 0) : ((qualifiedQty ?? 0) * baseQty) / qty;

const found = async ({ outReceive, srcRow }: Pick<Asked, 'outReceive' | 'srcRow'>, ctx: Ctx) => {
  const receipt = await ctx.asSystem().records.get('outReceive', outReceive ?? '', { lock: true });
  const row = receipt?.items.find(({ id }) => id === srcRow);
  return receipt && row ? { receipt, row } : null;
};

export const adjustedReceive: AdjustKind = {
  async refusal(asked, ctx) {
    const at = await found(asked, ctx);
    if (!at || at.receipt.docStatus !== '60') return text('record.stale');
    const { receipt, row } = at;
    if (isStale(asked, { qualifiedQty: row.qualifiedQty, lossQty: row.lossQty })) return text('record.stale');
    const to = changed(row, asked);
    return (
      (await blockOf(receipt, row, asked.id, ctx)) ??
      (await finerThan(row.unit, [to.qualifiedQty, to.lossQty], ctx)) ??
      (to.lossQty > 0 && to.lossReason === null ? '请填写损耗原因' : null) ??
      (await leastOf(row, ctx)).text(to.qualifiedQty) ??
      (await overOf(receipt, row, to, ctx))
    );
  },
  async apply(record, ctx) {
    const at = await found(record, ctx);
    if (!at) throw new Error(`${record.srcNbr} has no row ${record.srcRow}`);
    const { receipt, row } = at;
    const { records } = ctx.asSystem();
    const to = await withDuty(row, changed(row, record), ctx);
    // a save neither brings nor takes the reason of what is no loss
    const { id, lossReason, lossDuty } = to;
    await records.patch('outReceive', receipt.id, { rows: { items: [{ id, lossReason, lossDuty }] } });
    const change =
      receipt.outType === WITH_MATERIAL ? await madeAnew(receipt, to, ctx) : await moved(receipt, row, to, ctx);
    const after = await records.save('outReceive', { id: receipt.id, ...change });
    return toldOf(receipt, after, to);
  },
};

interface To extends Item {
  readonly qualifiedQty: number;
  readonly lossQty: number;
}
/** The row as it is wanted: what came is what is good of it and what is not. */
const changed = (row: Item, asked: Pick<Asked, 'rows' | 'lossReason'>): To => {
  const qualifiedQty = newValue(asked, 'qualifiedQty') ?? row.qualifiedQty ?? 0;
  const lossQty = newValue(asked, 'lossQty') ?? row.lossQty ?? 0;
  const qty = addDec(row.qty, subDec(qualifiedQty, row.qualifiedQty ?? 0));
  const lossReason = lossQty > 0 ? (asked.lossReason ?? row.lossReason) : null;
  const baseQty = row.baseQty === null || row.qty === 0 ? null : mulDiv(qty, row.baseQty, row.qty, 4);
  return { ...row, qty, baseQty, qualifiedQty, lossQty, lossReason };
};
/** Whose a loss is stays as somebody said; of one that is new it follows from what is allowed. */
const withDuty = async (row: Item, to: To, ctx: Ctx): Promise<To> => {
  if (to.lossQty === 0) return { ...to, lossDuty: null };
  if (row.lossDuty !== null) return to;
  const line = (await nameLines([{ ...to }], ctx)).get(to.id);
  if (!line) return to;
  const [sent, came] = [await sentLines(ctx, [line.plan.id]), await cameLines(ctx, [line.plan.id])];
  const stands = standingFor(line.row.id, to.reworkFlag === true, sent, came);
  const lost = addDec(subDec(stands.loss, row.lossQty ?? 0), to.lossQty);
  return { ...to, lossDuty: isAllowed(stands.sent, line.row.lossAllow ?? 0, lost) ? '2' : '1' };
};
const itemsWith = ({ items }: Receipt, to: Item): Item[] => items.map((row) => (row.id === to.id ? to : row));

/** More than stands at the supplier, of pieces or of what they are made of. */
const overOf = async (receipt: Receipt, row: Item, to: To, ctx: Ctx): Promise<string | null> => {
  const wanted = { ...receipt, items: itemsWith(receipt, to) };
  if (addDec(to.qty, to.lossQty) > addDec(row.qty, row.lossQty ?? 0)) {
    const limits = await outsideLimits(wanted, ctx);
    const broken = limits.find(({ rows, asked, max }) => rows.includes(row.id) && asked > max);
    if (broken) return broken.text;
  }
  if (receipt.outType !== WITH_MATERIAL) return null;
  const lines = await nameLines(wanted.items, ctx);
  const materials = await usedRows(wanted, receipt, lines, ctx);
  const [problem] = await checkUsed({ ...wanted, materials }, lines, ctx);
  return problem?.text ?? null;
};

/** Pieces carry no value: the difference goes the way the receipt went. */
const moved = async (receipt: Receipt, row: Item, to: To, ctx: Ctx): Promise<ChangeOf<'outReceive'>> => {
  const places = await placesOf(receipt, ctx);
  const doc = docOf('outReceive', receipt);
  const posted = (await liveRows(ctx.trx, doc)).filter(({ rowId }) => rowId === row.id);
  const leg = Math.max(0, ...posted.map((each) => each.leg)) + 1;
  const from = places.supplier;
  const [came, lost] = [subDec(to.qty, row.qty), subDec(to.lossQty, row.lossQty ?? 0)];
  const legs = [
    ...pieceLegs(row, { moveKind: CAME, from, to: places.line(row), qty: came, leg }),
    ...pieceLegs(row, { moveKind: LOST, from, to: await scrapStore(ctx), qty: lost, leg: leg + 2 }),
  ];
  await postStock(ctx, { ...doc, partner: receipt.supplier, legs, append: true });
  return { items: itemsWith(receipt, to) };
};

/** Taken back and received anew: use by what is received, cost by what was used, the same lot. */
const madeAnew = async (receipt: Receipt, to: To, ctx: Ctx): Promise<ChangeOf<'outReceive'>> => {
  const { records } = ctx.asSystem();
  await takeBack(ctx, docOf('outReceive', receipt));
  const saved = await records.save('outReceive', { id: receipt.id, items: itemsWith(receipt, to) });
  const lines = await nameLines(saved.items, ctx);
  const [places, materials] = [await placesOf(saved, ctx), await usedRows(saved, saved, lines, ctx)];
  return postReceipt(saved, materials, { supplier: places.supplier, lines }, ctx);
};

const toldOf = (before: Receipt, after: Receipt, { id, material }: Item): readonly Told[] => {
  const [was, is] = [before, after].map(({ items }) => items.find((row) => row.id === id));
  if (!was || !is) throw refuse(text('record.stale'));
  const one = (ref: string, a: number, b: number): readonly Told[] =>
    a === b ? [] : [{ type: '20', ref, material, batchNbr: is.batchNbr, before: a, after: b }];
  return [
    ...one('外协收回', was.qty, is.qty),
    ...one('外协损耗', was.lossQty ?? 0, is.lossQty ?? 0),
    ...after.materials.flatMap((row): readonly Told[] => {
      const old = before.materials.find((each) => each.id === row.id);
      const [a, b] = [old?.stdQty ?? 0, row.stdQty ?? 0];
      const { material: of, batchNbr } = row;
      if (a === b) return [];
      const way = `${batchNbr ?? ''}→${is.batchNbr ?? ''}`;
      const said = { material: of, batchNbr, before: a, after: b };
      return [
        { type: '20', ref: '耗用', ...said },
        ...(batchNbr === null ? [] : [{ type: '40' as const, ref: way, ...said }]),
      ];
    }),
    {
      type: '50',
      ref: `${before.nbr}收回加损耗`,
      before: sumDec([was.qty, was.lossQty ?? 0]),
      after: sumDec([is.qty, is.lossQty ?? 0]),
    },
    { type: '60', ref: '应付金额', moneyBefore: before.payAmount ?? 0, moneyAfter: after.payAmount ?? 0 },
  ];
};
