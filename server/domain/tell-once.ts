/** Reminders say a thing once: events are kept longer than what they speak of lasts, so they are asked what was said. */
import type { Ctx } from '../ctx';
import { saidBefore } from '../datasets/factory/reminders';

export interface Told {
  readonly id: string;
  readonly nbr: string | null;
  /** the day or moment it is told for: another one is told anew */
  readonly at: string;
  readonly detail: string;
}
/** Emits `<object>.<event>` for what was not told yet; answers how many. */
export const tellOnce = async (
  ctx: Ctx,
  { object, event }: { readonly object: string; readonly event: string },
  things: readonly Told[],
): Promise<number> => {
  if (things.length === 0) return 0;
  const name = `${object}.${event}`;
  const known = await saidBefore(ctx, name);
  const fresh = things.filter(({ id, at }) => !known.has(`${id} ${at}`));
  for (const { id, nbr, at, detail } of fresh) await ctx.emit(name, { object, id, nbr, keys: [at], detail });
  return fresh.length;
};
