/** What the rows of a picking are for (40 §4, L5): rows of the order's materials, how much of them other pickings have, how much may still go. */
import {
  addDec,
  divDec,
  mulDec,
  roundHalfUp,
  roundNum,
  subDec,
  toNumber,
} from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import type { DraftOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { availableAt } from '../../stock/available';
import { plain } from '../../stock/legs';
import { mulDiv } from '../../stock/value';
import { keptOf } from '../production/order-reserve';

export const PLANNED = '1';
/** 补领 */
const SUPPLEMENT = '2';
/** 线边补货: for a line, not for an order */
export const REFILL = '3';
/** 不发料 */
const NOT_ISSUED = '3';
const ORDER = 'prdOrder';
const CLOSED = '80';

type Order = RowOf<'prdOrder'>;
type Need = LineOf<'prdOrder', 'materials'>;
type Line = DraftOf<'productPicking'>['items'][number];

/** Rows are told what they are for; those of a plan are counted against what may be pushed, the others only name their order. */
export const nameNeeds = async (record: DraftOf<'productPicking'>, order: Order | null, ctx: Ctx): Promise<void> => {
  const others = order === null ? new Map<string, number>() : await pickedByOthers(ctx, order.id, record.id);
  for (const row of record.items) {
    const need = order === null ? undefined : needOf(row, order);
    row.orderRow = need?.id ?? null;
    row.opNbr = need?.opNbr ?? null;
    row.process = need && order ? processOf(need, order) : null;
    row.needQty = need?.needQty ?? null;
    row.otherPickedQty = need ? subDec(others.get(need.id) ?? 0, need.returnedQty ?? 0) : null;
    row.feedMode = need ? (need.feedMode ?? '1') : null;
    row.substituteFor = need?.mainMaterial ?? null;
    row.srcType = need ? ORDER : null;
    row.srcId = need ? (order?.id ?? null) : null;
    row.srcNbr = need ? (order?.nbr ?? null) : null;
    row.srcRowId = need && record.pickType === PLANNED ? need.id : null;
  }
};
const needOf = (row: Line, { materials }: Order): Need | undefined => {
  const named = row.srcRowId ?? row.orderRow;
  const fits = (need: Need): boolean =>
    need.material === row.material && need.feedMode !== NOT_ISSUED && (need.attrKey ?? null) === (row.attrKey ?? null);
  return (
    materials.find((need) => need.id === named && need.material === row.material) ??
    materials.find((need) => fits(need) && (row.opNbr == null || need.opNbr === row.opNbr)) ??
    materials.find(fits)
  );
};
/** Materials without an operation belong to the first. */
const processOf = ({ opNbr }: Need, { ops }: Order): string | null => {
  const [first] = [...ops].sort((a, b) => a.opNbr - b.opNbr);
  return (opNbr === null ? first : ops.find((op) => op.opNbr === opNbr))?.process ?? null;
};

/** By row of the order, in base units: what other pickings that count have asked for; a closed one what it issued. */
const pickedByOthers = async (ctx: Ctx, order: string, self: string): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const found = await records.find('productPicking', 'prdOrder == param.order && docStatus != 90', {
    param: { order },
  });
  const ids = found.filter(({ id }) => id !== self).map(({ id }) => id);
  const sums = new Map<string, number>();
  for (const { docStatus, items } of await records.many('productPicking', ids, { rows: ['items'], stored: true }))
    for (const row of items) {
      if (row.orderRow === null) continue;
      const qty = docStatus === CLOSED ? baseOf(row, row.issuedQty ?? 0) : (row.baseQty ?? 0);
      sums.set(row.orderRow, addDec(sums.get(row.orderRow) ?? 0, qty));
    }
  return sums;
};

/** A quantity in the unit of a row, in base units. */
export const baseOf = ({ qty, baseQty }: Pick<LineOf<'productPicking', 'items'>, 'qty' | 'baseQty'>, of: number) =>
  qty === 0 ? 0 : mulDiv(of, baseQty ?? 0, qty, 4);

