/** What every operation leaves to follow: stamps of sources, then auto actions of all it wrote. */
import { runAutos } from './act/autos';
import type { EngineCtx } from './host';
import { restamp } from './push/stamps';
import { operation } from './unit';

/** Runs an operation with everything that follows from it. */
export const withFollowing = <T>(ctx: EngineCtx, work: () => Promise<T>): Promise<T> =>
  operation(ctx, { links: (change) => restamp(ctx, change), autos: (touched) => runAutos(ctx, touched) }, work);
