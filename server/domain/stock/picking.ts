/** 领料 (40 §4): material goes from its warehouse to the line-side store of a workshop; audit lets it go, issues post it line by line. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, JudgedOf } from '../../rows';
import { lineSideOf } from '../production/line-side';
import { checkStockDoc } from '../stock-doc';
import { askLater, cancelIssues, issueLines, outsOf, suggestOuts } from './picking-issue';
import { checkNeeds, kitRateOf, nameNeeds, REFILL } from './picking-rows';

export const productPicking: DomainModule<'productPicking'> = {
  /** the order is locked before its pickings (40 §3.2 step 4) */
  async lock(_action, ids, ctx) {
    const { records } = ctx.asSystem();
    const pickings = await records.many('productPicking', ids, { stored: true });
    const orders = pickings.flatMap(({ prdOrder }) => (prdOrder === null ? [] : [prdOrder]));
    await records.many('prdOrder', [...new Set(orders)].sort(), { stored: true, lock: true });
  },
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const prdOrder = await orderOf(record, ctx);
    const order = prdOrder === null ? null : await ctx.asSystem().records.get('prdOrder', prdOrder);
    await nameNeeds(record, order, ctx);
    const workshop = record.workshop ?? order?.workshop ?? null;
    const toWarehouse = record.toWarehouse ?? (await lineSideOf(ctx, workshop, null))?.id ?? null;
    const workOrder = record.pickType === REFILL ? null : (record.workOrder ?? null);
    return { prdOrder, workOrder, workshop, toWarehouse, kitRate: await kitRateOf(record.items, ctx) };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [
      ...(await checkStockDoc(record, old, ctx)),
      ...(await checkLineSide(record, ctx)),
      ...(await checkNeeds(record, ctx)),
    ];
  },
  async asks(action, record, ctx, ask) {
    return action === 'issue' ? askLater(record, ask, ctx) : [];
  },
  actions: {
    async audit(record, _ask, ctx) {
      return { kitRate: await kitRateOf(record.items, ctx) };
    },
    async kit(record, _ask, ctx) {
      return { kitRate: await kitRateOf(record.items, ctx) };
    },
    async issue(record, ask, ctx) {
      return issueLines(record, await outsOf(record, ask.lines, ctx), ctx);
    },
    async issueAll(record, _ask, ctx) {
      const outs = await suggestOuts(record, ctx);
      if (outs.length === 0) throw refuse(`领料单${record.nbr}没有可发的库存`, { rule: 'picking.none' });
      return issueLines(record, outs, ctx);
    },
    cancelIssue: (record, ask, ctx) => cancelIssues(record, ask.rows, ctx),
  },
};

/** Of a refill none; else the one that is named, or that of the work order. */
const orderOf = async (record: DraftOf<'productPicking'>, ctx: Ctx): Promise<string | null> => {
  if (record.pickType === REFILL) return null;
  if (record.prdOrder || !record.workOrder) return record.prdOrder ?? null;
  const [workOrder] = await ctx.asSystem().records.many('workOrder', [record.workOrder], { stored: true });
  return workOrder?.prdOrderNbr ?? null;
};

/** 线边仓「…」不属于车间「…」: what is fed is looked for in that of the workshop. */
const checkLineSide = async (record: JudgedOf<'productPicking'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const own = await lineSideOf(ctx, record.workshop, null);
  if (own?.id === record.toWarehouse) return [];
  const { records } = ctx.asSystem();
  const [store] = await records.many('warehouse', [record.toWarehouse], { stored: true });
  const [shop] = await records.many('factoryUnit', [record.workshop], { stored: true });
  const text = `线边仓「${store?.name ?? ''}」不属于车间「${shop?.name ?? ''}」`;
  return [{ code: 'picking.lineSide', path: 'toWarehouse', text }];
};
