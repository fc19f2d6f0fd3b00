/** 上料记录 (30 §4): a lot beside the line bound to a device or an operation; what is bound is set aside in stock until it is used. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import type { DraftOf, JudgedOf, RowOf } from '../../rows';
import { STATUS_TITLES } from '../../stock/facts';
import { type Beside, besides, holdStock, statusOfLot } from '../../stock/hold';
import { type FeedFacts, FIFO_REFUSED, feedRefusal } from './feed-guards';
import { isUsable, lineSideOf, needLineSide } from './line-side';

export const feedRecord: DomainModule<'feedRecord'> = {
  /** an operation's work order is locked before its feeds (30 §1.5) */
  async lock(_action, ids, ctx) {
    const { records } = ctx.asSystem();
    const feeds = await records.many('feedRecord', ids, { stored: true });
    const orders = feeds.flatMap(({ workOrderNbr }) => (workOrderNbr === null ? [] : [workOrderNbr]));
    await records.many('workOrder', [...new Set(orders)].sort(), { stored: true, lock: true });
  },
  async derive(record, old, ctx) {
    if (old !== null || !record.material) return undefined;
    const place = await placeOf(record, ctx);
    const [material] = await ctx.asSystem().records.many('material', [record.material], { stored: true });
    const lineSide = await lineSideOf(ctx, place.unit, material?.lineWarehouse);
    return {
      workOrderNbr: place.workOrder,
      opNbr: place.opNbr,
      lineSide: lineSide?.id ?? null,
      attrKey: await attrOf(record, place.workOrder, ctx),
    };
  },
  async check(record, old, ctx) {
    // what the document itself asks for is said there
    if (old !== null || (!record.orderProcess && !record.equipment)) return [];
    const facts = await factsOf(record, ctx);
    if (facts.isTraced && record.batchNbr === null)
      return [{ code: 'feed.batch', path: 'batchNbr', text: `物料「${facts.material}」按批次管理，请填写批次` }];
    const refusal = feedRefusal(facts);
    return refusal === null ? [] : [{ code: `feed.${refusal.path}`, ...refusal }];
  },
  async after({ record, old }, ctx) {
    if (old !== null) return;
    await setAside(record, record.qty, ctx);
    await ctx.emit('feedRecord.fed', { id: record.id, nbr: record.nbr });
  },
  actions: {
    async unload(record, _ask, ctx) {
      return { unloadQty: await freeRest(record, ctx) };
    },
    async cancel(record, _ask, ctx) {
      await freeRest(record, ctx);
      return undefined;
    },
    async carry(record, ask, ctx) {
      const rest = await freeRest(record, ctx);
      await ctx.records.save('feedRecord', {
        id: ctx.newId(),
        orderProcess: ask.orderProcess,
        equipment: record.equipment,
        material: record.material,
        materialName: record.materialName,
        spec: record.spec,
        unit: record.unit,
        batchNbr: record.batchNbr,
        qty: rest,
        employee: record.employee,
        fifoReason: record.fifoReason ?? `续用自${record.nbr}`,
      });
      return { unloadQty: addDec(record.unloadQty ?? 0, rest) };
    },
  },
};

/** What is left of a feed is free again beside the line. */
const freeRest = async (record: RowOf<'feedRecord'>, ctx: Ctx): Promise<number> => {
  const rest = record.remain ?? 0;
  await setAside(record, -rest, ctx);
  return rest;
};

/** Keys of a feed, the same ones each time: those of its lot beside the line. */
const setAside = async (record: RowOf<'feedRecord'>, qty: number, ctx: Ctx): Promise<void> => {
  let rest = Math.abs(qty);
  for (const { key, free, qty: there } of await lotsOf(record, ctx)) {
    const part = Math.min(rest, qty > 0 ? free : subDec(there, free));
    await holdStock(ctx, key, qty > 0 ? part : -part);
    rest = subDec(rest, part);
  }
  if (rest !== 0) throw new Error(`feed ${record.nbr}: ${rest} is not beside the line`);
};
const lotsOf = async (record: RowOf<'feedRecord'>, ctx: Ctx): Promise<readonly Beside[]> => {
  if (record.lineSide === null) return [];
  const where = { material: record.material, attrKey: record.attrKey, warehouse: record.lineSide };
  return (await besides(ctx, where, { lock: true })).filter(({ key }) => key.batchNbr === record.batchNbr);
};

interface Place {
  readonly workOrder: string | null;
  readonly opNbr: number | null;
  /** where the line-side store is looked for */
  readonly unit: string | null;
}
type Placed = Pick<DraftOf<'feedRecord'>, 'orderProcess' | 'equipment'>;
const placeOf = async ({ orderProcess, equipment }: Partial<Placed>, ctx: Ctx): Promise<Place> => {
  const { records } = ctx.asSystem();
  const [op] = orderProcess ? await records.many('orderProcess', [orderProcess], { stored: true }) : [];
  if (op) return { workOrder: op.workOrderNbr, opNbr: op.opNbr, unit: op.workshop };
  const [device] = equipment ? await records.many('equipment', [equipment], { stored: true }) : [];
  return { workOrder: null, opNbr: null, unit: device?.factoryUnit ?? null };
};

