/** Report and board documents → resolved: dims typed by the field they read, measures by how they total, and the page over both. */

import type { FieldDoc, Many } from '../document';
import type { BoardDoc, CellDoc, ReportDoc, ReportListDoc, TotalKind } from '../document-report';
import type { Ast } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { factsOf } from '../kinds/index';
import type { Placement, ResolvedField, ResolvedList, ResolvedObject } from '../resolved';
import type {
  ResolvedBoard,
  ResolvedCell,
  ResolvedDim,
  ResolvedMeasure,
  ResolvedReport,
  ResolvedReportView,
} from '../resolved-report';
import { actionOf } from './actions';
import { fieldOf } from './fields';
import { deepFreeze, hashOf } from './hash';
import { fold, MergeNotes, type Node, OWN, settle } from './merge';
import { detailOf, editOf, listOf, type PageFacts } from './pages';
import { overRows } from './service-measures';

export interface ReportLib {
  readonly area?: string;
  object(code: string): ResolvedObject | undefined;
}

/** Resolves a report over the objects it reads. Never throws for a document of sound shape; what is unknown stays text. */
export function resolveReport(doc: ReportDoc, lib: ReportLib): ResolvedReport {
  const text = settled(doc as unknown as Node, 'report') as unknown as ReportDoc;
  const [from, sub] = text.from?.split('.') ?? [];
  const source = from === undefined ? undefined : lib.object(from);
  const params = fields(text.params ?? {}, (field) => field);
  const dims = fields(
    text.dims ?? {},
    (field, code) => ({ ...field, of: text.dims[code]?.of ?? code }),
    (dim, code) => typed(dim, dim.of ?? code, source, sub, lib),
  ) as Many<ResolvedDim>;
  const measures = fields(
    text.measures ?? {},
    (field, code) => measureOf(field, text, code),
    (measure) => ({ type: 'decimal', ...measure }),
  ) as Many<ResolvedMeasure>;
  const facts: PageFacts = {
    object: doc.report,
    fields: { ...dims, ...measures, ...params },
    label: [],
    tree: undefined,
    single: undefined,
    route: text.route,
  };
  const list = reportListOf(text.list ?? {}, facts, Object.keys(measures), params);
  const views = Object.entries(text.views ?? {}).map(
    ([code, { list: own, off: _off, note: _note, ...view }]): readonly [string, ResolvedReportView] => [
      code,
      { ...view, code, list: reportListOf({ ...text.list, ...own }, facts, Object.keys(measures), params) },
    ],
  );
  const all = Object.keys(dims);
  const groupable = text.groupBy ?? all;
  const body = {
    report: doc.report,
    title: text.title ?? doc.report,
    area: lib.area ?? '',
    ...given({ route: text.route, menu: text.menu, from, sub, service: text.service, where: text.where }),
    ...given({ time: text.time, pivot: text.pivot, cell: text.cell, drill: text.drill }),
    params,
    minGrain: text.minGrain ?? 'day',
    maxDays: text.maxDays ?? 366,
    dims,
    by: text.by ?? all.filter((code) => code !== text.pivot),
    groupBy: groupable,
    periods: text.periods ?? [],
    compare: text.compare ?? [],
    measures,
    list,
    charts: text.list?.charts ?? {},
    views: Object.fromEntries(views),
    subtotals: text.subtotals ?? false,
    events: text.events ?? (from === undefined ? [] : [from]),
    public: text.public ?? false,
    kpis: text.kpis ?? {},
    tools: text.tools ?? {},
  } as Omit<ResolvedReport, 'object' | 'hash'>;
  const hash = hashOf(body);
  return deepFreeze({ ...body, object: pageObject(body, facts, hash), hash });
}

