/** A verdict on what waits to be inspected, whatever brought it (domain/40 §3.6): a recalled lot that is good lands in 冻结. */
import type { Ctx } from '../../ctx';
import { postStock } from '../../stock/posting';
import { holdOf, type Lot, type Verdict, type VerdictLegs, verdictLegs } from '../../stock/waiting';
import { freezeStock, RECALL } from './freeze';
import { scrapStore } from './scrap-store';

interface Judged {
  /** the document of the verdict */
  readonly doc: Omit<Parameters<typeof postStock>[1], 'legs'>;
  readonly lot: Lot;
  readonly verdict: Verdict;
  /** why it is frozen where the recall is not to be found */
  readonly reason: string;
}
/** The warehouses are those of keepers, so the system posts. Where less waits than is judged (`short`), nothing is posted. */
export const judgeStock = async (
  ctx: Ctx,
  { doc, lot, verdict, reason }: Judged,
): Promise<Pick<VerdictLegs, 'short'>> => {
  const moved = await verdictLegs(ctx, lot, verdict, verdict.scrapped > 0 ? await scrapStore(ctx) : null);
  if (moved.short !== null) return { short: moved.short };
  await postStock(ctx.asSystem(), { ...doc, legs: moved.legs });
  for (const batchNbr of new Set(moved.good.map(({ key }) => key.batchNbr)))
    await hold(
      ctx,
      { ...lot, batchNbr },
      reason,
      moved.good.filter(({ key }) => key.batchNbr === batchNbr),
    );
  return { short: null };
};

const hold = async (ctx: Ctx, lot: Lot, reason: string, keys: VerdictLegs['good']): Promise<void> => {
  const held = await holdOf(ctx, lot);
  if (held === null) return;
  const system = ctx.asSystem();
  const [record] = await system.records.find('freezeRecord', 'nbr == param.held', { param: { held }, limit: 1 });
  await freezeStock(system, {
    kind: RECALL,
    reason: record?.reason ?? reason,
    keys: [...keys],
    ...(record && { into: record.id, affectedOrders: record.affectedOrders ?? [] }),
  });
};
