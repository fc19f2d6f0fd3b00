/**
 * 下达时预留 (prd.reserve; 30 P3, 40 §3.4): what open work orders of an order still draw is promised to the rows of its materials. Picking
 * uses the promise; what nobody draws any more is given free.
 */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, Service } from '../../ctx';
import type { FoundOf, LineOf, RowOf } from '../../rows';
import { lockReserves, releaseReserves, reserveStock, trimReserves } from '../../stock/reserve';
import { liveReserves } from '../../stock/reserve-read';
import { isOrderEnded } from './ended';

const OBJECT = 'prdOrder';
const NOT_ISSUED = '3';
type Row = LineOf<'prdOrder', 'materials'>;
type Of = Pick<RowOf<'prdOrder'>, 'id' | 'nbr'> & { readonly materials: readonly Row[] };
type WorkOrder = FoundOf<'workOrder', { readonly rows: readonly ['materials']; readonly stored: true }>;
type Shares = ReadonlyMap<string, number>;
const NONE: Shares = new Map();

/** Base units still to be drawn, by row of the order: shares of what is open, less what was drawn beyond the shares of what has ended. */
export const openNeeds = async (order: Of, ctx: Ctx, added: Shares = NONE): Promise<Shares> => {
  const { records } = ctx.asSystem();
  const found = await records.find('workOrder', 'prdOrderNbr == param.order && docStatus != 90', {
    param: { order: order.id },
  });
  const ids = found.map(({ id }) => id);
  const lots = await records.many('workOrder', ids, { rows: ['materials'], stored: true });
  const all = sharesOf(lots);
  const open = sharesOf(lots.filter(({ docStatus }) => !isOrderEnded(docStatus)));
  return new Map(
    order.materials.map(({ id, feedMode, issuedQty, returnedQty }) => {
      if (feedMode === NOT_ISSUED) return [id, 0];
      const more = added.get(id) ?? 0;
      const drawn = subDec(issuedQty ?? 0, returnedQty ?? 0);
      const rest = subDec(addDec(all.get(id) ?? 0, more), drawn);
      return [id, Math.max(0, Math.min(rest, addDec(open.get(id) ?? 0, more)))];
    }),
  );
};
/** What work orders need, by row of the order. */
export const sharesOf = (lots: readonly Pick<WorkOrder, 'materials'>[]): Shares => {
  const sums = new Map<string, number>();
  for (const { orderRow, needQty } of lots.flatMap(({ materials }) => materials))
    if (orderRow !== null) sums.set(orderRow, addDec(sums.get(orderRow) ?? 0, needQty ?? 0));
  return sums;
};

/** Promises what the order needs with the shares `added` that are about to be released; what is not there is no reason to refuse. */
export const reserveOrder = async (order: Of, ctx: Ctx, added: Shares = NONE): Promise<void> => {
  if (ctx.setting('prd.reserve') !== true) return;
  const needs = await openNeeds(order, ctx, added);
  const units = [...new Set(order.materials.flatMap(({ unit }) => unit ?? []))];
  const decimals = new Map(
    (await ctx.asSystem().records.many('unit', units, { stored: true })).map((unit) => [unit.id, unit.decimals ?? 4]),
  );
  await reserveStock(
    ctx,
    order.materials.flatMap(({ id, material, attrKey, warehouse, unit }) => {
      const need = needs.get(id) ?? 0;
      if (material === null || need <= 0) return [];
      const of = { srcType: OBJECT, srcId: order.id, srcNbr: order.nbr, srcRowId: id };
      return [{ ...of, material, attrKey: attrKey || null, warehouse, need, decimals: decimals.get(unit ?? '') ?? 4 }];
    }),
  );
};

/** Rows keep no more than is still to be drawn for them, and nothing of a material that another stands for by now. */
export const trimOrder = async (order: Of, reason: string, ctx: Ctx): Promise<void> => {
  const rows = new Map(order.materials.map((row) => [row.id, row]));
  const live = await lockReserves(ctx, { srcRows: [...rows.keys()] });
  if (live.length === 0) return;
  const foreign = live.filter(({ srcRowId, key }) => rows.get(srcRowId)?.material !== key.material);
  await releaseReserves(ctx, { ids: foreign.map(({ id }) => id) }, reason);
  const needs = [...(await openNeeds(order, ctx))];
  await trimReserves(
    ctx,
    needs.map(([srcRowId, need]) => ({ srcRowId, need })),
    reason,
  );
};

/** All of it: the order is done with. */
export const freeOrder = async ({ materials }: Of, reason: string, ctx: Ctx): Promise<void> => {
  await releaseReserves(ctx, { srcRows: materials.map(({ id }) => id) }, reason);
};

/** After something happened to one of its work orders; the order is locked. */
export const followWorkOrder = async (order: string | null, { nbr, action }: Happened, ctx: Ctx): Promise<void> => {
  const title = FREED[action];
  const isBack = BACK.includes(action);
  if (order === null || (title === undefined && !isBack)) return;
  const found = await ctx.asSystem().records.get(OBJECT, order);
  if (!found) return;
  if (isBack) await reserveOrder(found, ctx);
  else await trimOrder(found, `工单${nbr}${title}`, ctx);
};
interface Happened {
  readonly nbr: string;
  readonly action: string;
}
const FREED: Readonly<Record<string, string>> = { void: '已作废', close: '已关闭', finish: '已完工' };
const BACK: readonly string[] = ['reopen', 'unfinish'];

/** What is promised to rows, by row. */
export const keptOf = async (rows: readonly string[], ctx: Ctx): Promise<Map<string, number>> => {
  const kept = new Map<string, number>();
  for (const { srcRowId, remain } of await liveReserves(ctx.trx, { srcRows: rows }))
    kept.set(srcRowId, addDec(kept.get(srcRowId) ?? 0, remain));
  return kept;
};

/** Orders that something is promised to, by id. */
export const keepingOrders = async (ctx: Ctx): Promise<readonly string[]> => {
  const rows = await ctx.trx
    .selectFrom('stock_reserve')
    .select('src_id')
    .distinct()
    .where('src_type', '=', OBJECT)
    .where('status', '=', '30')
    .where('is_deleted', '=', 0)
    .orderBy('src_id')
    .execute();
  return rows.map(({ src_id }) => String(src_id));
};
/** An order whose work orders ended by their numbers alone keeps nothing either; a transaction an order, so that picking waits for one at most. */
export const freeEnded = async (id: string, ctx: Ctx): Promise<void> => {
  const order = await ctx.asSystem().records.get(OBJECT, id, { lock: true });
  if (order) await trimOrder(order, `${order.nbr}不再需要`, ctx);
};

/** 已预留 of a row, shown on the page of its order. */
export const orderReserved: Service = {
  name: 'prdOrder.reserved',
  right: null,
  run: async ({ row }, ctx) =>
    typeof row === 'string'
      ? sumDec((await liveReserves(ctx.trx, { srcRows: [row] })).map(({ remain }) => remain))
      : null,
};