/** A board: places filled, its own route. */
export function resolveBoard(doc: BoardDoc): ResolvedBoard {
  const text = settled(doc as unknown as Node, 'board') as unknown as BoardDoc;
  const cells = Object.entries(text.cells ?? {}).map(
    ([code, { at, off: _off, note: _note, ...cell }]: [string, CellDoc]): ResolvedCell => ({
      ...cell,
      code,
      at: [at?.[0] ?? 1, at?.[1] ?? 1, at?.[2] ?? 1, at?.[3] ?? 1],
    }),
  );
  const body = {
    board: doc.board,
    title: text.title ?? doc.board,
    route: text.route ?? `/board/${doc.board}`,
    ...given({ menu: text.menu, cellWidth: text.cellWidth }),
    rows: text.rows ?? 3,
    columns: text.columns ?? 2,
    gap: text.gap ?? 10,
    theme: text.theme ?? 'light',
    search: (text.search ?? []) as readonly Placement[],
    to: text.to ?? ['menu'],
    public: text.public ?? false,
    cells,
  } as Omit<ResolvedBoard, 'hash'>;
  return deepFreeze({ ...body, hash: hashOf(body) });
}

function settled(doc: Node, sort: 'report' | 'board'): Node {
  const notes = new MergeNotes();
  return settle(fold([{ name: OWN, node: doc, over: new Set() }], sort, '', notes), sort, '', notes);
}

function fields(
  docs: Many<FieldDoc & { readonly of?: string }>,
  more: (field: ResolvedField, code: string) => ResolvedField,
  before: (doc: FieldDoc & { readonly of?: string }, code: string) => FieldDoc = (doc) => doc,
): Many<ResolvedField> {
  return Object.fromEntries(
    Object.entries(docs).map(([code, doc]) => [code, more(fieldOf(before(doc, code), code, code, ''), code)]),
  );
}

const TYPE_KEYS = ['kind', 'type', 'dict', 'ref', 'many', 'options'] as const;
const LOOK_KEYS = [
  'title',
  'kind',
  'type',
  'dict',
  'ref',
  'many',
  'scale',
  'unit',
  'suffix',
  'format',
  'shift',
  'grant',
] as const;
/** A dim that says no type of its own is what the field it reads is. */
function typed(
  doc: FieldDoc & { readonly of?: string },
  path: string,
  source: ResolvedObject | undefined,
  sub: string | undefined,
  lib: ReportLib,
): FieldDoc {
  const field = source === undefined ? undefined : fieldAtPath(path, source, sub, lib);
  if (field === undefined) return doc;
  const isTyped = TYPE_KEYS.some((key) => doc[key] !== undefined);
  const taken = Object.fromEntries(
    LOOK_KEYS.flatMap((key) => {
      if (isTyped && key !== 'title' && key !== 'grant') return [];
      if (key === 'kind' && !factsOf(field).staysInReports) return [];
      return field[key] === undefined ? [] : [[key, field[key]]];
    }),
  );
  const target = field.ref === 'self' && source !== undefined ? { ref: source.object } : {};
  return { ...taken, ...(isTyped ? {} : target), ...doc };
}

/** Field at a path of a report row: own, of the head (`doc.`), behind references. */
export function fieldAtPath(
  path: string,
  source: ResolvedObject,
  sub: string | undefined,
  lib: ReportLib,
): ResolvedField | undefined {
  const names = path.split('.');
  const isHead = names[0] === 'doc' || sub === undefined;
  let at: Many<ResolvedField> | undefined = isHead ? source.fields : source.fields[sub ?? '']?.sub?.fields;
  let owner: ResolvedObject = source;
  let field: ResolvedField | undefined;
  for (const name of names[0] === 'doc' ? names.slice(1) : names) {
    field = at !== undefined && Object.hasOwn(at, name) ? at[name] : undefined;
    if (field === undefined) return undefined;
    const target: ResolvedObject | undefined =
      field.ref === 'self' ? owner : field.ref === undefined ? undefined : lib.object(field.ref);
    at = target?.fields;
    owner = target ?? owner;
  }
  return field;
}

function measureOf(field: ResolvedField, doc: ReportDoc, code: string): ResolvedMeasure {
  const { of: own, total, better, drill } = doc.measures[code] ?? {};
  const of = doc.service === undefined ? own : overRows(code, doc.measures);
  return {
    ...field,
    total: total ?? (of === undefined ? 'sum' : totalKind(of)),
    ...given({ of, better, drill }),
  } as ResolvedMeasure;
}

