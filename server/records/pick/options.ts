/** Choices and trees: cascade, getFirstTreeData, getTreeData (domain 10, §8). */

import { sql } from 'kysely';
import { factsOf } from '../../../schemas/language/kinds/index';
import type { ResolvedDict, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { AppError, forbidden } from '../../errors';
import type { Page } from '../../registry/pages';
import { columnOf } from '../../tables/names';
import { bindCondition, bindText } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { isUuid, object as plainObject, whole } from '../list/list-request';
import { pathField, wordSql } from '../list/list-search';
import { ancestries } from '../list/trees';
import { mayOpen, pageOf } from '../page/page-item';
import { rowScope } from '../read/access';
import { isOpen } from '../read/grants';
import { labelSql } from '../read/labels';
import { referrersOf } from '../read/usage';
import { targetOf } from '../read/wire';
import { tableSql } from '../store/stored';
import { pickRows } from './pick';

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly leaf: boolean;
  /** children the user reaches */
  readonly count: number;
  readonly parentId: string | null;
  readonly code?: string;
  readonly children?: readonly TreeNode[];
  readonly addDisabled: boolean;
  readonly delDisabled: boolean;
}
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly leaf: boolean;
  readonly disabled: boolean;
}

/** Up to this many nodes come whole; larger trees load level by level (20 §0.4). */
const WHOLE_TREE = 500;
const MAX_NODES = 2000;
const MAX_DEPTH = 10;
/** nodes that are asked for by their ids at once */
const MAX_NAMED = 100;

/**
 * First level of a tree of records, page by page where `size` is given; a small tree comes whole. With a keyword: the nodes it finds, flat,
 * or (`path`) below what stands above them. With `ids`: those nodes, also switched off ones, below what stands above them.
 */
export async function firstTree(ctx: EngineCtx, query: Readonly<Record<string, unknown>>): Promise<TreeNode[]> {
  const object = treeObject(ctx, query);
  const offered = offeredBy(ctx, object, query);
  if (typeof query.ids === 'string') return withPath(ctx, object, idsOf(query.ids));
  if (typeof query.keyword === 'string' && query.keyword !== '') {
    const hits = await found(ctx, object, query.keyword, offered);
    if (query.path !== '1') return hits;
    return withPath(
      ctx,
      object,
      hits.map(({ id }) => id),
    );
  }
  const part = partOf(query);
  if (part.offset > 0) return nodes(ctx, object, null, part.limit, { offered, offset: part.offset });
  const all = await nodes(ctx, object, undefined, WHOLE_TREE + 1, { offered });
  return all.length > WHOLE_TREE ? nodes(ctx, object, null, part.limit, { offered }) : nested(all);
}

const idsOf = (list: string): string[] => {
  const ids = [...new Set(list.split(','))];
  if (ids.length > MAX_NAMED || !ids.every(isUuid)) throw new AppError(400);
  return ids;
};

/** Children of a node, page by page where `size` is given. */
export async function treeBelow(ctx: EngineCtx, query: Readonly<Record<string, unknown>>): Promise<TreeNode[]> {
  const object = treeObject(ctx, query);
  if (typeof query.keyword === 'string' && query.keyword !== '') return found(ctx, object, query.keyword);
  const { parentId } = query;
  if (!isUuid(parentId)) throw new AppError(400);
  const { limit, offset } = partOf(query);
  return nodes(ctx, object, parentId, limit, { offset });
}

/** The part of a level that is asked for; all of it without `size`. */
function partOf({ current, size }: Readonly<Record<string, unknown>>): {
  readonly limit: number;
  readonly offset: number;
} {
  const limit = Math.min(whole(size, 0) || MAX_NODES, MAX_NODES);
  return { limit, offset: Math.max(0, whole(current, 1) - 1) * limit };
}

