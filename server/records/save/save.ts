/**
 * The save pipeline of §6.1, in its order, one transaction: decode → lock → rights, scope → version → drop what may not be written →
 * locked fields and rows of the stored state → defaults, fills, on-set → derive → formulas → rule states → required, limits,
 * references, unique → checks → check and before of the module → numbers → head, rows → stamps, auto actions → after → trail, outbox.
 */

import { truth } from '../../../schemas/language/expr/evaluate';
import type { RowsChange } from '../../../schemas/language/kinds/record-codec';
import { isLinkKey } from '../../../schemas/language/links';
import { scopeAt } from '../../../schemas/language/record/bind';
import { type CheckProblem, runChecks } from '../../../schemas/language/record/checks';
import { type Model, modelOf } from '../../../schemas/language/record/model';
import { withoutBlankRows } from '../../../schemas/language/record/rows';
import { ruleStates, type States } from '../../../schemas/language/record/states';
import { isEmpty } from '../../../schemas/language/record/values';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { keyFor } from '../../../schemas/language/settings';
import { text } from '../../../schemas/language/texts';
import { validateRecord } from '../../../schemas/language/validate';
import { type Problem, problem, type Rec, type Row, type Value } from '../../../schemas/language/value';
import { AppError, forbidden } from '../../errors';
import type { Page } from '../../registry/pages';
import { copyOf, refreshed } from '../act/effect';
import { prefetch } from '../act/foresee';
import { allocateCodes, missingCodes, typedCodes } from '../codes/codes';
import { objectOf } from '../context';
import { makeEnv, type ServerEnv } from '../env';
import { bindCondition } from '../expression';
import { readSentFiles } from '../files/file-access';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import { apartProblems, closedProblems, linksOf, lockSources, originOf, quantityProblems } from '../push/origin';
import { inScope } from '../read/allowed';
import { notThere, presentRecord } from '../read/read';
import { isSingle, otherSingle } from '../read/single';
import { askFirst, Refusal } from '../refusal';
import { withFollowing } from '../settle';
import { uniqueProblems } from '../store/unique';
import { changedSince } from '../trail/audit-trail';
import { currentOf } from '../unit';
import { commit } from './commit';
import { type Drafted, draftChange, draftNew, type Origin, withoutHidden } from './draft';
import { lockedProblems } from './guards';
import { lockedRecord } from './patch';
import { referenceProblems } from './references';
import { type Sent, sentOf } from './sent';

export interface SaveInput {
  readonly rec: Rec;
  readonly changes?: { readonly [sub: string]: RowsChange };
  /** code of the product: kept fields count, no version is needed */
  readonly engine?: boolean;
  /** the page it was edited on: its rows, its fixed values */
  readonly page?: Page;
  /** codes of warnings that the user accepted */
  readonly accept?: readonly string[];
}

/** Saves one record inside the running transaction and answers it as stored, with everything that followed. */
export function saveRecord(ctx: EngineCtx, code: string, input: SaveInput): Promise<Rec> {
  const object = objectOf(ctx, code);
  return withFollowing(ctx, () => save(ctx, object, input)).then(
    (saved) => currentOf(ctx, object, saved.id as string) ?? saved,
  );
}

