/** 外协发出数量调整 (30 §5, out.adjustSend of 40 §12): more leaves or some stays after all; the ledger gets the difference. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { text } from '../../../schemas/language/texts';
import type { Ctx } from '../../ctx';
import { lotsLeft, materialsSent, materialsUsed } from '../../datasets/out/materials';
import type { LineOf, RowOf } from '../../rows';
import { availableQty } from '../../stock/available';
import { liveRows, type PostedRow } from '../../stock/document';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { type AdjustKind, type Asked, isStale, type LineStanding, newValue } from '../production/adjust-kind';
import type { Told } from '../production/effect';
import { finerThan } from '../production/prd-units';
import { docOf } from '../stock-doc';
import { blockOfRow, nameOf } from './adjust-lines';
import { mostOf } from './limits';
import { pieceLegs, placesOf } from './lines';
import { WITH_MATERIAL } from './orders';
import { sendLimits } from './send-limits';
import { sendLegs } from './send-materials';

type Send = RowOf<'outSend'>;
type Piece = LineOf<'outSend', 'items'>;
type Lot = LineOf<'outSend', 'materials'>;
const SENT = '60';

export const sendLines = async (send: Send, ctx: Ctx): Promise<readonly LineStanding[]> => {
  const limits = await sendLimits(send, ctx);
  const lines: LineStanding[] = [];
  for (const row of send.items)
    lines.push({
      ...(await standingOf(send, row, ctx)),
      bounds: { sendQty: { min: backOf(row), max: mostOf(limits, row.id, row.qty) } },
    });
  for (const row of send.materials)
    lines.push({
      ...(await standingOf(send, row, ctx)),
      bounds: { sendQty: { min: (await usedOf(send, row, ctx)).min, max: await mostOfLot(row, ctx) } },
    });
  return lines;
};
const standingOf = async (send: Send, row: Piece | Lot, ctx: Ctx) => ({
  id: row.id,
  what: [nameOf(row), ...('batchNbr' in row && row.batchNbr ? [`批次${row.batchNbr}`] : [])].join(' '),
  now: { sendQty: row.qty },
  main: 'sendQty' as const,
  blockReason: await blockOfRow('outSend', { doc: send, row }, ctx),
});

/** What of it came back, worked on or not, or is lost. */
const backOf = ({ receivedQty, lossQty, returnQty }: Piece): number =>
  sumDec([receivedQty ?? 0, lossQty ?? 0, returnQty ?? 0]);
/** What of a lot of a line of a plan is used, lost or given back, less what other rows have sent of it; in the unit of the row. */
const usedOf = async (send: Send, { plan, planMaterial, batchNbr, qty, baseQty }: Lot, ctx: Ctx) => {
  const plans = plan === null ? [] : [plan];
  const [sent, used] = [await materialsSent(ctx, plans), await materialsUsed(ctx, plans)];
  const lot = lotsLeft(planMaterial ?? '', sent, used).find((each) => each.batchNbr === batchNbr);
  const own = used.filter((each) => each.planMaterial === planMaterial && each.batchNbr === batchNbr);
  const sum = (of: 'consumed' | 'loss' | 'returned'): number => sumDec(own.map((each) => each[of]));
  const least = Math.max(0, subDec(baseQty ?? qty, lot?.left ?? 0));
  const min = baseQty ? mulDiv(least, qty, baseQty, 4) : least;
  return { min, consumed: sum('consumed'), loss: sum('loss'), returned: sum('returned') };
};
const mostOfLot = async ({ material, warehouse, position, batchNbr, qty, baseQty }: Lot, ctx: Ctx): Promise<number> => {
  const free = Math.max(0, await availableQty(ctx, { material, warehouse, position, batchNbr }));
  return addDec(qty, baseQty ? mulDiv(free, qty, baseQty, 4) : free);
};

interface At {
  readonly send: Send;
  readonly row: Piece | Lot;
  readonly piece?: Piece;
  readonly lot?: Lot;
}
const found = async ({ outSend, srcRow }: Pick<Asked, 'outSend' | 'srcRow'>, ctx: Ctx): Promise<At | null> => {
  const send = await ctx.asSystem().records.get('outSend', outSend ?? '', { lock: true });
  const piece = send?.items.find(({ id }) => id === srcRow);
  const lot = send?.materials.find(({ id }) => id === srcRow);
  if (send && piece) return { send, row: piece, piece };
  return send && lot ? { send, row: lot, lot } : null;
};

export const adjustedSend: AdjustKind = {
  async refusal(asked, ctx) {
    const at = await found(asked, ctx);
    if (!at || at.send.docStatus !== '60' || isStale(asked, { sendQty: at.row.qty })) return text('record.stale');
    const { send, row } = at;
    const qty = newValue(asked, 'sendQty') ?? row.qty;
    const said =
      (await blockOfRow('outSend', { doc: send, row, except: asked.id }, ctx)) ??
      (await finerThan(row.unit, [qty], ctx));
    if (said !== null) return said;
    return at.piece ? pieceProblem(send, at.piece, qty, ctx) : lotProblem(at, qty, ctx);
  },
  async apply(record, ctx) {
    const at = await found(record, ctx);
    if (!at) throw new Error(`${record.srcNbr} has no row ${record.srcRow}`);
    const qty = newValue(record, 'sendQty') ?? at.row.qty;
    return at.lot ? sendLot(at.send, at.lot, qty, ctx) : sendPieces(at.send, at.row.id, qty, ctx);
  },
};

