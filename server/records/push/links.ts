/** Documents before and behind a document (`$links`, 追溯 of documents): read from the links of its rows and of others to it. */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Value } from '../../../schemas/language/value';
import { prepareOften } from '../../db/prepared';
import { columnOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { rowScope } from '../read/access';
import { labelSql } from '../read/labels';
import { idsInScope } from '../save/references';
import { allLinkPlaces, type LinkPlace, lineRef, linkPlaces, liveSql, placeSql } from './link-place';

export interface LinkedDocument {
  readonly object: string;
  readonly title: string;
  readonly id: string;
  readonly nbr: string;
  readonly auditStatus: Value;
  readonly docStatus: Value;
  readonly bizDate: Value;
  readonly url: string | null;
  /** still being worked on: not finished, closed or void */
  readonly isOpen: boolean;
}

const DONE = new Set(['60', '70', '80', '90']);

/** Live documents made from this one; unscoped, for guards. All places are asked at once: most documents have no children. */
export async function childrenOf(ctx: EngineCtx, object: ResolvedObject, id: string): Promise<LinkedDocument[]> {
  const places = allLinkPlaces(ctx.registry).filter(holdsLinks);
  if (places.length === 0) return [];
  const parts = places.map(
    (place, n) => sql`select ${sql.lit(n)}::int as place from (${childIds(ctx, place, object, id)} limit 1) c`,
  );
  const query = sql<{ place: number }>`${sql.join(parts, sql` union all `)} order by 1`.compile(ctx.trx);
  prepareOften(query.sql);
  const found: LinkedDocument[] = [];
  for (const { place } of (await ctx.trx.executeQuery(query)).rows)
    found.push(...(await childrenAt(ctx, places[place]!, object, id)));
  return found;
}

/** Those of them that hold their link in this place. */
export async function childrenAt(
  ctx: EngineCtx,
  place: LinkPlace,
  object: ResolvedObject,
  id: string,
): Promise<LinkedDocument[]> {
  return holdsLinks(place) ? documents(ctx, place.object, childIds(ctx, place, object, id)) : [];
}

const holdsLinks = ({ fields }: LinkPlace): boolean => fields.srcId !== undefined && fields.srcType !== undefined;
const childIds = (ctx: EngineCtx, place: LinkPlace, object: ResolvedObject, id: string) => {
  const { from, line } = placeSql(ctx.org.schema, place);
  return sql`select t.id from ${from} where ${lineRef(place, line, 'srcId')} = ${id}::uuid
    and ${lineRef(place, line, 'srcType')} = ${object.object} and ${liveSql(place.object)}`;
};

/** Documents this one was made from; unscoped. */
export async function parentsOf(ctx: EngineCtx, object: ResolvedObject, rec: Rec): Promise<LinkedDocument[]> {
  const found: LinkedDocument[] = [];
  for (const place of linkPlaces(object)) {
    if (!place.fields.srcId || !place.fields.srcType) continue;
    for (const [type, ids] of await sourceIds(ctx, place, rec.id as string)) {
      const source = ctx.registry.find(type);
      if (source && source.storage !== 'none')
        found.push(...(await documents(ctx, source, sql`select unnest(${ids}::uuid[])`)));
    }
  }
  return found;
}

/** A live document that was made of one of these and is none of them, or one of which one of these was made. */
export async function partedFrom(
  ctx: EngineCtx,
  ids: readonly string[],
): Promise<{ readonly object: string; readonly id: string } | undefined> {
  for (const place of allLinkPlaces(ctx.registry)) {
    if (!place.fields.srcId || !place.fields.srcType) continue;
    const { from, line } = placeSql(ctx.org.schema, place);
    const source = lineRef(place, line, 'srcId');
    const { rows } = await sql<{ id: string; source: string; type: string; within: boolean }>`
      select t.id, ${source} as source, ${lineRef(place, line, 'srcType')} as type, t.id = any(${ids}::uuid[]) as within
        from ${from} where ${source} is not null and ${liveSql(place.object)}
         and (${source} = any(${ids}::uuid[])) <> (t.id = any(${ids}::uuid[])) limit 1`.execute(ctx.trx);
    const [row] = rows;
    if (row) return row.within ? { object: row.type, id: row.source } : { object: place.object.object, id: row.id };
  }
  return undefined;
}

/** The same in the user's rows; what he may not see is counted only. */
export async function linksFor(
  ctx: EngineCtx,
  object: ResolvedObject,
  rec: Rec,
): Promise<{ children: LinkedDocument[]; parents: LinkedDocument[]; hidden: number }> {
  const all = { children: await childrenOf(ctx, object, rec.id as string), parents: await parentsOf(ctx, object, rec) };
  const seen = await visibleIds(ctx, [...all.children, ...all.parents]);
  const children = all.children.filter((child) => seen.has(child.id));
  const parents = all.parents.filter((parent) => seen.has(parent.id));
  return { children, parents, hidden: all.children.length + all.parents.length - children.length - parents.length };
}

async function sourceIds(ctx: EngineCtx, place: LinkPlace, id: string): Promise<Map<string, string[]>> {
  const { from, line } = placeSql(ctx.org.schema, place);
  const { rows } = await sql<{ type: string; id: string }>`
    select distinct ${lineRef(place, line, 'srcType')} as type, ${lineRef(place, line, 'srcId')} as id
    from ${from} where t.id = ${id}::uuid and ${lineRef(place, line, 'srcId')} is not null`.execute(ctx.trx);
  const byType = new Map<string, string[]>();
  for (const row of rows) byType.set(row.type, [...(byType.get(row.type) ?? []), row.id]);
  return byType;
}

async function documents(
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: ReturnType<typeof sql>,
): Promise<LinkedDocument[]> {
  const column = (code: string) => {
    const field = object.fields[code];
    return field && !field.sub && field.formulaAt !== 'live'
      ? sql`${sql.ref(`t.${columnOf(field)}`)}::text`
      : sql`null::text`;
  };
  const table = placeSql(ctx.org.schema, { object, fields: object.fields, key: 'id' }).from;
  const { rows } = await sql<{
    id: string;
    nbr: string | null;
    audit: string | null;
    state: string | null;
    day: string | null;
  }>`
    select t.id, ${labelSql(object, 't')} as nbr, ${column('auditStatus')} as audit, ${column(object.state ?? 'docStatus')} as state, ${column('bizDate')} as day
    from ${table} where t.id in (${ids}) order by t.created_at, t.id`.execute(ctx.trx);
  const url = ctx.registry.page(`${object.object}#detail`)?.route;
  return rows.map((row) => ({
    object: object.object,
    title: object.title,
    id: row.id,
    nbr: row.nbr ?? '',
    auditStatus: row.audit,
    docStatus: row.state,
    bizDate: row.day,
    url: url === undefined ? null : `${url}?id=${row.id}`,
    isOpen: row.state === null || !DONE.has(row.state),
  }));
}

async function visibleIds(ctx: EngineCtx, list: readonly LinkedDocument[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const code of new Set(list.map((doc) => doc.object))) {
    const object = ctx.registry.find(code);
    const scope = object && rowScope(ctx, object, `${code}:view`);
    if (!object || scope === false || !(ctx.system || ctx.session.rights.has(`${code}:view`))) continue;
    const ids = list.filter((doc) => doc.object === code).map((doc) => doc.id);
    for (const id of await idsInScope(ctx, object, ids, scope)) seen.add(id);
  }
  return seen;
}
