/** 缺料选单 (40 §8.5, L10): what orders of the factory and of customers need of bought materials, less what there is and is to come. */

import { dateAdd } from '../../../schemas/language/codec/date-time';
import { addDec, divDec, mulDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { freeStock, openPurchases } from '../../datasets/production/schedule-rows';
import { openApplies, openMakes } from '../../datasets/purchase/supplies';
import { standingOf, watched } from '../../datasets/stock/short';
import { refuse } from '../../errors';
import type { AskOf, FoundOf } from '../../rows';
import { liveReserves } from '../../stock/reserve-read';
import { type NetNeed, netNeeds } from './net-need';

/** 自制 and 虚拟件 are not bought, 不发料 needs nothing */
const MADE: readonly (string | null)[] = ['1', '4'];
const NOT_ISSUED = '3';

export interface Gross {
  readonly material: string;
  readonly attrKey: string | null;
  readonly day: string;
  readonly gross: number;
  readonly prdOrder: string | null;
  readonly nbr: string;
  /** of the document it is of: what is promised to it is free for it */
  readonly row: string;
}
export interface ShortLine extends NetNeed {
  readonly material: FoundOf<'material', { readonly stored: true }>;
  readonly attrKey: string | null;
  readonly free: number;
  readonly coming: number;
  readonly prdOrder: string | null;
  readonly nbrs: string;
}

export const shortagesOf = async (ask: AskOf<'purchaseApply', 'shortage'>, ctx: Ctx): Promise<readonly ShortLine[]> => {
  const found = [...(await ofOrders(ask.orders ?? [], ctx)), ...(await ofSales(ask.sales ?? [], ctx))];
  // what was needed before today is needed today
  const needs = found.map((need) => (need.day < ctx.today ? { ...need, day: ctx.today } : need));
  if (needs.length === 0) throw refuse('请选择有用料的生产订单或有外购商品的销售订单', { rule: 'purchaseApply.none' });
  return netLines(needs, ctx);
};

/** far enough for everything that is to come */
const FAR = '9999-12-31';
/** What is missing to the safety of bought materials after all that is to come (40 §5 缺料预警), wanted when a supplier can bring it. */
export const safetyLines = async (ctx: Ctx): Promise<readonly ShortLine[]> => {
  const standing = await standingOf(ctx.asSystem(), await watched(ctx));
  const needs = standing
    .filter(({ shortage }) => shortage > 0)
    .map(
      ({ of }): Gross => ({ material: of.id, attrKey: null, day: FAR, gross: 0, prdOrder: null, nbr: '', row: of.id }),
    );
  const lines = needs.length === 0 ? [] : await netLines(needs, ctx);
  return lines.map((line) => ({ ...line, day: dateAdd(ctx.today, line.material.leadDays ?? 0) ?? ctx.today }));
};

/** Needs less stock and supply, material by material; what the named orders have applied for counts before its audit. */
export const netLines = async (
  needs: readonly Gross[],
  ctx: Ctx,
  orders: readonly string[] = [],
): Promise<readonly ShortLine[]> => {
  const ids = [...new Set(needs.map(({ material }) => material))];
  const { records } = ctx.asSystem();
  const materials = (await records.many('material', ids, { stored: true })).filter(
    ({ makeType, noStock }) => !MADE.includes(makeType) && noStock !== true,
  );
  const units = await records.many('unit', [...new Set(materials.map(({ unit }) => unit))], { stored: true });
  const stock = await freeStock(ctx, ids);
  const kept = await liveReserves(ctx.trx, { srcRows: needs.map(({ row }) => row) });
  const coming = [
    ...(await openPurchases(ctx, ids)),
    ...(await openApplies(ctx, ids, orders)),
    ...(await openMakes(ctx, ids)),
  ];
  return materials.flatMap((material) => {
    const own = needs.filter((need) => need.material === material.id);
    return [...new Set(own.map(({ attrKey }) => attrKey))].flatMap((attrKey) => {
      const at = (each: { readonly material: string; readonly attrKey: string }): boolean =>
        each.material === material.id && each.attrKey === (attrKey ?? '');
      const days = merged(own.filter((need) => need.attrKey === attrKey));
      const promised = kept.filter(({ key }) => at({ material: key.material, attrKey: key.attrKey ?? '' }));
      const free = addDec(stock.find(at)?.qty ?? 0, sumDec(promised.map(({ remain }) => remain)));
      const lots = coming.filter(at);
      const net = netNeeds([...days.values()], {
        free,
        safetyStock: material.safetyStock ?? 0,
        coming: lots,
        lotMode: material.lotMode,
        lotSize: material.lotSize,
        minPack: material.minPack,
        decimals: units.find(({ id }) => id === material.unit)?.decimals ?? 4,
      });
      return net.map((line) => ({
        ...line,
        material,
        attrKey,
        free,
        coming: lots.filter(({ day }) => day <= line.day).reduce((sum, { qty }) => addDec(sum, qty), 0),
        prdOrder: days.get(line.day)?.prdOrder ?? null,
        nbrs: days.get(line.day)?.nbr ?? '',
      }));
    });
  });
};

/** One need a day; the order stays named when it is the only one. */
const merged = (needs: readonly Gross[]): ReadonlyMap<string, Gross> => {
  const days = new Map<string, Gross>();
  for (const need of needs) {
    const had = days.get(need.day);
    if (!had) days.set(need.day, need);
    else
      days.set(need.day, {
        ...had,
        gross: addDec(had.gross, need.gross),
        prdOrder: had.prdOrder === need.prdOrder ? had.prdOrder : null,
        nbr: had.nbr.split('、').includes(need.nbr) ? had.nbr : `${had.nbr}、${need.nbr}`,
      });
  }
  return days;
};

/** 用料 not issued yet, by the day the order begins or else is due. */
const ofOrders = async (ids: readonly string[], ctx: Ctx): Promise<readonly Gross[]> => {
  const orders = await ctx.records.many('prdOrder', ids, { rows: ['materials'], stored: true });
  return orders.flatMap(({ id, nbr, planRange, dueDate, materials }) =>
    materials.flatMap(({ id: row, material, attrKey, feedMode, needQty, issuedQty, returnedQty }) => {
      const gross = addDec(subDec(needQty ?? 0, issuedQty ?? 0), returnedQty ?? 0);
      if (material === null || feedMode === NOT_ISSUED || gross <= 0) return [];
      const day = planRange?.[0]?.slice(0, 10) ?? dueDate;
      return [{ material, attrKey: attrKey || null, day, gross, prdOrder: id, nbr, row }];
    }),
  );
};
/** Goods that are bought and sold, in base units. */
const ofSales = async (ids: readonly string[], ctx: Ctx): Promise<readonly Gross[]> => {
  const orders = await ctx.records.many('salesOrder', ids, { rows: ['items'], stored: true });
  return orders.flatMap(({ nbr, items }) =>
    items.flatMap(({ id: row, material, attrKey, deliveryDate, openQty, qty, baseQty }) => {
      const gross = qty > 0 ? (divDec(mulDec(openQty ?? 0, baseQty ?? qty), qty) ?? 0) : 0;
      if (gross <= 0) return [];
      return [{ material, attrKey: attrKey || null, day: deliveryDate, gross, prdOrder: null, nbr, row }];
    }),
  );
};
