/**
 * 外协收回 (40 §6.3, §6.6): pieces that come back play the report of their operation (30 P17), a loss of them is 工废; products made of sent
 * material come into stock. Pay follows.
 */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { cameLines, sentLines } from '../../datasets/out/sums';
import { refuse } from '../../errors';
import { usedAfter } from '../../production/limits';
import type { ChangeOf, RowOf } from '../../rows';
import { plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { lockOperations } from '../production/locks';
import { around, floorOf } from '../production/operations';
import { rebalance } from '../production/rebalance';
import { receivedRefusal } from '../production/receivable';
import { takeBack } from '../stock/held';
import { scrapStore } from '../stock/scrap-store';
import { checkStockDoc, docOf } from '../stock-doc';
import { adjustRows } from './adjust-lines';
import { receiveLines } from './adjust-receive';
import { guardJudged, sendToCheck, takeFromCheck, UNJUDGED } from './check';
import { brokenBy } from './limits';
import { nameLines, pieceLegs, placesOf } from './lines';
import { lockAbove, recountOrders, WITH_MATERIAL } from './orders';
import { isAllowed, outsideLimits, standingFor } from './receive-limits';
import { checkUsed, usedRows, WORKED } from './receive-materials';
import { postReceipt } from './receive-post';
import { checkSupplier } from './send';
import { recountPlans, spread } from './standing';

const CAME = '61';
const LOST = '63';
type Receipt = RowOf<'outReceive'>;

export const outReceive: DomainModule<'outReceive'> = {
  async lock(_action, ids, ctx) {
    const receipts = await ctx.asSystem().records.many('outReceive', ids, { rows: ['items'], stored: true });
    await lockAbove(
      receipts.flatMap(({ items }) => items),
      ctx,
    );
  },
  async derive(record, old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const lines = await nameLines(record.items, ctx);
    await lockAbove(record.items, ctx);
    const plans = [...new Set([...lines.values()].map(({ plan }) => plan.id))];
    const [sent, came] = [await sentLines(ctx, plans), await cameLines(ctx, plans)];
    const shares = spread(sent, came);
    const lost = new Map<string, number>();
    for (const row of record.items) {
      const line = lines.get(row.id);
      if (!line) continue;
      const own = sent.filter(({ planRow }) => planRow === line.row.id);
      const named = own.find(({ row: id }) => id === (row.srcType === 'outSend' ? row.srcRowId : row.sendRow));
      const open = own.find(({ row: id, qty }) => {
        const { received = 0, loss = 0, returned = 0 } = shares.get(id) ?? {};
        return qty > sumDec([received, loss, returned]);
      });
      const send = named ?? open ?? own[0];
      Object.assign(row, { sendDoc: send?.doc ?? null, sendRow: send?.row ?? null, reworkFlag: send?.mended === true });
      if (line.plan.outType === WITH_MATERIAL) Object.assign(row, NO_LOSS);
      const stands = standingFor(line.row.id, row.reworkFlag === true, sent, came);
      row.outsideQty = stands.left;
      row.price = row.reworkFlag ? 0 : (line.row.price ?? 0);
      row.taxRate = line.row.taxRate;
      row.deductPrice = line.row.deductPrice ?? 0;
      row.inspectFlag = record.receiveType === WORKED && line.row.inspectFlag === true;
      if (record.receiveType !== WORKED) {
        Object.assign(row, NOTHING_MADE);
        continue;
      }
      const bad = sumDec(
        [row.reworkQty, row.workScrapQty, row.materialScrapQty, row.pendingQty].map((qty) => qty ?? 0),
      );
      if (row.inspectFlag && !row.checkDoc) Object.assign(row, UNJUDGED);
      if (!row.inspectFlag && row.qualifiedQty == null) row.qualifiedQty = Math.max(0, subDec(row.qty ?? 0, bad));
      if (!row.lossQty) row.lossDuty = null;
      else {
        const before = lost.get(line.row.id) ?? stands.loss;
        lost.set(line.row.id, addDec(before, row.lossQty));
        row.lossDuty ??= isAllowed(stands.sent, line.row.lossAllow ?? 0, addDec(before, row.lossQty)) ? '2' : '1';
      }
    }
    const [plan] = [...lines.values()].map((line) => line.plan);
    if (!plan) return undefined;
    const materials = await usedRows({ ...record, outType: plan.outType }, old, lines, ctx);
    return { supplier: plan.supplier, buyer: plan.buyer, outType: plan.outType, materials };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [
      ...(await checkStockDoc(record, old, ctx)),
      ...(await checkSupplier(record, ctx)),
      ...brokenBy(await outsideLimits(record, ctx)),
      ...(await checkUsed(record, await nameLines(record.items, ctx), ctx, { isNew: old === null })),
    ];
  },
  async after({ record, old }, ctx) {
    const rows = [...record.items, ...(old?.items ?? [])];
    const workOrders = await lockOperations(
      ctx,
      rows.map(({ orderProcess }) => orderProcess),
    );
    await recountPlans(
      ctx,
      rows.map(({ plan }) => plan),
    );
    await rebalance(ctx, workOrders);
    await recountOrders(
      ctx,
      rows.map(({ plan }) => plan),
    );
  },
  actions: {
    async adjust(record, { lines, ...why }, ctx) {
      const standings = await receiveLines(record, ctx);
      const rows = record.items;
      return adjustRows({ kind: '60', field: 'outReceive', doc: record, rows, standings, asks: lines, why }, ctx);
    },
    async toCheck(record, _ask, ctx) {
      return { items: await sendToCheck(record, ctx) };
    },
    async backCheck(record, _ask, ctx) {
      return { items: await takeFromCheck(record, ctx) };
    },
    async audit(record, _ask, ctx) {
      guardJudged(record);
      const places = await placesOf(record, ctx);
      if (record.outType === WITH_MATERIAL) return receiveMade(record, places.supplier, ctx);
      const scrap = await scrapStore(ctx);
      await postStock(ctx, {
        ...docOf('outReceive', record),
        partner: record.supplier,
        legs: record.items.flatMap((row) => [
          ...pieceLegs(row, { moveKind: CAME, from: places.supplier, to: places.line(row), qty: row.qty }),
          ...pieceLegs(row, { moveKind: LOST, from: places.supplier, to: scrap, qty: row.lossQty ?? 0, leg: 3 }),
        ]),
      });
      await tellLoss(record, record.lossQty ?? 0, ctx);
      return undefined;
    },
    async unaudit(record, _ask, ctx) {
      await guardUsed(record, ctx);
      await takeBack(ctx, docOf('outReceive', record));
      if (record.outType !== WITH_MATERIAL) return undefined;
      return {
        items: record.items.map((row) => ({ ...row, costAmount: null, qualityStatus: '1' })),
        materials: record.materials.map((row) => ({ ...row, costAmount: null, deduct: null })),
      };
    },
  },
};

/** What was used is counted again under the locks: another receipt may have come since it was saved. */
const receiveMade = async (record: Receipt, supplier: string, ctx: Ctx): Promise<ChangeOf<'outReceive'>> => {
  const lines = await nameLines(record.items, ctx);
  const now = await usedRows(record, record, lines, ctx);
  const posted = await postReceipt(record, now, { supplier, lines }, ctx);
  await tellLoss(record, sumDec(now.map(({ lossQty }) => lossQty ?? 0)), ctx);
  return posted;
};

const tellLoss = async ({ id, nbr }: Receipt, qty: number, ctx: Ctx): Promise<void> => {
  if (qty > 0) await ctx.emit('outReceive.loss', { object: 'outReceive', id, nbr, detail: `损耗${plain(qty)}` });
};

/** what is lost of a product made of sent material is material */
const NO_LOSS = { lossQty: 0, lossReason: null, lossDuty: null, reworkQty: 0 } as const;
const NOTHING_MADE = {
  ...NO_LOSS,
  qualifiedQty: 0,
  workScrapQty: 0,
  materialScrapQty: 0,
  pendingQty: 0,
} as const;

/** 后续工序已报工…: what came on from here and was used cannot be taken back, nor what was taken into a store. */
const guardUsed = async (record: Receipt, ctx: Ctx): Promise<void> => {
  if (record.receiveType !== WORKED) return;
  const goods = new Map<string, number>();
  for (const { orderProcess, qualifiedQty } of record.items)
    if (orderProcess) goods.set(orderProcess, addDec(goods.get(orderProcess) ?? 0, qualifiedQty ?? 0));
  for (const [operation, good] of goods) {
    const row = record.items.find(({ orderProcess }) => orderProcess === operation);
    if (!row?.workOrder || good === 0) continue;
    const at = around(await floorOf(ctx, row.workOrder), operation);
    const use = usedAfter(at);
    const now = at.balances.get(at.op.opNbr)?.good ?? 0;
    const short = subDec(use?.qty ?? 0, subDec(now, good));
    if (short > 0)
      throw refuse(`后续工序已报工${plain(use?.qty ?? 0)}，合格转入${plain(now)}，反审核后不足${plain(short)}`, {
        rule: 'outReceive.used',
      });
    await guardReceived({ operation, workOrder: row.workOrder, good: subDec(now, good) }, ctx);
  }
};
/** Pieces of a last operation that lie in a store stay made, as those of its reports do (30 P13). */
const guardReceived = async (
  { operation, workOrder, good }: { readonly operation: string; readonly workOrder: string; readonly good: number },
  ctx: Ctx,
): Promise<void> => {
  const [op] = await ctx.asSystem().records.many('orderProcess', [operation], { stored: true });
  const text = op?.isLast === true ? await receivedRefusal(ctx, workOrder, { good, ratio: op.ratio ?? 1 }) : null;
  if (text !== null) throw refuse(text, { rule: 'outReceive.received' });
};
