/** 外协发出 (40 §6.2, §6.5): pieces of an operation, or material for a product, leave for a supplier; pieces play the start of their operation (30 P17). */
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { sendLimit } from '../../production/limits';
import { plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { lockOperations } from '../production/locks';
import { around, floorOf } from '../production/operations';
import { rebalance } from '../production/rebalance';
import { takeBack } from '../stock/held';
import { checkStockDoc, docOf } from '../stock-doc';
import { checkUnits } from '../units';
import { adjustRows } from './adjust-lines';
import { sendLines } from './adjust-send';
import { brokenBy } from './limits';
import { nameLines, pieceLegs, placesOf, type Sheet } from './lines';
import { lockAbove, WITH_MATERIAL } from './orders';
import { AGAIN, sendLimits } from './send-limits';
import { checkSendMaterials, guardMaterials, sendLegs, sendMaterials, suggestAll } from './send-materials';
import { recountPlans } from './standing';

const SENT = '60';

export const outSend: DomainModule<'outSend'> = {
  async lock(_action, ids, ctx) {
    const sends = await ctx.asSystem().records.many('outSend', ids, { rows: ['items'], stored: true });
    await lockAbove(
      sends.flatMap(({ items }) => items),
      ctx,
    );
  },
  async derive(record, old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const lines = await nameLines(record.items, ctx);
    await lockAbove(record.items, ctx);
    for (const row of record.items) {
      const line = lines.get(row.id);
      if (!line) continue;
      row.dueDate = line.row.dueDate;
      if (!row.workOrder) {
        row.canSendQty = line.row.openQty;
        continue;
      }
      const floor = await floorOf(ctx, row.workOrder);
      row.canSendQty = record.sendType === AGAIN ? null : sendLimit(around(floor, row.orderProcess ?? '')).max;
    }
    const [plan] = [...lines.values()].map((line) => line.plan);
    if (!plan) return undefined;
    const [supplier] = await ctx.asSystem().records.many('supplier', [plan.supplier], { stored: true });
    const days = record.items.flatMap(({ dueDate }) => (dueDate ? [dueDate] : [])).sort();
    return {
      supplier: plan.supplier,
      // whose plan it is, he may read what goes and comes for it
      buyer: plan.buyer,
      outType: plan.outType,
      materials: await sendMaterials({ ...record, outType: plan.outType }, old, lines, ctx),
      toWarehouse: supplier?.warehouse ?? null,
      expectedBack: record.expectedBack ?? days[0] ?? null,
    };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [
      ...(await checkStockDoc(record, old, ctx)),
      ...(await checkUnits('materials', record, old, ctx)),
      ...(await checkSupplier(record, ctx)),
      ...(await checkSendMaterials(record, ctx)),
      ...brokenBy(await sendLimits(record, ctx)),
    ];
  },
  async after({ record, old }, ctx) {
    const rows = [...record.items, ...(old?.items ?? [])];
    const workOrders = await lockOperations(
      ctx,
      rows.map(({ orderProcess }) => orderProcess),
    );
    await recountPlans(
      ctx,
      rows.map(({ plan }) => plan),
    );
    await rebalance(ctx, workOrders);
  },
  actions: {
    async adjust(record, { lines, ...why }, ctx) {
      const standings = await sendLines(record, ctx);
      const rows = [...record.items, ...record.materials];
      return adjustRows({ kind: '50', field: 'outSend', doc: record, rows, standings, asks: lines, why }, ctx);
    },
    async audit(record, _ask, ctx) {
      const places = await placesOf(record, ctx);
      if (record.outType !== WITH_MATERIAL) {
        await postStock(ctx, {
          ...docOf('outSend', record),
          partner: record.supplier,
          legs: record.items.flatMap((row) =>
            pieceLegs(row, { moveKind: SENT, from: places.line(row), to: places.supplier, qty: row.qty }),
          ),
        });
        return undefined;
      }
      const posted = await postStock(ctx, {
        ...docOf('outSend', record),
        partner: record.supplier,
        legs: sendLegs(record, places.supplier),
      });
      const costs = new Map(posted.rows.filter(({ qty }) => qty > 0).map(({ rowId, amount }) => [rowId, amount]));
      return { materials: record.materials.map((row) => ({ ...row, costAmount: costs.get(row.id) ?? null })) };
    },
    async unaudit(record, _ask, ctx) {
      const back = sumDec(record.items.flatMap((row) => [row.receivedQty ?? 0, row.lossQty ?? 0, row.returnQty ?? 0]));
      if (back > 0) throw refuse(`已收回${plain(back)}，不能反审核`, { rule: 'outSend.received' });
      await guardMaterials(record, ctx);
      await takeBack(ctx, docOf('outSend', record));
      return { materials: record.materials.map((row) => ({ ...row, costAmount: null })) };
    },
    async suggest(record, _ask, ctx) {
      const lines = await nameLines(record.items, ctx);
      return { materials: await suggestAll(record, lines, ctx) };
    },
  },
};

/** One supplier a document, and one that has a place for what he is given. */
export const checkSupplier = async (
  record: Pick<Sheet, 'items' | 'supplier'>,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const ids = record.items.flatMap(({ plan }) => (plan ? [plan] : []));
  const plans = await ctx.asSystem().records.many('outPlan', [...new Set(ids)], { stored: true });
  return plans.some(({ supplier }) => supplier !== record.supplier)
    ? [{ code: 'out.supplier', path: 'items', text: '一张单据只能有一个外协供应商' }]
    : [];
};
