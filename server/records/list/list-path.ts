/** The way to what a search found in a tree: the records above it, as the list would show them without that search. */
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import type { ListRequest } from './list-request';
import { planList, run } from './plan';
import type { Out } from './plan-builder';
import { ancestries, treeField } from './trees';

/** More than all nodes above a page of rows. */
const MOST = 5000;

/** The rows with those above them in the order of the list; what was not found itself says `$above`. */
export async function withPath(
  ctx: EngineCtx,
  page: Page,
  request: ListRequest,
  sort: string,
  records: readonly Out[],
): Promise<readonly Out[]> {
  const field = treeField(page);
  if (field === undefined) return records;
  const found = new Set(records.map(({ id }) => id as string));
  const lone = records.filter((row) => isId(row[`${field.code}Id`]) && !found.has(row[`${field.code}Id`] as string));
  if (lone.length === 0) return records;
  const ways = await ancestries(
    ctx,
    page.object,
    lone.map(({ id }) => id as string),
    field.code,
  );
  const above = [...new Set([...ways.values()].flat())].filter((id) => !found.has(id));
  if (above.length === 0 || above.length + found.size > MOST) return records;
  // an order of one's own may name what is gone by now: it is not asked for again
  const isAsked = request.sort !== undefined || page.list.schemes.some((scheme) => scheme.sort === sort);
  // the rights and the fixed condition of the page hold for them as for every row
  const planned = await planList(ctx, page, {
    current: 1,
    size: MOST,
    search: {},
    params: {},
    ...(isAsked ? { sort } : {}),
    ids: [...found, ...above],
    ...(request.columns ? { columns: request.columns } : {}),
  });
  if (!planned) return records;
  const rows = (await run(ctx, planned.plan.rows, planned.values)).map(planned.plan.write);
  const known = new Map(records.map((row) => [row.id, row]));
  return rows.map((row) => known.get(row.id) ?? { ...row, $above: true });
}

const isId = (value: unknown): value is string => typeof value === 'string';