/** One level of a cascader, or the candidates of a reference. */
export async function cascade(
  ctx: EngineCtx,
  body: unknown,
): Promise<{ readonly options: readonly Choice[]; readonly more: boolean }> {
  const { page: pageCode, field: path, value, row, keyword, current } = plainObject(body);
  if (typeof pageCode !== 'string' || typeof path !== 'string') throw new AppError(400);
  const page = pageOf(ctx, pageCode);
  const field = fieldFor(ctx, page, path);
  const text = typeof keyword === 'string' ? keyword : '';
  if (field.dict !== undefined)
    return { options: dictLevel(ctx.registry.dicts.get(field.dict), value, text), more: false };
  if (field.ref === undefined) throw new AppError(400);
  const target = ctx.registry.find(targetOf(page.object, field));
  if (factsOf(field).isNested && target?.tree !== undefined) {
    const level = isUuid(value)
      ? await nodes(ctx, target, value, MAX_NODES)
      : await nodes(ctx, target, null, MAX_NODES);
    return { options: level.map(({ id, label, leaf }) => ({ value: id, label, leaf, disabled: false })), more: false };
  }
  const at = whole(current, 1) || 1;
  const answer = await pickRows(ctx, page, path, { record: row ?? {}, search: text, current: at, size: 50 });
  const options = answer.records.map((record) => ({
    value: String(record.id),
    label: String(record.label ?? ''),
    leaf: true,
    disabled: record.$isDisabled === true,
  }));
  return { options, more: answer.total > at * 50 || answer.capped === true };
}

function fieldFor(ctx: EngineCtx, page: Page, path: string): ResolvedField {
  if (!mayOpen(ctx, page)) throw forbidden();
  const field = pathField((code) => ctx.registry.find(code), page.object, path);
  if (!field || !isOpen(field.owner, field.field, ctx.session.rights)) throw new AppError(400);
  return field.field;
}

/** Children of a code (`["a", "b"]` is the code at the end of a path), in the order of the dictionary. */
function dictLevel(dict: ResolvedDict | undefined, value: unknown, keyword: string): Choice[] {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  const parent = typeof last === 'string' && last !== '' ? last.split('/').at(-1) : undefined;
  const items = dict?.items ?? [];
  const parents = new Set(items.map((item) => item.parent));
  return items
    .filter((item) => (keyword === '' ? item.parent === parent : item.title.includes(keyword)))
    .map((item) => ({
      value: item.code,
      label: item.title,
      leaf: !parents.has(item.code),
      disabled: item.off === true,
    }));
}

/** A tree may be read by who may view the object, or enter it on a form: any page that refers to it (or the one that is named). */
function treeObject(ctx: EngineCtx, query: Readonly<Record<string, unknown>>): ResolvedObject {
  const { rights } = ctx.session;
  const object = typeof query.object === 'string' ? ctx.registry.find(query.object) : undefined;
  if (!object) throw new AppError(400);
  if (rights.has(`${object.object}:view`)) return object;
  if (typeof query.page === 'string' && typeof query.field === 'string') {
    const page = pageOf(ctx, query.page);
    const field = fieldFor(ctx, page, query.field);
    if (targetOf(page.object, field) === object.object) return object;
    throw forbidden();
  }
  const uses = referrersOf(ctx.registry, object.object).some(({ object: user }) =>
    ['view', 'add', 'edit'].some((action) => rights.has(`${user.object}:${action}`)),
  );
  if (!uses) throw forbidden();
  return object;
}

/** Beside a list whose field names records without levels stand those the field's picker offers: 类别 among 辅助资料. */
function offeredBy(
  ctx: EngineCtx,
  object: ResolvedObject,
  { page: pageCode, field: path }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (object.tree !== undefined || typeof pageCode !== 'string' || typeof path !== 'string') return undefined;
  const page = pageOf(ctx, pageCode);
  const field = fieldFor(ctx, page, path);
  if (targetOf(page.object, field) !== object.object) throw new AppError(400);
  const where = field.pick?.where;
  // what depends on a form offers nothing beside a list
  return where === undefined || /\b(doc|row)\./.test(where) ? undefined : where;
}

