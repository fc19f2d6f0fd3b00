/** A verdict on what waits to be inspected, whatever brought it (domain/40 §3.6): a recalled lot that is good lands in 冻结. */
import type { Ctx } from '../../ctx';
import { postStock } from '../../stock/posting';
import { type Lot, type Verdict, type VerdictLegs, verdictLegs } from '../../stock/waiting';
import { freezeHeld } from './held';
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
  await freezeHeld(ctx, moved.good, reason);
  return { short: null };
};