const pieceProblem = async (send: Send, row: Piece, qty: number, ctx: Ctx): Promise<string | null> => {
  const back = backOf(row);
  const parts = [
    ...((row.lossQty ?? 0) > 0 ? [`损耗${plain(row.lossQty ?? 0)}`] : []),
    ...((row.returnQty ?? 0) > 0 ? [`退回${plain(row.returnQty ?? 0)}`] : []),
  ];
  const with_ = parts.length === 0 ? '' : `（含${parts.join('、')}）`;
  if (qty < back) return `已收回${plain(back)}${with_}，发出数量不能小于${plain(back)}`;
  if (qty <= row.qty) return null;
  const limits = await sendLimits({ ...send, items: piecesWith(send, row.id, qty) }, ctx);
  return limits.find(({ rows, asked, max }) => rows.includes(row.id) && asked > max)?.text ?? null;
};
const piecesWith = ({ items }: Send, id: string, qty: number): Piece[] =>
  items.map((row) => (row.id === id ? { ...row, qty } : row));
const lotProblem = async ({ send, lot }: At, qty: number, ctx: Ctx): Promise<string | null> => {
  if (!lot) return null;
  const { min, consumed, loss, returned } = await usedOf(send, lot, ctx);
  if (qty >= min) return null;
  const name = `「${lot.materialName ?? ''}」${lot.batchNbr ? `批次${lot.batchNbr}` : ''}`;
  return `${name}已耗用${plain(consumed)}、超耗${plain(loss)}、退回${plain(returned)}，发出数量不能小于${plain(min)}`;
};

/** Legs of a row that is posted already are numbered behind those: a reversal writes all of them again at once. */
const behind = (posted: readonly PostedRow[], rowId: string): number =>
  Math.max(0, ...posted.filter((row) => row.rowId === rowId).map(({ leg }) => leg));

const sendPieces = async (send: Send, id: string, qty: number, ctx: Ctx): Promise<readonly Told[]> => {
  const row = send.items.find((each) => each.id === id);
  if (!row) return [];
  if (send.outType !== WITH_MATERIAL) {
    const places = await placesOf(send, ctx);
    const leg = behind(await liveRows(ctx.trx, docOf('outSend', send)), id) + 1;
    const legs = pieceLegs(row, {
      moveKind: SENT,
      from: places.line(row),
      to: places.supplier,
      qty: subDec(qty, row.qty),
      leg,
    });
    await postStock(ctx, { ...docOf('outSend', send), partner: send.supplier, legs, append: true });
  }
  await ctx.asSystem().records.save('outSend', { id: send.id, items: piecesWith(send, id, qty) });
  return [
    ...(send.outType === WITH_MATERIAL
      ? []
      : [{ type: '20' as const, ref: '发至外协仓', material: row.material, before: row.qty, after: qty }]),
    { type: '50', ref: `${send.nbr}在外`, before: subDec(row.qty, backOf(row)), after: subDec(qty, backOf(row)) },
  ];
};

const sendLot = async (send: Send, lot: Lot, qty: number, ctx: Ctx): Promise<readonly Told[]> => {
  const { records } = ctx.asSystem();
  const places = await placesOf(send, ctx);
  const base = (of: number): number => (lot.baseQty ? mulDiv(of, lot.baseQty, lot.qty, 4) : of);
  const from = behind(await liveRows(ctx.trx, docOf('outSend', send)), lot.id);
  const delta = {
    ...send,
    materials: [{ ...lot, qty: subDec(qty, lot.qty), baseQty: subDec(base(qty), base(lot.qty)) }],
  };
  const legs = sendLegs(delta, places.supplier).map((leg): LegInput => ({ ...leg, leg: leg.leg + from }));
  await postStock(ctx, { ...docOf('outSend', send), partner: send.supplier, legs, append: true });
  const posted = await liveRows(ctx.trx, docOf('outSend', send));
  const there = posted.filter(({ rowId, key }) => rowId === lot.id && key.warehouse === places.supplier);
  const costAmount = there.some(({ amount }) => amount !== null)
    ? sumDec(there.map(({ amount }) => amount ?? 0))
    : null;
  await records.save('outSend', {
    id: send.id,
    materials: send.materials.map((row) => (row.id === lot.id ? { ...row, qty, costAmount } : row)),
  });
  const { material, batchNbr } = lot;
  return [
    { type: '20', ref: '发至外协仓', material, batchNbr, before: base(lot.qty), after: base(qty) },
    { type: '50', ref: `${send.nbr}发料`, material, batchNbr, before: lot.qty, after: qty },
  ];
};
