/** One record for a page: read in the user's rows, with what he may do with it and what its form needs of others. */
import { sql } from 'kysely';
import type { Literal, Many } from '../../../schemas/language/document';
import type { Env } from '../../../schemas/language/env';
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import { type Model, modelOf } from '../../../schemas/language/record/model';
import { copyRecord, newRecord } from '../../../schemas/language/record/new';
import { rowLock } from '../../../schemas/language/record/states';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { AppError, forbidden, refuse } from '../../errors';
import { memo } from '../../registry/memo';
import type { Page } from '../../registry/pages';
import { columnsOf } from '../../tables/names';
import { makeEnv, type ServerEnv } from '../env';
import { bindCondition } from '../expression';
import { linkFiles } from '../files/file-values';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { isUuid, object } from '../list/list-request';
import { rowGroups } from '../list/row-groups';
import { finish, loadRecords } from '../store/source';
import { readHead, selectedText } from '../store/stored';
import { all, rowScope } from './access';
import { actionsOf, heldActions, rowActionsOf } from './allowed';
import { opensByTask } from './by-task';
import { type Hops, hopsOf } from './hops';
import { servedHead } from './served';
import { isSingle, savingAction } from './single';
import { type LabelOf, type Presenter, presenterOf } from './wire';

export type Wire = Record<string, unknown>;

/** Missing, deleted, out of scope, of another organisation: all alike (security.md §4). */
const NOT_THERE = '数据不存在或无权查看';
export const notThere = (): AppError => refuse(NOT_THERE);
/** What was refused so is named to nobody. */
export const isNotThere = ({ message }: AppError): boolean => message === NOT_THERE;

/** Record of a page by id, or by the fields of `detail.by`. */
export async function getOne(ctx: EngineCtx, page: Page, by: Readonly<Record<string, unknown>>): Promise<Wire> {
  const hidden = (id: string, through: boolean) => ctx.host.flows?.hidden(ctx, page.object, id, through);
  const { id } = by;
  // asked together, they go to the database as one statement
  const [rec, early] = await Promise.all([
    findOne(ctx, page, by),
    typeof id === 'string' ? hidden(id, false) : undefined,
  ]);
  if (!rec && isSingle(page.object) && id === undefined) return firstSingle(ctx, page);
  if (rec) return presentRecord(ctx, page, rec, early ?? (await hidden(String(rec.id), false)));
  // who has a task of it reads the document of the task, whatever his rows are
  const through = typeof id === 'string' && (await opensByTask(ctx, page, id));
  const known = through ? await ctx.asSystem().records.get(page.object.object, id) : null;
  if (known === null) throw notThere();
  return presentRecord(ctx, page, known, await hidden(String(known.id), true));
}

/** The one record before it was ever stored: a new one, to be saved by whoever may edit it. */
async function firstSingle(ctx: EngineCtx, page: Page): Promise<Wire> {
  const model = modelOf(page.object, ctx.registry.lib);
  const env = makeEnv(ctx);
  const rec = await env.settle((now, newId) => newRecord(model, now, viewGiven(page), { newId }));
  const right = savingAction(page, true)?.right;
  const may = right !== undefined && ctx.session.rights.has(right);
  return present(ctx, page, model, rec, env, () => (may ? ['save'] : []));
}

/** A new record with its defaults; `with` is what the opener gives, `copyOf` a record the user may view. */
export async function getNew(
  ctx: EngineCtx,
  page: Page,
  options: { readonly with?: unknown; readonly copyOf?: unknown },
): Promise<Wire> {
  const { object: code, actions } = page.object;
  // adding may be held under another name (`grant`)
  if (!ctx.session.rights.has(actions.add?.right ?? `${code}:add`)) throw forbidden();
  const model = modelOf(page.object, ctx.registry.lib);
  const env = makeEnv(ctx);
  if (options.copyOf !== undefined && options.copyOf !== null) {
    const source = await findOne(ctx, page, { id: options.copyOf });
    if (!source) throw notThere();
    const open = withoutClosed(ctx, page, source);
    const rec = await env.settle((now, newId) => copyRecord(model, now, open, newId));
    return present(ctx, page, model, rec, env, () => ['save']);
  }
  const given = { ...viewGiven(page), ...decodeGiven(ctx, page, options.with) };
  const rec = await env.settle((now, newId) => newRecord(model, now, given, { newId }));
  return present(ctx, page, model, rec, env, () => ['save']);
}

