import { type RawBuilder, sql } from 'kysely';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Page } from '../../registry/pages';
import { columnOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { tableSql } from '../store/stored';

/** Deeper than any tree may be (20 §0.4: 10 levels); stops a loop that somebody made by hand. */
const MAX_LEVELS = 64;

/** Each node with all below it, deleted ones left out: start → ids, itself first. One query. */
export const subtrees = (
  ctx: EngineCtx,
  object: ResolvedObject,
  starts: readonly string[],
): Promise<Map<string, string[]>> => walk(ctx, object, starts, 'down');

/** Each node with all above it, itself first, then its parent; above by `parent`, the object's tree unless said. */
export const ancestries = (
  ctx: EngineCtx,
  object: ResolvedObject,
  starts: readonly string[],
  parent = object.tree,
): Promise<Map<string, string[]>> => walk(ctx, object, starts, 'up', parent);

/** The reference that makes the list of a page a tree: the object's own, or the one its view names (`as: "tree:parentOrder"`). */
export const treeField = ({ object, list }: Pick<Page, 'object' | 'list'>): ResolvedField | undefined => {
  const named = list.as.find((word) => word.startsWith('tree:'))?.slice('tree:'.length);
  const code = named ?? object.tree;
  return code === undefined || list.source !== undefined ? undefined : object.fields[code];
};
export const treeColumn = (page: Pick<Page, 'object' | 'list'>): string | undefined => {
  const field = treeField(page);
  return field && columnOf(field);
};

/** The ids of nodes and all below them as a subselect over a bound list of ids. */
export function belowSql(ctx: EngineCtx, object: ResolvedObject, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const field = object.tree === undefined ? undefined : object.fields[object.tree];
  if (!field) return sql`select unnest(${ids})`;
  const table = tableSql(ctx.org.schema, object);
  return sql`with recursive w as (select unnest(${ids}) as id union select n.id from w join ${table} n on n.${sql.ref(columnOf(field))} = w.id and n.is_deleted = 0) select w.id from w`;
}

async function walk(
  ctx: EngineCtx,
  object: ResolvedObject,
  starts: readonly string[],
  way: 'down' | 'up',
  code = object.tree,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(starts.map((id) => [id, [id]]));
  const field = code === undefined ? undefined : object.fields[code];
  if (!field || starts.length === 0) return found;
  const table = tableSql(ctx.org.schema, object);
  const parent = columnOf(field);
  const step =
    way === 'down'
      ? sql`select w.start, n.id, n.${sql.ref(parent)} as up, w.level + 1 from w join ${table} n on n.${sql.ref(parent)} = w.id and n.is_deleted = 0 where w.level < ${sql.lit(MAX_LEVELS)}`
      : sql`select w.start, n.id, n.${sql.ref(parent)} as up, w.level + 1 from w join ${table} n on n.id = w.up where w.level < ${sql.lit(MAX_LEVELS)}`;
  const { rows } = await sql<{ start: string; id: string }>`
    with recursive w as (
      select n.id as start, n.id, n.${sql.ref(parent)} as up, 0 as level from ${table} n where n.id = any(${starts}::uuid[])
      union all
      ${step}
    )
    select start, id from w where level > 0 order by start, level`.execute(ctx.trx);
  for (const row of rows) {
    const list = found.get(row.start);
    if (list && !list.includes(row.id)) list.push(row.id);
  }
  return found;
}
