/** How many records stand behind the tabs and the tree nodes of a list: capped like every total, over all the user sees on the page. */
import { AppError, badRequest } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { parseListRequest } from './list-request';
import { planList, run } from './plan';
import { COUNT_CAP } from './plan-builder';

export interface SchemeCount {
  readonly total: number;
  readonly capped?: true;
}
const MOST = 12;
/** tree nodes asked at once */
const NODES = 60;

/** {nodes: {field, ids}}: rows at each node of the side tree of this field and below it, '' = all of them. Else {schemes}. */
export const countsOf = (ctx: EngineCtx, page: Page, body: Readonly<Record<string, unknown>>) =>
  body.nodes === undefined ? countSchemes(ctx, page, body) : countNodes(ctx, page, body.nodes);

async function countNodes(ctx: EngineCtx, page: Page, nodes: unknown): Promise<Record<string, SchemeCount>> {
  const { field, ids } = (nodes ?? {}) as { readonly field?: unknown; readonly ids?: unknown };
  if (!Array.isArray(ids) || ids.length > NODES) throw badRequest();
  const counts: Record<string, SchemeCount> = {};
  for (const id of ids as readonly unknown[]) {
    if (typeof id !== 'string') throw badRequest();
    const count = await countOf(ctx, page, id === '' ? {} : { node: { field, id } });
    if (count) counts[id] = count;
  }
  return counts;
}

/** By scheme as it was named; one that cannot be applied is left out. */
export async function countSchemes(
  ctx: EngineCtx,
  page: Page,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, SchemeCount>> {
  const { schemes } = body;
  if (!Array.isArray(schemes) || schemes.length > MOST || !schemes.every((scheme) => typeof scheme === 'string'))
    throw badRequest();
  const counts: Record<string, SchemeCount> = {};
  for (const scheme of schemes as readonly string[]) {
    const count = await countOf(ctx, page, { scheme });
    if (count) counts[scheme] = count;
  }
  return counts;
}

async function countOf(ctx: EngineCtx, page: Page, asked: object): Promise<SchemeCount | undefined> {
  try {
    const request = parseListRequest({ size: 1, columns: [], ...asked }, 1);
    const planned = await planList(ctx, page, request, { plain: true });
    if (!planned) return { total: 0 };
    const rows = await run(ctx, planned.plan.rows, planned.values);
    const n = Number(rows[0]?.$n ?? rows.length);
    return n > COUNT_CAP ? { total: COUNT_CAP, capped: true } : { total: n };
  } catch (error) {
    if (error instanceof AppError && error.code !== 500) return undefined;
    throw error;
  }
}
