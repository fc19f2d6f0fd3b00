/**
 * The rows behind a number: the page a click opens and the condition that finds exactly the records the number is made of. It is a condition
 * of the target like one that a person builds, so opening it gives nobody more rows than he has. Where the target has no word for one of the
 * conditions, nothing opens: a list that adds up to another number explains nothing (80 §7.2.5).
 */

import {
  type Condition,
  type ConditionPlace,
  conditionText,
  conditionTree,
  fieldAt,
  isLeaf,
  type Leaf,
  type RelValue,
} from '../../../schemas/language/condition';
import type { Many } from '../../../schemas/language/document';
import type { DrillDoc, DrillNode, ReportGrain } from '../../../schemas/language/document-report';
import type { Ast } from '../../../schemas/language/expr/ast';
import { parseExpr } from '../../../schemas/language/expr/parse';
import { printExpr } from '../../../schemas/language/expr/print';
import { mapParts } from '../../../schemas/language/expr/walk';
import { defaultOp, factsOf, isDated, isNumeric } from '../../../schemas/language/kinds/index';
import { toFieldType } from '../../../schemas/language/object-type';
import type { FieldType, ResolvedField } from '../../../schemas/language/resolved';
import type { ResolvedReport } from '../../../schemas/language/resolved-report';
import type { Value } from '../../../schemas/language/value';
import { AppError, refuse } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { object } from '../list/list-request';
import { readInput } from '../list/plan-input';
import { dimsText, searchOf } from './request';
import { readSpec } from './rows';
import { endOfSlot, isRelative } from './span';
import { groupOf, overSource } from './spec';

export interface DrillAnswer {
  readonly page: string;
  readonly title: string;
  readonly route?: string;
  /** the condition in the target's words, as text and as tree; without a tree all of its rows are meant */
  readonly where: string;
  readonly tree?: unknown;
  /** `重要程度=紧急`, for the name of the unsaved scheme */
  readonly says: string;
}

export function drillOf(ctx: EngineCtx, page: Page, body: unknown): DrillAnswer {
  const report = page.report as ResolvedReport;
  const { search, where, cell, labels, without, drill, measure } = object(body ?? {});
  const doc = drillDoc(report, drill as DrillDoc | undefined, typeof measure === 'string' ? [measure] : []);
  const target = targetOf(ctx, report, doc);
  if (target === undefined) throw new AppError(404);
  if (!ctx.session.rights.has(target.right)) throw new AppError(403, '无权查看明细');
  const given = searchOf(page, search === undefined ? {} : object(search));
  const wheres = [
    ...(page.reportView?.where === undefined ? [] : [page.reportView.where]),
    ...dimsText(ctx, report, where as string | object | undefined),
  ];
  const marks: Condition[] = [];
  const said: string[] = [];
  for (const [text, value] of Object.entries(cell === undefined ? {} : object(cell))) {
    const { dim, grain } = groupOf(ctx, report, text);
    marks.push(cellLeaf(dim, grain, value));
    const label = labels === undefined ? undefined : object(labels)[text];
    said.push(`${dim.title}=${typeof label === 'string' ? label.slice(0, 60) : (value ?? '空')}`);
  }
  if (without !== undefined) {
    const { dim: code, values } = object(without);
    if (typeof code !== 'string' || !Array.isArray(values) || !values.every(isKey)) throw new AppError(400);
    const { dim, grain } = groupOf(ctx, report, code);
    marks.push(...restOf(dim, grain, values));
    said.push(`${dim.title}=其他`);
  }
  const condition = conditionIn(ctx, report, target, doc, { search: given, wheres, marks });
  if (condition === undefined) throw refuse(`这个数字的条件在「${target.title}」里没有对应的字段，不能打开明细`);
  return {
    page: target.code,
    title: target.title,
    ...(target.route === undefined ? {} : { route: target.route }),
    ...condition,
    says: said.join('，'),
  };
}

/** The condition that finds the records of a number on the page; undefined where the page cannot be asked for exactly them. */
function conditionIn(
  ctx: EngineCtx,
  report: ResolvedReport,
  target: Page,
  doc: DrillDoc | undefined,
  asked: Asked,
): Pick<DrillAnswer, 'where' | 'tree'> | undefined {
  const where = isSource(report, target) ? overRows(ctx, report, asked) : overTarget(ctx, report, target, doc, asked);
  const type = ctx.registry.lib.object(target.object.object);
  if (where === undefined || type === undefined) return undefined;
  if (where === '') return { where };
  const { tree } = conditionTree(where, { lib: ctx.registry.lib, object: type });
  return tree !== undefined && isAnswered(ctx, target, tree) ? { where, tree } : undefined;
}
/** A condition of an address names what the page shows (security §4), and values that are there. */
function isAnswered(ctx: EngineCtx, target: Page, tree: Condition): boolean {
  try {
    readInput(ctx, target, { current: 1, size: 1, search: {}, params: {} }, { q: tree });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 203) return false;
    throw error;
  }
}