async function save(ctx: EngineCtx, object: ResolvedObject, input: SaveInput): Promise<Rec> {
  const model = modelOf(object, ctx.registry.lib);
  const engine = input.engine === true;
  const env = makeEnv(ctx, { writes: true });
  const given = { rec: input.rec, ...(input.changes ? { changes: input.changes } : {}) };

  const id = input.rec.id as string | undefined;
  const isOld = input.rec.version !== undefined && input.rec.version !== null;
  if (!engine && !ctx.system) assertRight(ctx, object, input, isOld);
  // find and lock: sources first, then the record itself
  const unlocked = sentOf(model, given, null, { rights: ctx.session.rights, engine });
  if (isOld && id !== undefined) await moduleOf(ctx, object)?.lock?.('edit', [id], ctx);
  await lockSources(ctx, model, await linksOf(ctx, model, unlocked, null, true), id === undefined ? [] : [id]);
  const stored = id === undefined ? null : await lockedRecord(ctx, object.object, id);
  if (stored === null && isOld && !engine) throw notThere();
  if (stored === null && !ctx.system) assertRight(ctx, object, input, isSingle(object));
  if (stored) {
    env.remember(object.object, stored);
    await assertReach(ctx, model, env, stored, input);
    await checkVersion(ctx, object, stored, input);
  }
  if (!stored && isSingle(object)) {
    const other = await otherSingle(ctx, object);
    if (other) throw await staleRefusal(ctx, object, other, 0, input.page);
  }

  const { sent, problems: lost } = await readSentFiles(
    ctx,
    object,
    withPageValues(
      blankless(model, sentOf(model, given, stored, { rights: ctx.session.rights, engine }), stored, engine),
      stored,
      input.page,
    ),
    stored,
  );
  stop(lost);
  if (stored && !engine) stop(await env.settle((live) => lockedProblems(model, live, stored, sent)));
  if (!stored && !engine) stop(typedCodes(ctx, model, sent.head));

  const links = await linksOf(ctx, model, sent, stored);
  const origin = await originOf(ctx, env, links, engine);
  const { rec: drafted, problems } = await draft(ctx, model, env, id, stored, sent, origin, engine);
  stop(problems.filter((problem) => isBlank(drafted, problem.path)));
  const derived = await derive(ctx, env, model, drafted, stored);
  const { rec, states } = await visible(
    model,
    env,
    derived,
    stored,
    engine ? withoutUnseen(model, sent) : withoutLinks(sent),
  );

  const module = moduleOf(ctx, object);
  const judged = async (): Promise<readonly Problem[]> => {
    const record = copyOf(rec, model);
    const against = engine ? [] : (module?.against?.(input.rec, record) ?? []);
    return [...against, ...((await module?.check?.(record, stored, ctx)) ?? [])];
  };
  const valid = await validate(ctx, env, model, { rec, stored, states, origin });
  const check = () => env.settle((live) => runChecks(model, rec, live, { states, old: stored, since: stored }));
  const both = async (): Promise<readonly Problem[]> => [...(await judged()), ...(await check())];
  stop(await inOwnWords(valid, { 'field.scope': judged, 'field.option': both }));
  const checked = await check();
  const own = await judged();
  // where the object has a sentence of its own about a quantity, that one holds (§7.4)
  const quantities = (await quantityProblems(ctx, env, model, rec, stored)).filter(
    ({ path }) => !own.some((problem) => problem.path === path),
  );
  // an engine has nobody to ask: what it saves was asked of who began it, or is only told
  const apart = engine ? [] : apartProblems(model, rec, states, origin);
  const closed = engine ? [] : closedProblems(origin);
  for (const found of [[...checked.filter(isError), ...quantities, ...checked.filter(isWarning)], apart, own, closed])
    stopOrAsk(engine ? found.filter(isError) : found, input.accept);

  const final = rejectedAgain(object, stored, await allocateCodes(ctx, env, model, rec, 'save'));
  const write = { object: object.object, record: final, old: stored };
  await module?.before?.(write, ctx);
  const saved = await commit(ctx, object, stored, final, { action: stored ? 'edit' : 'add' });
  await module?.after?.({ ...write, record: saved }, ctx);
  await auditAtOnce(ctx, object, saved, stored);
  await submitAtOnce(ctx, object, saved, stored);
  return saved;
}

/** A result that did not fit and was not replaced by a rule afterwards. */
function isBlank(rec: Rec, path: string): boolean {
  const [, sub, id, code] = /^(\w+)\[([^\]]*)\]\.(\w+)$/.exec(path) ?? [];
  if (sub === undefined) return isEmpty(rec[path]);
  const row = ((rec[sub] as readonly Row[] | undefined) ?? []).find((row) => row.id === id);
  return row !== undefined && isEmpty(row[code ?? '']);
}

const isWarning = (problem: Problem): boolean => problem.level === 'warn';
const isError = (problem: Problem): boolean => problem.level !== 'warn';

async function checkVersion(ctx: EngineCtx, object: ResolvedObject, stored: Rec, input: SaveInput): Promise<void> {
  const { version } = input.rec;
  if (input.engine && (version === undefined || version === null)) return;
  if (typeof version !== 'number') throw new AppError(400);
  if (version !== stored.version) throw await staleRefusal(ctx, object, stored, version, input.page);
}

/** 数据已被他人修改，请刷新后重试, with what stands there now and who changed which field: to who may read it. */
export async function staleRefusal(
  ctx: EngineCtx,
  object: ResolvedObject,
  stored: Rec,
  version: number,
  page: Page | undefined,
): Promise<Refusal> {
  const at = page ?? ctx.registry.page(object.object);
  const problems = [problem('record.stale', '', text('record.stale'))];
  if (!at || !(ctx.system || ctx.session.rights.has(at.right))) return new Refusal(problems);
  return new Refusal(problems, {
    current: await presentRecord(ctx, at, stored),
    changed: await changedSince(ctx, object, stored.id as string, version),
  });
}

