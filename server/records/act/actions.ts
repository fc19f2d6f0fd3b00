/**
 * Life of an action call (§7.2): right → locks (sources by type and id, then own records by id) → version → scope → from, when →
 * answers → checks → check of the module → effects in the order set, module, push, to → what follows → trail, event.
 */
import { sql } from 'kysely';
import { type Model, modelOf } from '../../../schemas/language/record/model';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Value } from '../../../schemas/language/value';
import { AppError, forbidden, ruleOf } from '../../errors';
import { allocateCodes } from '../codes/codes';
import { objectOf } from '../context';
import { makeEnv, type ServerEnv } from '../env';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import { lockSources } from '../push/origin';
import { type Asked, runPush } from '../push/push';
import { type PushModel, pushModels, pushOf } from '../push/push-model';
import { ofRecord } from '../read/allowed';
import { loadLabels } from '../read/labels';
import { isNotThere, notThere } from '../read/read';
import { commit } from '../save/commit';
import { lockedRecord } from '../save/patch';
import { saveRecord, staleRefusal, stopOrAsk } from '../save/save';
import { withFollowing } from '../settle';
import { besideNode } from '../store/sibling-order';
import { tableSql } from '../store/stored';
import type { FieldChange } from '../trail/audit-trail';
import { checkpoint, currentOf, pushedOn } from '../unit';
import { type ActInput, answersOf, checkAll, checkScope, checkState, type Ready, type Target } from './admission';
import { actionProblems, readAsk, settledAsk } from './ask';
import { builtInValues, guardFlow, isActing, isFlowAct } from './built-in';
import { type Answers, applyEffect, rebased, refreshed } from './effect';
import { makeVersion } from './versions';

/** A record of several that was refused; `label` where the user may know of it. */
export interface Failed {
  readonly id: string;
  readonly label?: string;
  readonly text: string;
}
export interface ActResult {
  /** the records after everything that followed */
  readonly records: readonly Rec[];
  readonly failed: readonly Failed[];
  readonly pushed?: { readonly model: PushModel; readonly drafts: readonly Rec[]; readonly created: readonly Rec[] };
  /** what the module answered beyond fields of the record */
  readonly answer?: Rec;
  /** new versions of the records */
  readonly made?: readonly Rec[];
}

/** `ctx.records.act` */
export async function actOn(ctx: EngineCtx, code: string, action: string, id: string, ask: Rec): Promise<Rec> {
  const result = await runAction(ctx, objectOf(ctx, code), action, { targets: [{ id }], ask, engine: true });
  const [rec] = result.records;
  if (!rec) throw notThere();
  return rec;
}

/** Runs an action inside the running transaction. */
export function runAction(ctx: EngineCtx, object: ResolvedObject, code: string, input: ActInput): Promise<ActResult> {
  const action = (input.page?.actions ?? object.actions)[code];
  if (!action || action.auto !== undefined || action.draft || !isActing(action)) throw new AppError(400);
  if (!ctx.system && !ctx.session.rights.has(action.right)) throw forbidden();
  if (!ofRecord(action)) return ofPage(ctx, object, action, input);
  if (input.targets.length === 0) throw new AppError(400);
  const act = new Map(input.targets.map((target) => [target.id, target]));
  if (act.size !== input.targets.length) throw new AppError(400);
  return action.each && input.targets.length > 1
    ? eachApart(ctx, object, action, input)
    : allOrNothing(ctx, object, action, input);
}

/** An action of toolbars means no record: answers, checks and the module are all of it. */
async function ofPage(
  ctx: EngineCtx,
  object: ResolvedObject,
  action: ResolvedAction,
  input: ActInput,
): Promise<ActResult> {
  const entry = moduleOf(ctx, object)?.actions?.[action.code];
  if (!entry || input.targets.length > 0) throw new AppError(400);
  const model = modelOf(object, ctx.registry.lib);
  const env = makeEnv(ctx);
  const given = input.engine ? ((input.ask as Rec | undefined) ?? {}) : readAsk(ctx, object, action, input.ask);
  const ask = await settledAsk(ctx, env, model, action, {}, undefined, given);
  const problems = await env.settle((live) => actionProblems(ctx, model, action, {}, undefined, ask, live));
  stopOrAsk(problems, input.accept);
  const answer = await withFollowing(ctx, () => entry({}, ask, ctx));
  return { records: [], failed: [], ...(answer ? { answer } : {}) };
}

