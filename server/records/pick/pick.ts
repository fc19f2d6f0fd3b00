/** Rows of a pick dialog (windowSelect): the target's records in the user's rows, narrowed by `pick.where` with the form at hand. */
import { sql } from 'kysely';
import { gs1Of, isScanned, ownCode } from '../../../schemas/language/codec/scanned';
import type { Bound } from '../../../schemas/language/expr/check';
import { typeOfDoc } from '../../../schemas/language/kinds/index';
import { toFieldType } from '../../../schemas/language/object-type';
import { leftOut } from '../../../schemas/language/picked';
import { modelOf } from '../../../schemas/language/record/model';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { AppError, forbidden } from '../../errors';
import { resolveScan, VOID } from '../../labels/scan';
import type { Page } from '../../registry/pages';
import { columnsOf } from '../../tables/names';
import { makeEnv } from '../env';
import { BOOL, bindCondition, bindText } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { Selection } from '../list/list-column';
import { fieldColumn } from '../list/list-columns';
import { isUuid, object as plainObject, whole } from '../list/list-request';
import { pathField, searchKey } from '../list/list-search';
import type { Place } from '../list/place';
import { COUNT_CAP } from '../list/plan-builder';
import { namedField } from '../list/plan-input';
import { belowSql } from '../list/trees';
import { mayOpen } from '../page/page-item';
import { rowScope } from '../read/access';
import { isOpen } from '../read/grants';
import { type Hops, hopsBehind } from '../read/hops';
import { labelSql } from '../read/labels';
import { isRef, targetOf } from '../read/wire';
import type { Sql } from '../sql';
import type { DbRow } from '../store/stored';
import { besideOf } from './beside';
import { keywordSql, namedBy, namedSql, searchText, textsOf } from './pick-search';

export interface PickAnswer {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  readonly capped?: true;
  readonly current: number;
  readonly size: number;
  readonly _hop: Hops;
}

/** The field a picker is for, and the right through which the user may use it. */
interface Picker {
  readonly field: ResolvedField;
  readonly target: ResolvedObject;
  /** sub-table the field stands in */
  readonly sub?: string;
  /** of a search row: every record, whatever the form would allow */
  readonly isFilter: boolean;
  /** whose dialog it stands in: no form of the page */
  readonly action?: ResolvedAction;
  readonly right: string;
}

const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;
/** most nodes of a tree that are asked about at once */
const MAX_AMONG = 500;
/** most records the texts of a sheet may name together */
const MAX_NAMED = 2000;

