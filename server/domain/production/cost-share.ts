/** 成本分摊 (30 §2, §4) as a tab of an order and of a report of co-products: what of the materials used each product bears. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { materialCost } from '../../datasets/production/material-cost';
import { seenOf } from '../../datasets/seen';
import { forbidden } from '../../errors';
import { sharesOf } from '../../production/cost-share';
import type { FoundOf } from '../../rows';
import { oneOf } from '../document/sop-match';

/** 主产品 */
const MAIN = '0';
type Work = FoundOf<'workOrder', { readonly rows: readonly ['outputs']; readonly stored: true }>;

export const costShare: Service = {
  name: 'workOrder.costShare',
  right: null,
  async run({ workOrder, prdOrder }, ctx): Promise<readonly Rec[]> {
    const [work, order] = [oneOf(workOrder), oneOf(prdOrder)];
    if (work === null && order === null) return [];
    const { rights } = ctx.session;
    if (!rights.has('workOrder:view') || !rights.group('cost')) throw forbidden();
    const lots = await lotsOf(work, order, ctx);
    const outputs = outputsOf(lots);
    const [first] = lots;
    if (!first || outputs.length === 0) return [];
    const cost = await materialCost(
      ctx,
      lots.map(({ id }) => id),
    );
    const shares = sharesOf(
      cost,
      outputs.map(({ percent }) => percent),
    );
    const head = { workOrder: work, prdOrder: first.prdOrderNbr };
    const main = {
      material: first.material,
      kind: MAIN,
      costPercent: subDec(
        100,
        outputs.reduce((sum, { percent }) => addDec(sum, percent), 0),
      ),
      qty: lots.reduce((sum, { qualifiedQty }) => addDec(sum, qualifiedQty ?? 0), 0),
      amount: shares.main,
    };
    const others = outputs.map(({ material, kind, percent, qty }, n) => ({
      material,
      kind,
      costPercent: percent,
      qty,
      amount: shares.outputs[n] ?? 0,
    }));
    return [main, ...others].map((row, n) => ({ ...head, ...row, seq: n + 1 }));
  },
};

/** Work orders of the caller's rows, with their outputs. */
const lotsOf = async (workOrder: string | null, prdOrder: string | null, ctx: Ctx): Promise<readonly Work[]> => {
  const { records } = ctx.asSystem();
  const where = workOrder === null ? 'prdOrderNbr == param.prdOrder' : 'id == param.workOrder';
  const found = await records.find('workOrder', `${where} && docStatus != 90`, {
    param: { workOrder, prdOrder },
    sort: 'nbr',
  });
  const ids = found.map(({ id }) => id);
  const seen = await seenOf(ctx, 'workOrder', ids);
  return records.many(
    'workOrder',
    ids.filter((id) => seen.has(id)),
    { rows: ['outputs'], stored: true },
  );
};

interface Output {
  readonly material: string;
  readonly kind: string | null;
  readonly percent: number;
  readonly qty: number;
}
/** By material over all lots; the percent is that of the order, the same in each. */
const outputsOf = (lots: readonly Work[]): readonly Output[] => {
  const known = new Map<string, Output>();
  for (const [n, { outputs }] of lots.entries())
    for (const { material, kind, costPercent, reportQty } of outputs) {
      if (material === null) continue;
      const had = known.get(material);
      const percent = n === 0 ? addDec(had?.percent ?? 0, costPercent ?? 0) : (had?.percent ?? costPercent ?? 0);
      known.set(material, { material, kind, percent, qty: addDec(had?.qty ?? 0, reportQty ?? 0) });
    }
  return [...known.values()];
};