/** What a number is made of, by name: its searched values, conditions over dims, and the dims of its mark. */
interface Numbered {
  readonly search: Readonly<Record<string, unknown>>;
  readonly wheres: readonly string[];
  readonly dims: readonly string[];
}
/** Whether a number opens its records, and whether those are closed to the reader. */
export function leadOf(
  ctx: EngineCtx,
  report: ResolvedReport,
  doc: DrillDoc | undefined,
  asked: Numbered,
): 'open' | 'barred' | 'none' {
  const target = targetOf(ctx, report, doc);
  if (target === undefined) return 'none';
  const marks = [...new Set(asked.dims)].map((f): Condition => ({ f, op: 'empty' }));
  if (conditionIn(ctx, report, target, doc, { ...asked, marks }) === undefined) return 'none';
  return ctx.session.rights.has(target.right) ? 'open' : 'barred';
}
/** What a chart says of itself stands over what its one measure says, and that over the report. */
export function drillDoc(
  report: ResolvedReport,
  own: DrillDoc | undefined,
  measures: readonly string[],
): DrillDoc | undefined {
  const [code, more] = measures;
  const drill = code === undefined || more !== undefined ? undefined : report.measures[code]?.drill;
  return [own, drill, report.drill].find((doc) => doc !== undefined && doc !== true);
}

/** The page that opens: the named one, else that of the source. */
function targetOf(ctx: EngineCtx, report: ResolvedReport, doc: DrillDoc | undefined): Page | undefined {
  if (doc === false) return undefined;
  const code = typeof doc === 'object' ? doc.page : typeof doc === 'string' ? doc : report.from;
  return typeof code === 'string' ? ctx.registry.page(code) : undefined;
}
const isSource = (report: ResolvedReport, target: Page): boolean => target.object.object === report.from;
const nodeOf = (doc: DrillDoc | undefined): Partial<DrillNode> => (typeof doc === 'object' ? doc : {});

interface Asked {
  readonly search: Readonly<Record<string, unknown>>;
  readonly wheres: readonly string[];
  readonly marks: readonly Condition[];
}