/** The right to add or edit, which the caller has. */
function assertRight(ctx: EngineCtx, obj: ResolvedObject, input: SaveInput, isOld: boolean): string {
  const granted = writeAction(obj, isOld, input.page?.actions)?.right;
  // engine code writes what no button writes; its caller's right was the action's
  if (granted === undefined && !input.engine) throw forbidden();
  const right = granted ?? writeRight(obj, isOld);
  if (!ctx.session.rights.has(right)) throw forbidden();
  return right;
}

/** The action whose button saves the form. */
const writeAction = (obj: ResolvedObject, isOld: boolean, actions = obj.actions) =>
  isOld || isSingle(obj) ? (actions.edit ?? actions.save ?? actions.move) : (actions.add ?? actions.addChild);
/** What that asks for: a right of its own where the document grants it with another one (`edit` by `check`). */
const writeRight = (obj: ResolvedObject, isOld: boolean): string =>
  writeAction(obj, isOld)?.right ?? `${obj.object}:${isOld || isSingle(obj) ? 'edit' : 'add'}`;

/** The stored record is there for the caller: in the rows of his right, of the page, and of what its object says besides. */
async function assertReach(ctx: EngineCtx, model: Model, env: ServerEnv, stored: Rec, input: SaveInput): Promise<void> {
  if (ctx.system) return;
  const { obj } = model;
  const right = assertRight(ctx, obj, input, true);
  const view = input.page?.right ?? `${obj.object}:view`;
  const where = input.page?.where;
  const reached = await env.settle(
    (live) =>
      inScope(ctx, obj, view, stored, live) &&
      inScope(ctx, obj, right, stored, live) &&
      (where === undefined || truth(bindCondition(ctx.registry.lib, obj, where), scopeAt(live, stored))),
  );
  if (!reached) throw notThere();
  await moduleOf(ctx, obj)?.admit?.(stored, 'edit', ctx);
}

/** Wholly blank rows of a form are not rows; code means what it sends. */
function blankless(model: Model, sent: Sent, stored: Rec | null, engine: boolean): Sent {
  if (engine) return sent;
  const rows = new Map(
    [...sent.rows].map(([sub, rows]) => {
      const known = new Set(((stored?.[sub] as readonly { id: string }[] | undefined) ?? []).map((row) => row.id));
      const kept = withoutBlankRows(model, { [sub]: rows.rows.filter((row) => !known.has(row.id)) }, null)[
        sub
      ] as readonly { id: string }[];
      const left = new Set(kept.map((row) => row.id));
      return [sub, { ...rows, rows: rows.rows.filter((row) => known.has(row.id) || left.has(row.id)) }] as const;
    }),
  );
  return { head: sent.head, rows };
}

/** A view fixes values of new records. */
function withPageValues(sent: Sent, stored: Rec | null, page: Page | undefined): Sent {
  if (stored || !page?.with) return sent;
  const fixed = Object.entries(page.with).filter(
    ([code, value]) => page.object.fields[code] && !(typeof value === 'string' && value.startsWith('=')),
  );
  return { ...sent, head: { ...sent.head, ...(Object.fromEntries(fixed) as Rec) } };
}

async function draft(
  ctx: EngineCtx,
  model: Model,
  env: ServerEnv,
  id: string | undefined,
  stored: Rec | null,
  sent: Sent,
  origin: Origin,
  engine: boolean,
): Promise<Drafted> {
  const own = id ?? ctx.newId();
  if (id === undefined) env.fresh(model.obj.object, own);
  await env.foresee((live) => prefetch(model, live, sent, origin, stored));
  return env.settle((live) =>
    stored ? draftChange(model, live, stored, sent, origin, engine) : draftNew(model, live, own, sent, origin, engine),
  );
}

/** Server-kept values of the object's module, and the formulas that read them. */
async function derive(ctx: EngineCtx, env: ServerEnv, model: Model, rec: Rec, stored: Rec | null): Promise<Rec> {
  const module = moduleOf(ctx, model.obj);
  if (!module?.derive) return rec;
  const own = copyOf(rec, model);
  const patch = await module.derive(own, stored, ctx);
  return refreshed(env, model, rec, { ...own, ...patch });
}

/** What the engine sends but fields that no page shows: those it alone writes, and what it wrote stays. */
const withoutUnseen = (model: Model, sent: Sent): Sent => ({
  ...sent,
  head: Object.fromEntries(Object.entries(sent.head).filter(([code]) => !model.head.fields.get(code)?.field.hidden)),
});

