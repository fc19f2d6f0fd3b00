/** 退料 (40 §4, L6): what is left beside a line, or bad, goes back into a warehouse and counts no more as issued to its order. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { besides } from '../../stock/hold';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { lineSideOf } from '../production/line-side';
import { checkStockDoc, docOf } from '../stock-doc';
import { takeBack } from './held';
import { lineSidesOf } from './picking-rows';

const MOVE_KIND = '21';
/** 料废: arrives to be inspected */
const BAD = '2';
type Return = RowOf<'productReturn'>;
type Line = LineOf<'productReturn', 'items'>;
type Need = LineOf<'prdOrder', 'materials'>;

export const productReturn: DomainModule<'productReturn'> = {
  /** the order is locked before its returns (40 §3.2 step 4) */
  async lock(_action, ids, ctx) {
    const { records } = ctx.asSystem();
    const returns = await records.many('productReturn', ids, { stored: true });
    const orders = returns.flatMap(({ prdOrder }) => (prdOrder === null ? [] : [prdOrder]));
    await records.many('prdOrder', [...new Set(orders)].sort(), { stored: true, lock: true });
  },
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const prdOrder = await orderOf(record, ctx);
    const order = prdOrder === null ? null : await ctx.asSystem().records.get('prdOrder', prdOrder);
    const workshop = record.workshop ?? order?.workshop ?? null;
    const fromWarehouse = record.fromWarehouse ?? (await lineSideOf(ctx, workshop, null))?.id ?? null;
    const named = await rowsOfPickings(record, ctx);
    for (const row of record.items) {
      const need = needOf(row, named, order?.materials ?? []);
      row.orderRow = need?.id ?? null;
      row.issuedQty = need ? netOf(need) : null;
      row.usedQty = need?.usedQty ?? null;
      row.returnedQty = need?.returnedQty ?? null;
      row.lineSideQty = row.material ? await besideQty({ ...row, material: row.material }, fromWarehouse, ctx) : null;
      row.arriveStatus = record.returnReason === BAD ? '2' : '1';
      row.supplier = await supplierOf(row, ctx);
    }
    // whose keeper it waits for
    const warehouse = record.warehouse ?? record.items[0]?.warehouse ?? null;
    return { prdOrder, workshop, fromWarehouse, warehouse };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkReturnable(record, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const lineSides = await lineSidesOf(record.items, ctx);
      await postStock(ctx, {
        ...docOf('productReturn', record),
        legs: record.items.flatMap((row) => legsOf(row, lineSides.get(row.material) ?? record.fromWarehouse)),
      });
      await bookReturned(record, 1, ctx);
      return undefined;
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf('productReturn', record));
      await bookReturned(record, -1, ctx);
      return undefined;
    },
  },
};

const orderOf = async ({ prdOrder, workOrder }: DraftOf<'productReturn'>, ctx: Ctx): Promise<string | null> => {
  if (prdOrder || !workOrder) return prdOrder ?? null;
  const [found] = await ctx.asSystem().records.many('workOrder', [workOrder], { stored: true });
  return found?.prdOrderNbr ?? null;
};

/** Issue lines of the pickings it was pushed from, with the row of the order they were for. */
const rowsOfPickings = async ({ items }: DraftOf<'productReturn'>, ctx: Ctx): Promise<ReadonlyMap<string, string>> => {
  const ids = items.flatMap(({ srcType, srcId }) => (srcType === 'productPicking' && srcId ? [srcId] : []));
  const pickings = await ctx
    .asSystem()
    .records.many('productPicking', [...new Set(ids)], { rows: ['items', 'issues'], stored: true });
  return new Map(
    pickings.flatMap((picking) =>
      picking.issues.flatMap((issue) => {
        const row = picking.items.find(({ id }) => id === issue.itemRow);
        return row?.orderRow ? [[issue.id, row.orderRow] as const] : [];
      }),
    ),
  );
};
const needOf = (
  row: DraftOf<'productReturn'>['items'][number],
  named: ReadonlyMap<string, string>,
  needs: readonly Need[],
): Need | undefined => {
  const id = named.get(row.srcRowId ?? '');
  return (
    needs.find((need) => need.id === id) ??
    needs.find((need) => need.material === row.material && (need.attrKey ?? null) === (row.attrKey ?? null))
  );
};
/** Issued, net of what went back before. */
const netOf = ({ issuedQty, returnedQty }: Need): number => subDec(issuedQty ?? 0, returnedQty ?? 0);