/** A stored record as an answer: fields of the user's groups, `_actions`, `_hop`, `_lock`. Saves and actions answer by this too. */
export async function presentRecord(
  ctx: EngineCtx,
  page: Page,
  rec: Rec,
  /** paths that the node of the reader's task keeps from him */
  hidden: readonly string[] = [],
): Promise<Wire> {
  const model = modelOf(page.object, ctx.registry.lib);
  const env = makeEnv(ctx);
  env.remember(page.object.object, rec);
  const wire = await present(ctx, page, model, withoutPaths(rec, hidden), env, (now) =>
    actionsOf(ctx, model, page.actions, rec, now),
  );
  return hidden.length === 0 ? wire : { ...withoutPaths(wire, hidden), _hidden: hidden };
}

/** A record, or its answer, without some fields of the head (`amount`) and of rows (`items.price`), references under both their names. */
function withoutPaths<T extends Rec | Wire>(rec: T, paths: readonly string[]): T {
  if (paths.length === 0) return rec;
  const out: Record<string, unknown> = { ...rec };
  for (const path of paths) {
    const [code = '', column] = path.split('.');
    const rows = out[code];
    if (column === undefined) {
      delete out[code];
      delete out[`${code}Id`];
    } else if (Array.isArray(rows))
      out[code] = (rows as readonly Wire[]).map(({ [column]: _value, [`${column}Id`]: _id, ...rest }) => rest);
  }
  return out as T;
}

/** The record that a request names, whole, when it stands in the user's rows of this page. */
export async function findOne(
  ctx: EngineCtx,
  page: Page,
  by: Readonly<Record<string, unknown>>,
): Promise<Rec | undefined> {
  const { object } = page;
  const scope = rowScope(ctx, object, page.right);
  if (scope === false || object.storage === 'none') return undefined;
  const condition = all([page.where, scope]);
  if (condition === undefined && object.storage === 'table' && isUuid(by.id)) {
    const [rec] = await loadRecords(ctx, object, [by.id], { rows: true });
    return rec;
  }
  const rows = await findRows(ctx, {
    object,
    conditions: condition === undefined ? [] : [bindCondition(ctx.registry.lib, object, condition)],
    where: () => byCondition(page, by),
    select: () => sql.raw(selectedText(object)),
    limit: 2,
  });
  const [first] = rows;
  if (!first || (rows.length > 1 && !object.single)) return undefined;
  const [rec] = await finish(ctx, object, [readHead(object, first)], { rows: true });
  return rec;
}

function byCondition(page: Page, by: Readonly<Record<string, unknown>>) {
  const { object } = page;
  if (by.id !== undefined && by.id !== null) {
    if (!isUuid(by.id)) return [sql`false`];
    return [sql`t.id = ${by.id}::uuid`];
  }
  if (object.single) return [];
  const codes = page.detail.by ?? [];
  if (codes.length === 0) throw new AppError(400);
  return codes.map((code) => {
    const field = object.fields[code];
    const [column, second] = field ? columnsOf(field) : [];
    const value = by[code] ?? by[`${code}Id`];
    if (column === undefined || second !== undefined || typeof value !== 'string') throw new AppError(400);
    return sql`${sql.ref(`t.${column}`)}::text = ${value}`;
  });
}

async function present(
  ctx: EngineCtx,
  page: Page,
  model: Model,
  rec: Rec,
  env: ServerEnv,
  actions: (env: Env) => string[],
): Promise<Wire> {
  const { object } = page;
  const presenter = presenterOf(object, ctx.session.rights);
  const rowActions = heldActions(ctx, page.actions).filter((action) => action.in !== undefined);
  // first what has to be loaded anyway, so that the rows are judged once
  const refs = shownRefs(presenter, rec);
  const hops = await env.settle((now) => {
    // labels of all references that the record shows come with everything else
    for (const { object: code, id } of refs) now.label(code, id);
    return hopsOf(ctx, model, rec, now);
  });
  const around = await env.settle((now) => ({
    actions: actions(now),
    groups: rowGroups(ctx, object, rec, now),
    served: servedHead(ctx, model, rec, now, presenter.open),
    rows: [...model.subs].flatMap(([sub, { lock }]) => {
      const allowed = rowActions.filter((action) => action.in === sub);
      if (!lock && allowed.length === 0) return [];
      return [
        [
          sub,
          ((rec[sub] as readonly Row[] | undefined) ?? []).map((row) => ({
            lock: rowLock(model, sub, row, rec, now),
            actions: allowed.length === 0 ? [] : rowActionsOf(ctx, model, allowed, sub, row, rec, now),
          })),
        ] as const,
      ];
    }),
  }));
  const wire = presenter.head(rec, labelsOf(env), around.groups);
  for (const [code, value] of around.served) if (code in wire) wire[code] = value;
  linkFiles(ctx, object, wire);
  const mayRow = new Set(around.actions);
  for (const [sub, infos] of around.rows) {
    const rows = wire[sub] as Wire[] | undefined;
    if (!rows) continue;
    for (const [index, info] of infos.entries()) {
      const row = rows[index];
      if (!row) continue;
      if (info.lock !== null) row._lock = info.lock;
      const codes = info.actions.filter((code) => mayRow.has(code));
      if (codes.length > 0) row._actions = codes;
    }
  }
  wire._actions = around.actions;
  wire._hop = withOff(refs, env, hops);
  return wire;
}

