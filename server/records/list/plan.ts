/**
 * A list request as statements: rows, capped count, totals. A plan is compiled once per (document, user's rights, shape of the request) and
 * filled with the values of each request; nothing walks metadata per row.
 */
import { CompiledQuery } from 'kysely';
import type { Rights } from '../../ctx';
import { prepareStatement } from '../../db/prepared';
import { refuse } from '../../errors';
import { type Bounded, bounded, textBytes } from '../../registry/bounded';
import { memo } from '../../registry/memo';
import type { Page } from '../../registry/pages';
import type { Registry } from '../../registry/registry';
import type { EngineCtx } from '../host';
import { hoppedBy, queriedBy } from '../page/page-reads';
import { type RowScope, rowScope, rowsOfAll } from '../read/access';
import { heldActions, ofRecord } from '../read/allowed';
import { rightsShape } from '../read/grants';
import { storedOf } from '../schemes/schemes';
import type { DbRow } from '../store/stored';
import { type ListRequest, TOP } from './list-request';
import { isNothing } from './list-search';
import { askSource } from './list-source';
import { type ListPlan, PlanBuilder, type PlanOptions, type Statement } from './plan-builder';
import { readInput } from './plan-input';
import { fill, type SlotValues } from './slots';

export interface Planned {
  readonly plan: ListPlan;
  readonly values: SlotValues;
  readonly sort: string;
  /** fields whose columns say nothing this time (a served list) */
  readonly off: readonly string[];
}
/** Plan and values of a request; null when the user reaches no row of the page at all. */
export async function planList(
  ctx: EngineCtx,
  page: Page,
  request: ListRequest,
  options: PlanOptions = {},
): Promise<Planned | null> {
  const stored = await storedOf(ctx, page, request);
  requireSearch(page, request, stored.scheme?.content.search ?? {});
  const input = readInput(ctx, page, request, stored);
  const reach = reachOf(ctx, page, options.rights ?? [page.right]);
  if (reach.scope === false) return null;
  const plans = memo(cache, ctx.registry, () => bounded(PLAN_BYTES, planBytes));
  const key = [
    ctx.org.schema,
    page.code,
    reach.shape,
    `${options.plain ?? false} ${options.totals ?? ''} ${options.cap ?? ''}`,
    request.columns?.join() ?? '*',
    `${request.size} ${request.current > 1} ${request.level === undefined ? '' : request.level === TOP ? TOP : 'below'}`,
    input.shape,
  ].join('\n');
  const { scope } = reach;
  const plan = memo(plans, key, () => new PlanBuilder(ctx, page, request, input, scope, options).build());
  const values = new Map(input.values);
  values.set('offset', (request.current - 1) * request.size);
  if (request.level !== undefined) values.set('level', request.level);
  const off = await askSource(ctx, page, { ...request.search, ...input.params }, values);
  for (const [slotKey, value] of await plan.knowns.values(ctx, { param: input.params })) values.set(slotKey, value);
  return { plan, values, sort: input.sort, off };
}

/** Search fields a list is not asked without; rows another page names (by id, by a condition, below a node) need none. */
function requireSearch(page: Page, { ids, where, level, search, params }: ListRequest, kept: object): void {
  if (ids !== undefined || where !== undefined || level !== undefined) return;
  const given: Readonly<Record<string, unknown>> = { ...kept, ...search, ...params };
  for (const item of page.list.search) {
    const key = item.param ?? item.fields?.join(',') ?? item.field ?? '';
    if (item.required === true && isNothing(given[key]))
      throw refuse(`请填写查询条件「${item.title ?? key}」`, { rule: 'search.required' });
  }
}

/** The records a list finds, for a chart over it: the same filter and rights, as a subselect. Null when the user reaches no row. */
export async function listIds(ctx: EngineCtx, page: Page, request: ListRequest) {
  const input = readInput(ctx, page, request, await storedOf(ctx, page, request));
  const reach = reachOf(ctx, page, [page.right]);
  if (reach.scope === false) return null;
  const builder = new PlanBuilder(ctx, page, request, input, reach.scope, { mark: 'l' });
  const ids = builder.ids();
  const values = new Map(input.values);
  await askSource(ctx, page, { ...request.search, ...input.params }, values);
  for (const [key, value] of await builder.knowns.values(ctx, { param: input.params })) values.set(key, value);
  return { sql: ids, values, shape: `${page.code}\n${reach.shape}\n${input.shape}` };
}
/** for all plans of a registry */
const PLAN_BYTES = 32_000_000;
const cache = new WeakMap<Registry, Bounded<ListPlan>>();
/** Measured: beside its texts a plan keeps the trees its closures work with, which grow with them. */
const planBytes = ({ rows, count, totals }: ListPlan): number =>
  PLAN_BASE +
  [rows, count, totals].reduce((sum, of) => sum + (of ? 5 * textBytes(of.sql) + 400 * of.parameters.length : 0), 0);
const PLAN_BASE = 24_000;

interface Reach {
  readonly scope: RowScope;
  /** everything of the user's rights that shapes a plan of the page: users with the same text share plans */
  readonly shape: string;
}
const reaches = new WeakMap<Rights, Map<string, Reach>>();
function reachOf(ctx: EngineCtx, page: Page, rights: readonly string[]): Reach {
  const byPage = memo(reaches, ctx.session.rights, () => new Map<string, Reach>());
  return memo(byPage, [ctx.registry.hash, page.code, ...rights].join(), () => {
    const { object } = page;
    const scope = rowsOfAll(ctx, object, rights);
    const actions = heldActions(ctx, page.actions).filter(ofRecord);
    const scopes = [...new Set([page.right, ...actions.map((action) => action.right)])].map(
      (right) => `${right}=${rowScope(ctx, object, right)}`,
    );
    const queried = queriedBy(ctx, page).map(
      (target) => `${target.object}=${rowScope(ctx, target, `${target.object}:view`)}`,
    );
    const grants = [object, ...hoppedBy(ctx, page)].map((target) => rightsShape(target, ctx.session.rights));
    return { scope, shape: [scope, ...grants, ...scopes, ...queried, actions.map((action) => action.code)].join('|') };
  });
}

/** Runs a statement of a plan with the values of the request. */
export async function run(ctx: EngineCtx, statement: Statement, values: SlotValues): Promise<readonly DbRow[]> {
  const runs = (uses.get(statement) ?? 0) + 1;
  uses.set(statement, runs);
  if (runs === PREPARE_AFTER) prepareStatement(statement.sql);
  const { rows } = await ctx.trx.executeQuery<DbRow>(
    CompiledQuery.raw(statement.sql, fill(statement.parameters, values)),
  );
  return rows;
}

const uses = new WeakMap<Statement, number>();
const PREPARE_AFTER = 4;
