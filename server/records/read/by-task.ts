import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';

/**
 * What a task opens (security.md §4): the document it is about, in the pages of its object, whatever rows and functions its reader has.
 * Without a record: whether there is any document he may come for.
 */
export async function opensByTask(ctx: EngineCtx, page: Page, id?: unknown): Promise<boolean> {
  if (page.view !== undefined || page.report !== undefined || page.board !== undefined) return false;
  if (id !== undefined && typeof id !== 'string') return false;
  return (await ctx.host.flows?.mayRead(ctx, page.object, id)) === true;
}
