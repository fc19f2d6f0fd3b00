/** States are answered as people read them: the workbench has no document whose dictionaries came with it. */
import type { TraceOperation, TraceOrder, TraceStock } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';

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