/** 「…」需求…，最多可领…; the order is locked, so two pickings of the last quantity come one after the other. */
export const checkNeeds = async (record: JudgedOf<'productPicking'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.pickType === REFILL || record.prdOrder === null) return [];
  const { records } = ctx.asSystem();
  const order = await records.get(ORDER, record.prdOrder, { lock: true });
  if (!order) return [];
  const problems: Problem[] = [];
  if (record.pickType === PLANNED || record.pickType === SUPPLEMENT)
    for (const row of record.items)
      if (row.orderRow === null)
        problems.push({
          code: 'picking.source',
          path: `items[${row.id}].material`,
          text: `物料「${row.materialCode ?? ''}」不在来源单据中`,
        });
  if (record.pickType !== PLANNED) return problems;
  const others = await pickedByOthers(ctx, order.id, record.id);
  const decimals = await decimalsOf(ctx, order);
  const over = order.overRate ?? 0;
  for (const need of order.materials) {
    const rows = record.items.filter(({ orderRow }) => orderRow === need.id);
    const qty = rows.reduce((sum, { baseQty }) => addDec(sum, baseQty ?? 0), 0);
    const had = subDec(others.get(need.id) ?? 0, need.returnedQty ?? 0);
    const limit = roundNum(
      divDec(mulDec(need.needQty ?? 0, addDec(100, over)), 100) ?? 0,
      decimals.get(need.unit ?? '') ?? 4,
      'floor',
    );
    const most = Math.max(0, subDec(toNumber(limit), had));
    if (qty <= most) continue;
    const text =
      `「${need.materialName ?? ''}」需求${plain(need.needQty ?? 0)}，允许超领${plain(over)}%，已领${plain(had)}，` +
      `最多可领${plain(most)}，本次${plain(qty)}；如需超领请改为补领并填写原因`;
    problems.push({ code: 'picking.over', path: `items[${rows[0]?.id ?? ''}].qty`, text });
  }
  return problems;
};
const decimalsOf = async (ctx: Ctx, { materials }: Order): Promise<ReadonlyMap<string, number>> => {
  const ids = new Set(materials.flatMap(({ unit }) => (unit === null ? [] : [unit])));
  const units = await ctx.asSystem().records.many('unit', [...ids], { stored: true });
  return new Map(units.map(({ id, decimals }) => [id, decimals ?? 4]));
};

/** 已领 of the order's rows follows what is issued: `qty` in base units by row of the order, less than 0 taken back. */
export const bookIssued = async (order: string | null, qty: ReadonlyMap<string, number>, ctx: Ctx): Promise<void> => {
  if (order === null || qty.size === 0) return;
  const { records } = ctx.asSystem();
  const stored = await records.get(ORDER, order, { lock: true });
  const materials = (stored?.materials ?? [])
    .filter(({ id }) => qty.has(id))
    .map(({ id, issuedQty }) => ({ id, issuedQty: addDec(issuedQty ?? 0, qty.get(id) ?? 0) }));
  if (materials.length > 0) await records.patch(ORDER, order, { rows: { materials } });
};

/** 齐套率: of how many rows the warehouse they come from has what is still to be issued, with what is promised to them. */
export const kitRateOf = async (rows: readonly Line[], ctx: Ctx): Promise<number> => {
  if (rows.length === 0) return 0;
  const free = await availableAt(
    ctx,
    rows.flatMap(({ material }) => (material ? [material] : [])),
  );
  const kept = await keptOf(
    rows.flatMap(({ orderRow }) => orderRow ?? []),
    ctx,
  );
  const covered = rows.filter((row) => {
    const open = Math.max(0, subDec(row.qty ?? 0, row.issuedQty ?? 0));
    const base = baseOf({ qty: row.qty ?? 0, baseQty: row.baseQty ?? row.qty ?? 0 }, open);
    const own = kept.get(row.orderRow ?? '') ?? 0;
    return addDec(free.get(`${row.material}|${row.warehouse}`) ?? 0, own) >= base;
  });
  return roundHalfUp(divDec(mulDec(covered.length, 100), rows.length) ?? 0, 2);
};

/** Materials with a line-side store of their own lie there, as what uses them looks for them. */
export const lineSidesOf = async (
  rows: readonly { readonly material: string }[],
  ctx: Ctx,
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(rows.map(({ material }) => material))];
  const materials = await ctx.asSystem().records.many('material', ids, { stored: true });
  return new Map(materials.flatMap(({ id, lineWarehouse }) => (lineWarehouse ? [[id, lineWarehouse] as const] : [])));
};