interface Placed {
  readonly material: string;
  readonly attrKey?: string | null;
  readonly batchNbr?: string | null;
}
/** Good stock of the lot beside the line that no feed has bound. */
const besideQty = async (row: Placed, fromWarehouse: string | null, ctx: Ctx): Promise<number> => {
  const [found] = await ctx.asSystem().records.many('material', [row.material], { stored: true });
  const warehouse = found?.lineWarehouse ?? fromWarehouse;
  if (!warehouse) return 0;
  const lots = await besides(ctx, { material: row.material, attrKey: row.attrKey ?? null, warehouse });
  return sumDec(lots.filter(({ key }) => !row.batchNbr || key.batchNbr === row.batchNbr).map(({ free }) => free));
};
const supplierOf = async (
  { material, batchNbr }: DraftOf<'productReturn'>['items'][number],
  ctx: Ctx,
): Promise<string | null> => {
  if (!material || !batchNbr) return null;
  const param = { material, batchNbr };
  const [lot] = await ctx
    .asSystem()
    .records.find('batch', 'material == param.material && batchNbr == param.batchNbr', { param });
  return lot?.supplier ?? null;
};

/** 净领…，最多可退…: the order is locked, so what a report uses meanwhile is seen. */
const checkReturnable = async (record: JudgedOf<'productReturn'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const order =
    record.prdOrder === null ? null : await ctx.asSystem().records.get('prdOrder', record.prdOrder, { lock: true });
  const problems: Problem[] = [];
  const byNeed = new Map<string, number>();
  const byLot = new Map<string, number>();
  for (const row of record.items) {
    const need = order?.materials.find(({ id }) => id === row.orderRow);
    const lot = [row.material, row.attrKey, row.batchNbr].join('|');
    const asked = row.baseQty ?? 0;
    const line = subDec(await besideQty(row, record.fromWarehouse, ctx), byLot.get(lot) ?? 0);
    const before = byNeed.get(row.orderRow ?? '') ?? 0;
    const net = need ? subDec(netOf(need), before) : 0;
    const used = need?.usedQty ?? 0;
    const most = Math.max(0, need ? Math.min(subDec(net, used), line) : line);
    byLot.set(lot, addDec(byLot.get(lot) ?? 0, asked));
    byNeed.set(row.orderRow ?? '', addDec(before, asked));
    if (asked <= most) continue;
    const text = need
      ? `净领${plain(net)}，已耗用${plain(used)}，线边可用${plain(line)}，最多可退${plain(most)}，本次${plain(asked)}`
      : `线边可用${plain(line)}，最多可退${plain(most)}，本次${plain(asked)}`;
    problems.push({ code: 'productReturn.over', path: `items[${row.id}].qty`, text });
  }
  return problems;
};

const legsOf = (row: Line, lineSide: string): readonly LegInput[] => {
  if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  const key = { material: row.material, attrKey: row.attrKey, batchNbr: row.batchNbr };
  const move = { rowId: row.id, lineNo: row.lineNo, moveKind: MOVE_KIND, cost: { by: 'move' } } as const;
  const { warehouse, position, baseQty, arriveStatus } = row;
  return [
    {
      ...move,
      leg: 1,
      qty: -baseQty,
      key: { ...key, warehouse: lineSide, position: null },
      counterWarehouse: warehouse,
    },
    {
      ...move,
      leg: 2,
      qty: baseQty,
      key: { ...key, warehouse, position, qualityStatus: arriveStatus },
      counterWarehouse: lineSide,
    },
  ];
};

/** 已退 of the order's rows. */
const bookReturned = async (record: Return, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  if (record.prdOrder === null) return;
  const { records } = ctx.asSystem();
  const order = await records.get('prdOrder', record.prdOrder, { lock: true });
  const sums = new Map<string, number>();
  for (const { orderRow, baseQty } of record.items)
    if (orderRow !== null) sums.set(orderRow, addDec(sums.get(orderRow) ?? 0, sign * (baseQty ?? 0)));
  const materials = (order?.materials ?? [])
    .filter(({ id }) => sums.has(id))
    .map(({ id, returnedQty }) => ({ id, returnedQty: addDec(returnedQty ?? 0, sums.get(id) ?? 0) }));
  if (materials.length > 0) await records.patch('prdOrder', record.prdOrder, { rows: { materials } });
};
