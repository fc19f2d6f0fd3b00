/** 可入库 (30 P13): what of the last operation's good, or of what was checked, nobody has received; and what that forbids a reversal. */
import { addDec, divDec, roundHalfUp, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { checkedGoodOf, type Received, receivedOf } from '../../datasets/production/received';
import type { ChangeOf, HeadOf } from '../../rows';
import { plain } from '../../stock/legs';
import type { Least, ReportEffect } from './effect';

export interface Receivable {
  /** all that may ever be received by now */
  readonly accepted: number;
  readonly received: number;
  /** asked for by other receipts */
  readonly open: number;
  readonly rest: number;
  /** received and gone back to the workshop */
  readonly back: number;
}
interface Of {
  readonly workOrder: string;
  readonly isChecked: boolean;
  /** good of the last operation, in product units */
  readonly good: number;
  readonly except?: string | null;
  /** what was read of it already */
  readonly known?: Received;
}
export const receivableOf = async (
  ctx: Ctx,
  { workOrder, isChecked, good, except = null, known }: Of,
): Promise<Receivable> => {
  const accepted = isChecked ? await checkedGoodOf(ctx, workOrder) : good;
  const { posted, open, back } = known ?? (await receivedOf(ctx, workOrder, except));
  return { accepted, received: posted, open, back, rest: Math.max(0, subDec(accepted, addDec(posted, open))) };
};

/** What a work order keeps of it. */
export const receivedValues = async (ctx: Ctx, of: Of): Promise<ChangeOf<'workOrder'>> => {
  const { accepted, received, rest, back } = await receivableOf(ctx, of);
  return { acceptedQty: accepted, receivedQty: received, receivableQty: rest, backQty: back };
};

/** 已完工 follows from what is received: enough within what may be owed. */
export const isReceived = ({ planQty, underRate }: Pick<HeadOf<'prdOrder'>, 'planQty' | 'underRate'>, qty: number) =>
  qty > 0 && qty >= roundHalfUp((planQty * (100 - (underRate ?? 0))) / 100, 4);

/** Why the good of the last operation cannot become so little. */
export const receivedRefusal = async (
  ctx: Ctx,
  workOrder: string,
  { good, ratio }: { readonly good: number; readonly ratio: number },
): Promise<string | null> => {
  const { posted, open } = await receivedOf(ctx, workOrder, null);
  const kept = addDec(posted, open);
  const after = roundHalfUp(divDec(good, ratio) ?? 0, 4);
  return after < kept ? `已入库${plain(kept)}，冲销后末工序合格仅${plain(after)}，请先办理产品退库` : null;
};

/** What lies in a store cannot become unmade: the product goes back to the workshop first. */
export const keepReceived: ReportEffect = {
  name: '完工入库',
  apply: async () => undefined,
  reverse: async () => undefined,
  async holds(report, ctx) {
    const { records } = ctx.asSystem();
    const [operation] = await records.many('orderProcess', [report.orderProcess], { stored: true });
    if (operation?.isLast !== true || report.workOrderNbr === null) return null;
    const good = subDec(operation.qualifiedQty ?? 0, report.qualifiedQty);
    return receivedRefusal(ctx, report.workOrderNbr, { good, ratio: operation.ratio ?? 1 });
  },
  async least(report, ctx) {
    if (report.workOrderNbr === null) return [];
    const { orderProcess: operation, workOrderNbr: workOrder, qualifiedQty: good } = report;
    const kept = await leastReceived({ operation, workOrder, good }, ctx);
    return kept === null ? [] : [{ field: 'qualifiedQty', ...kept }];
  },
};

interface Part {
  readonly operation: string;
  readonly workOrder: string;
  /** its own good, among that of the operation */
  readonly good: number;
}
/** What of the good of a document of the last operation the stores leave. */
export const leastReceived = async (
  { operation, workOrder, good }: Part,
  ctx: Ctx,
): Promise<Omit<Least, 'field'> | null> => {
  const [op] = await ctx.asSystem().records.many('orderProcess', [operation], { stored: true });
  if (op?.isLast !== true) return null;
  const { posted, open } = await receivedOf(ctx, workOrder, null);
  const kept = addDec(posted, open);
  const ratio = op.ratio ?? 1;
  const others = subDec(op.qualifiedQty ?? 0, good);
  const left = (to: number): number => roundHalfUp(divDec(addDec(others, to), ratio) ?? 0, 4);
  const text = (to: number): string => `已入库${plain(kept)}，调整后末工序合格仅${plain(left(to))}，请先办理产品退库`;
  return kept > 0 ? { qty: subDec(roundHalfUp(kept * ratio, 4), others), text } : null;
};
