/** 外协发出 (40 §6.2, §6.5): pieces of an operation, or material for a product, leave for a supplier; pieces play the start of their operation (30 P17). */
import { addDec, divDec, mulDec, roundNum, subDec, sumDec, toNumber } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { cameLines, mendedOf, sentLines, waitingSends } from '../../datasets/out/sums';
import { refuse } from '../../errors';
import { sendLimit } from '../../production/limits';
import type { JudgedOf, LineOf } from '../../rows';
import { plain } from '../../stock/legs';
import { postStock, reverseStock } from '../../stock/posting';
import { lockOperations } from '../production/locks';
import { around, floorOf } from '../production/operations';
import { rebalance } from '../production/rebalance';
import { checkStockDoc, docOf } from '../stock-doc';
import { checkUnits } from '../units';
import { nameLines, type PlanLine, pieceLegs, placesOf, type Sheet } from './lines';
import { lockOrders } from './orders';
import { WITH_MATERIAL } from './plan-materials';
import { checkSendMaterials, guardMaterials, sendLegs, sendMaterials, suggestAll } from './send-materials';
import { recountPlans, standingOf } from './standing';

const SENT = '60';
/** 返修发出 */
const AGAIN = '2';
type Line = LineOf<'outSend', 'items'>;

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
      ...(record.sendType === AGAIN ? await checkAgain(record, ctx) : await checkFirst(record, ctx)),
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
      await reverseStock(ctx, docOf('outSend', record));
      return { materials: record.materials.map((row) => ({ ...row, costAmount: null })) };
    },
    async suggest(record, _ask, ctx) {
      const lines = await nameLines(record.items, ctx);
      return { materials: await suggestAll(record, lines, ctx) };
    },
  },
};

/** Orders and operations first, then the plans (40 §6.5 step 1). */
export const lockAbove = async (
  rows: readonly { readonly orderProcess?: string | null; readonly plan?: string | null }[],
  ctx: Ctx,
): Promise<void> => {
  const plans = [...new Set(rows.flatMap(({ plan }) => (plan ? [plan] : [])))].sort();
  await lockOrders(ctx, plans);
  await lockOperations(
    ctx,
    rows.map(({ orderProcess }) => orderProcess),
  );
  await ctx.asSystem().records.many('outPlan', plans, { stored: true, lock: true });
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

const sumBy = <K>(rows: readonly Line[], key: (row: Line) => K): ReadonlyMap<K, number> => {
  const sums = new Map<K, number>();
  for (const row of rows) sums.set(key(row), addDec(sums.get(key(row)) ?? 0, row.qty));
  return sums;
};

/** 计划…最多可发… of the line of the plan, then 工序…可发… of the pieces that are there. */
const checkFirst = async (record: JudgedOf<'outSend'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  const lines = await nameLines(record.items, ctx);
  const plans = [...new Set([...lines.values()].map(({ plan }) => plan.id))];
  const sent = (await sentLines(ctx, plans, record.id)).filter(({ mended }) => !mended);
  const came = (await cameLines(ctx, plans)).filter(({ mended }) => !mended);
  const waiting = await waitingSends(
    ctx,
    [...lines.values()].map(({ row }) => row.id),
    record.id,
  );
  for (const [planRow, qty] of sumBy(record.items, ({ planRow: id }) => id)) {
    const row = record.items.find((each) => each.planRow === planRow);
    const line = row && lines.get(row.id);
    if (!row || !line) continue;
    const stands = standingOf(
      sent.filter((each) => each.planRow === planRow),
      came.filter((each) => each.planRow === planRow),
    );
    const used = addDec(subDec(stands.sent, stands.returned), waiting.get(planRow ?? '') ?? 0);
    const text = overPlan(line, used, qty);
    if (text) problems.push({ code: 'outSend.plan', path: `items[${row.id}].qty`, text });
  }
  for (const [operation, qty] of sumBy(record.items, ({ orderProcess }) => orderProcess)) {
    const row = record.items.find((each) => each.orderProcess === operation);
    if (!row?.workOrder || operation === null) continue;
    const { max, why } = sendLimit(around(await floorOf(ctx, row.workOrder, record.id), operation));
    const text = `工序${row.opNbr}可发${plain(max)}（${why}），本次${plain(qty)}`;
    if (qty > max) problems.push({ code: 'outSend.pieces', path: `items[${row.id}].qty`, text });
  }
  return problems;
};

const overPlan = ({ row }: PlanLine, used: number, qty: number): string | null => {
  const whole = toNumber(roundNum(divDec(mulDec(row.qty, addDec(100, row.overRate ?? 0)), 100) ?? 0, 4, 'floor'));
  const most = Math.max(0, subDec(whole, used));
  if (qty <= most) return null;
  return `计划${plain(row.qty)}，允许超发${plain(row.overRate ?? 0)}%，已发${plain(used)}，最多可发${plain(most)}，本次${plain(qty)}`;
};

/** 待返修…: what a receipt says is to be mended, and no more. */
const checkAgain = async (record: JudgedOf<'outSend'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const { records } = ctx.asSystem();
  const ids = record.items.flatMap(({ srcId }) => (srcId ? [srcId] : []));
  const receipts = await records.many('outReceive', [...new Set(ids)].sort(), { rows: ['items'], stored: true });
  const sources = new Map(receipts.flatMap(({ items }) => items.map((row) => [row.id, row] as const)));
  const gone = await mendedOf(ctx, [...sources.keys()], record.id);
  const problems: Problem[] = [];
  for (const [source, qty] of sumBy(record.items, ({ srcRowId }) => srcRowId)) {
    const row = record.items.find(({ srcRowId }) => srcRowId === source);
    const [all, sent] = [sources.get(source ?? '')?.reworkQty ?? 0, gone.get(source ?? '') ?? 0];
    const most = Math.max(0, subDec(all, sent));
    const text = `待返修${plain(all)}，已发返修${plain(sent)}，最多可发${plain(most)}，本次${plain(qty)}`;
    if (qty > most) problems.push({ code: 'outSend.again', path: `items[${row?.id ?? ''}].qty`, text });
  }
  return problems;
};