interface Narrowed {
  readonly keyword?: string;
  readonly ids?: readonly string[];
  readonly offered?: string | undefined;
  readonly offset?: number;
}
/** Rows of the tree in the user's rows: all (undefined), the roots (null), or the children of a node. */
async function nodes(
  ctx: EngineCtx,
  object: ResolvedObject,
  parent: string | null | undefined,
  limit: number,
  { keyword, ids, offered, offset = 0 }: Narrowed = {},
): Promise<TreeNode[]> {
  const scope = scopeFor(ctx, object);
  if (scope === false) return [];
  const tree = object.tree === undefined ? undefined : object.fields[object.tree];
  const up = tree ? sql.ref(`t.${columnOf(tree)}`) : undefined;
  const { code } = object.fields;
  const table = tableSql(ctx.org.schema, object);
  const rows = await findRows(ctx, {
    object,
    conditions: [scope, offered].flatMap((text) =>
      text === undefined ? [] : [bindCondition(ctx.registry.lib, object, text)],
    ),
    select: () =>
      sql`t.id, ${labelSql(object, 't')} as label, ${up ?? sql`null::uuid`} as up${code ? sql`, ${sql.ref(`t.${columnOf(code)}`)} as code` : sql``}, ${
        tree
          ? sql`(select count(*)::int from ${table} c where c.${sql.ref(columnOf(tree))} = t.id and c.is_deleted = 0)`
          : sql`0`
      } as n`,
    where: (place) => [
      ...(parent === undefined || !up ? [] : parent === null ? [sql`${up} is null`] : [sql`${up} = ${parent}::uuid`]),
      ...(object.fields.isDisabled && ids === undefined ? [sql`coalesce(t.is_disabled, '0') = '0'`] : []),
      ...(keyword === undefined ? [] : [labelHas(ctx, object, place, keyword)]),
      ...(ids === undefined ? [] : [sql`t.id = any(${ids}::uuid[])`]),
    ],
    order: () =>
      sql.join([...(object.fields.sortNo ? [sql`t.sort_no`] : []), ...(code ? [sql`t.code`] : []), sql`t.id`]),
    limit,
    offset,
  });
  return rows.map((row) => ({
    id: String(row.id),
    label: String(row.label ?? ''),
    leaf: Number(row.n) === 0,
    count: Number(row.n),
    parentId: (row.up as string | null) ?? null,
    ...(row.code === undefined || row.code === null ? {} : { code: String(row.code) }),
    addDisabled: false,
    delDisabled: Number(row.n) > 0,
  }));
}
/** Nodes where they stand: each below the nodes above it, in the order of the tree. */
async function withPath(ctx: EngineCtx, object: ResolvedObject, named: readonly string[]): Promise<TreeNode[]> {
  const ways = await ancestries(ctx, object, named);
  const ids = [...new Set([...ways.values()].flat())];
  const all = await nodes(ctx, object, undefined, MAX_NODES, { ids });
  const leaves = new Map(all.map(({ id, leaf }) => [id, leaf]));
  const opened = (list: readonly TreeNode[]): TreeNode[] =>
    list.map((node) =>
      node.children === undefined
        ? { ...node, leaf: leaves.get(node.id) ?? true }
        : { ...node, children: opened(node.children) },
    );
  return opened(nested(all));
}
const found = (ctx: EngineCtx, object: ResolvedObject, keyword: string, offered?: string): Promise<TreeNode[]> =>
  nodes(ctx, object, undefined, WHOLE_TREE, { keyword: keyword.slice(0, 200), offered });

function labelHas(
  ctx: EngineCtx,
  object: ResolvedObject,
  place: Parameters<NonNullable<Parameters<typeof findRows>[1]['where']>>[0],
  keyword: string,
) {
  const paths = [...new Set([...object.label, 'code', 'name'])].filter((path) => object.fields[path]);
  const parts = paths.flatMap((path) => {
    const bound = bindText(ctx.registry.lib, object.object, path);
    const field = object.fields[path];
    return bound.ty.t === 'text' && field ? [wordSql(object, { field }, place.value(bound), keyword)] : [];
  });
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

const scopeFor = (ctx: EngineCtx, object: ResolvedObject) => {
  const view = `${object.object}:view`;
  if (ctx.session.rights.has(view)) return rowScope(ctx, object, view);
  // through a form: the widest right to one that refers to it
  const rights = referrersOf(ctx.registry, object.object).flatMap(({ object: user }) =>
    ['add', 'edit', 'view']
      .map((action) => `${user.object}:${action}`)
      .filter((right) => ctx.session.rights.has(right)),
  );
  const scopes = rights.map((right) => rowScope(ctx, object, right)).filter((scope) => scope !== false);
  if (scopes.length === 0) return false;
  return scopes.includes(undefined) ? undefined : (scopes as string[]).map((scope) => `(${scope})`).join(' || ');
};

/** A flat tree as a nested one; a node whose parent the user does not reach stands at the top. */
function nested(all: readonly TreeNode[]): TreeNode[] {
  const ids = new Set(all.map((node) => node.id));
  const byParent = new Map<string | null, TreeNode[]>();
  for (const node of all) {
    const parent = node.parentId !== null && ids.has(node.parentId) ? node.parentId : null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), node]);
  }
  const build = (parent: string | null, depth: number): TreeNode[] =>
    (byParent.get(parent) ?? []).map((node) => {
      const children = depth > 64 ? [] : build(node.id, depth + 1);
      return {
        ...node,
        leaf: children.length === 0,
        count: children.length,
        addDisabled: depth >= MAX_DEPTH,
        ...(children.length > 0 ? { children } : {}),
      };
    });
  return build(null, 1);
}
