/**
 * What a list request asks for, looked up in the page: every name is found there and the found one is used from here on. What is not there,
 * or may not be used by this user, is 400 参数错误 (security.md §4).
 */

import { type Bound, printBound } from '../../../schemas/language/expr/check';
import { depsOf } from '../../../schemas/language/expr/deps';
import { SHIFT_DAY } from '../../../schemas/language/expr/shift-days';
import { isMany } from '../../../schemas/language/kinds/index';
import { toFieldType } from '../../../schemas/language/object-type';
import type {
  FieldType,
  Placement,
  ResolvedField,
  ResolvedObject,
  ResolvedScheme,
} from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';
import { AppError } from '../../errors';
import { memo } from '../../registry/memo';
import type { Page } from '../../registry/pages';
import { BOOL, bindRequest, bindTree } from '../expression';
import type { EngineCtx } from '../host';
import { isOpen } from '../read/grants';
import { isRef, targetOf } from '../read/wire';
import { placedBy, type StoredScheme, schemeBroken } from '../schemes/scheme-content';
import type { ListRequest } from './list-request';
import { paramField, pathField, readParam, readSearch, relativeText, type SearchInput, searchKey } from './list-search';

/** A field that a request names: own, of an own sub-table, or one hop away, and open to the user. */
export interface NamedField {
  readonly path: string;
  readonly field: ResolvedField;
  /** sub-table or reference it stands behind */
  readonly via?: ResolvedField;
  readonly owner: ResolvedObject;
}
export interface SearchPart {
  readonly input: SearchInput;
  readonly at: NamedField;
}
/** Conditions and values of one request. */
export interface PlanInput {
  /** each entry: any of its parts holds */
  readonly searches: readonly (readonly SearchPart[])[];
  /** conditions of search parameters and relative words, and of the request itself */
  readonly conditions: readonly Bound[];
  readonly params: Readonly<Record<string, Value>>;
  readonly scheme?: ResolvedScheme;
  readonly node?: SearchPart;
  readonly sort: string;
  readonly values: ReadonlyMap<string, unknown>;
  /** identity of everything above but the values */
  readonly shape: string;
}

/** What stands behind a request in the database: its scheme, and the condition its address names. */
export interface Stored {
  readonly scheme?: StoredScheme | undefined;
  readonly q?: string | object | undefined;
}

export function readInput(ctx: EngineCtx, page: Page, request: ListRequest, stored: Stored = {}): PlanInput {
  const reader = new Reader(ctx, page);
  for (const [key, value] of Object.entries({ ...request.search, ...request.params })) reader.search(key, value);
  if (request.where !== undefined) reader.where(request.where);
  if (stored.q !== undefined) reader.kept({ where: stored.q }, {});
  if (stored.scheme) reader.kept(stored.scheme.content, { ...request.search, ...request.params });
  const scheme = stored.scheme ? storedAs(page, stored.scheme) : shippedScheme(page, request.scheme);
  if (request.node) reader.side(request.node);
  if (request.ids) reader.values.set('ids', request.ids);
  const sort = request.sort ?? scheme?.sort ?? page.list.sort;
  const { searches, conditions, params, node, values, shapes } = reader;
  shapes.push(
    `scheme=${scheme?.code ?? ''} ${stored.scheme?.content.columns ?? ''}`,
    `sort=${sort}`,
    `ids=${request.ids !== undefined}`,
  );
  return {
    searches,
    conditions,
    params,
    ...(scheme ? { scheme } : {}),
    ...(node ? { node } : {}),
    sort,
    values,
    shape: shapes.join('\n'),
  };
}

class Reader {
  readonly searches: (readonly SearchPart[])[] = [];
  readonly conditions: Bound[] = [];
  readonly params: Record<string, Value> = {};
  readonly values = new Map<string, unknown>();
  readonly shapes: string[] = [];
  node: SearchPart | undefined;
  private readonly ctx: EngineCtx;
  private readonly page: Page;
  constructor(ctx: EngineCtx, page: Page) {
    this.ctx = ctx;
    this.page = page;
  }

