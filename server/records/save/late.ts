/** Records of a queue that come too late to be what they are (language §12.3): their module says what becomes of them. */
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import type { SaveInput } from './save';

/** What was made instead of a new record, which is the answer of its call; undefined = it is saved. */
export async function lateOf(
  ctx: EngineCtx,
  page: Page,
  { rec, changes }: SaveInput,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!ctx.offline || typeof rec.version === 'number') return undefined;
  const rows = Object.entries(changes ?? {}).map(([sub, change]) => [sub, change.set]);
  const turned = await moduleOf(ctx, page.object)?.late?.({ ...rec, ...Object.fromEntries(rows) }, ctx);
  return turned && { ...turned };
}
