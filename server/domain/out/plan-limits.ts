/** What a plan may be (40 §6.1): operations beside what is dispatched and planned elsewhere (30 P5), products within their orders. */
import { addDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { outsidePlanned } from '../../datasets/out/materials';
import { dispatchLimit } from '../../production/limits';
import type { JudgedOf } from '../../rows';
import { plain } from '../../stock/legs';
import { around, floorOf } from '../production/operations';
import type { SharedLimit } from './limits';
import { ordersOfPlan, WITH_MATERIAL } from './orders';

type Plan = Pick<JudgedOf<'outPlan'>, 'id' | 'outType' | 'items'>;

export const planLimits = async (record: Plan, ctx: Ctx): Promise<readonly SharedLimit[]> =>
  record.outType === WITH_MATERIAL ? orderLimits(record, ctx) : operationLimits(record, ctx);

/** 工序…最多可排…: all rows of an operation together, beside what is dispatched and planned elsewhere. */
const operationLimits = async (record: Plan, ctx: Ctx): Promise<readonly SharedLimit[]> => {
  const asked = new Map<string, number>();
  for (const { orderProcess, qty } of record.items)
    if (orderProcess) asked.set(orderProcess, addDec(asked.get(orderProcess) ?? 0, qty));
  const limits: SharedLimit[] = [];
  for (const [operation, qty] of asked) {
    const rows = record.items.filter(({ orderProcess }) => orderProcess === operation);
    const [row] = rows;
    if (!row?.workOrder) continue;
    const limit = dispatchLimit(around(await floorOf(ctx, row.workOrder, record.id), operation));
    const { plan = 0, over = 0, dispatched = 0, outPlan: planned = 0 } = limit.terms;
    const text =
      `工序${row.opNbr}计划${plain(plan)}，允许超出${plain(over)}%，已派工${plain(dispatched)}，已排外协${plain(planned)}，` +
      `最多可排${plain(limit.max)}，本次${plain(qty)}`;
    limits.push({ code: 'outPlan.limit', rows: rows.map(({ id }) => id), asked: qty, max: limit.max, text });
  }
  return limits;
};

/** L17: all plans of an order together within what it may be over. */
const orderLimits = async (record: Plan, ctx: Ctx): Promise<readonly SharedLimit[]> => {
  const orders = await ordersOfPlan(record, ctx);
  const planned = await outsidePlanned(
    ctx,
    orders.map(({ id }) => id),
    record.id,
  );
  return orders.map((order) => {
    const own = record.items.filter(({ prdOrder }) => prdOrder === order.id);
    const asked = own.reduce((sum, row) => roundHalfUp(sum + (row.baseQty ?? row.qty), 4), 0);
    const most = roundHalfUp((order.planQty * (100 + (order.overRate ?? 0))) / 100, 4);
    const max = Math.max(0, roundHalfUp(most - (order.releasedQty ?? 0) - (planned.get(order.id) ?? 0), 4));
    const text = `「${order.nbr}」第1行可下推数量${plain(max)}，本次${plain(asked)}`;
    return { code: 'outPlan.order', rows: own.map(({ id }) => id), asked, max, text };
  });
};
