/** 完工入库 (40 §4, L7): audit makes the lot or the serial numbers, posts them into stock and tells work order and order. */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { answer, type DraftOf, type JudgedOf, type LineOf, type RowOf } from '../../rows';
import { qualityOf } from '../../stock/keys';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { lockWorkOrders } from '../production/locks';
import { rebalance } from '../production/rebalance';
import { receivableOf } from '../production/receivable';
import { deliverReceipt } from '../sales/of-receipt';
import { checkStockDoc, docOf } from '../stock-doc';
import { ageRows } from './expiry';
import { takeBack } from './held';

const MOVE_KIND = '24';
/** 联副产品入库, pushed from what was reported of them (L8) */
const BY_PRODUCT = '2';
/** 序列号 */
const SERIAL = '2';
/** legs of a row are numbered below those of differences of value */
const MOST_SERIALS = 999;
type Line = LineOf<'enterWarehouse', 'items'>;

export const enterWarehouse: DomainModule<'enterWarehouse'> = {
  async lock(_action, ids, ctx) {
    const receipts = await ctx.asSystem().records.many('enterWarehouse', ids, { rows: ['items'], stored: true });
    await lockWorkOrders(
      ctx,
      receipts.flatMap(({ items }) => items.map(({ workOrder }) => workOrder)),
    );
  },
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const workOrders = await workOrdersOf(record, ctx);
    const costs = await costsOf([...workOrders.values(), ...record.items], ctx);
    for (const row of record.items) {
      const found = workOrders.get(row.workOrder ?? '');
      if (!found) continue;
      if (record.enterType === BY_PRODUCT) {
        row.costPrice = costs.get(row.material ?? '') ?? 0;
        continue;
      }
      const rest = await restOf(found, record.id, ctx);
      row.receivableQty = rest.rest;
      row.material = found.material;
      row.attrKey = found.attrKey;
      row.unit = row.unit ?? found.unit;
      row.costPrice = costs.get(found.material ?? '') ?? 0;
    }
    await ageRows(record.items, ctx);
    // the head names what all its rows share
    const one = <V>(values: readonly V[]): V | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);
    const found = record.items.flatMap((row) => workOrders.get(row.workOrder ?? '') ?? []);
    const checks = await checksOf(
      found.map(({ id }) => id),
      ctx,
    );
    return {
      prdOrder: one(found.map(({ prdOrderNbr }) => prdOrderNbr)),
      workOrder: one(found.map(({ id }) => id)),
      workshop: record.workshop ?? one(found.map(({ workshop }) => workshop)),
      checkNbr: one(checks),
    };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkStockDoc(record, old, ctx)), ...(await checkReceivable(record, ctx))];
  },
  async after({ record, old }, ctx) {
    const touched = [...record.items, ...(old?.items ?? [])].map(({ workOrder }) => workOrder);
    const workOrders = await lockWorkOrders(ctx, touched);
    await rebalance(ctx, workOrders);
  },
  actions: {
    async audit(record, _ask, ctx) {
      const materials = await materialsOf(record, ctx);
      const unpriced = record.items.find(({ material }) => materials.get(material)?.noStock === true);
      if (unpriced) throw refuse(`物料「${unpriced.materialCode ?? ''}」不管库存，不能入库`);
      const posted = await postStock(ctx, {
        ...docOf('enterWarehouse', record),
        legs: record.items
          .flatMap((row) => legsOf(row, materials.get(row.material)?.traceMode === SERIAL))
          .map((leg) => ({ ...leg, moveKind: record.enterType === BY_PRODUCT ? '26' : MOVE_KIND })),
      });
      for (const row of record.items) {
        const own = posted.rows.filter(({ rowId, qty }) => rowId === row.id && qty > 0);
        const numbers = own.flatMap(({ key }) => (key.batchNbr === null ? [] : [key.batchNbr]));
        row.qualityStatus = qualityOf(own[0]?.key) ?? row.qualityStatus;
        if (materials.get(row.material)?.traceMode === SERIAL) row.serials = numbers;
        else row.batchNbr = numbers[0] ?? row.batchNbr;
      }
      await bookOutputs(record, 1, ctx);
      await ctx.emit('enterWarehouse.received', { object: 'enterWarehouse', id: record.id, nbr: record.nbr });
      return { items: record.items };
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf('enterWarehouse', record));
      await bookOutputs(record, -1, ctx);
      for (const row of record.items) row.qualityStatus = '1';
      return { items: record.items };
    },
    toDelivery: async (record, { lines }, ctx) => answer({ created: await deliverReceipt(record, lines, ctx) }),
  },
};

/** One leg a row; of a product with serial numbers one a piece. */
const legsOf = (row: Line, isSerial: boolean): readonly LegInput[] => {
  if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  const leg = (n: number, qty: number, batchNbr: string | null): LegInput => ({
    rowId: row.id,
    leg: n,
    lineNo: row.lineNo,
    moveKind: MOVE_KIND,
    qty,
    key: {
      material: row.material,
      attrKey: row.attrKey,
      warehouse: row.warehouse,
      position: row.position,
      batchNbr,
      qualityStatus: '1',
      owner: row.owner,
    },
    cost: { by: 'price', price: row.costPrice ?? 0 },
    batch: { produceDate: row.produceDate, expireDate: row.expireDate, serial: isSerial },
    work: { workOrder: row.workOrder },
  });
  if (!isSerial) return [leg(1, row.baseQty, row.batchNbr)];
  if (!Number.isInteger(row.baseQty) || row.baseQty > MOST_SERIALS)
    throw refuse(`第${row.lineNo}行按序列号管理，数量须为不超过${MOST_SERIALS}的整数，本次${plain(row.baseQty)}`);
  // numbers of an earlier audit that was taken back are given again
  const known = row.serials?.length === row.baseQty ? row.serials : [];
  return Array.from({ length: row.baseQty }, (_, n) => leg(n + 1, 1, known[n] ?? null));
};