/** How a measure totals, by its expression. */
export function totalKind(text: string): TotalKind {
  const { ast } = parseExpr(text);
  return ast === undefined ? 'formula' : kindOfAst(ast);
}
function kindOfAst(ast: Ast): TotalKind {
  if (ast.k === 'unary') return kindOfAst(ast.of);
  if (ast.k === 'call') {
    if (ast.name === 'sum' || ast.name === 'count' || ast.name === 'distinct' || ast.name === 'last') return ast.name;
    if (ast.name === 'min' || ast.name === 'max') return ast.args.length === 1 ? ast.name : 'formula';
    if (ast.name === 'pct' || ast.name === 'avg') return holdsMeasure(ast) ? 'formula' : 'ratio';
    if (ast.name === 'round' || ast.name === 'coalesce')
      return ast.args[0] === undefined ? 'formula' : kindOfAst(ast.args[0]);
    return 'formula';
  }
  if (ast.k !== 'binary') return 'formula';
  if (ast.op === '/') {
    if (ast.right.k === 'num') return kindOfAst(ast.left);
    return holdsMeasure(ast) ? 'formula' : 'ratio';
  }
  if (ast.op === '*')
    return ast.right.k === 'num' ? kindOfAst(ast.left) : ast.left.k === 'num' ? kindOfAst(ast.right) : 'formula';
  if (ast.op !== '+' && ast.op !== '-') return 'formula';
  const [left, right] = [kindOfAst(ast.left), kindOfAst(ast.right)];
  const isAdded = (kind: TotalKind): boolean => kind === 'sum' || kind === 'count';
  return isAdded(left) && isAdded(right) ? 'sum' : 'formula';
}
/** total, running and rank look at other groups: nothing over the own rows alone */
function holdsMeasure(ast: Ast): boolean {
  if (ast.k === 'call') return ['total', 'running', 'rank'].includes(ast.name) || ast.args.some(holdsMeasure);
  if (ast.k === 'binary') return holdsMeasure(ast.left) || holdsMeasure(ast.right);
  return ast.k === 'unary' && holdsMeasure(ast.of);
}

/** The list of a report: markers for the chosen groups and slots, totals by code, parameters searched as they are. */
function reportListOf(
  doc: ReportListDoc,
  facts: PageFacts,
  measures: readonly string[],
  params: Many<ResolvedField>,
): ResolvedList {
  const { summary, columns, charts: _charts, search, ...rest } = doc;
  const placed = columns === undefined || columns.length === 0 ? ['$group', ...measures] : columns;
  const list = listOf(
    {
      ...rest,
      search: search ?? [...Object.keys(params)].map((field) => ({ field })),
      columns: placed.map((item) => (typeof item === 'string' && !item.includes(':') ? { field: item } : item)),
      sort: rest.sort ?? 'id',
      select: 'none',
    },
    facts,
  );
  // a parameter is searched from its default on
  const searched = list.search.map((item): Placement => {
    const preset =
      item.field !== undefined && Object.hasOwn(params, item.field) ? params[item.field]?.default : undefined;
    return preset === undefined || item.default !== undefined ? item : { ...item, default: preset };
  });
  return {
    ...list,
    search: searched,
    sort: rest.sort ?? '',
    summary: Object.fromEntries((summary ?? []).map((code) => [code, 'sum'])),
  };
}

function pageObject(report: Omit<ResolvedReport, 'object' | 'hash'>, facts: PageFacts, hash: string): ResolvedObject {
  const plain = { object: report.report, audited: false, hasState: false, states: undefined, versioned: false };
  const actions = ['export', 'print'].flatMap((code) => {
    const action = actionOf({}, code, `actions.${code}`, plain);
    return action === undefined ? [] : [[code, action] as const];
  });
  return {
    object: report.report,
    title: report.title,
    area: report.area,
    ...given({ route: report.route, menu: report.menu }),
    label: [],
    storage: 'none',
    fields: facts.fields,
    unique: {},
    index: [],
    rules: [],
    checks: [],
    list: report.list,
    edit: editOf({}, facts),
    detail: detailOf({ open: 'drawer' }, facts),
    views: {},
    actions: Object.fromEntries(actions),
    import: {},
    events: {},
    access: {},
    audited: false,
    hash,
  };
}

function given(keys: { readonly [key: string]: unknown }): object {
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));
}
