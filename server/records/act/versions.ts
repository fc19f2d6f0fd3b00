/**
 * The life of versioned masters (block `versioned`): a version in force is never edited, a new one is copied from it; what is published
 * takes the place of the default version that reaches into its days, so that every day has at most one.
 */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Bound } from '../../../schemas/language/expr/check';
import { runChecks } from '../../../schemas/language/record/checks';
import type { Model } from '../../../schemas/language/record/model';
import { copyRecord } from '../../../schemas/language/record/new';
import { isEmpty } from '../../../schemas/language/record/values';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import { text } from '../../../schemas/language/texts';
import { problem, type Rec, type Value } from '../../../schemas/language/value';
import { defaultKey, nextRevision, REVISION, versionKey } from '../../../schemas/language/versions';
import { makeEnv, type ServerEnv } from '../env';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { refuseBy } from '../refusal';
import { patchRecord } from '../save/patch';
import { saveRecord, stopOrAsk } from '../save/save';
import { readHead, storedFields } from '../store/stored';

const DRAFT = '10';
const IN_FORCE = '60';
const RETIRED = '80';

/** Every version of the thing that a record is a version of, oldest first; `deleted` ones keep their revision. */
export async function versionsOf(
  ctx: EngineCtx,
  object: ResolvedObject,
  rec: Rec,
  options: {
    readonly deleted?: boolean;
    readonly conditions?: readonly Bound[];
    /** not the versions of the thing, but those that may not be the default on the same days */
    readonly defaults?: boolean;
  } = {},
): Promise<Rec[]> {
  const key = options.defaults ? defaultKey(object) : versionKey(object);
  if (key === undefined) return [rec];
  const rows = await findRows(ctx, {
    ...options,
    object,
    select: () => sql`t.*`,
    where: () => sameThing(object, key, rec),
    order: () => sql`t.created_at, t.id`,
  });
  return rows.map((row) => readHead(object, row));
}

function sameThing(object: ResolvedObject, key: readonly string[], rec: Rec) {
  return storedFields(object.fields)
    .filter(({ code }) => key.includes(code))
    .flatMap((field) => {
      const values = field.write(rec[field.code] as Value | undefined);
      return field.columns.map(
        (column, n) => sql<boolean>`${sql.ref(`t.${column}`)} is not distinct from ${values[n]}`,
      );
    });
}

/** What must be so before a version is published, retired or copied; publishing also cuts the version it follows. */
export async function beforeVersion(
  ctx: EngineCtx,
  model: Model,
  action: ResolvedAction,
  rec: Rec,
  ask: Rec,
  accept: readonly string[] | undefined,
): Promise<void> {
  if (!action.builtIn || versionKey(model.obj) === undefined) return;
  if (action.code === 'publish') await beforePublish(ctx, model, rec, ask, accept);
  if (action.code === 'retire') await beforeRetire(ctx, model, rec, accept);
}

async function beforePublish(
  ctx: EngineCtx,
  model: Model,
  rec: Rec,
  ask: Rec,
  accept: readonly string[] | undefined,
): Promise<void> {
  const { obj } = model;
  const from = String(ask.effectDate ?? rec.effectDate ?? ctx.today);
  await lockThing(ctx, obj, rec);
  const env = makeEnv(ctx);
  env.remember(obj.object, rec);
  const dated: Rec = { ...rec, effectDate: from };
  stopOrAsk(await env.settle((live) => runChecks(model, dated, live, { old: rec })), accept);
  const others = (await versionsOf(ctx, obj, rec)).filter(
    (version) => version.id !== rec.id && stateOf(obj, version) !== DRAFT,
  );
  if (from < ctx.today && others.length > 0) throw refuseBy('version.past', text('version.past'));
  if (rec.isDefault === false) return;
  const reached = (await versionsOf(ctx, obj, rec, { defaults: true })).filter(
    (version) =>
      version.id !== rec.id &&
      stateOf(obj, version) === IN_FORCE &&
      version.isDefault === true &&
      (isEmpty(version.expireDate) || String(version.expireDate) >= from),
  );
  const later = reached.find((record) => String(record.effectDate) >= from);
  if (later)
    throw refuseBy(
      'version.later',
      text('version.later', { day: String(later.effectDate), v: String(later[REVISION]) }),
    );
  for (const record of reached) {
    const head: Rec = { expireDate: dateAdd(from, -1) };
    if (from <= ctx.today && obj.state !== undefined) head[obj.state] = RETIRED;
    await patchRecord(ctx, obj.object, record.id as string, { head });
  }
}