export async function pickRows(ctx: EngineCtx, page: Page, path: string, body: unknown): Promise<PickAnswer> {
  const request = plainObject(body ?? {});
  const hasForm =
    typeof request.record === 'object' && request.record !== null && Object.keys(request.record).length > 0;
  const picker = pickerOf(ctx, page, path, hasForm ? 'form' : request.filter === true ? 'filter' : 'any');
  const current = whole(request.current, 1) || 1;
  const size = Math.min(whole(request.size, DEFAULT_SIZE) || DEFAULT_SIZE, MAX_SIZE);
  const { target } = picker;
  if (Array.isArray(request.ids)) return knownRows(ctx, picker, request.ids);
  const texts = textsOf(request.texts);
  const search = searchText(request.search);
  const scanned = await scannedIds(ctx, target, search);
  const scope = scopeOf(ctx, picker);
  if (scope === false) return { records: [], total: 0, current, size, _hop: {} };
  const where = picker.isFilter ? undefined : picker.field.pick?.where;
  const using = picker.isFilter ? undefined : leftOut(picker.field, target);
  const { lib } = ctx.registry;
  const conditions = [
    ...(scope === undefined ? [] : [bindCondition(lib, target, scope)]),
    ...viewConditions(ctx, picker.field, target),
    ...(using === undefined ? [] : [bindCondition(lib, target, using)]),
    ...(where === undefined
      ? []
      : [
          bindText(lib, page.object.object, where, {
            candidate: target.object,
            want: BOOL,
            ...(picker.sub === undefined ? {} : { sub: picker.sub }),
            ...(picker.action ? { ask: answerTypes(picker.action) } : {}),
          }),
        ]),
  ];
  const around = await besideOf(ctx, page, picker, request);
  const wordsSql = (place: Place): readonly Sql[] =>
    scanned === undefined
      ? keywordSql(ctx, target, picker.field, place, search)
      : [sql`t.id = any(${[...scanned]}::uuid[])`];
  let write = (_row: DbRow): Record<string, unknown> => ({});
  let joins: readonly Sql[] = [];
  const find = (narrow: readonly Sql[], order: Sql, limit: number, offset: number): Promise<readonly DbRow[]> =>
    findRows(ctx, {
      object: target,
      pick: true,
      conditions,
      around,
      select(place) {
        const to = new Selection(place);
        const writer = pickWriter(ctx, picker, to);
        const named = texts === undefined ? undefined : namedBy(ctx, target, picker.field, to, texts);
        write = (item) => ({ ...writer(item), ...named?.(item) });
        joins = [...to.joins.values()];
        return sql.join(to.parts);
      },
      joins: () => joins,
      where: (place) => [
        ...wordsSql(place),
        ...nodeSql(ctx, target, picker.field, request.node),
        ...(texts === undefined ? [] : [namedSql(ctx, target, picker.field, place, texts)]),
        ...narrow,
      ],
      order: () => order,
      limit,
      offset,
    });
  if (Array.isArray(request.among)) {
    const ids = request.among.filter(isUuid).slice(0, MAX_AMONG);
    const rows = await find([sql`t.id = any(${ids}::uuid[])`], sql`t.id`, ids.length, 0);
    const records = rows.map((row) => write(row));
    return {
      records,
      total: records.length,
      current: 1,
      size: ids.length,
      _hop: await hopsFor(ctx, page, picker, records),
    };
  }
  if (texts !== undefined) {
    const rows = await find([], sql`t.id`, MAX_NAMED + 1, 0);
    // past the limit a text could look as if it named one record only
    const records = rows.length > MAX_NAMED ? [] : rows.map((row) => write(row));
    const answer = { records, total: records.length, current: 1, size: MAX_NAMED };
    return { ...answer, _hop: await hopsFor(ctx, page, picker, records) };
  }
  const rows = await find([], orderSql(target), size + (current === 1 ? 1 : 0), (current - 1) * size);
  const shown = rows.slice(0, size).map((row) => write(row));
  // what the user took last stands above all others, as far as the field may take it now
  const used = current === 1 && search.trim() === '' && !request.node ? recentIds(request.recent) : [];
  const last =
    used.length === 0
      ? []
      : (
          await find([sql`t.id = any(${used}::uuid[])`], sql`array_position(${used}::uuid[], t.id)`, used.length, 0)
        ).map((item) => ({ ...write(item), $recent: true }));
  const seen = new Set(last.map((item) => (item as { id?: unknown }).id));
  const records: Readonly<Record<string, unknown>>[] = [...last, ...shown.filter((item) => !seen.has(item.id))];
  const total = current === 1 && rows.length <= size ? rows.length : await count();
  return {
    records,
    total: Math.min(total, COUNT_CAP),
    ...(total > COUNT_CAP ? { capped: true as const } : {}),
    current,
    size,
    _hop: await hopsFor(ctx, page, picker, records),
  };

  async function count(): Promise<number> {
    const counted = await findRows(ctx, {
      object: target,
      pick: true,
      conditions,
      around,
      select: () => sql`t.id`,
      where: (place) => [...wordsSql(place), ...nodeSql(ctx, target, picker.field, request.node)],
      limit: COUNT_CAP + 1,
    });
    return counted.length;
  }
}

/** What a scanner read in the search box: the records its code names; undefined = a search as usual. */
async function scannedIds(
  ctx: EngineCtx,
  target: ResolvedObject,
  search: string,
): Promise<readonly string[] | undefined> {
  if (!isScanned(search)) return undefined;
  const isCertain = ownCode(search) !== undefined || gs1Of(search) !== undefined;
  const hits = await resolveScan(ctx, search, new Set([target.object])).catch((error: unknown) => {
    // plain digits may as well be part of a name
    if (!isCertain && error instanceof AppError && error.data !== VOID) return [];
    throw error;
  });
  return hits.length === 0 ? undefined : hits.map(({ id }) => id);
}

