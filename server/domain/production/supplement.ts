/** 补单 (30 §2): what was lost of an order is made again by a work order of its own, with the materials that takes. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { ChangeOf, HeadOf, RowOf } from '../../rows';
import { releaseSupplement } from './release';
import { lineOf, needRows } from './snapshot';
import { keepSubstitutes } from './substitute-row';

type Order = RowOf<'prdOrder'>;
type WorkOrder = HeadOf<'workOrder'>;

/** A work order for lost pieces; what it needs is told apart from what the order was planned with. */
export const supplementOrder = async (record: Order, qty: number, ctx: Ctx): Promise<ChangeOf<'prdOrder'>> => {
  const rows = await rowsFor(record, qty, ctx);
  const from = await mostLost(record.id, ctx);
  await releaseSupplement(record, { qty, rows, from }, ctx);
  return {
    materials: [...record.materials, ...rows],
    supplementQty: addDec(record.supplementQty ?? 0, qty),
    releasedQty: addDec(record.releasedQty ?? 0, qty),
  };
};

/** Needs of the quantity as the audit would count them (30 P1), substitutes in their place. */
const rowsFor = async (record: Order, qty: number, ctx: Ctx): Promise<Order['materials']> => {
  const planned = plannedRows(record.materials);
  const order = { ...record, planQty: qty };
  const needs = await keepSubstitutes(order, await needRows(order, ctx, []), planned, ctx);
  return needs.map((row, n) => ({
    // what is counted anew has every value a row of the order has
    ...(row as Order['materials'][number]),
    id: ctx.newId(),
    lineNo: lineOf(record.materials.length + n),
    supplement: true,
    issuedQty: 0,
    usedQty: 0,
    returnedQty: 0,
    shortQty: null,
    sourceOrderNbr: null,
  }));
};

/** Rows of the plan itself, without those of supplements. */
export const plannedRows = (rows: Order['materials']): Order['materials'] =>
  rows.filter(({ supplement }) => supplement !== true);
export const supplementRows = (rows: Order['materials']): Order['materials'] =>
  rows.filter(({ supplement }) => supplement === true);

const ENDED: readonly string[] = ['60', '80'];
/** Pieces of a work order that will not come: all that is missing when it has ended, what is scrap while it runs. */
export const lostOf = ({ docStatus, planQty, qualifiedQty, scrapQty }: Lost): number =>
  Math.max(
    ENDED.includes(docStatus ?? '') ? subDec(planQty ?? 0, qualifiedQty ?? 0) : Math.min(scrapQty ?? 0, planQty ?? 0),
    0,
  );
type Lost = Pick<WorkOrder, 'docStatus' | 'planQty' | 'qualifiedQty' | 'scrapQty'>;

/** What an order has lost, and what of it is made again. */
export const lossesOf = (
  workOrders: readonly WorkOrder[],
): { readonly lostQty: number; readonly supplementQty: number } => ({
  lostQty: sumDec(workOrders.map(lostOf)),
  supplementQty: sumDec(
    workOrders.filter(({ supplementOf }) => supplementOf !== null).map(({ planQty }) => planQty ?? 0),
  ),
});

/** The work order that has lost most and not had it made again. */
const mostLost = async (order: string, ctx: Ctx): Promise<string | null> => {
  const workOrders = await ctx
    .asSystem()
    .records.find('workOrder', 'prdOrderNbr == param.order && docStatus != 90', { param: { order }, sort: 'nbr' });
  const open = ({ id, ...own }: WorkOrder): number =>
    subDec(
      lostOf(own),
      sumDec(workOrders.filter(({ supplementOf }) => supplementOf === id).map(({ planQty }) => planQty ?? 0)),
    );
  const [first] = [...workOrders].sort((a, b) => open(b) - open(a));
  return first?.id ?? null;
};