/** The line a head was pushed from is proved and kept by the engine, though its field is seen nowhere. */
const withoutLinks = (sent: Sent): Sent => ({
  ...sent,
  head: Object.fromEntries(Object.entries(sent.head).filter(([code]) => !isLinkKey(code))),
});

/** Rule states of the new document; what came for hidden fields is put back. */
async function visible(
  model: Model,
  env: ServerEnv,
  rec: Rec,
  stored: Rec | null,
  sent: Sent,
): Promise<{ rec: Rec; states: States }> {
  return env.settle((live) => {
    const states = ruleStates(model, rec, live, { old: stored });
    const left = withoutHidden(model, live, rec, stored, sent, states);
    return { rec: left, states: left === rec ? states : ruleStates(model, left, live, { old: stored }) };
  });
}

interface Visible {
  readonly rec: Rec;
  readonly stored: Rec | null;
  readonly states: States;
  readonly origin: Origin;
}
async function validate(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  { rec, stored, states, origin }: Visible,
): Promise<Problem[]> {
  const values = await env.settle((live) => validateRecord(model, rec, stored, live, { states, since: stored }));
  const right = writeRight(model.obj, stored !== null);
  const referred = await referenceProblems(ctx, env, model, { rec, old: stored, right, origin });
  // what a record that is not there would have brought is missing for no other reason
  const isGone = ({ code }: Problem): boolean => code === 'field.ref';
  return [
    ...referred.filter(isGone),
    ...values,
    ...missingCodes(model, rec),
    ...referred.filter((problem) => !isGone(problem)),
    ...(await uniqueProblems(ctx, env, model, rec, stored)),
  ];
}

/** That something is not among what is offered is said by the object itself where it knows why (a unit that does not convert). */
async function inOwnWords(
  problems: readonly Problem[],
  asked: Readonly<Record<string, () => Promise<readonly Problem[]>>>,
): Promise<readonly Problem[]> {
  const codes = [...new Set(problems.map(({ code }) => code))];
  if (codes.some((code) => asked[code] === undefined)) return problems;
  const own = new Map<string, Problem>();
  for (const code of codes)
    for (const problem of ((await asked[code]?.()) ?? []).filter(isError)) own.set(`${code} ${problem.path}`, problem);
  return problems.map((problem) => own.get(`${problem.code} ${problem.path}`) ?? problem);
}

function stop(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal(problems);
}

/** Errors refuse; warnings alone are asked once. */
export function stopOrAsk(problems: readonly (Problem | CheckProblem)[], accept: readonly string[] = []): void {
  if (problems.some(isError)) throw new Refusal(problems);
  const left = problems.filter((problem) => !accept.includes(problem.code));
  if (left.length > 0) throw askFirst(left);
}

/** A rejected document that is saved again waits for audit again. */
function rejectedAgain(object: ResolvedObject, stored: Rec | null, rec: Rec): Rec {
  return object.audited && stored?.auditStatus === '3' && rec !== stored ? { ...rec, auditStatus: '1' as Value } : rec;
}

/** audit.mode 0: audited with the save that made or changed it, whoever saved; audit.self is not asked. */
async function auditAtOnce(ctx: EngineCtx, object: ResolvedObject, saved: Rec, stored: Rec | null): Promise<void> {
  if (
    !object.audited ||
    !object.actions.audit ||
    saved.auditStatus !== '1' ||
    ctx.setting(keyFor('audit.mode', object.object)) !== '0'
  )
    return;
  if (stored && stored.version === saved.version) return;
  // one that waits for something else first (a check) is audited when that is done
  const { from } = object.actions.audit;
  if (from && object.state !== undefined && !from.includes(String(saved[object.state]))) return;
  await ctx.asSystem().records.act(object.object, 'audit', saved.id as string);
}

/** audit.submitOnSave: who saves a document that goes through approval has submitted it; what the engine saves waits for somebody. */
async function submitAtOnce(ctx: EngineCtx, object: ResolvedObject, saved: Rec, stored: Rec | null): Promise<void> {
  const { flows } = ctx.host;
  if (flows === undefined || ctx.system || !object.audited || saved.auditStatus !== '1') return;
  if (ctx.setting(keyFor('audit.mode', object.object)) !== '2') return;
  if (ctx.setting(keyFor('audit.submitOnSave', object.object)) !== true) return;
  if (stored && stored.version === saved.version) return;
  await flows.act(ctx, object, 'submit', saved, {});
}