  search(key: string, value: unknown): void {
    const item = searchItems(this.page).get(key);
    const relative = relativeText(key, value);
    if (item?.param !== undefined) this.parameter(item, value);
    else if (item?.fields !== undefined) {
      const wanted = { ...item, op: item.op ?? 'like' };
      const parts = item.fields.map((path) => this.part(path, wanted, value, `${key}/${path}`));
      this.add(parts.filter((part) => part !== undefined));
    } else if (relative !== undefined) {
      this.named(key);
      this.condition(relative);
    } else {
      const part = this.part(key, item ?? { field: key }, value, key);
      if (part) this.add([part]);
    }
  }

  where(given: string | object): void {
    if (typeof given === 'string') {
      if (given.trim() !== '') this.condition(given);
      return;
    }
    const bound = bindTree(this.ctx.registry.lib, this.page.object.object, given);
    if (bound !== null) this.bound(bound, printBound(bound));
  }

  /**
   * Conditions that were kept: what they name may have been taken from the user since. Search values that the request gives itself, empty
   * ones too, stand in the place of the kept ones.
   */
  kept({ where, search }: Pick<StoredScheme['content'], 'search'> & { readonly where?: string | object }, own: object) {
    try {
      if (where !== undefined) this.where(where);
      for (const [key, value] of Object.entries(search ?? {})) if (!Object.hasOwn(own, key)) this.search(key, value);
    } catch (error) {
      throw error instanceof AppError && error.code === 400 ? schemeBroken() : error;
    }
  }

  /** Node of a side tree: the subtree of its object, or the code of its dictionary. */
  side({ field: wanted, id }: { readonly field?: string; readonly id: string }): void {
    const fields = this.page.list.tree.flatMap((tree) => sideFields(this.page.object, tree));
    const path = wanted ?? fields[0];
    if (path === undefined || !fields.includes(path)) throw new AppError(400);
    const at = this.named(path);
    const target = isRef(at.field) ? this.ctx.registry.find(targetOf(at.owner, at.field)) : undefined;
    const op = target?.tree !== undefined ? 'sub' : isMany(at.field) ? 'has' : 'in';
    const input = readSearch('$node', { field: path }, at.field, [id], op);
    if (!input) throw new AppError(400);
    this.node = { input, at };
    this.shapes.push(`node=${path} ${input.shape}`);
    for (const [key, value] of input.values) this.values.set(key, value);
  }

  private part(path: string, item: Placement, value: unknown, key: string): SearchPart | undefined {
    const at = this.named(path);
    const input = readSearch(key, item, at.field, value);
    return input && { input, at };
  }

  private add(parts: readonly SearchPart[]): void {
    if (parts.length === 0) return;
    this.searches.push(parts);
    for (const { input } of parts) {
      this.shapes.push(input.shape);
      for (const [key, value] of input.values) this.values.set(key, value);
    }
  }

  /** A parameter that is no field: its `where` gets the value. */
  private parameter(item: Placement, value: unknown): void {
    const code = item.param ?? '';
    const read = readParam(item, paramField(item), value);
    if (read === undefined) return;
    const fields = paramTypes(this.page);
    this.params[code] = read;
    this.shapes.push(`param ${code}=${JSON.stringify(read)}`);
    if (item.where === undefined) return;
    this.conditions.push(
      bindRequest(this.ctx.registry.lib, this.page.object.object, item.where, { param: fields, want: BOOL }),
    );
  }

  private condition(text: string): void {
    const { ctx, page } = this;
    this.bound(bindRequest(ctx.registry.lib, page.object.object, text, { want: BOOL }), text);
  }
  private bound(bound: Bound, text: string): void {
    this.guard(bound);
    this.conditions.push(bound);
    this.shapes.push(`where ${text}`);
  }

  /** Own fields, own sub-tables, hops that the page places; no query, no function of the server but the clock of shifts, no setting. */
  private guard(bound: Bound): void {
    const deps = depsOf(bound);
    const calls = deps.calls.filter((name) => name !== SHIFT_DAY);
    if (deps.queries.length + calls.length + deps.old.length + deps.ask.length > 0) throw new AppError(400);
    if (deps.param.length + deps.candidate.length > 0 || deps.sys) throw new AppError(400);
    for (const path of deps.fields) this.named(path);
    for (const hop of deps.hops) this.named(`${hop.via}.${hop.field}`);
  }