/** Of the lot; of what no lot tells, of the row of the work order. */
const attrOf = async (
  { material, batchNbr }: Pick<DraftOf<'feedRecord'>, 'material' | 'batchNbr'>,
  workOrder: string | null,
  ctx: Ctx,
): Promise<string | null> => {
  const { records } = ctx.asSystem();
  const param = { material: material ?? null, batchNbr: batchNbr ?? null };
  const [lot] = batchNbr
    ? await records.find('batch', 'material == param.material && batchNbr == param.batchNbr', { param })
    : [];
  if (lot || workOrder === null) return lot?.attrKey ?? null;
  const found = await records.get('workOrder', workOrder);
  return found?.materials.find((row) => row.material === material)?.attrKey ?? null;
};

const factsOf = async (
  record: JudgedOf<'feedRecord'>,
  ctx: Ctx,
): Promise<FeedFacts & { readonly isTraced: boolean }> => {
  const { records } = ctx.asSystem();
  const { batchNbr, attrKey } = record;
  const workOrder =
    record.workOrderNbr === null ? null : await records.get('workOrder', record.workOrderNbr, { lock: true });
  const [material] = await records.many('material', [record.material], { stored: true });
  const place = await placeOf(record, ctx);
  const lineSide = await needLineSide(ctx, place.unit, material?.lineWarehouse);
  const [lot] =
    batchNbr === null
      ? []
      : await records.find('batch', 'material == param.material && batchNbr == param.batchNbr', {
          param: { material: record.material, batchNbr },
        });
  const lots = await besides(ctx, { material: record.material, attrKey, warehouse: lineSide.id }, { lock: true });
  const status = batchNbr === null ? null : await statusOfLot(ctx, record.material, batchNbr);
  const isOver = lot?.expireDate != null && lot.expireDate < ctx.today && !ctx.session.rights.has('stock:expired');
  return {
    material: material?.name ?? '',
    isTraced: material?.traceMode !== '0',
    batchNbr,
    qty: record.qty,
    workOrder: workOrder && {
      nbr: workOrder.nbr,
      isListed: workOrder.materials.some((row) => row.material === record.material),
    },
    status: status === null ? null : (STATUS_TITLES[status] ?? status),
    expired: isOver ? (lot.expireDate ?? null) : null,
    held: lot?.holdFlag === true ? (lot.freezeNbr ?? '') : null,
    lineSide: lineSide.name,
    lots: lots.map((each) => ({ ...each, isUsable: isUsable(ctx, each) })),
    fifo: fifoOf(ctx),
    hasReason: record.fifoReason !== null,
  };
};

/** Who may (feedRecord:fifo) gives a reason where others are refused. */
const fifoOf = (ctx: Ctx): string => {
  const mode = String(ctx.setting('feed.fifo'));
  return mode === FIFO_REFUSED && ctx.session.rights.has('feedRecord:fifo') ? '1' : mode;
};

/** What is free of a lot (or of a material without lots) beside the line of an operation or device; null = nothing to look at yet. */
export const freeBeside = async (
  ctx: Ctx,
  of: Partial<Placed> & { readonly material?: string | null; readonly batchNbr?: string | null },
): Promise<number | null> => {
  const { material: id, batchNbr = null } = of;
  if (!id || (!of.orderProcess && !of.equipment)) return null;
  const place = await placeOf(of, ctx);
  const [material] = await ctx.asSystem().records.many('material', [id], { stored: true });
  const lineSide = await lineSideOf(ctx, place.unit, material?.lineWarehouse);
  if (!lineSide) return 0;
  const attrKey = await attrOf({ material: id, batchNbr }, place.workOrder, ctx);
  const lots = await besides(ctx, { material: id, attrKey, warehouse: lineSide.id });
  return sumDec(lots.filter(({ key }) => batchNbr === null || key.batchNbr === batchNbr).map(({ free }) => free));
};

/** Live feeds of a work order by material, for what it still needs. */
export const boundOf = async (ctx: Ctx, workOrder: string): Promise<ReadonlyMap<string, number>> => {
  const feeds = await ctx.asSystem().records.find('feedRecord', 'workOrderNbr == param.workOrder && docStatus == 30', {
    param: { workOrder },
  });
  const bound = new Map<string, number>();
  for (const { material, remain } of feeds) bound.set(material, addDec(bound.get(material) ?? 0, remain ?? 0));
  return bound;
};
