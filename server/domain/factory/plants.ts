/** Workshops as the choice among versions reads them (20 §10.3). */
import type { Ctx } from '../../ctx';
import type { HeadOf } from '../../rows';

const MAX_PLANTS = 10;

/** A workshop and all above it, nearest first. */
export async function plantsOf(ctx: Ctx, unit: string | null): Promise<readonly string[]> {
  const { records } = ctx.asSystem();
  const way: string[] = [];
  for (let at = unit; at !== null && way.length < MAX_PLANTS; ) {
    way.push(at);
    const [node]: Pick<HeadOf<'factoryUnit'>, 'parent'>[] = await records.many('factoryUnit', [at], { stored: true });
    at = node?.parent ?? null;
  }
  return way;
}