/** Over the records the report reads. Rows of a sub-table become: some row has it all. */
function overRows(ctx: EngineCtx, report: ResolvedReport, { search, wheres, marks }: Asked): string {
  const texts = [...wheres, ...[...searched(report, search), ...marks].map((mark) => conditionOf(ctx, report, mark))];
  const { params } = readSpec(ctx, report, { groups: [], measures: [], search, wheres: [], sort: '' });
  const all = [
    ...(report.where === undefined ? [] : [report.where]),
    ...report.list.search.flatMap(({ param, where }) =>
      param === undefined || where === undefined || search[param] === undefined ? [] : [where],
    ),
    ...texts.filter((text) => text !== '').map((text) => overSource(ctx, report, text)),
  ].map((text) => withParams(text, params));
  if (report.sub === undefined) return joined(all);
  const head: string[] = [];
  const row: string[] = [];
  for (const text of all) {
    const own = headText(text);
    if (own === undefined) row.push(text);
    else head.push(own);
  }
  return joined([...head, `exists(${report.sub}${row.length === 0 ? '' : `, ${joined(row)}`})`]);
}
/** The target knows no parameters of the report: they stand there as what they were. */
function withParams(text: string, params: Readonly<Record<string, Value>>): string {
  if (!text.includes('param.')) return text;
  const { ast } = parseExpr(text);
  if (ast === undefined) throw new AppError(400);
  const written = (node: Ast): Ast => {
    if (node.k !== 'path' || node.names[0] !== 'param') return mapParts(node, written);
    const value = params[node.names[1] ?? ''] ?? null;
    return parseExpr(literalText(value)).ast ?? node;
  };
  return printExpr(written(ast));
}
function literalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalText).join(', ')}]`;
  if (typeof value !== 'string') return String(value ?? null);
  return printExpr({ k: 'str', value, from: 0, to: 0 });
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

/** Over another object, in the words it has for the dims; undefined where it has none for one of them. */
function overTarget(
  ctx: EngineCtx,
  report: ResolvedReport,
  target: Page,
  doc: DrillDoc | undefined,
  { search, wheres, marks }: Asked,
): string | undefined {
  const dims = marks.flatMap(dimsOfCondition);
  if (!isSayable(ctx, report, target, doc, { search, wheres, dims })) return undefined;
  const { at, place } = wordsOf(ctx, report, target, doc);
  if (place === undefined) return undefined;
  const put = (condition: Condition): Condition => {
    if ('not' in condition) return { not: put(condition.not) };
    if (!isLeaf(condition)) return condition;
    const word = at(condition.f);
    return word === undefined || word === false ? { all: [] } : fitted({ ...condition, f: word.f }, word.field);
  };
  const { where } = nodeOf(doc);
  const parts = [
    ...(where === undefined ? [] : [where]),
    ...wheres.map((text) => inWords(text, at) ?? ''),
    conditionText({ all: [...searched(report, search, report.params), ...marks].map(put) }, place),
  ].filter((text) => text !== '');
  return joined(parts);
}

/** How the target calls a dim or parameter: a field of its own, or `false` where the drill says that it picks no records. */
type Word = { readonly f: string; readonly field: FieldType };
type WordAt = (code: string) => Word | false | undefined;
function wordsOf(
  ctx: EngineCtx,
  report: ResolvedReport,
  target: Page,
  doc: DrillDoc | undefined,
): { readonly at: WordAt; readonly place?: ConditionPlace } {
  const type = ctx.registry.lib.object(target.object.object);
  if (type === undefined) return { at: () => undefined };
  const place: ConditionPlace = { lib: ctx.registry.lib, object: type };
  const map = nodeOf(doc).map ?? {};
  const at: WordAt = (code) => {
    const own = Object.hasOwn(report.dims, code) ? report.dims[code] : report.params[code];
    const f = Object.hasOwn(map, code) ? map[code] : code;
    if (f === false) return false;
    if (own === undefined || f === undefined) return undefined;
    const field = fieldAt(place, f) ?? partOfRange(place, f);
    return field === undefined || !isAlike(own, field, target.object.object) ? undefined : { f, field };
  };
  return { at, place };
}
/** `period.from` is a moment */
const partOfRange = (place: ConditionPlace, f: string): FieldType | undefined => {
  const [, of = '', part] = /^(.+)\.(from|to)$/.exec(f) ?? [];
  const field = part === undefined ? undefined : fieldAt(place, of);
  return field?.type === 'range' ? { ...field, type: 'datetime' } : undefined;
};
function isAlike(dim: ResolvedField, field: FieldType, target: string): boolean {
  const own = toFieldType(dim);
  if (own.type === 'ref')
    return field.type === 'id' || (field.type === 'ref' && (field.ref === 'self' ? target : field.ref) === own.ref);
  if (own.type === 'date') return isDated(field);
  if (isNumeric(own)) return isNumeric(field);
  return own.type === field.type;
}

/** Whether the target has a word for everything a number was asked by; the rows of the source say it all themselves. */
function isSayable(
  ctx: EngineCtx,
  report: ResolvedReport,
  target: Page,
  doc: DrillDoc | undefined,
  { search, wheres, dims }: Numbered,
): boolean {
  if (isSource(report, target)) return true;
  // what the report leaves out by itself must be said of the target too
  if (report.where !== undefined && nodeOf(doc).where === undefined) return false;
  const { at } = wordsOf(ctx, report, target, doc);
  const preset = Object.entries(report.params).flatMap(([code, field]) =>
    field.default === undefined || Object.hasOwn(search, code) ? [] : [code],
  );
  const has = (code: string): boolean => typeof at(code) === 'object';
  // what hangs on the other dims of a mark (the signs of a point) picks none of its own, and alone it picks nothing
  const isMarked = dims.every((code) => has(code) || (at(code) === false && dims.some(has)));
  return (
    isMarked &&
    Object.keys(search).every((code) => has(code) || (at(code) === false && report.dims[code] === undefined)) &&
    preset.every((code) => at(code) === false) &&
    wheres.every((text) => inWords(text, at) !== undefined)
  );
}
/** A condition over dims in the words of the target; undefined where one is missing, or is not of the same type. */
function inWords(text: string, at: WordAt): string | undefined {
  const { ast } = parseExpr(text);
  let isSaid = ast !== undefined;
  const put = (node: Ast): Ast => {
    if (node.k !== 'path') return mapParts(node, put);
    const [first = '', ...rest] = node.names;
    if (first === 'me' || first === 'sys') return node;
    const word = at(first);
    if (word === undefined || word === false || word.field.type === 'datetime') {
      isSaid = false;
      return node;
    }
    const names = [...word.f.split('.'), ...rest];
    return { ...node, names, starts: names.map(() => node.from) };
  };
  const made = ast === undefined ? undefined : put(ast);
  return made === undefined || !isSaid ? undefined : printExpr(made);
}
const dimsOfCondition = (condition: Condition): readonly string[] =>
  isLeaf(condition) ? [condition.f] : 'not' in condition ? dimsOfCondition(condition.not) : [];

/** What one value of a search asks, as texts over the dims; none for a parameter. */
export function searchText(ctx: EngineCtx, report: ResolvedReport, code: string, value: unknown): readonly string[] {
  const dim = Object.hasOwn(report.dims, code) ? report.dims[code] : undefined;
  if (dim === undefined) {
    if (report.params[code] === undefined && !report.list.search.some((item) => item.param === code))
      throw new AppError(400);
    return [];
  }
  return searchLeaves(dim, value).map((leaf) => conditionOf(ctx, report, leaf));
}
function searched(
  report: ResolvedReport,
  search: Readonly<Record<string, unknown>>,
  params: Many<ResolvedField> = {},
): readonly Leaf[] {
  return Object.entries(search).flatMap(([code, value]) => {
    const own = Object.hasOwn(report.dims, code) ? report.dims[code] : params[code];
    return own === undefined ? [] : searchLeaves(own, value);
  });
}
function searchLeaves(dim: ResolvedField, value: unknown): readonly Leaf[] {
  const f = dim.code;
  const isMoment = isDated(dim);
  const isNumber = isNumeric(dim);
  if (isRelative(value))
    return [{ f, op: 'rel', v: { rel: value.rel, ...(value.n === undefined ? {} : { n: value.n }) } as RelValue }];
  if (Array.isArray(value)) {
    const list = value as readonly (string | number | null)[];
    if (isMoment || isNumber)
      return [
        ...(list[0] === null || list[0] === undefined || list[0] === '' ? [] : [{ f, op: 'ge' as const, v: list[0] }]),
        ...(list[1] === null || list[1] === undefined || list[1] === '' ? [] : [{ f, op: 'le' as const, v: list[1] }]),
      ];
    const ids = list.map((text) => idOf(text));
    return [{ f, op: isNode(dim) ? 'sub' : 'in', v: ids }];
  }
  if (dim.type === 'text' && !factsOf(dim).followsType) return [{ f, op: 'like', v: String(value) }];
  if (isNode(dim)) return [{ f, op: 'sub', v: [idOf(value)] }];
  return [{ f, op: 'eq', v: idOf(value) }];
}
/** It finds what is below a node. */
const isNode = (dim: ResolvedField): boolean => dim.type === 'ref' && defaultOp(dim) === 'sub';
const idOf = (value: unknown): string | number =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : (value as string | number);

function cellLeaf(dim: ResolvedField, grain: ReportGrain | undefined, value: unknown): Leaf {
  const f = dim.code;
  if (value === null || value === undefined || value === '') return { f, op: 'empty' };
  if (grain === undefined) return { f, op: 'eq', v: value as string | number };
  if (typeof value !== 'string') throw new AppError(400);
  return { f, op: 'between', v: [value, endOfSlot(value, grain)] };
}
/** 其他: everything but what is shown. */
function restOf(
  dim: ResolvedField,
  grain: ReportGrain | undefined,
  values: readonly (string | number | boolean | null)[],
): readonly Condition[] {
  const f = dim.code;
  const shown = values.filter((value) => value !== null);
  return [
    ...(values.length === shown.length ? [] : [{ f, op: 'notEmpty' } as const]),
    ...(grain !== undefined
      ? shown.map((text) => ({ not: cellLeaf(dim, grain, text) }))
      : shown.length === 0
        ? []
        : [{ f, op: 'notIn', v: shown } as const]),
  ];
}
const isKey = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** A day among moments is all of its moments. */
function fitted(leaf: Leaf, field: Pick<FieldType, 'type'>): Leaf {
  if (field.type !== 'datetime') return leaf;
  const end = (value: unknown): unknown =>
    typeof value === 'string' && value.length === 10 ? `${value} 23:59:59` : value;
  if (leaf.op === 'le') return { ...leaf, v: end(leaf.v) as string };
  if (leaf.op === 'eq' && end(leaf.v) !== leaf.v)
    return { f: leaf.f, op: 'between', v: [leaf.v as string, end(leaf.v) as string] };
  if (leaf.op !== 'between') return leaf;
  const [from, to] = leaf.v as readonly string[];
  return { ...leaf, v: [from as string, end(to) as string] };
}
/** A condition over dims as text. */
function conditionOf(ctx: EngineCtx, report: ResolvedReport, given: Condition): string {
  const type = ctx.registry.lib.object(report.report);
  if (type === undefined) throw new AppError(400);
  const fit = (condition: Condition): Condition => {
    if ('not' in condition) return { not: fit(condition.not) };
    return isLeaf(condition) ? fitted(condition, report.dims[condition.f] ?? { type: 'text' }) : condition;
  };
  return conditionText(fit(given), { lib: ctx.registry.lib, object: type });
}