/** Row by row: what is refused does not hold up the others. */
async function eachApart(
  ctx: EngineCtx,
  object: ResolvedObject,
  action: ResolvedAction,
  input: ActInput,
): Promise<ActResult> {
  const records: Rec[] = [];
  const failed: Failed[] = [];
  const named = new Set<string>();
  for (const target of [...input.targets].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const restore = checkpoint(ctx);
    await sql`savepoint each`.execute(ctx.trx);
    try {
      const result = await allOrNothing(ctx, object, action, { ...input, targets: [target] });
      await sql`release savepoint each`.execute(ctx.trx);
      records.push(...result.records);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 203) throw error;
      await sql`rollback to savepoint each`.execute(ctx.trx);
      restore();
      failed.push({ id: target.id, text: error.message });
      if (!isNotThere(error)) named.add(target.id);
    }
  }
  const labels = (await loadLabels(ctx, new Map([[object.object, named]]))).get(object.object);
  return { records, failed: failed.map((failed) => ({ ...failed, ...labelled(labels?.get(failed.id)) })) };
}

const labelled = (label: string | undefined) => (label === undefined || label === '' ? {} : { label });

async function allOrNothing(
  ctx: EngineCtx,
  object: ResolvedObject,
  action: ResolvedAction,
  input: ActInput,
): Promise<ActResult> {
  const result = await withFollowing(ctx, () => act(ctx, object, action, input));
  const records = result.records.map((rec) => currentOf(ctx, object, rec.id as string) ?? rec);
  return { ...result, records };
}

async function act(
  ctx: EngineCtx,
  object: ResolvedObject,
  action: ResolvedAction,
  input: ActInput,
): Promise<ActResult> {
  const model = modelOf(object, ctx.registry.lib);
  const env = makeEnv(ctx);
  const ids = input.targets.map((target) => target.id);
  await moduleOf(ctx, object)?.lock?.(action.code, ids, ctx);
  await lockSources(ctx, model, [], ids);
  await lockOwn(ctx, object, ids);
  const found: { target: Target; rec: Rec }[] = [];
  for (const target of input.targets) {
    const rec = await lockedRecord(ctx, object.object, target.id);
    if (!rec) throw notThere();
    found.push({ target, rec });
  }
  await checkScope(ctx, env, object, action, found, input.page);
  for (const { target, rec } of found) {
    if (target.version !== undefined && target.version !== rec.version)
      throw await staleRefusal(ctx, object, rec, target.version, input.page);
    // what waited behind others of its chain cannot know which version they left
    if (target.version === undefined && !input.engine && !ctx.offline) throw new AppError(400);
  }
  for (const { rec } of input.flow ? [] : found) guardFlow(action, rec);
  if (!input.flow) await checkState(ctx, env, model, action, found);
  const ready: Ready[] = [];
  for (const { target, rec } of found)
    ready.push({ rec, answers: await answersOf(ctx, env, model, action, rec, target, input) });
  await checkAll(ctx, env, model, action, ready, input);
  if (isVersioning(action)) {
    const made: Rec[] = [];
    for (const { rec, answers } of ready) made.push(await makeVersion(ctx, env, model, rec, answers.ask));
    return { records: ready.map(({ rec }) => rec), failed: [], made };
  }
  const records: Rec[] = [];
  let answer: Rec | undefined;
  if (isFlowAct(action)) {
    const { flows } = ctx.host;
    if (flows === undefined) throw new AppError(400);
    for (const { rec, answers } of ready) answer = await flows.act(ctx, object, action.code, rec, answers.ask);
    return {
      records: ready.map(({ rec }) => currentOf(ctx, object, rec.id as string) ?? rec),
      failed: [],
      ...(answer ? { answer } : {}),
    };
  }
  for (const eachReady of ready) {
    const done = await effect(ctx, env, model, action, eachReady, input);
    records.push(done.rec);
    answer = done.answer ?? answer;
  }
  const pushed = await pushAll(
    ctx,
    object,
    action,
    records,
    found.map((item) => item.target),
  );
  const finished = await goTo(ctx, model, action, records, pushed !== undefined);
  return { records: finished, failed: [], ...(pushed ? { pushed } : {}), ...(answer ? { answer } : {}) };
}

/** Own records in id order, after the sources. */
async function lockOwn(ctx: EngineCtx, object: ResolvedObject, ids: readonly string[]): Promise<void> {
  if (ids.length < 2) return;
  await sql`select id from ${tableSql(ctx.org.schema, object)} where id = any(${[...ids].sort()}::uuid[]) order by id for update`.execute(
    ctx.trx,
  );
}

const isVersioning = (action: ResolvedAction): boolean => action.builtIn && action.code === 'newVersion';

/** Built-ins that are a save with given values: rules, checks and references of the record bind them. */
const isSaving = (action: ResolvedAction): boolean =>
  action.builtIn && (action.code === 'batchEdit' || action.code === 'move');

/** A move to another parent, or beside another node. */
const moved = async (ctx: EngineCtx, obj: ResolvedObject, rec: Rec, ask: Rec): Promise<Rec> => {
  if (ask.before || ask.behind) return besideNode(ctx, obj, rec, ask);
  return obj.tree === undefined ? ask : { [obj.tree]: ask.parent ?? null };
};

