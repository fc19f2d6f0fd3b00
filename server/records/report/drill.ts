/**
 * The rows behind a number: the page a click opens and the condition that finds exactly the records the number is made of. It is a condition
 * of the target like one that a person builds, so opening it gives nobody more rows than he has.
 */
import { conditionText, conditionTree, type Leaf, type RelValue } from '../../../schemas/language/condition';
import type { ReportGrain } from '../../../schemas/language/document-report';
import type { Ast } from '../../../schemas/language/expr/ast';
import { parseExpr } from '../../../schemas/language/expr/parse';
import { printExpr } from '../../../schemas/language/expr/print';
import { mapParts } from '../../../schemas/language/expr/walk';
import type { ResolvedDim, ResolvedReport } from '../../../schemas/language/resolved-report';
import { AppError } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { object } from '../list-request';
import { dimsText, isTexts, searchOf } from './request';
import { endOfSlot, isRelative } from './span';
import { groupOf, overSource } from './spec';

export interface DrillAnswer {
  readonly page: string;
  readonly title: string;
  readonly route?: string;
  /** the condition in the target's words, as text and as tree */
  readonly where: string;
  readonly tree?: unknown;
  /** `重要程度=紧急`, for the name of the unsaved scheme */
  readonly says: string;
}

export function drillOf(ctx: EngineCtx, page: Page, body: unknown): DrillAnswer {
  const report = page.report as ResolvedReport;
  const { search, where, cell, labels, without } = object(body ?? {});
  const target = targetOf(ctx, report);
  const given = searchOf(page, search === undefined ? {} : object(search));
  const dims: string[] = [];
  for (const [code, value] of Object.entries(given)) dims.push(...searchText(ctx, report, code, value));
  if (page.reportView?.where !== undefined) dims.push(page.reportView.where);
  dims.push(...dimsText(ctx, report, where as string | object | undefined));
  const said: string[] = [];
  for (const [text, value] of Object.entries(cell === undefined ? {} : object(cell))) {
    const { dim, grain } = groupOf(ctx, report, text);
    dims.push(leafText(ctx, report, cellLeaf(dim, grain, value)));
    const label = labels === undefined ? undefined : object(labels)[text];
    said.push(`${dim.title}=${typeof label === 'string' ? label.slice(0, 60) : (value ?? '空')}`);
  }
  if (without !== undefined) {
    const { dim: code, values } = object(without);
    if (typeof code !== 'string' || !isTexts(values)) throw new AppError(400);
    const { dim } = groupOf(ctx, report, code);
    dims.push(leafText(ctx, report, { f: dim.code, op: 'notIn', v: values }));
    said.push(`${dim.title}=其他`);
  }
  const isSame = target.object.object === report.from;
  const text = isSame ? sameObject(ctx, report, dims) : otherObject(ctx, report, page, given, cell);
  const type = ctx.registry.lib.object(target.object.object);
  const tree =
    text === '' || type === undefined ? undefined : conditionTree(text, { lib: ctx.registry.lib, object: type }).tree;
  return {
    page: target.code,
    title: target.title,
    ...(target.route === undefined ? {} : { route: target.route }),
    where: text,
    ...(tree === undefined ? {} : { tree }),
    says: said.join('，'),
  };
}

function pageBehind(ctx: EngineCtx, report: ResolvedReport): Page | undefined {
  const code =
    typeof report.drill === 'object'
      ? report.drill.page
      : typeof report.drill === 'string'
        ? report.drill
        : report.from;
  return report.drill === false || code === undefined ? undefined : ctx.registry.page(code);
}
/** Records behind the numbers are there, and the reader's. */
export function mayDrill(ctx: EngineCtx, report: ResolvedReport): boolean {
  const target = pageBehind(ctx, report);
  return target !== undefined && ctx.session.rights.has(target.right);
}
function targetOf(ctx: EngineCtx, report: ResolvedReport): Page {
  const target = pageBehind(ctx, report);
  if (target === undefined) throw new AppError(404);
  if (!ctx.session.rights.has(target.right)) throw new AppError(403, '无权查看明细');
  return target;
}

