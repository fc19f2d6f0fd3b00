/** getPageItem: the document of a page as a browser may have it. Fields that are not the user's are in no part of it. */
import { createHash } from 'node:crypto';
import { upwardOf } from '../../../schemas/language/conformed';
import type { Many } from '../../../schemas/language/document';
import { formConf, wireColumns, wireFields, wireSearch } from '../../../schemas/language/features/wire';
import { modelOf } from '../../../schemas/language/record/model';
import type { ObjectType, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { ResolvedReport } from '../../../schemas/language/resolved-report';
import { keyFor } from '../../../schemas/language/settings';
import { AppError, forbidden } from '../../errors';
import { type Bounded, bounded } from '../../registry/bounded';
import { memo } from '../../registry/memo';
import { functionsOf } from '../../registry/menus';
import type { Page } from '../../registry/pages';
import type { Registry } from '../../registry/registry';
import type { EngineCtx } from '../host';
import { pathField } from '../list/list-search';
import { opensByTask } from '../read/by-task';
import { accessOf, holdsGrant, rightsShape } from '../read/grants';
import { openDocument } from './open-document';

export interface PageItem {
  readonly etag: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly schema: ResolvedObject;
}

/** by the rights of the user: pages of many roles */
const items = new WeakMap<Registry, Bounded<PageItem>>();
const ITEM_BYTES = 48_000_000;
/** as JSON, with room for what its objects take beside their texts */
const itemBytes = (item: PageItem): number => 3 * JSON.stringify(item).length;

/** The page of a code; opening it needs the right of its list, or that of its form. */
export function pageItem(ctx: EngineCtx, code: string): PageItem {
  const page = anyPageOf(ctx, code);
  if (!mayOpen(ctx, page)) throw forbidden();
  return itemOf(ctx, page);
}
/** The same for the browser: it also opens for who has a task about one of its records. */
export async function openedItem(ctx: EngineCtx, code: string): Promise<PageItem> {
  const page = anyPageOf(ctx, code);
  if (!mayOpen(ctx, page) && !(await opensByTask(ctx, page))) throw forbidden();
  return itemOf(ctx, page);
}

/** What buttons over a report do is another page's. */
const toolRights = ({ report }: Page): readonly string[] =>
  Object.values(report?.tools ?? {}).flatMap(({ page, action }) => [`${page}:view`, `${page}:${action}`]);

/** Made once per (page, rights). */
export function itemOf(ctx: EngineCtx, page: Page): PageItem {
  const { rights } = ctx.session;
  const held = [...new Set([...functionsOf(page), ...toolRights(page)])].filter((right) => rights.has(right));
  const targets = targetsOf(ctx, page);
  const shapes = targets.map((target) => rightsShape(target, rights));
  const tabs = tabsOf(ctx, page);
  const way = `${ctx.setting(keyFor('audit.mode', page.object.object))} ${ctx.setting(keyFor('audit.unauditShow', page.object.object))}`;
  const key = [page.code, held.join(), tabs.map((tab) => tab.page).join(), way, ...shapes].join('\n');
  return memo(
    memo(items, ctx.registry, () => bounded(ITEM_BYTES, itemBytes)),
    key,
    () => build(ctx, page, held, tabs),
  );
}

/** A page of records by its code, `purchaseOrder#edit` included; unknown ones are 404, and so are pages that have no records. */
export function pageOf(ctx: EngineCtx, code: string): Page {
  const page = formPageOf(ctx, code);
  if (page.object.settings) throw new AppError(404);
  return page;
}
/** A page whose form is opened and saved: records, and pages over settings, which have no rows to list. */
export function formPageOf(ctx: EngineCtx, code: string): Page {
  const page = anyPageOf(ctx, code);
  if (page.report || page.board) throw new AppError(404);
  return page;
}
/** A page with rows of its own: lists and reports; no boards, no pages of one record, no pages over settings. */
export function rowsPageOf(ctx: EngineCtx, code: string): Page {
  const page = anyPageOf(ctx, code);
  if (page.board || page.object.single) throw new AppError(404);
  return page;
}
/** A page of any sort: reports and boards too. */
export function anyPageOf(ctx: EngineCtx, code: string): Page {
  const page = ctx.registry.page(code) ?? ctx.registry.page(code.replace(/#.*$/, ''));
  if (!page) throw new AppError(404);
  return page;
}

/** The document of a page as the user has it: the same identity for equal rights, so that models hang on it. */
export const openSchema = (ctx: EngineCtx, page: Page): ResolvedObject => pageItem(ctx, page.code).schema;

/** The list's right, or for people who only enter documents add or edit. */
export function mayOpen(ctx: EngineCtx, page: Page): boolean {
  const { rights } = ctx.session;
  const { object } = page.object;
  return rights.has(page.right) || rights.has(`${object}:add`) || rights.has(`${object}:edit`);
}

interface TabItem {
  readonly page: string;
  readonly title: string;
}
/** Lists that stand as tabs of this one (`list.tabs`, `$list` is itself), as far as the user may open them. */
const tabsOf = (ctx: EngineCtx, page: Page): readonly TabItem[] =>
  (page.list.tabs ?? []).flatMap((code) => {
    const tab = code === '$list' ? page : ctx.registry.page(code);
    if (tab === undefined || tab.sort !== 'list' || !ctx.session.rights.has(tab.right)) return [];
    return [{ page: tab.code, title: tab.title }];
  });

function build(ctx: EngineCtx, page: Page, held: readonly string[], tabs: readonly TabItem[]): PageItem {
  const schema = openDocument(ctx, page);
  const { list } = schema;
  const types = typesOf(ctx, page);
  const actions = Object.values(schema.actions).map((action) => ({
    code: action.code,
    title: action.title,
    at: action.at,
    functionId: action.right,
    ...(action.confirm === undefined ? {} : { confirm: action.confirm }),
    ...(action.ask === undefined ? {} : { ask: wireFields(action.ask) }),
  }));
  const data = {
    page: {
      code: page.code,
      title: page.title,
      ...(page.route === undefined ? {} : { route: page.route }),
      sort: page.sort,
      object: page.object.object,
    },
    formConf: formConf(schema),
    fields: wireFields(schema.fields),
    columns: wireColumns(schema),
    search: wireSearch(schema),
    schemes: list.schemes,
    actions,
    rules: schema.rules,
    checks: schema.checks,
    dataSource: page.object.object,
    version: page.object.hash,
    schema,
    types,
    ...namesIn(ctx, schema),
    rights: held,
    ...(tabs.length === 0 ? {} : { tabs }),
    ...datasetOf(ctx, page),
    dicts: dictsOf(ctx, page, types),
  };
  const hash = createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22);
  return { etag: `"${hash}"`, data, schema };
}

/** What a report or board page shows beyond its list; measures and charts of closed field groups are not in it. */
function datasetOf(ctx: EngineCtx, page: Page): Record<string, unknown> {
  const { report, board } = page;
  const isOpen = (grant: string | undefined): boolean => grant === undefined || holdsGrant(grant, ctx.session.rights);
  if (report !== undefined) {
    const open = <T extends { readonly grant?: string }>(all: Many<T>): Many<T> =>
      Object.fromEntries(Object.entries(all).filter(([, item]) => isOpen(item.grant)));
    const { object: _object, measures, dims, charts, kpis, where: _where, ...rest } = report;
    const shown = open(measures);
    const drawn = Object.entries(open(charts)).map(([code, chart]) => [
      code,
      { ...chart, y: (chart.y ?? []).filter((text) => shown[text] !== undefined) },
    ]);
    const known = Object.entries(open(kpis)).filter(([, kpi]) => shown[kpi.measure] !== undefined);
    return {
      report: {
        ...rest,
        dims: open(dims),
        measures: shown,
        charts: Object.fromEntries(drawn),
        kpis: Object.fromEntries(known),
      },
    };
  }
  if (board === undefined) return {};
  const cells = board.cells.filter((cell) => isOpen(cell.grant));
  const search = board.search.map((item) => {
    const code = item.field ?? item.param ?? '';
    const over = cells.flatMap((cell) => ctx.registry.reports.get(cell.report?.split('.')[0] ?? '') ?? []);
    const field = over.map((report) => report.dims[code] ?? report.params[code]).find((field) => field !== undefined);
    return { ...item, ...(field === undefined ? {} : { shows: field }) };
  });
  const reports = Object.fromEntries(
    cells.flatMap((cell) => {
      const report = ctx.registry.reports.get(cell.report?.split('.')[0] ?? '');
      if (report === undefined) return [];
      const { report: code, title, dims, params, route } = report;
      const open = Object.fromEntries(Object.entries(dims).filter(([, dim]) => isOpen(dim.grant)));
      const up = board.search.flatMap((item) => {
        const name = item.field ?? item.param ?? '';
        if (dims[name] !== undefined || params[name] !== undefined) return [];
        const found = upwardOf(name, open, (object) => ctx.registry.find(object));
        return found === undefined ? [] : [[name, found] as const];
      });
      const known = { title, dims: Object.keys(dims), params: Object.keys(params), route };
      return [[code, up.length === 0 ? known : { ...known, up: Object.fromEntries(up) }]];
    }),
  );
  return { board: { ...board, cells, search, reports } };
}

/** Types of the server functions and settings that its expressions name: without them a browser cannot bind those. */
function namesIn(ctx: EngineCtx, schema: ResolvedObject): Record<'functions' | 'settings', Record<string, unknown>> {
  const { lib } = ctx.registry;
  const text = JSON.stringify(schema);
  const known = (names: RegExp, typeOf: (name: string) => unknown): Record<string, unknown> =>
    Object.fromEntries(
      [...new Set([...text.matchAll(names)].map((match) => match[1] ?? ''))].flatMap((name) => {
        const type = typeOf(name);
        return type === undefined ? [] : [[name, type]];
      }),
    );
  return {
    functions: known(/\b([a-z]\w*)\(/gi, (name) => lib.serverFunction?.(name)),
    settings: known(/\bsys\.([\w.]*\w)/g, (key) => lib.setting(key)),
  };
}

/** Other objects that expressions, pickers and lists of the page name: what a browser must know to read them. */
function typesOf(ctx: EngineCtx, page: Page): Many<ObjectType> {
  const types: Record<string, ObjectType> = {};
  for (const target of targetsOf(ctx, page)) {
    const type = ctx.registry.lib.object(target.object);
    if (!type) continue;
    const closed = new Set(
      [
        ...Object.values(target.fields),
        ...Object.values(target.fields).flatMap((field) => Object.values(field.sub?.fields ?? {})),
      ]
        .filter((field) => accessOf(target, field, ctx.session.rights) === 'none')
        .map((field) => field.path),
    );
    types[target.object] = closed.size === 0 ? type : { ...type, fields: openTypes(type.fields, closed, '') };
  }
  return types;
}
function openTypes(fields: ObjectType['fields'], closed: ReadonlySet<string>, prefix: string): ObjectType['fields'] {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([code]) => !closed.has(prefix + code))
      .map(([code, field]) => [code, field.sub ? { ...field, sub: openTypes(field.sub, closed, `${code}.`) } : field]),
  );
}

const targets = new WeakMap<Page, readonly Page['object'][]>();
const targetsOf = (ctx: EngineCtx, page: Page): readonly Page['object'][] =>
  memo(targets, page, () => {
    const { object, list, detail } = page;
    const codes = new Set<string>([object.object]);
    const reach = (fields: Many<ResolvedField>): void => {
      for (const field of Object.values(fields)) {
        if (field.ref !== undefined && field.ref !== 'self') codes.add(field.ref);
        if (field.over !== undefined) codes.add(field.over);
        if (field.sub) reach(field.sub.fields);
      }
    };
    reach(object.fields);
    for (const action of Object.values(page.actions)) {
      reach(action.ask ?? {});
      if (action.push) codes.add(action.push.to);
    }
    for (const part of [...list.below, ...detail.tabs]) {
      const shown = part.list === undefined ? undefined : ctx.registry.page(part.list);
      if (shown) codes.add(shown.object.object);
    }
    const model = modelOf(object, ctx.registry.lib);
    const slots = [...model.fields.values()].flatMap((field) => [field.formula, field.options]);
    for (const compiled of [
      ...slots,
      ...model.states.map((rule) => rule.when),
      ...model.checks.flatMap((check) => [check.when, check.that]),
    ])
      for (const code of compiled?.deps.queries ?? []) codes.add(code);
    return [...codes].flatMap((code) => ctx.registry.find(code) ?? []);
  });

/** Dictionaries whose labels the page shows: of its fields, of answers, of hops in its columns and expressions. */
function dictsOf(ctx: EngineCtx, page: Page, types: Many<ObjectType>): string[] {
  const codes = new Set<string>();
  const reach = (
    fields: Readonly<Record<string, Pick<ResolvedField, 'dict' | 'cases'> & { readonly sub?: unknown }>>,
  ): void => {
    for (const field of Object.values(fields)) {
      if (field.dict !== undefined) codes.add(field.dict);
      for (const eachCase of field.cases ?? []) if (eachCase.dict !== undefined) codes.add(eachCase.dict);
      const sub = field.sub as { readonly fields?: Many<ResolvedField> } | undefined;
      if (sub?.fields) reach(sub.fields);
    }
  };
  reach(page.object.fields);
  for (const report of reportsOf(ctx, page)) {
    reach(report.dims);
    reach(report.measures);
  }
  for (const action of Object.values(page.actions)) reach(action.ask ?? {});
  for (const item of page.list.search) {
    if (item.dict !== undefined) codes.add(item.dict);
    hopDict(ctx, page, item.field, codes);
  }
  for (const column of page.list.columns) hopDict(ctx, page, column.field, codes);
  for (const path of page.floor?.card ?? []) hopDict(ctx, page, path, codes);
  for (const hop of modelOf(page.object, ctx.registry.lib).hops) {
    const dict = types[hop.object]?.fields[hop.field]?.dict;
    if (dict !== undefined) codes.add(dict);
  }
  // columns of pickers show codes of the object they point at
  for (const field of Object.values(page.object.fields)) {
    pickDicts(types, field, codes);
    for (const column of Object.values(field.sub?.fields ?? {})) pickDicts(types, column, codes);
  }
  return [...codes].filter((code) => ctx.registry.dicts.has(code)).sort();
}
/** Reports that stand on a page: cells of a board, charts over a list, parts. */
function reportsOf(ctx: EngineCtx, page: Page): readonly ResolvedReport[] {
  const { list, detail, edit, board } = page;
  const named = [
    ...(board?.cells ?? []),
    ...Object.values(list.charts ?? {}),
    ...list.below,
    ...detail.tabs,
    ...edit.groups,
  ].flatMap((part) => part.report ?? []);
  return [...new Set(named)].flatMap((code) => ctx.registry.reports.get(code.split('.')[0] ?? '') ?? []);
}
function hopDict(ctx: EngineCtx, page: Page, path: string | undefined, codes: Set<string>): void {
  if (path === undefined || !path.includes('.')) return;
  const dict = pathField((code) => ctx.registry.find(code), page.object, path)?.field.dict;
  if (dict !== undefined) codes.add(dict);
}
function pickDicts(types: Many<ObjectType>, field: ResolvedField, codes: Set<string>): void {
  if (field.ref === undefined) return;
  for (const path of field.pick?.columns ?? []) {
    const dict = types[field.ref]?.fields[path]?.dict;
    if (dict !== undefined) codes.add(dict);
  }
}
