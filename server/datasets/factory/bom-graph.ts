/** The graph of 10.4 over all versions that are not retired: what hangs below a material, and the low-level codes that follow from it. */
import { type RawBuilder, sql } from 'kysely';
import { type Edges, lowLevels } from '../../bom/cycle';
import type { Ctx } from '../../ctx';

/** 返工改制 leads back on purpose and counts nowhere */
const REWORK = '4';

/** Every change of a structure of this organisation waits for the one before it, to the end of the transaction. */
export async function lockGraph(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.org.schema} bom graph`}, 0))`.execute(ctx.trx);
}

/** Edges from `starts` downwards, one document left out: it is being changed. */
export async function edgesBelow(ctx: Ctx, starts: readonly string[], without: string | undefined): Promise<Edges> {
  const step = childrenOf(ctx, without);
  const { rows } = await sql<{ parent: string; child: string }>`
    with recursive below(id) as (
      select unnest(${[...starts]}::uuid[]) union select e.child from below b cross join lateral (${step(sql`b.id`)}) e
    )
    select b.id as parent, e.child from below b cross join lateral (${step(sql`b.id`)}) e`.execute(ctx.trx);
  return edgesOf(rows);
}

/** Low-level codes of some materials and of all below them, computed anew; what stands above them is taken as it is. */
export async function renewLowLevels(ctx: Ctx, changed: readonly string[]): Promise<void> {
  if (changed.length === 0) return;
  const below = await edgesBelow(ctx, changed, undefined);
  const nodes = new Set([...changed, ...below.keys(), ...[...below.values()].flatMap((children) => [...children])]);
  const { rows } = await sql<{ parent: string; child: string }>`
    select distinct p.parent, p.child from unnest(${[...nodes]}::uuid[]) n(id) cross join lateral (${parentsOf(ctx)}) p`.execute(
    ctx.trx,
  );
  const parents = edgesOf(rows.map(({ parent, child }) => ({ parent: child, child: parent })));
  const outside = [...new Set(rows.map((row) => row.parent))].filter((id) => !nodes.has(id));
  const stored = await storedLevels(ctx, [...nodes, ...outside]);
  const levels = [...lowLevels(nodes, parents, (id) => stored.get(id) ?? 0)].filter(
    ([id, level]) => stored.get(id) !== level,
  );
  if (levels.length === 0) return;
  await sql`update ${sql.id(ctx.org.schema, 'material')} m set low_level = x.level
    from unnest(${levels.map(([id]) => id)}::uuid[], ${levels.map(([, level]) => level)}::int[]) x(id, level) where m.id = x.id`.execute(
    ctx.trx,
  );
}

/** Longest way from a top product to each material, as stored. */
export async function storedLevels(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; level: number }>`
    select id, coalesce(low_level, 0)::int as level from ${sql.id(ctx.org.schema, 'material')} where id = any(${[...ids]}::uuid[])`.execute(
    ctx.trx,
  );
  return new Map(rows.map((row) => [row.id, row.level]));
}

const alive = sql`h.is_deleted = 0 and h.doc_status <> '80' and h.bom_kind <> ${REWORK}`;
const childrenOf = (ctx: Ctx, without: string | undefined) => (parent: RawBuilder<unknown>) => {
  const { schema } = ctx.org;
  const own = without === undefined ? sql`true` : sql`h.id <> ${without}::uuid`;
  const of = (table: string) =>
    sql`select r.material_id as child from ${sql.id(schema, 'bom')} h join ${sql.id(schema, table)} r on r.head_id = h.id where h.material_id = ${parent} and ${alive} and ${own}`;
  return sql`${of('bom_items')} union ${of('bom_subs')}`;
};
const parentsOf = (ctx: Ctx) => {
  const { schema } = ctx.org;
  const of = (table: string) =>
    sql`select h.material_id as parent, r.material_id as child from ${sql.id(schema, table)} r join ${sql.id(schema, 'bom')} h on h.id = r.head_id where r.material_id = n.id and ${alive}`;
  return sql`${of('bom_items')} union ${of('bom_subs')}`;
};
const edgesOf = (rows: readonly { readonly parent: string; readonly child: string }[]): Edges => {
  const edges = new Map<string, Set<string>>();
  for (const { parent, child } of rows) {
    const known = edges.get(parent);
    if (known) known.add(child);
    else edges.set(parent, new Set([child]));
  }
  return edges;
};