/** set → module (→ to, unless a push stands between); written as one change of the record. */
async function effect(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  action: ResolvedAction,
  { rec, answers }: Ready,
  input: ActInput,
): Promise<{ rec: Rec; answer: Rec | undefined }> {
  const { obj } = model;
  if (isSaving(action)) {
    const change = action.code === 'move' ? await moved(ctx, obj, rec, answers.ask) : answers.ask;
    const saved = await saveRecord(ctx, obj.object, {
      rec: { ...change, id: rec.id as string, version: rec.version as number },
      ...(input.accept ? { accept: input.accept } : {}),
      ...(input.page ? { page: input.page } : {}),
    });
    return { rec: saved, answer: undefined };
  }
  const module = moduleOf(ctx, obj);
  const { to: _to, ...withoutTo } = action;
  const { rec: changed, answer } = await applyEffect(
    ctx,
    env,
    model,
    action.push ? withoutTo : action,
    rec,
    answers,
    builtInValues(ctx, obj, action, answers.ask),
  );
  const numbered =
    action.builtIn && action.code === 'audit' ? await allocateCodes(ctx, env, model, changed, 'audit') : changed;
  const before = currentOf(ctx, obj, rec.id as string) ?? rec;
  const after = before === rec ? numbered : await refreshed(env, model, before, rebased(rec, numbered, before));
  const write = { object: obj.object, record: after, old: rec, action: action.code };
  await module?.before?.(write, ctx);
  const saved = await commit(ctx, obj, before, after, {
    action: action.code,
    notes: notesOf(action, answers),
    // opening unsaved documents is no event yet
    silent: action.push !== undefined && (action.push.then ?? 'edit') === 'edit',
    event: { ask: answers.ask },
  });
  await module?.after?.({ ...write, record: saved }, ctx);
  if (action.builtIn && action.code === 'unaudit' && rec.flowStatus === '60')
    await ctx.host.flows?.reversed(ctx, obj, rec.id as string);
  return { rec: saved, answer };
}

/** The trail keeps what was answered: the reason of a rejection. What only some may see stands in the trail of its field. */
function notesOf(action: ResolvedAction, { ask }: Answers): FieldChange[] {
  return Object.values(action.ask ?? {}).flatMap((field) => {
    const value = ask[field.code] as Value | undefined;
    return value === undefined || value === null || field.secret || field.grant !== undefined
      ? []
      : [{ path: `ask.${field.code}`, title: field.title, to: value }];
  });
}

/** The push of the action itself, then pushes that come after it by themselves. */
async function pushAll(
  ctx: EngineCtx,
  object: ResolvedObject,
  action: ResolvedAction,
  records: readonly Rec[],
  targets: readonly Target[],
): Promise<ActResult['pushed']> {
  let own: ActResult['pushed'];
  const pm = action.push ? pushOf(ctx.registry, object, action.code) : undefined;
  if (pm) {
    const lines = targets.flatMap((target) => (target.rows ?? []).map((row) => [row.id, quantityOf(row.ask)] as const));
    const asked: Asked | undefined = lines.length > 0 ? new Map(lines) : undefined;
    own = { model: pm, ...(await runPush(ctx, pm, records, asked)) };
  }
  for (const auto of pushModels(ctx.registry)) {
    if (auto.source.object !== object.object || auto.push.how !== 'auto' || auto.push.after !== action.code) continue;
    for (const rec of records) {
      const head = currentOf(ctx, object, rec.id as string) ?? rec;
      try {
        const step = `「${object.title}·${auto.action.title}」`;
        await pushedOn(ctx, step, () => runPush(ctx.asSystem(), auto, [head], undefined));
      } catch (error) {
        // nothing open is no refusal of the action that led here
        if (!(error instanceof AppError) || ruleOf(error) !== `actions.${auto.action.code}`) throw error;
      }
    }
  }
  return own;
}

function quantityOf(ask: unknown): number | undefined {
  if (ask === undefined || ask === null) return undefined;
  const qty = typeof ask === 'object' ? (ask as { qty?: unknown }).qty : undefined;
  if (qty === undefined || qty === null) return undefined;
  if (typeof qty !== 'number' || !Number.isFinite(qty)) throw new AppError(400);
  return qty;
}

/** The new state of an action that pushed: after its documents. */
async function goTo(
  ctx: EngineCtx,
  model: Model,
  action: ResolvedAction,
  records: readonly Rec[],
  pushed: boolean,
): Promise<Rec[]> {
  const { obj } = model;
  const now = records.map((rec) => currentOf(ctx, obj, rec.id as string) ?? rec);
  if (!pushed || action.to === undefined || obj.state === undefined) return now;
  const done: Rec[] = [];
  for (const rec of now) {
    const after = await refreshed(makeEnv(ctx), model, rec, { ...rec, [obj.state]: action.to });
    done.push(await commit(ctx, obj, rec, after, { action: action.code, silent: true }));
  }
  return done;
}
