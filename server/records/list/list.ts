import type { Page } from '../../registry/pages';
import { nameListed } from '../files/file-values';
import type { EngineCtx } from '../host';
import { addLate } from './late-columns';
import { withPath } from './list-path';
import { parseListRequest } from './list-request';
import { planList, run } from './plan';
import { COUNT_CAP, type Out } from './plan-builder';

export interface ListAnswer {
  readonly records: readonly Out[];
  /** at most 1000 unless the page has totals: `capped` means that there are more */
  readonly total: number;
  readonly capped?: true;
  readonly current: number;
  readonly size: number;
  readonly summary?: Out;
  /** fields whose columns are left out this time */
  readonly off?: readonly string[];
}

/** getPageList: one query for the rows, on later pages one for their number (with totals: both in one). */
export async function getPageList(ctx: EngineCtx, page: Page, body: unknown): Promise<ListAnswer> {
  const request = parseListRequest(body, pageSize(ctx, page));
  const planned = await planList(ctx, page, request);
  const { current, size } = request;
  if (!planned) return { records: [], total: 0, current, size };
  const { plan, values, sort, off } = planned;
  const second = plan.totals ?? plan.count;
  // inside a transaction there is one connection; outside both queries run at once
  const [rows, [count]] =
    ctx.inTx || !second
      ? [await run(ctx, plan.rows, values), second ? await run(ctx, second, values) : []]
      : await Promise.all([run(ctx, plan.rows, values), run(ctx, second, values)]);
  const own = rows.map(plan.write);
  const records = request.path ? await withPath(ctx, page, request, sort, own) : own;
  await addLate(ctx, page.object, plan.late, records);
  await nameListed(ctx, plan.columns, records);
  const n = Number(second ? count?.n : (rows[0]?.$n ?? rows.length));
  const summary = plan.totals && count ? plan.totals.read(count) : undefined;
  const [first] = records;
  if (summary && first) for (const [prop, value] of Object.entries(summary)) first[`${prop}Total`] = value;
  const capped = !plan.totals && n > COUNT_CAP;
  return {
    records,
    total: capped ? COUNT_CAP : n,
    ...(capped ? { capped: true } : {}),
    current,
    size,
    ...(summary ? { summary } : {}),
    ...(off.length === 0 ? {} : { off }),
  };
}

/** Rows of a page: the list's own size, else the setting. */
function pageSize(ctx: EngineCtx, page: Page): number {
  const preset = page.list.size ?? ctx.setting('listDataShowNum');
  return typeof preset === 'number' && preset > 0 ? preset : 30;
}
