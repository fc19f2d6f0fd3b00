/** 外协计划 (40 §6.1): operations or whole products given to a supplier, within what may still be given of them (30 P5). */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { FoundOf, RowOf } from '../../rows';
import { plain } from '../../stock/legs';
import { lockOperations } from '../production/locks';
import { rebalance } from '../production/rebalance';
import { checkUnits } from '../units';
import { adjustRows } from './adjust-lines';
import { planLines } from './adjust-plan';
import { brokenBy } from './limits';
import { WITH_MATERIAL } from './orders';
import { planLimits } from './plan-limits';
import { checkMaterials, checkOrders, planMaterials } from './plan-materials';

type Plan = RowOf<'outPlan'>;

export const outPlan: DomainModule<'outPlan'> = {
  async lock(_action, ids, ctx) {
    const plans = await ctx.asSystem().records.many('outPlan', ids, { rows: ['items'], stored: true });
    await lockOperations(
      ctx,
      plans.flatMap(({ items }) => items.map(({ orderProcess }) => orderProcess)),
    );
  },
  async derive(record, old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const { records } = ctx.asSystem();
    const isMade = record.outType === WITH_MATERIAL;
    await lockOperations(
      ctx,
      record.items.map(({ orderProcess }) => orderProcess),
    );
    const ids = record.items.flatMap(({ orderProcess }) => (orderProcess ? [orderProcess] : []));
    const operations = new Map((await records.many('orderProcess', ids)).map((op) => [op.id, op]));
    const workOrders = await records.many(
      'workOrder',
      [...operations.values()].flatMap(({ workOrderNbr }) => workOrderNbr ?? []),
      { stored: true },
    );
    const supplier =
      record.supplier == null
        ? undefined
        : (await records.many('supplier', [record.supplier], { rows: ['outs'], stored: true }))[0];
    const moved = old !== null && old.supplier !== record.supplier;
    for (const row of record.items) {
      const op = operations.get(row.orderProcess ?? '');
      if (op) {
        const workOrder = workOrders.find(({ id }) => id === op.workOrderNbr);
        Object.assign(row, {
          workOrder: op.workOrderNbr,
          prdOrder: op.prdOrderNbr,
          opNbr: op.opNbr,
          process: op.process,
          material: op.material,
          materialName: op.materialName,
          spec: op.spec,
          attrKey: workOrder?.attrKey ?? null,
          unit: workOrder?.unit ?? row.unit ?? null,
          inspectFlag: row.inspectFlag ?? op.inspectFlag,
          // a row picked by hand is of its operation like one that was pushed
          srcType: 'orderProcess',
          srcId: op.id,
          srcRowId: op.id,
          srcNbr: op.name,
        });
      }
      const of = isMade ? undefined : (row.process ?? null);
      const agreed = supplier && agreedOf(supplier, of, row.material ?? null, ctx.today);
      const known = old?.items.find(({ id }) => id === row.id);
      if (row.price == null || (moved && known?.price === row.price)) row.price = agreed?.price ?? null;
      if (row.lossAllow == null) row.lossAllow = agreed?.lossRate ?? 0;
      if (row.overRate == null) row.overRate = supplier?.overRate ?? 0;
      if (row.dueDate == null) row.dueDate = record.deliveryDate ?? null;
    }
    return { materials: await planMaterials(record, old, ctx) };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [
      ...(await checkUnits('items', record, old, ctx)),
      ...checkMaterials(record),
      ...(await checkOrders(record, ctx)),
      ...brokenBy(await planLimits(record, ctx)),
    ];
  },
  async after({ record, old }, ctx) {
    const touched = [...record.items, ...(old?.items ?? [])].map(({ orderProcess }) => orderProcess);
    await rebalance(ctx, await lockOperations(ctx, touched));
  },
  actions: {
    async adjust(record, { lines, ...why }, ctx) {
      const standings = await planLines(record, ctx);
      const rows = record.items;
      return adjustRows({ kind: '40', field: 'outPlan', doc: record, rows, standings, asks: lines, why }, ctx);
    },
    async close(record, _ask, ctx) {
      await guardOutside(record, ctx);
      return undefined;
    },
  },
};

type Supplier = FoundOf<'supplier', { readonly rows: readonly ['outs'] }>;
/** What the supplier asks for an operation, or for a product whatever is done to it (undefined): the newest valid row, one of the material before one of all. */
export const agreedOf = (
  supplier: Pick<Supplier, 'outs'>,
  process: string | null | undefined,
  material: string | null,
  day: string,
): Supplier['outs'][number] | undefined =>
  supplier.outs
    .filter(
      (row) =>
        (process === undefined || row.process === process) &&
        (row.material === null || row.material === material) &&
        row.validFrom <= day,
    )
    .sort(
      (a, b) => Number(b.material !== null) - Number(a.material !== null) || b.validFrom.localeCompare(a.validFrom),
    )[0];

/** 供应商处还有…: what lies there is received, taken back or booked as lost first. */
const guardOutside = async (record: Plan, ctx: Ctx): Promise<void> => {
  const row = [...record.items, ...record.materials].find(({ atSupplierQty }) => (atSupplierQty ?? 0) > 0);
  if (!row) return;
  const [unit] = await ctx.asSystem().records.many('unit', row.unit === null ? [] : [row.unit], { stored: true });
  throw refuse(`供应商处还有${plain(row.atSupplierQty ?? 0)}${unit?.name ?? ''}，请先收回、退回或登记损耗`, {
    rule: 'outPlan.outside',
  });
};
