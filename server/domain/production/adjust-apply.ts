/** An adjustment takes effect (30 §5): the quantity changes, everything that follows from it follows by the difference, all or none. */
import type { Ctx } from '../../ctx';
import { lockPeriods } from '../../stock/period';
import type { Adjustment } from './adjust-kind';
import { adjustKinds } from './adjust-kinds';
import type { Told } from './effect';
import { type Floor, floorOf } from './operations';

/** Does it, and tells what it did. */
export const apply = async (record: Adjustment, ctx: Ctx): Promise<readonly Told[]> => {
  const { workOrderNbr, kind } = record;
  if (kind === null) throw new Error(`${record.nbr} says not what it adjusts`);
  await lockPeriods(ctx, 'shared');
  // what a supplier makes of sent material is of no work order
  const before = workOrderNbr === null ? null : await floorOf(ctx, workOrderNbr);
  const told = await adjustKinds[kind].apply(record, ctx);
  return before === null ? told : [...moved(before, await floorOf(ctx, before.workOrder.id)), ...told];
};

const SHOWN = [
  ['outPlan', '外协计划'],
  ['sent', '外协发出'],
  ['started', '开工'],
  ['inQty', '转入'],
  ['good', '合格'],
  ['firstPass', '首次合格'],
  ['rework', '返工'],
  ['scrap', '报废'],
  ['pending', '待判'],
  ['wip', '在制'],
] as const;
/** What changed on the operations of the work order. */
const moved = (before: Floor, after: Floor): readonly Told[] =>
  after.operations.flatMap((op) => {
    const [was, is] = [before.balances.get(op.opNbr), after.balances.get(op.opNbr)];
    if (!was || !is) return [];
    return SHOWN.flatMap(([code, title]): readonly Told[] =>
      was[code] === is[code]
        ? []
        : [{ type: '10', orderProcess: op.id, ref: `工序${op.opNbr}${title}`, before: was[code], after: is[code] }],
    );
  });