  private named(path: string): NamedField {
    const { ctx, page } = this;
    const found = namedField(ctx, page, path);
    if (!found) throw new AppError(400);
    return found;
  }
}

/** A path of a request over a page: own, of an own sub-table, or a placed hop, and open to the user. */
export function namedField(ctx: EngineCtx, page: Page, path: string): NamedField | undefined {
  const { object } = page;
  const { rights } = ctx.session;
  const found = pathField((code) => ctx.registry.find(code), object, path);
  if (!found || found.field.secret !== undefined || !isOpen(found.owner, found.field, rights)) return undefined;
  if (found.via && !isOpen(object, found.via, rights)) return undefined;
  if (found.via && !found.via.sub && !placedPaths(page).has(path)) return undefined;
  return { path, ...found };
}

const items = new WeakMap<Page, ReadonlyMap<string, Placement>>();
const searchItems = (page: Page): ReadonlyMap<string, Placement> =>
  memo(items, page, () => new Map(page.list.search.map((item) => [searchKey(item), item])));

const placed = new WeakMap<Page, ReadonlySet<string>>();
/** Every path that stands on the page: columns, search rows, side trees. */
const placedPaths = (page: Page): ReadonlySet<string> =>
  memo(placed, page, () => {
    const { list, object } = page;
    return new Set([
      ...list.columns.flatMap((column) => column.field ?? []),
      ...list.schemes.flatMap((scheme) => (scheme.columns ?? []).flatMap((column) => column.field ?? [])),
      ...list.search.flatMap((item) => [...(item.fields ?? []), ...(item.field === undefined ? [] : [item.field])]),
      ...list.tree.flatMap((tree) => sideFields(object, tree)),
    ]);
  });

/** Fields a side tree narrows: named, or the first reference to its object. */
export function sideFields(object: ResolvedObject, tree: Page['list']['tree'][number]): readonly string[] {
  if (tree.field !== undefined) return typeof tree.field === 'string' ? [tree.field] : tree.field;
  const of = typeof tree.of === 'string' ? [tree.of] : (tree.of ?? []);
  return of.flatMap(
    (code) =>
      Object.values(object.fields).find((field) => isRef(field) && targetOf(object, field) === code)?.code ?? [],
  );
}

const paramFields = new WeakMap<Page, Readonly<Record<string, FieldType>>>();
/** Types of the search parameters of a page. */
export const paramTypes = (page: Page): Readonly<Record<string, FieldType>> =>
  memo(paramFields, page, () =>
    Object.fromEntries(
      page.list.search.flatMap((item) =>
        item.param === undefined ? [] : [[item.param, toFieldType(paramField(item))]],
      ),
    ),
  );

/** By code; `s:` before it and a title are accepted. Undefined when the page ships no such scheme. */
export function findShipped(page: Page, wanted: string): ResolvedScheme | undefined {
  const { schemes } = page.list;
  const code = wanted.replace(/^s:/, '');
  return schemes.find((scheme) => scheme.code === code) ?? schemes.find((scheme) => scheme.title === wanted);
}
function shippedScheme(page: Page, wanted: string | undefined): ResolvedScheme | undefined {
  if (wanted === undefined) return undefined;
  const scheme = findShipped(page, wanted);
  if (!scheme) throw new AppError(400);
  return scheme;
}
/** Order and columns of a kept scheme in the form of a shipped one; its conditions are read by themselves. */
function storedAs(page: Page, { id, name, content }: StoredScheme): ResolvedScheme {
  const columns = content.columns && placedBy(page, content.columns);
  return {
    code: id,
    title: name,
    ...(content.sort === undefined ? {} : { sort: content.sort }),
    ...(columns === undefined || columns.length === 0 ? {} : { columns }),
  };
}

/** Judges conditions that are to be kept as if they were applied now: 203 for what this user may not name. */
export function checkKept(ctx: EngineCtx, page: Page, content: StoredScheme['content']): void {
  new Reader(ctx, page).kept(content, {});
}