/** Nothing to choose from afterwards is asked about first. */
async function beforeRetire(
  ctx: EngineCtx,
  model: Model,
  rec: Rec,
  accept: readonly string[] | undefined,
): Promise<void> {
  const { obj } = model;
  const others = await versionsOf(ctx, obj, rec, { defaults: true });
  if (others.some((record) => record.id !== rec.id && record.isDefault === true && stateOf(obj, record) === IN_FORCE))
    return;
  const name = String(rec.name ?? rec.code ?? '');
  stopOrAsk([problem('version.none', '', text('version.none', { name }), 'warn')], accept);
}

/** A draft with the content of a version and the next revision; one open draft a thing. */
export async function makeVersion(ctx: EngineCtx, env: ServerEnv, model: Model, rec: Rec, ask: Rec): Promise<Rec> {
  const { obj } = model;
  const key = versionKey(obj) ?? [];
  await lockThing(ctx, obj, rec);
  const all = await versionsOf(ctx, obj, rec, { deleted: true });
  const open = all.find((record) => stateOf(obj, record) === DRAFT && Number(record.isDeleted ?? 0) === 0);
  if (open)
    throw refuseBy('version.draft', text('version.draft', { code: String(rec.code ?? ''), v: String(open[REVISION]) }));
  const copy = await env.settle((live, newId) => copyRecord(model, live, rec, newId));
  const { id: _id, version: _version, ...content } = copy;
  const same = Object.fromEntries(key.map((code) => [code, rec[code] as Value]));
  return saveRecord(ctx, obj.object, {
    rec: {
      ...content,
      ...same,
      [REVISION]: nextRevision(
        String(rec[REVISION]),
        all.map((record) => String(record[REVISION])),
      ),
      ...(obj.state === undefined ? {} : { [obj.state]: DRAFT }),
      effectDate: ctx.today,
      expireDate: null,
      changeNote: (ask.changeNote as Value | undefined) ?? null,
      publishedBy: null,
      publishedAt: null,
    },
    engine: true,
  });
}

/** Two people publish or copy versions of one thing one after the other; so do two things that share their default. */
async function lockThing(ctx: EngineCtx, object: ResolvedObject, rec: Rec): Promise<void> {
  const nameOf = (key: readonly string[]): string =>
    `${ctx.org.schema} ${object.object} ${JSON.stringify(key.map((code) => [code, rec[code] ?? null]))}`;
  const names = new Set([nameOf(defaultKey(object) ?? []), nameOf(versionKey(object) ?? [])]);
  for (const name of [...names].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.trx);
}

/** Versions in force whose last day is over are retired; answers how many. A night's job, harmless when it runs twice. */
export async function retireExpired(ctx: EngineCtx): Promise<number> {
  let count = 0;
  for (const object of ctx.registry.objects.values()) {
    const { state } = object;
    if (state === undefined || versionKey(object) === undefined) continue;
    const over = await ctx.records.find(object.object, `${state} == 60 && expireDate < today()`);
    for (const record of over)
      await patchRecord(ctx, object.object, record.id as string, { head: { [state]: RETIRED } });
    count += over.length;
  }
  return count;
}

const stateOf = (object: ResolvedObject, rec: Rec): string => String(rec[object.state ?? ''] ?? '');
