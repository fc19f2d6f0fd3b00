/** 自动生成完工入库 (30 P13, prd.autoWarehouse): an effective report of the last operation leaves a receipt to be posted. */
import type { Ctx } from '../../ctx';
import type { RowOf } from '../../rows';
import type { ReportEffect } from './effect';
import { saveReceipt } from './receipt-draft';
import { receivableOf } from './receivable';

export const autoReceipt: ReportEffect = {
  name: '自动入库',
  apply: async () => undefined,
  reverse: async () => undefined,
  async settled(report, ctx) {
    if (report.docStatus !== '60' || ctx.setting('prd.autoWarehouse') !== true || report.workOrderNbr === null) return;
    const { records } = ctx.asSystem();
    const [operation] = await records.many('orderProcess', [report.orderProcess], { stored: true });
    if (operation?.isLast !== true) return;
    const [workOrder] = await records.many('workOrder', [report.workOrderNbr], { stored: true });
    if (!workOrder?.prdOrderNbr) return;
    const [order] = await records.many('prdOrder', [workOrder.prdOrderNbr], { stored: true });
    if (order?.fqcFlag === true) return;
    const { rest } = await receivableOf(ctx, {
      workOrder: workOrder.id,
      isChecked: false,
      good: workOrder.qualifiedQty ?? 0,
    });
    const warehouse = order?.warehouse ?? (await storeOf(workOrder.material, ctx));
    // nowhere to put it: it is received by hand
    if (rest <= 0 || warehouse === null) return;
    await saveReceipt([{ workOrder, qty: rest }], { warehouse, workshop: workOrder.workshop }, ctx.asSystem());
  },
};
const storeOf = async (material: RowOf<'workOrder'>['material'], ctx: Ctx): Promise<string | null> => {
  const [found] = material === null ? [] : await ctx.asSystem().records.many('material', [material], { stored: true });
  return found?.defWarehouse ?? null;
};
