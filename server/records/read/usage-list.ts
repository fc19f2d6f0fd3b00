/** Where a record is used (`$usage`): how many records of each object refer to it. Counts only, never the records. */
import { type RawBuilder, sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { badRequest } from '../../errors';
import type { Page } from '../../registry/pages';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { searchKey } from '../list/list-search';
import { rowScope } from './access';
import { isOpen } from './grants';
import { findOne, notThere } from './read';
import { type Referrer, referenceSql, referrersOf } from './usage';

export interface Usage {
  readonly object: string;
  readonly title: string;
  readonly count: number;
  /** there are more than `count` */
  readonly capped?: true;
  /** its list, if the user may view it */
  readonly url?: string;
  /** key of the search of that list that finds them */
  readonly search?: string;
}
/** An object with the places that count for this user, and the rows of it that he reaches. */
interface Holder {
  readonly object: ResolvedObject;
  readonly places: readonly Referrer[];
  readonly scope: string | undefined;
  readonly mayView: boolean;
}

/** A count is a hint: nobody waits for millions of ledger rows. */
const CAP = 1000;

/**
 * Most used first. Of objects the user may view the records in his rows count, by fields he may see; the others count as they are, so that
 * he learns why the record cannot be deleted.
 */
export async function usageOf(ctx: EngineCtx, page: Page, body: Readonly<Record<string, unknown>>): Promise<Usage[]> {
  if (typeof body.id !== 'string') throw badRequest();
  const rec = await findOne(ctx, page, { id: body.id });
  if (!rec) throw notThere();
  const id = rec.id as string;
  const holders = holdersOf(ctx, page.object.object);
  const plain = holders.filter((holder) => holder.scope === undefined);
  const counts = new Map(await countAll(ctx, plain, id));
  for (const holder of holders)
    if (holder.scope !== undefined) counts.set(holder, await countIn(ctx, holder, holder.scope, id));
  return mostFirst(ctx, counts);
}

/**
 * What keeps a record from being deleted: every reference counts, drafts too, whoever asks; lists he may view are linked. Nodes below a tree
 * node are the tree's own refusal.
 */
export async function usageAgainst(ctx: EngineCtx, object: ResolvedObject, id: string): Promise<Usage[]> {
  const { rights } = ctx.session;
  const isChild = (at: Referrer): boolean =>
    at.object.object === object.object && at.sub === undefined && at.field.code === object.tree;
  const holders = [...byObject(ctx, object.object)].flatMap(([holder, all]): Holder[] => {
    const places = all.filter((at) => !isChild(at));
    const right = `${holder.object}:view`;
    const mayView = rights.has(right) && rowScope(ctx, holder, right) !== false;
    return places.length === 0 ? [] : [{ object: holder, places, scope: undefined, mayView }];
  });
  return mostFirst(ctx, new Map(await countAll(ctx, holders, id)));
}

const mostFirst = (ctx: EngineCtx, counts: ReadonlyMap<Holder, number>): Usage[] =>
  [...counts]
    .filter(([, count]) => count > 0)
    .map(([holder, count]): Usage => {
      const { object, title } = holder.object;
      const capped = count > CAP ? ({ capped: true } as const) : {};
      return { object, title, count: Math.min(count, CAP), ...capped, ...wayTo(ctx, holder) };
    })
    .sort((a, b) => b.count - a.count);

function byObject(ctx: EngineCtx, target: string): ReadonlyMap<ResolvedObject, readonly Referrer[]> {
  const found = new Map<ResolvedObject, Referrer[]>();
  for (const at of referrersOf(ctx.registry, target)) found.set(at.object, [...(found.get(at.object) ?? []), at]);
  return found;
}

function holdersOf(ctx: EngineCtx, target: string): Holder[] {
  const { rights } = ctx.session;
  return [...byObject(ctx, target)].flatMap(([object, all]): Holder[] => {
    const right = `${object.object}:view`;
    if (!rights.has(right)) return [{ object, places: all, scope: undefined, mayView: false }];
    const scope = rowScope(ctx, object, right);
    const places = all.filter((at) => {
      const sub = at.sub === undefined ? undefined : object.fields[at.sub];
      return isOpen(object, at.field, rights) && (sub === undefined || isOpen(object, sub, rights));
    });
    return scope === false || places.length === 0 ? [] : [{ object, places, scope, mayView: true }];
  });
}

/** Ids of the heads that refer to `u.id`, each once. */
const headsSql = (ctx: EngineCtx, holder: Holder): RawBuilder<unknown> => {
  const { places } = holder;
  const selects = places.map((at) => referenceSql(ctx.org.schema, at));
  // a head stands once in its own field, a row of it may repeat
  if (places.length === 1 && places[0]?.sub === undefined) return sql`${selects[0]}`;
  return places.length === 1 ? sql`select distinct x.id from (${selects[0]}) x` : sql.join(selects, sql` union `);
};
const target = (id: string): RawBuilder<unknown> => sql`(select ${id}::uuid as id) u`;

/** Counts without a scope, all in one statement. */
async function countAll(ctx: EngineCtx, holders: readonly Holder[], id: string): Promise<[Holder, number][]> {
  if (holders.length === 0) return [];
  const counts = holders.map(
    (holder, index) =>
      sql`select ${sql.lit(index)}::int as at, count(*)::int as n from (${headsSql(ctx, holder)} limit ${sql.lit(CAP + 1)}) c`,
  );
  const { rows } = await sql<{ at: number; n: number }>`
    select c.at, c.n from ${target(id)} cross join lateral (${sql.join(counts, sql` union all `)}) c`.execute(ctx.trx);
  return rows.flatMap(({ at, n }) => {
    const holder = holders[at];
    return holder ? [[holder, n] as [Holder, number]] : [];
  });
}

async function countIn(ctx: EngineCtx, holder: Holder, scope: string, id: string): Promise<number> {
  const rows = await findRows(ctx, {
    object: holder.object,
    conditions: [bindCondition(ctx.registry.lib, holder.object, scope)],
    where: () => [sql`t.id in (select h.id from ${target(id)} cross join lateral (${headsSql(ctx, holder)}) h)`],
    select: () => sql`t.id`,
    limit: CAP + 1,
  });
  return rows.length;
}

function wayTo(ctx: EngineCtx, holder: Holder): Pick<Usage, 'url' | 'search'> {
  const page = ctx.registry.page(holder.object.object);
  if (!holder.mayView || page?.route === undefined) return {};
  // with several places one search would show fewer than counted
  const path = holder.places.length === 1 ? holder.places[0]?.field.path : undefined;
  const found = path === undefined ? undefined : page.list.search.find((object) => object.field === path);
  return { url: page.route, ...(found ? { search: searchKey(found) } : {}) };
}