/** `pick.page`: only what stands on that page of the target. */
export function viewConditions(ctx: EngineCtx, field: ResolvedField, target: ResolvedObject): Bound[] {
  const view = field.pick?.page === undefined ? undefined : ctx.registry.page(field.pick.page);
  return view?.where === undefined || view.object.object !== target.object
    ? []
    : [bindCondition(ctx.registry.lib, target, view.where)];
}
const RECENT = 10;
const recentIds = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isUuid).slice(0, RECENT) : [];

/** Labels of ids a form already holds: the record shows them anyway, so no condition narrows them. */
async function knownRows(ctx: EngineCtx, { target }: Picker, wanted: readonly unknown[]): Promise<PickAnswer> {
  const ids = wanted.filter(isUuid).slice(0, 1000);
  const rows = await findRows(ctx, {
    object: target,
    deleted: true,
    select: () => sql`t.id, ${labelSql(target, 't')} as label`,
    where: () => [sql`t.id = any(${ids}::uuid[])`],
  });
  const records = rows.map((row) => ({ id: row.id, label: String(row.label ?? '') }));
  return { records, total: records.length, current: 1, size: ids.length, _hop: {} };
}

/** `supplier`, `items.material`, a path of a search row, or `actions.<action>.ask.<answer>`. */
function pickerOf(ctx: EngineCtx, page: Page, path: string, use: 'form' | 'filter' | 'any'): Picker {
  const { object } = page;
  const { rights } = ctx.session;
  const find = (code: string) => ctx.registry.find(code);
  const ask = /^actions\.(\w+)\.ask\.(\w+(?:\.\w+)?)$/.exec(path);
  if (ask) {
    const action = page.actions[ask[1] ?? ''];
    const [first = '', second] = (ask[2] ?? '').split('.');
    const own = action?.ask?.[first];
    const field = second === undefined ? own : own?.sub?.fields[second];
    if (!action || !field) throw new AppError(400);
    if (!rights.has(action.right)) throw forbidden();
    return {
      field,
      target: must(find(targetOf(object, field)), field),
      isFilter: false,
      action,
      right: action.right,
      ...(action.in === undefined ? {} : { sub: action.in }),
    };
  }
  const found = pathField(find, object, path) ?? paramField(page, path);
  if (!found || !isOpen(found.owner, found.field, rights)) throw new AppError(400);
  const { field, via, owner } = found;
  const target = must(find(targetOf(owner, field)), field);
  const isSearch = page.list.search.some((item) => searchKey(item) === path);
  if (use !== 'form' && isSearch) {
    if (!mayOpen(ctx, page)) throw forbidden();
    return { field, target, isFilter: true, right: page.right };
  }
  // conditions name more than the row of search: whoever may see the target or fill in the form finds its records there
  if (use === 'filter') {
    if (namedField(ctx, page, path) === undefined) throw new AppError(400);
    if (!mayOpen(ctx, page) || (!rights.has(`${target.object}:view`) && formRight(ctx, page) === undefined))
      throw forbidden();
    return { field, target, isFilter: true, right: formRight(ctx, page) ?? page.right };
  }
  if (via && !via.sub) throw new AppError(400);
  const right = formRight(ctx, page);
  if (right === undefined) throw forbidden();
  return { field, target, isFilter: false, right, ...(via?.sub ? { sub: via.code } : {}) };
}

/** A parameter of the search row that names records: a field of that row alone. */
function paramField(
  page: Page,
  path: string,
): { readonly field: ResolvedField; readonly owner: ResolvedObject; readonly via?: ResolvedField } | undefined {
  const item = page.list.search.find(({ param }) => param === path);
  if (item === undefined) return undefined;
  const { param: _param, where: _where, field: _field, ...own } = item;
  const field = {
    ...own,
    code: path,
    path,
    title: own.title ?? path,
    kind: own.kind ?? 'default',
    type: typeOfDoc(own),
  };
  return { owner: page.object, field: field as ResolvedField };
}

