/** Rows of statements by hand are those of everybody: what of them the caller reaches. */
import type { Ctx } from '../ctx';

/** Records inside the caller's rows; who reaches all is not asked one by one. */
export const seenOf = async (ctx: Ctx, object: string, found: readonly string[]): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(found)];
  const { rights } = ctx.session;
  if (rights.super || rights.scopes(`${object}:view`).some(({ scope }) => scope === '1')) return new Set(ids);
  const seen = new Set<string>();
  for (const id of ids) if (await ctx.records.get(object, id, { scoped: true })) seen.add(id);
  return seen;
};
