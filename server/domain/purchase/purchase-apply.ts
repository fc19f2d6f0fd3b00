/** 采购申请 (40 §8.1): who is to supply a row is found when nobody was named; 缺料选单 makes an application of what is short. */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { openPurchases } from '../../datasets/production/schedule-rows';
import { lastSuppliers } from '../../datasets/purchase/supplies';
import { answer } from '../../rows';
import { checkUnits } from '../units';
import { type ShortLine, safetyLines, shortagesOf } from './shortage';

/** 生产缺料 */
const SHORT = '1';
/** 安全库存 */
const SAFETY = '2';

export const purchaseApply: DomainModule<'purchaseApply'> = {
  async derive(record, old, ctx) {
    const known = new Set((old?.items ?? []).map(({ id }) => id));
    const fresh = record.items.filter(({ id, supplier }) => !supplier && !known.has(id));
    const found = await lastSuppliers(
      ctx,
      fresh.flatMap(({ material }) => (material ? [material] : [])),
    );
    for (const row of fresh) {
      const last = found.get(row.material ?? '');
      if (last) Object.assign(row, { supplier: last.supplier, buyer: row.buyer ?? last.buyer });
    }
    return undefined;
  },
  check: (record, old, ctx) => checkUnits('items', record, old, ctx),
  actions: {
    async shortage(_record, ask, ctx) {
      const lines = await shortagesOf(ask, ctx);
      const short = lines.filter(({ qty }) => qty > 0);
      if (short.length > 0) await apply(short, SHORT, ctx);
      return answer({ rows: lines.map(shown) });
    },
    async safety(_record, _ask, ctx) {
      const lines = await safetyLines(ctx);
      const short = lines.filter(({ qty }) => qty > 0);
      if (short.length > 0) await apply(short, SAFETY, ctx);
      return answer({ rows: lines.map(shown) });
    },
  },
};

/** In the name of the caller. */
const apply = async (lines: readonly ShortLine[], applyType: typeof SHORT | typeof SAFETY, ctx: Ctx): Promise<void> => {
  await ctx.asSystem().records.save('purchaseApply', {
    id: ctx.newId(),
    applyType,
    requireDate: lines.map(({ day }) => day).sort()[0] ?? ctx.today,
    items: lines.map((line) => ({
      id: ctx.newId(),
      material: line.material.id,
      attrKey: line.attrKey,
      unit: line.material.unit,
      qty: line.qty,
      grossQty: line.gross,
      needQty: line.net,
      requireDate: line.day,
      prdOrder: line.prdOrder,
    })),
  });
};
const shown = ({ material, day, gross, free, coming, net, qty, nbrs }: ShortLine, n: number) => ({
  id: String(n),
  materialCode: material.code,
  materialName: material.name,
  unit: material.unit,
  requireDate: day,
  grossQty: gross,
  stockQty: free,
  onOrderQty: coming,
  needQty: net,
  qty,
  srcNbr: nbrs,
});

/** Service of the undata field 在途. */
export const onOrder: Service = {
  name: 'purchase.onOrder',
  right: null,
  async run({ material }, ctx) {
    if (typeof material !== 'string') return null;
    return (await openPurchases(ctx, [material])).reduce((sum, { qty }) => addDec(sum, qty), 0);
  },
};
