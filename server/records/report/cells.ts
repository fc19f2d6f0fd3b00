/** Cells of a board, charts of a page and KPIs, asked together: each is judged and fails by itself (80 §7.3). */
import type { ChartKeys } from '../../../schemas/language/document-report';
import { isNode } from '../../../schemas/language/resolve/merge';
import type { ResolvedReport } from '../../../schemas/language/resolved-report';
import { AppError, forbidden } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { object, parseListRequest } from '../list/list-request';
import { listIds } from '../list/plan';
import { pageOf } from '../page/page-item';
import { type ChartAsk, chartData, kpiData } from './chart';
import { dimsText } from './request';
import { isHeld } from './spec';

/** seconds that cells of an open board share one answer, when they name no interval of their own */
const LIFE = 30;
const MAX_CELLS = 30;

export type CellAnswer =
  | { readonly key: string; readonly code: 200; readonly data: unknown }
  | { readonly key: string; readonly code: number; readonly msg: string };
interface CellAsk {
  readonly key: string;
  readonly given: Readonly<Record<string, unknown>>;
}

export function readCells(body: unknown): readonly CellAsk[] {
  const { cells } = object(body ?? {});
  if (!Array.isArray(cells) || cells.length === 0 || cells.length > MAX_CELLS) throw new AppError(400);
  return cells.map((cell) => {
    const given = object(cell);
    if (typeof given.key !== 'string' || given.key.length > 80) throw new AppError(400);
    return { key: given.key, given };
  });
}

/** Never throws: what goes wrong with a cell is told in its place, the others live on. */
export async function cellData(
  ctx: EngineCtx,
  { key, given }: CellAsk,
  /** told of what nobody expected; may say it in words */
  bug: (error: unknown) => string | undefined,
): Promise<CellAnswer> {
  try {
    return { key, code: 200, data: await ask(ctx, given) };
  } catch (error) {
    if (!(error instanceof AppError)) {
      if ((error as { readonly code?: unknown }).code === '57014')
        return { key, code: 203, msg: '数据查询超时，请缩小范围' };
      const said = bug(error);
      return typeof said === 'string'
        ? { key, code: 203, msg: said }
        : { key, code: 500, msg: new AppError(500).message };
    }
    return { key, code: error.code, msg: error.code === 403 ? '无权查看该数据' : error.message };
  }
}

async function ask(ctx: EngineCtx, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (typeof given.kpi === 'string') {
    const { report, life } = reportOf(ctx, given);
    return kpiData(ctx, report, given.kpi, life);
  }
  return chartData(ctx, await chartAsk(ctx, given));
}

/** Who may not view the report asks nothing of it. */
function reportOf(ctx: EngineCtx, { report: code, chart, fresh }: Readonly<Record<string, unknown>>) {
  const page = typeof code === 'string' ? ctx.registry.page(code) : undefined;
  const report: ResolvedReport | undefined = page?.report;
  if (page === undefined || report === undefined) throw new AppError(400);
  if (!ctx.session.rights.has(page.right)) throw forbidden();
  const keys = (chart === undefined ? {} : object(chart)) as ChartKeys & { readonly where?: string };
  return {
    page,
    report,
    keys: asTable(ctx, keys, page),
    life: fresh === true ? 0 : Math.min(lifeOf(keys.every), LIFE),
  };
}

/** What names no mark is its table: the groups of the report and the measures its list shows. */
function asTable<Keys extends ChartKeys>(ctx: EngineCtx, keys: Keys, { report, list }: Page): Keys {
  if (keys.chart !== undefined || report === undefined) return keys;
  const measures = list.columns.flatMap(({ field = '' }) => {
    const measure = Object.hasOwn(report.measures, field) ? report.measures[field] : undefined;
    return measure !== undefined && isHeld(ctx, measure.grant) ? [field] : [];
  });
  return { ...keys, x: keys.x ?? report.by, y: keys.y ?? measures };
}

/** The question of one chart, judged: its report, its keys, all conditions that narrow it. */
export async function chartAsk(ctx: EngineCtx, given: Readonly<Record<string, unknown>>): Promise<ChartAsk> {
  const { search, where, list, with: fixed } = given;
  const { page, report, keys, life } = reportOf(ctx, given);
  checkKeys(keys);
  const own = search === undefined ? {} : object(search);
  const among = list === undefined ? undefined : await amongOf(ctx, report, list);
  if (among === null) throw forbidden();
  if (among !== undefined && Object.keys(own).length > 0) throw new AppError(400);
  const wheres = [
    ...(page.reportView?.where === undefined ? [] : [page.reportView.where]),
    ...dimsText(ctx, report, keys.where),
    ...(isNode(where) || typeof where === 'string' ? dimsText(ctx, report, where) : []),
  ];
  const known = Object.fromEntries(
    Object.entries({ ...own, ...(fixed === undefined ? {} : object(fixed)), ...(page.with ?? {}) }).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  );
  return { report, chart: keys, search: known, wheres, life, ...(among === undefined ? {} : { among }) };
}
/** 0 = told by the live channel: an answer from before the change would be wrong */
const lifeOf = (every: unknown): number => (typeof every === 'number' && (every === 0 || every >= 10) ? every : LIFE);

/** Shapes only: every name is looked up in the report. */
function checkKeys(keys: ChartKeys): void {
  const isList = (value: unknown): boolean =>
    value === undefined ||
    (Array.isArray(value) && value.length <= 20 && value.every((item) => typeof item === 'string'));
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  const fits =
    isList(keys.y) &&
    isList(keys.right) &&
    (isText(keys.x) || isList(keys.x)) &&
    isText(keys.series) &&
    isText(keys.size) &&
    isText(keys.sort) &&
    (keys.top === undefined || (Number.isInteger(keys.top) && keys.top > 0 && keys.top <= 500)) &&
    (keys.compare === undefined || keys.compare === 'prev' || keys.compare === 'yoy');
  if (!fits) throw new AppError(400);
}

/** Charts over a list get the list's conditions: the same filter, as ids of the records it finds. */
async function amongOf(ctx: EngineCtx, report: ResolvedReport, given: unknown) {
  const { page: code, ...body } = object(given);
  if (typeof code !== 'string') throw new AppError(400);
  const page = pageOf(ctx, code);
  if (!ctx.session.rights.has(page.right) || page.object.object !== report.from) throw forbidden();
  return listIds(ctx, page, parseListRequest(body, 1));
}
