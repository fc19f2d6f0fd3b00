/** States are answered as people read them: the workbench has no document whose dictionaries came with it. */
import type {
  TraceEvent,
  TraceFreeze,
  TraceOperation,
  TraceOrder,
  TraceStock,
} from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import type { Shipped } from '../../datasets/trace/shipped';

const wordsOf = (ctx: Ctx, dict: string): ((code: string) => string) => {
  const titles = new Map((ctx.records.dict(dict)?.items ?? []).map(({ code, title }) => [code, title]));
  return (code) => titles.get(code) ?? code;
};
export const ordersInWords = (ctx: Ctx, orders: readonly TraceOrder[]): readonly TraceOrder[] => {
  const word = wordsOf(ctx, 'workOrderStatus');
  return orders.map((order) => ({ ...order, docStatus: word(order.docStatus) }));
};
export const opsInWords = (ctx: Ctx, ops: readonly TraceOperation[]): readonly TraceOperation[] => {
  const word = wordsOf(ctx, 'opStatus');
  return ops.map((op) => ({ ...op, docStatus: word(op.docStatus) }));
};
export const stockInWords = (ctx: Ctx, stock: readonly TraceStock[]): readonly TraceStock[] => {
  const word = wordsOf(ctx, 'qualityStatus');
  return stock.map((key) => ({ ...key, qualityStatus: word(key.qualityStatus) }));
};
export const shippedInWords = (ctx: Ctx, shipped: readonly Shipped[]): readonly Shipped[] => {
  const word = wordsOf(ctx, 'recallNotice');
  return shipped.map((each) => ({ ...each, notice: each.notice === null ? null : word(each.notice) }));
};
export const freezesInWords = (ctx: Ctx, freezes: readonly TraceFreeze[]): readonly TraceFreeze[] => {
  const [kind, status] = [wordsOf(ctx, 'freezeKind'), wordsOf(ctx, 'freezeStatus')];
  return freezes.map((each) => ({ ...each, kind: kind(each.kind), docStatus: status(each.docStatus) }));
};
/** Verdicts of checks and states of devices. */
export const eventsInWords = (ctx: Ctx, events: readonly TraceEvent[]): readonly TraceEvent[] => {
  const [verdict, state] = [wordsOf(ctx, 'checkResult'), wordsOf(ctx, 'deviceRunState')];
  return events.map((event) => {
    if (event.sort === 'check') return { ...event, result: event.result === null ? null : verdict(event.result) };
    return event.sort === 'stop' ? { ...event, what: event.what === null ? null : state(event.what) } : event;
  });
};
