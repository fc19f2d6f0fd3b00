/** What stands before an action is done (§7.2): rows of the caller, state, answers, checks. Nothing is written here. */
import type { Env } from '../../../schemas/language/env';
import { truth } from '../../../schemas/language/expr/evaluate';
import { meansAllRows } from '../../../schemas/language/offered';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { Model } from '../../../schemas/language/record/model';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import { text } from '../../../schemas/language/texts';
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import { AppError } from '../../errors';
import type { Page } from '../../registry/pages';
import type { ServerEnv } from '../env';
import { BOOL, bindText } from '../expression';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import { allows, inScope } from '../read/allowed';
import { notThere } from '../read/read';
import { refuseBy } from '../refusal';
import { stopOrAsk } from '../save/save';
import { actionProblems, readAsk, settledAsk } from './ask';
import { guard, isChecked } from './built-in';
import { type Answers, copyOf } from './effect';
import { beforeVersion } from './versions';

export interface Target {
  readonly id: string;
  readonly version?: number;
  /** chosen rows of an action `in` a sub-table, lines of a push; `ask` as it came */
  readonly rows?: readonly { readonly id: string; readonly ask?: unknown }[];
}
export interface ActInput {
  readonly targets: readonly Target[];
  /** answers as they came */
  readonly ask?: unknown;
  readonly accept?: readonly string[];
  readonly page?: Page;
  /** code of the product calls: no version is needed, answers are values */
  readonly engine?: boolean;
  /** the flow of the document decides: it is locked for others, and has no button for this */
  readonly flow?: boolean;
}
/** One record that passed every refusal. */
export interface Ready {
  readonly rec: Rec;
  readonly answers: Answers;
}

export async function checkScope(
  ctx: EngineCtx,
  env: ServerEnv,
  object: ResolvedObject,
  action: ResolvedAction,
  found: readonly { rec: Rec }[],
  page: Page | undefined,
): Promise<void> {
  if (ctx.system) return;
  const view = page?.right ?? `${object.object}:view`;
  const asked = ctx.session.rights.has(view) ? [action.right, view] : [action.right];
  const reached = await env.settle((live) =>
    found.every(({ rec }) => asked.every((right) => inScope(ctx, object, right, rec, live))),
  );
  if (!reached) throw notThere();
  const module = moduleOf(ctx, object);
  for (const { rec } of found) await module?.admit?.(rec, action.code, ctx);
}

/** `from` and `when`, of the record and of each chosen row: 当前状态不能{title}. */
export async function checkState(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  action: ResolvedAction,
  found: readonly { target: Target; rec: Rec }[],
): Promise<void> {
  const refused = await env.settle((live) =>
    found.filter(({ target, rec }) => {
      if (!allows(ctx, model.obj, action, rec, live)) return true;
      if (action.in === undefined) return false;
      const rows = chosenRows(action, rec, target);
      const fitting = fittingRows(ctx, model, action, rec, rows, live);
      return meansAllRows(action) ? fitting.length === 0 : fitting.length < rows.length;
    }),
  );
  if (refused.length === 0) return;
  const sentence = text('record.state', { title: action.title });
  throw refuseBy(`actions.${action.code}`, sentence, {
    ...(found.length > 1 ? { rows: refused.map(({ rec }) => ({ id: rec.id as string, text: sentence })) } : {}),
  });
}

/** Those of the rows for which `when` holds. */
function fittingRows(
  ctx: EngineCtx,
  { obj }: Model,
  { in: sub = '', when }: ResolvedAction,
  rec: Rec,
  rows: readonly Row[],
  env: Env,
): readonly Row[] {
  if (when === undefined) return rows;
  const bound = bindText(ctx.registry.lib, obj.object, when, { sub, want: BOOL });
  return rows.filter((row) => truth(bound, scopeAt(env, rec, row, rec[sub] as readonly Row[])));
}

/** Rows an action works on; every one named must be there. */
function chosenRows(action: ResolvedAction, rec: Rec, target: Target): Row[] {
  const all = (rec[action.in ?? ''] as readonly Row[] | undefined) ?? [];
  if (meansAllRows(action) && (target.rows ?? []).length === 0) return [...all];
  const rows = new Map(all.map((row) => [row.id, row]));
  if ((target.rows ?? []).length === 0) throw new AppError(400);
  return (target.rows ?? []).map(({ id }) => {
    const row = rows.get(id);
    if (!row) throw notThere();
    return row;
  });
}

/** Answers of the dialog: one set, or one for each chosen row over the common one. */
export async function answersOf(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  action: ResolvedAction,
  rec: Rec,
  target: Target,
  input: ActInput,
): Promise<Answers> {
  const read = (wire: unknown): Rec =>
    input.engine ? ((wire as Rec | undefined) ?? {}) : readAsk(ctx, model.obj, action, wire);
  const common = read(input.ask);
  if (action.in === undefined)
    return { ask: await settledAsk(ctx, env, model, action, rec, undefined, common), rows: [] };
  const rows: { id: string; ask: Rec }[] = [];
  const chosen = chosenRows(action, rec, target);
  // nobody chose: the rows for which it is not meant are left alone
  const meant = meansAllRows(action)
    ? await env.settle((live) => fittingRows(ctx, model, action, rec, chosen, live))
    : chosen;
  for (const row of meant) {
    const own = read(target.rows?.find((item) => item.id === row.id)?.ask);
    rows.push({ id: row.id, ask: await settledAsk(ctx, env, model, action, rec, row, { ...common, ...own }) });
  }
  return { ask: common, rows };
}

/** Checks of the action, then of the module, then the guards of built-ins. */
export async function checkAll(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  action: ResolvedAction,
  ready: readonly Ready[],
  input: ActInput,
): Promise<void> {
  const problems: Problem[] = await env.settle((live) =>
    ready.flatMap(({ rec, answers }) => {
      if (action.in === undefined) return actionProblems(ctx, model, action, rec, undefined, answers.ask, live);
      const rows = (rec[action.in] as readonly Row[] | undefined) ?? [];
      return answers.rows.flatMap(({ id, ask }) =>
        actionProblems(
          ctx,
          model,
          action,
          rec,
          rows.find((row) => row.id === id),
          ask,
          live,
        ),
      );
    }),
  );
  stopOrAsk(
    [
      ...problems.filter((problem) => problem.level !== 'warn'),
      ...problems.filter((problem) => problem.level === 'warn'),
    ],
    input.accept,
  );
  const module = moduleOf(ctx, model.obj);
  for (const { rec, answers } of ready) {
    if (module?.check && isChecked(action)) stopOrAsk(await module.check(copyOf(rec, model), rec, ctx), input.accept);
    await guard(ctx, model.obj, action, rec);
    if (module?.asks) stopOrAsk(await module.asks(action.code, rec, ctx, answers.ask), input.accept);
    await beforeVersion(ctx, model, action, rec, answers.ask, input.accept);
  }
}
