/** How many records stand behind the tabs of a list: capped like every total, over all the user sees on the page. */
import { AppError, badRequest } from '../errors';
import type { Page } from '../registry/pages';
import type { EngineCtx } from './host';
import { parseListRequest } from './list-request';
import { planList, run } from './plan';
import { COUNT_CAP } from './plan-builder';

export interface SchemeCount {
  readonly total: number;
  readonly capped?: true;
}
const MOST = 12;

/** By scheme as it was named; one that cannot be applied is left out. */
export async function countSchemes(
  ctx: EngineCtx,
  page: Page,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, SchemeCount>> {
  const { schemes } = body;
  if (!Array.isArray(schemes) || schemes.length > MOST || !schemes.every((one) => typeof one === 'string'))
    throw badRequest();
  const counts: Record<string, SchemeCount> = {};
  for (const scheme of schemes as readonly string[]) {
    const count = await countOf(ctx, page, scheme);
    if (count) counts[scheme] = count;
  }
  return counts;
}

async function countOf(ctx: EngineCtx, page: Page, scheme: string): Promise<SchemeCount | undefined> {
  try {
    const request = parseListRequest({ size: 1, scheme, columns: [] }, 1);
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
