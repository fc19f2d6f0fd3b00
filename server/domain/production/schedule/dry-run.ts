import { inWrite } from '../../../records/context';
import type { EngineCtx } from '../../../records/host';

/** What a change would answer: it is made in a transaction of its own, which is taken back. */
export async function dryRun<T>(ctx: EngineCtx, work: (inner: EngineCtx) => Promise<T>): Promise<T> {
  const back = new Error('taken back');
  const found: T[] = [];
  try {
    await inWrite(
      ctx,
      async (inner) => {
        found.push(await work(inner));
        throw back;
      },
      { trial: true },
    );
  } catch (error) {
    if (error !== back) throw error;
  }
  return found[0]!;
}
