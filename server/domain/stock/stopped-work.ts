/** Work orders a recall has stopped (40 §10.3): they go on with its end, unless another recall or their order still holds them. */
import type { Ctx } from '../../ctx';
import type { RowOf } from '../../rows';
import { heldAbove } from '../production/hold';

const PAUSED = '40';

/** Their orders, then they, before the lots of the record. */
export const lockStopped = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const { records } = ctx.asSystem();
  const recalls = await records.many('freezeRecord', [...ids], { stored: true });
  const stopped = [...new Set(recalls.flatMap(({ affectedOrders }) => affectedOrders ?? []))].sort();
  if (stopped.length === 0) return;
  const works = await records.many('workOrder', stopped, { stored: true });
  const orders = [...new Set(works.flatMap(({ prdOrderNbr }) => prdOrderNbr ?? []))].sort();
  await records.many('prdOrder', orders, { stored: true, lock: true });
  await records.many('workOrder', stopped, { stored: true, lock: true });
};

/** Work orders that live recalls have stopped, those of one left out. */
export const stoppedByRecalls = async (ctx: Ctx, except: string | null = null): Promise<ReadonlySet<string>> => {
  const live = await ctx.asSystem().records.find('freezeRecord', 'kind == 2 && docStatus in [20, 30]');
  return new Set(live.filter(({ id }) => id !== except).flatMap(({ affectedOrders }) => affectedOrders ?? []));
};

export const resumeStopped = async (
  ctx: Ctx,
  { id, affectedOrders }: Pick<RowOf<'freezeRecord'>, 'id' | 'affectedOrders'>,
): Promise<void> => {
  const stopped = affectedOrders ?? [];
  if (stopped.length === 0) return;
  const { records } = ctx.asSystem();
  const held = await stoppedByRecalls(ctx, id);
  for (const work of await records.many('workOrder', [...stopped].sort(), { stored: true })) {
    if (work.docStatus !== PAUSED || held.has(work.id)) continue;
    if ((await heldAbove({ prdOrderNbr: work.prdOrderNbr }, ctx)) === null)
      await records.act('workOrder', 'resume', work.id);
  }
};