const materialsOf = async ({ items }: Pick<RowOf<'enterWarehouse'>, 'items'>, ctx: Ctx) => {
  const ids = [...new Set(items.map(({ material }) => material))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  return new Map(found.map((material) => [material.id, material]));
};
const workOrdersOf = async ({ items }: Pick<DraftOf<'enterWarehouse'>, 'items'>, ctx: Ctx) => {
  const ids = [...new Set(items.flatMap(({ workOrder }) => (workOrder ? [workOrder] : [])))];
  const found = await ctx.asSystem().records.many('workOrder', ids, { stored: true });
  return new Map(found.map((workOrder) => [workOrder.id, workOrder]));
};
/** 标准成本 of what comes in. */
const costsOf = async (things: readonly { readonly material?: string | null }[], ctx: Ctx) => {
  const ids = [...new Set(things.flatMap(({ material }) => (material ? [material] : [])))];
  const found = await ctx.asSystem().records.many('material', ids, { stored: true });
  return new Map(found.map(({ id, stdCost }) => [id, stdCost ?? 0]));
};
type WorkOrder = Pick<RowOf<'workOrder'>, 'id' | 'prdOrderNbr' | 'qualifiedQty'>;
const restOf = async ({ id, prdOrderNbr, qualifiedQty }: WorkOrder, except: string, ctx: Ctx) => {
  const [order] =
    prdOrderNbr === null ? [] : await ctx.asSystem().records.many('prdOrder', [prdOrderNbr], { stored: true });
  return receivableOf(ctx, { workOrder: id, isChecked: order?.fqcFlag === true, good: qualifiedQty ?? 0, except });
};

/** Checks that say what may be received. */
const checksOf = async (workOrders: readonly string[], ctx: Ctx): Promise<readonly string[]> => {
  if (workOrders.length === 0) return [];
  const found = await ctx
    .asSystem()
    .records.find('productionCheck', 'workOrderNbr in param.workOrders && docStatus == 60', {
      param: { workOrders: [...new Set(workOrders)] },
      sort: 'nbr',
    });
  return found.map(({ nbr }) => nbr);
};

/** 可入库…（合格…，已入库…），本次…: the work orders are locked, so two receipts of the last pieces come one after the other. */
const checkReceivable = async (record: JudgedOf<'enterWarehouse'>, ctx: Ctx): Promise<readonly Problem[]> => {
  await lockWorkOrders(
    ctx,
    record.items.map(({ workOrder }) => workOrder),
  );
  const problems: Problem[] = [];
  const made = record.enterType === BY_PRODUCT ? [] : await workOrdersOf(record, ctx);
  for (const [id, workOrder] of made) {
    const rows = record.items.filter((row) => row.workOrder === id);
    const qty = rows.reduce((sum, { baseQty }) => addDec(sum, baseQty ?? 0), 0);
    const { accepted, received, open, rest } = await restOf(workOrder, record.id, ctx);
    if (qty <= rest) continue;
    const text = `可入库${plain(rest)}（合格${plain(accepted)}，已入库${plain(addDec(received, open))}），本次${plain(qty)}`;
    problems.push({ code: 'enterWarehouse.over', path: `items[${rows[0]?.id ?? ''}].qty`, text });
  }
  const materials = await materialsOf(record, ctx);
  for (const row of record.items)
    if ((row.costPrice ?? 0) === 0)
      problems.push({
        code: 'enterWarehouse.cost',
        path: `items[${row.id}].material`,
        text: `「${materials.get(row.material)?.name ?? ''}」没有标准成本，入库金额为0`,
        level: 'warn',
      });
  return problems;
};

/** 已入库 of the reports its rows were pushed from. */
const bookOutputs = async (record: RowOf<'enterWarehouse'>, sign: 1 | -1, ctx: Ctx): Promise<void> => {
  if (record.enterType !== BY_PRODUCT) return;
  const { records } = ctx.asSystem();
  const ids = [
    ...new Set(record.items.flatMap(({ srcType, srcId }) => (srcType === 'coReport' && srcId ? [srcId] : []))),
  ];
  for (const id of ids.sort()) {
    const report = await records.get('coReport', id, { lock: true });
    const items = (report?.items ?? []).flatMap((line) => {
      const rows = record.items.filter(({ srcRowId }) => srcRowId === line.id);
      if (rows.length === 0) return [];
      const qty = rows.reduce((sum, row) => addDec(sum, row.qty), 0);
      return [{ id: line.id, receivedQty: addDec(line.receivedQty ?? 0, sign * qty) }];
    });
    if (items.length > 0) await records.patch('coReport', id, { rows: { items } });
  }
};
