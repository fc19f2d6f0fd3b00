/** Rows of statements by hand are those of everybody: what of them the caller reaches. */
import type { Ctx } from '../ctx';
import type { EngineCtx } from '../records/host';
import { readableIds } from '../records/read/readable';

/** Records inside the caller's rows, asked in one statement; a keeper's warehouses narrow every scope. */
export const seenOf = async (ctx: Ctx, object: string, found: readonly string[]): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(found)];
  if (ids.length === 0) return new Set();
  const seen = await readableIds(ctx as EngineCtx, ctx.records.object(object), `${object}:view`, ids);
  return seen === 'all' ? new Set(ids) : seen;
};
