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

export interface Doc {
  readonly type: string;
  readonly id: string;
}
/** Of documents of several objects those the caller may open; what posts without a document of its own is nobody's. */
export const seenDocs = async (ctx: Ctx, docs: readonly Doc[]): Promise<ReadonlySet<string>> => {
  const seen = new Set<string>();
  for (const object of new Set(docs.map(({ type }) => type))) {
    if ((ctx as EngineCtx).registry.find(object) === undefined) continue;
    if (!ctx.session.rights.super && !ctx.session.rights.has(`${object}:view`)) continue;
    const ids = docs.filter(({ type }) => type === object).map(({ id }) => id);
    for (const id of await seenOf(ctx, object, ids)) seen.add(id);
  }
  return seen;
};

/**
 * Documents whose number may be followed: those in the caller's rows, and all of an object he has no right on. Who may trace asks by the
 * number on a paper in his hand and is told lots alone; a keeper's number of another warehouse is not there.
 */
export const askedDocs = async (ctx: Ctx, docs: readonly Doc[]): Promise<ReadonlySet<string>> => {
  const { rights } = ctx.session;
  const foreign = docs.filter(({ type }) => !rights.super && !rights.has(`${type}:view`));
  return new Set([...(await seenDocs(ctx, docs)), ...foreign.map(({ id }) => id)]);
};
