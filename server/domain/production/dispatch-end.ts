/** What was given out ends with its work order (00 §12): begun it is 已完成, else 已撤回; open again it is what it was. */
import type { Ctx } from '../../ctx';
import type { HeadOf } from '../../rows';
import { isOrderEnded } from './ended';
import { recountDispatches } from './recount';

/** Whether any of them changed: what an operation has given out follows from them. */
export const followDispatches = async (
  ctx: Ctx,
  docStatus: HeadOf<'workOrder'>['docStatus'],
  operations: readonly string[],
): Promise<boolean> => {
  const { records } = ctx.asSystem();
  const isOver = isOrderEnded(docStatus);
  const found = await records.find('dispatchOrder', `orderProcess in param.operations && ${isOver ? OPEN : STOPPED}`, {
    param: { operations },
    sort: 'id',
  });
  if (found.length === 0) return false;
  for (const { id } of await records.many(
    'dispatchOrder',
    found.map(({ id }) => id),
    { stored: true, lock: true },
  )) {
    const dispatch = found.find((each) => each.id === id);
    if (dispatch) await records.patch('dispatchOrder', id, { head: isOver ? ended(dispatch) : wasBefore(dispatch) });
  }
  if (!isOver)
    await recountDispatches(
      ctx,
      found.map(({ id }) => id),
    );
  return true;
};
const OPEN = 'docStatus in [10, 20, 30]';
const STOPPED = '!empty(endedFrom)';

type Dispatch = HeadOf<'dispatchOrder'>;
const ended = ({ docStatus, startQty }: Dispatch) => ({
  endedFrom: docStatus,
  docStatus: (startQty ?? 0) > 0 ? ('60' as const) : ('80' as const),
});
const wasBefore = ({ endedFrom }: Dispatch) => ({ docStatus: endedFrom, endedFrom: null });