/** References to what was switched off meanwhile say so: they stay, and are not offered any more. */
function withOff(refs: readonly ShownRef[], env: ServerEnv, hops: Hops): Hops {
  for (const { object, id } of refs) {
    if (!env.isOff(object, id)) continue;
    const known = hops[object]?.[id] ?? { label: env.label(object, id) ?? null };
    hops[object] = { ...hops[object], [id]: { ...known, isDisabled: '1' } };
  }
  return hops;
}

/** The rows of a document name the same few records: each label is looked up once. */
function labelsOf(env: ServerEnv): LabelOf {
  const byObject = new Map<string, Map<string, string | null>>();
  return (object, id) => {
    const labels = memo(byObject, object, () => new Map<string, string | null>());
    let label = labels.get(id);
    if (label === undefined) {
      label = env.label(object, id) ?? null;
      labels.set(id, label);
    }
    return label;
  };
}

interface ShownRef {
  readonly object: string;
  readonly id: string;
}
function shownRefs(presenter: Presenter, rec: Rec): readonly ShownRef[] {
  const shown: ShownRef[] = [];
  for (const { sub, code, object } of presenter.refs) {
    const held = new Set<unknown>();
    if (sub === undefined) held.add(rec[code]);
    else for (const row of (rec[sub] as readonly Row[] | undefined) ?? []) held.add(row[code]);
    for (const value of held)
      for (const id of Array.isArray(value) ? (value as unknown[]) : [value])
        if (typeof id === 'string') shown.push({ object, id });
  }
  return shown;
}

/** Fixed values of the view for new records. */
function viewGiven(page: Page): Rec {
  const rec: Rec = {};
  for (const [code, value] of Object.entries((page.with ?? {}) as Many<Literal>))
    if (page.object.fields[code] && !(typeof value === 'string' && value.startsWith('='))) rec[code] = value as Value;
  return rec;
}

/**
 * What the opener gives: fields of the object, references also under their bare code (an address says `?dept=<id>`). Other parameters of an
 * address mean nothing here; a value of the wrong shape is 400.
 */
function decodeGiven(ctx: EngineCtx, page: Page, given: unknown): Rec {
  if (given === undefined || given === null) return {};
  const wire: Record<string, unknown> = { ...object(given) };
  for (const [code, value] of Object.entries(wire))
    if (page.object.fields[code]?.type === 'ref' && isUuid(value)) wire[`${code}Id`] ??= value;
  const { rec, problems } = decodeRecord(page.object, wire, { newId: ctx.newId });
  if (problems.length > 0) throw new AppError(400);
  for (const code of Object.keys(rec)) if (page.object.fields[code]?.base) delete rec[code];
  return withoutClosed(ctx, page, rec);
}

/** The record without what the user may not see: a copy or a given value must not carry it past him. */
function withoutClosed(ctx: EngineCtx, page: Page, rec: Rec): Rec {
  const presenter = presenterOf(page.object, ctx.session.rights);
  const open = presenter.open;
  const out: Rec = {};
  for (const [code, value] of Object.entries(rec)) {
    if (!open.has(code)) continue;
    out[code] = page.object.fields[code]?.sub
      ? ((value as readonly Row[] | undefined) ?? []).map(
          (row) =>
            Object.fromEntries(
              Object.entries(row).filter(([key]) => key === 'id' || key === 'lineNo' || open.has(`${code}.${key}`)),
            ) as Row,
        )
      : value;
  }
  return out;
}