/** Rows of a sub-table become: some row has it all. */
function sameObject(ctx: EngineCtx, report: ResolvedReport, dims: readonly string[]): string {
  const parts = dims.filter((text) => text !== '').map((text) => overSource(ctx, report, text));
  const all = [...(report.where === undefined ? [] : [report.where]), ...parts];
  if (report.sub === undefined) return joined(all.map((text) => text));
  const head: string[] = [];
  const row: string[] = [];
  for (const text of all) {
    const own = headText(text);
    if (own === undefined) row.push(text);
    else head.push(own);
  }
  return joined([...head, `exists(${report.sub}${row.length === 0 ? '' : `, ${joined(row)}`})`]);
}
/** A condition that speaks of the head alone, in the head's own words: outside of the rows an index serves it. */
function headText(text: string): string | undefined {
  const { ast } = parseExpr(text);
  let isHead = ast !== undefined;
  const bare = (node: Ast): Ast => {
    if (node.k !== 'path') return mapParts(node, bare);
    const [first, ...names] = node.names;
    if (first === 'me' || first === 'sys') return node;
    isHead &&= first === 'doc' && names.length > 0;
    return { ...node, names, starts: node.starts.slice(1) };
  };
  const made = ast === undefined ? undefined : bare(ast);
  return made === undefined || !isHead ? undefined : printExpr(made);
}
const joined = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : parts.map((part) => `(${part})`).join(' && ');

/** Another object: dims by their mapped fields, or those of equal code. */
function otherObject(
  ctx: EngineCtx,
  report: ResolvedReport,
  _page: Page,
  search: Readonly<Record<string, unknown>>,
  cell: unknown,
): string {
  const target = targetOf(ctx, report);
  const map = typeof report.drill === 'object' ? (report.drill.map ?? {}) : {};
  const type = ctx.registry.lib.object(target.object.object);
  const leaves: Leaf[] = [];
  const put = (dim: ResolvedDim, leaf: Leaf): void => {
    const f = map[dim.code] ?? dim.code;
    if (target.object.fields[f.split('.')[0] ?? ''] !== undefined) leaves.push({ ...leaf, f });
  };
  for (const [code, value] of Object.entries(search)) {
    const dim = report.dims[code];
    if (dim !== undefined) for (const leaf of searchLeaves(dim, value)) put(dim, leaf);
  }
  for (const [text, value] of Object.entries(cell === undefined ? {} : object(cell))) {
    const { dim, grain } = groupOf(ctx, report, text);
    put(dim, cellLeaf(dim, grain, value));
  }
  return leaves.length === 0 || type === undefined
    ? ''
    : conditionText({ all: leaves }, { lib: ctx.registry.lib, object: type });
}

/** What one value of a search asks, as texts over the dims; none for a parameter. */
export function searchText(ctx: EngineCtx, report: ResolvedReport, code: string, value: unknown): readonly string[] {
  const dim = Object.hasOwn(report.dims, code) ? report.dims[code] : undefined;
  if (dim === undefined) {
    if (report.params[code] === undefined && !report.list.search.some((item) => item.param === code))
      throw new AppError(400);
    return [];
  }
  return searchLeaves(dim, value).map((leaf) => leafText(ctx, report, leaf));
}
function searchLeaves(dim: ResolvedDim, value: unknown): readonly Leaf[] {
  const f = dim.code;
  const isMoment = dim.type === 'date' || dim.type === 'datetime';
  const isNumber = dim.type === 'int' || dim.type === 'decimal';
  if (isRelative(value))
    return [{ f, op: 'rel', v: { rel: value.rel, ...(value.n === undefined ? {} : { n: value.n }) } as RelValue }];
  if (Array.isArray(value)) {
    const list = value as readonly (string | number | null)[];
    if (isMoment || isNumber)
      return [
        ...(list[0] === null || list[0] === undefined || list[0] === '' ? [] : [{ f, op: 'ge' as const, v: list[0] }]),
        ...(list[1] === null || list[1] === undefined || list[1] === '' ? [] : [{ f, op: 'le' as const, v: list[1] }]),
      ];
    const ids = list.map((one) => idOf(one));
    return dim.kind === 'tree' ? [{ f, op: 'sub', v: ids }] : [{ f, op: 'in', v: ids }];
  }
  if (dim.type === 'text' && dim.kind !== 'default') return [{ f, op: 'like', v: String(value) }];
  if (dim.kind === 'tree') return [{ f, op: 'sub', v: [idOf(value)] }];
  return [{ f, op: 'eq', v: idOf(value) }];
}
const idOf = (value: unknown): string | number =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : (value as string | number);

function cellLeaf(dim: ResolvedDim, grain: ReportGrain | undefined, value: unknown): Leaf {
  const f = dim.code;
  if (value === null || value === undefined || value === '') return { f, op: 'empty' };
  if (grain === undefined) return { f, op: 'eq', v: value as string | number };
  if (typeof value !== 'string') throw new AppError(400);
  const end = endOfSlot(value, grain);
  return { f, op: 'between', v: [value, dim.type === 'datetime' && end.length === 10 ? `${end} 23:59:59` : end] };
}
function leafText(ctx: EngineCtx, report: ResolvedReport, leaf: Leaf): string {
  const type = ctx.registry.lib.object(report.report);
  if (type === undefined) throw new AppError(400);
  return conditionText(leaf, { lib: ctx.registry.lib, object: type });
}
