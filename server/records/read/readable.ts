/** Which of some records a user reaches: what the live channel asks before it names them. */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import type { Sql } from '../sql';
import { rowScope, sourceScope } from './access';

/** The ids that stand in the rows of this right, deleted ones among them; 'all' = the user has no row scope here. */
export async function readableIds(
  ctx: EngineCtx,
  object: ResolvedObject,
  right: string,
  ids: readonly string[],
): Promise<ReadonlySet<string> | 'all'> {
  if (!ctx.session.rights.has(right)) return new Set();
  const scope = rowScope(ctx, object, right);
  if (scope === false) return new Set();
  if (scope === undefined) return 'all';
  const rows = await findRows(ctx, {
    object,
    conditions: [bindCondition(ctx.registry.lib, object, scope)],
    where: () => [sql`t.id = any(${[...ids]}::uuid[])`],
    select: () => sql`t.id`,
    deleted: true,
  });
  return new Set(rows.map((row) => String(row.id)));
}

/** The ids of what a report of this right reads, for statements by hand, which know no row scopes: 'all' = the caller has none here. */
export async function sourceIds(
  ctx: EngineCtx,
  object: ResolvedObject,
  right: string,
  where: readonly Sql[],
): Promise<readonly string[] | 'all'> {
  const scope = sourceScope(ctx, object, right);
  if (scope === false) return [];
  if (scope === undefined) return 'all';
  const rows = await findRows(ctx, {
    object,
    conditions: [bindCondition(ctx.registry.lib, object, scope)],
    where: () => where,
    select: () => sql`t.id`,
  });
  return rows.map((row) => String(row.id));
}
