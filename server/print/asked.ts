/** What a report was searched by, in words for its paper: 日期 2026-01-01 至 2026-01-31, 外协供应商 恒镀表面处理. */
import { labelOfCode } from '../../schemas/language/codec/code-map';
import type { ResolvedDim } from '../../schemas/language/resolved-report';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { loadLabels } from '../records/read/labels';
import { readableIds } from '../records/read/readable';
import { parseReportRequest, searchOf } from '../records/report/request';
import { spanOf } from '../records/report/span';
import type { Page } from '../registry/pages';

/** names said of one search; more are counted */
const NAMES = 5;

export async function askedWords(ctx: EngineCtx, page: Page, list: Readonly<Record<string, unknown>>): Promise<string> {
  const { report } = page;
  if (report === undefined) return '';
  const search = searchOf(page, parseReportRequest({ ...list, current: 1 }, 1).search);
  const said: string[] = [];
  for (const { field = '', title } of page.list.search) {
    const dim = report.dims[field];
    if (dim === undefined || !(field in search)) continue;
    const span = field === report.time ? await spanOf(ctx, report, search) : undefined;
    const words = span === undefined ? await valueWords(ctx, dim, search[field]) : [...new Set(span)].join(' 至 ');
    if (words !== '') said.push(`${title ?? dim.title} ${words}`);
  }
  return said.join('　');
}

async function valueWords(ctx: EngineCtx, dim: ResolvedDim, value: unknown): Promise<string> {
  const values = (Array.isArray(value) ? value : [value]).filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  const names =
    dim.ref === undefined ? values.map((each) => wordOf(ctx, dim, each)) : await namesOf(ctx, dim.ref, values);
  const few = names.slice(0, NAMES).join('、');
  return names.length > NAMES ? `${few}等${names.length}个` : few;
}
const wordOf = (ctx: EngineCtx, { dict }: ResolvedDim, value: string): string => {
  const words = dict === undefined ? undefined : ctx.registry.dicts.get(dict);
  return words === undefined ? value : labelOfCode(value, words);
};
/** Only of records the reader may see: an id that was guessed has no name. */
async function namesOf(ctx: EngineCtx, code: string, ids: readonly string[]): Promise<readonly string[]> {
  const object = ctx.registry.find(code);
  if (object === undefined || ids.length === 0) return [];
  const known = ids.filter(isUuid);
  const seen = await readableIds(ctx, object, `${code}:view`, known);
  const open = seen === 'all' ? known : known.filter((id) => seen.has(id));
  const labels = (await loadLabels(ctx, new Map([[code, new Set(open)]]))).get(code);
  return open.flatMap((id) => labels?.get(id) ?? []);
}