function must(target: ResolvedObject | undefined, field: ResolvedField): ResolvedObject {
  if (!target || !isRef(field)) throw new AppError(400);
  return target;
}

/** Right to the form: add, edit, or an action of the page. */
function formRight(ctx: EngineCtx, page: Page): string | undefined {
  const { rights } = ctx.session;
  const code = page.object.object;
  const known = [`${code}:add`, `${code}:edit`, ...Object.values(page.actions).map((action) => action.right)];
  return known.find((right) => !right.endsWith(':view') && rights.has(right));
}

/** Scope of viewing the target if granted, else of the form's right applied to it. */
function scopeOf(ctx: EngineCtx, { target, right }: Picker) {
  const view = `${target.object}:view`;
  return rowScope(ctx, target, ctx.session.rights.has(view) ? view : right);
}

/** id, label, `pick.columns` and the fill paths, without what the user may not see; disabled masters are marked. */
function pickWriter(ctx: EngineCtx, { field, target }: Picker, to: Selection): (row: DbRow) => Record<string, unknown> {
  const paths = new Set([...(field.pick?.columns ?? target.label), ...Object.values(field.fill ?? {})]);
  const writes = [...paths].flatMap((path) => {
    const column = fieldColumn(ctx, target, path);
    return column ? [column.select(to)] : [];
  });
  const id = to.add('id', () => sql.ref('t.id'));
  const label = to.add('?label', () => labelSql(target, 't'));
  const switched = target.fields.isDisabled;
  const disabled = switched && columnsOf(switched).length === 1 ? to.add('?off', () => sql`t.is_disabled`) : undefined;
  return (row) => {
    const out: Record<string, unknown> = { id: row[id], label: row[label] ?? '' };
    for (const write of writes) write(row, out);
    if (disabled !== undefined && String(row[disabled]) === '1') out.$isDisabled = true;
    return out;
  };
}

const answerTypes = ({ ask = {} }: ResolvedAction) =>
  Object.fromEntries(Object.entries(ask).map(([code, field]) => [code, toFieldType(field)]));

/** Node of `pick.tree`: the target's own tree, or the tree behind one of its references. */
function nodeSql(ctx: EngineCtx, target: ResolvedObject, field: ResolvedField, node: unknown) {
  if (node === undefined || node === null || node === '') return [];
  const tree = field.pick?.tree;
  if (!isUuid(node) || tree === undefined || tree === false) throw new AppError(400);
  const ids = sql`array[${node}::uuid]`;
  if (tree === true) return [sql`t.id in (${belowSql(ctx, target, ids)})`];
  const ref = target.fields[tree];
  const of = ref && ctx.registry.find(targetOf(target, ref));
  const column = ref && columnsOf(ref)[0];
  if (!of || column === undefined) throw new AppError(400);
  return [sql`${sql.ref(`t.${column}`)} in (${belowSql(ctx, of, ids)})`];
}

/** The target list's own order as far as plain columns give it, else the label; ending in the id. */
function orderSql(target: ResolvedObject) {
  const keys = target.list.sort.split(',').flatMap((part) => {
    const name = part.trim().replace(/^-/, '');
    const field = target.fields[name];
    const columns = field ? columnsOf(field) : [];
    if (columns.length !== 1) return [];
    const ref = sql.ref(`t.${columns[0]}`);
    return [part.trim().startsWith('-') ? sql`${ref} desc` : sql`${ref}`];
  });
  return sql.join([...(keys.length > 0 ? keys : [labelSql(target, 't')]), sql`t.id`]);
}

async function hopsFor(
  ctx: EngineCtx,
  page: Page,
  picker: Picker,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<Hops> {
  if (picker.isFilter || picker.action || records.length === 0) return {};
  const model = modelOf(page.object, ctx.registry.lib);
  const ids = records.map((record) => record.id as string);
  return makeEnv(ctx).settle((now) => hopsBehind(ctx, model, picker.field.path, ids, now));
}
