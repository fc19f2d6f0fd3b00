/** Answers of an action's dialog: read, filled with their defaults, and validated like fields (§7.2). */

import type { Env } from '../../../schemas/language/env';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { kindOf } from '../../../schemas/language/kinds';
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import {
  type BoundTemplate,
  binder,
  type Compiled,
  holds,
  renderTemplate,
  scopeAt,
  termsOf,
} from '../../../schemas/language/record/bind';
import { type CheckProblem, waysOf } from '../../../schemas/language/record/checks';
import { type Model, modelOf } from '../../../schemas/language/record/model';
import { intoField, isEmpty } from '../../../schemas/language/record/values';
import type { ResolvedAction, ResolvedCheck, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { unitSeen, validateRecord } from '../../../schemas/language/validate';
import type { Problem, Rec, Row, Value } from '../../../schemas/language/value';
import { AppError, refuse } from '../../errors';
import { memo } from '../../registry/memo';
import type { ServerEnv } from '../env';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import { Refusal } from '../refusal';
import { referenceProblems } from '../save/references';
import { askTypes } from './effect';

const dialogs = new WeakMap<ResolvedAction, ResolvedObject>();
/** The dialog as an object of its own: its fields are the answers. */
const dialogOf = (object: ResolvedObject, action: ResolvedAction): ResolvedObject =>
  memo(dialogs, action, () => ({
    ...object,
    title: action.title,
    fields: action.ask ?? {},
    rules: [],
    checks: [],
    unique: {},
    views: {},
    actions: {},
  }));

/** Reads what came; a wrong shape is 400, unknown keys are dropped. */
export function readAsk(ctx: EngineCtx, object: ResolvedObject, action: ResolvedAction, wire: unknown): Rec {
  if (wire === undefined || wire === null) return {};
  const { rec, problems } = decodeRecord(dialogOf(object, action), wire, { newId: ctx.newId });
  if (problems.length > 0) throw new Refusal(problems.map((problem) => ({ ...problem, path: `ask.${problem.path}` })));
  return rec;
}

/** Answers with defaults of what is missing; problems of shape, limits and references refuse. */
export async function settledAsk(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  action: ResolvedAction,
  rec: Rec,
  row: Row | undefined,
  given: Rec,
): Promise<Rec> {
  // of many fields only those that were ticked are asked
  const partial = action.builtIn && action.code === 'batchEdit';
  const fields = Object.values(action.ask ?? {}).filter((field) => !partial || given[field.code] !== undefined);
  if (partial && fields.length === 0) throw refuse('请选择要修改的字段', { rule: 'ask.empty' });
  if (fields.length === 0) return given;
  const dialog = modelOf(dialogOf(model.obj, action), ctx.registry.lib);
  const rows = row && action.in !== undefined ? (rec[action.in] as readonly Row[]) : undefined;
  const ask = await env.settle((live) => {
    const next: Rec = { ...given };
    for (const field of fields) {
      // rows that nobody sent are not the same as none
      if (next[field.code] !== undefined || field.sub !== undefined) continue;
      const preset = field.default;
      const text = typeof preset === 'string' && preset.startsWith('=') ? preset.slice(1) : undefined;
      const value =
        text === undefined
          ? ((preset as Value | undefined) ?? null)
          : evaluate(boundAt(ctx, model, action, text), scopeAt(live, rec, row, rows, { ask: next }));
      next[field.code] = intoField(field, value);
    }
    return next;
  });
  const problems = await env.settle((live): Problem[] => [
    ...validateRecord(dialog, ask, null, live, partial ? { fields: new Set(fields.map(({ code }) => code)) } : {}),
    ...limitProblems(ctx, model, action, ask, rec, row, live),
  ]);
  const references = await referenceProblems(ctx, env, dialog, {
    rec: ask,
    old: null,
    right: action.right,
    asked: {
      rec,
      row,
      sub: action.in,
      types: askTypes(action),
      isJudged: moduleOf(ctx, model.obj)?.actions?.[action.code] !== undefined,
    },
  });
  const found = [...problems, ...references];
  if (found.length > 0) throw new Refusal(found.map((problem) => ({ ...problem, path: `ask.${problem.path}` })));
  return ask;
}

/** Limits that are expressions, and the unit that says how fine a number may be, are read of the record, not of the dialog. */
function limitProblems(
  ctx: EngineCtx,
  model: Model,
  action: ResolvedAction,
  ask: Rec,
  rec: Rec,
  row: Row | undefined,
  env: Env,
): Problem[] {
  const isText = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=');
  const seen = (text: string): Value =>
    evaluate(boundAt(ctx, model, action, text), scopeAt(env, rec, row, undefined, { ask }));
  return Object.values(action.ask ?? {}).flatMap((field) => {
    const value = ask[field.code] as Value | undefined;
    const unit = unitField(model, action, field);
    if ((!isText(field.min) && !isText(field.max) && unit === undefined) || isEmpty(value)) return [];
    const limit = (key: 'min' | 'max'): Value | undefined => {
      const own = field[key];
      return isText(own) ? seen(own.slice(1)) : undefined;
    };
    return kindOf(field.kind).validate(value, field, {
      path: field.code,
      limit,
      ...(unit === undefined ? {} : { unit: () => unitSeen(env, unit.ref, seen(unit.code)) }),
    });
  });
}
/** The field of the record, or of the chosen row, that names the unit of an answer. */
const unitField = (
  model: Model,
  { in: sub, ask }: ResolvedAction,
  { unit }: ResolvedField,
): ResolvedField | undefined =>
  unit === undefined || ask?.[unit] !== undefined
    ? undefined
    : model.fields.get(sub === undefined ? unit : `${sub}.${unit}`)?.field;

const boundAt = (ctx: EngineCtx, model: Model, action: ResolvedAction, text: string) =>
  bindText(ctx.registry.lib, model.obj.object, text, {
    ask: askTypes(action),
    ...(action.in === undefined ? {} : { sub: action.in }),
  });

interface BoundCheck {
  readonly check: ResolvedCheck;
  readonly when?: Compiled;
  readonly that: Compiled;
  readonly say: BoundTemplate;
}
const bound = new WeakMap<ResolvedAction, readonly BoundCheck[]>();
const checksOf = (ctx: EngineCtx, model: Model, action: ResolvedAction): readonly BoundCheck[] =>
  memo(bound, action, () => {
    const bind = binder(model.type, ctx.registry.lib);
    const at = { sub: action.in, address: `actions.${action.code}`, extra: { ask: askTypes(action) } };
    const list = (action.checks ?? []).flatMap((check): BoundCheck[] => {
      const that = bind.test(check.that, at);
      const say = bind.template(check.say, at);
      const when = bind.test(check.when, at);
      return that && say ? [{ check, that, say, ...(when ? { when } : {}) }] : [];
    });
    if (bind.problems.length > 0)
      throw new Error(`${model.obj.object}.${action.code}: ${bind.problems[0]?.text ?? ''}`);
    return list;
  });

/** Checks of the action for one record, or one chosen row of it. Run it inside `settle`. */
export function actionProblems(
  ctx: EngineCtx,
  model: Model,
  action: ResolvedAction,
  rec: Rec,
  row: Row | undefined,
  ask: Rec,
  env: Env,
): CheckProblem[] {
  const rows = row && action.in !== undefined ? (rec[action.in] as readonly Row[]) : undefined;
  const scope = scopeAt(env, rec, row, rows, { ask, old: rec });
  return checksOf(ctx, model, action).flatMap(({ check, when, that, say }) => {
    if ((when && !holds(when, scope)) || holds(that, scope)) return [];
    const { address, level, ways, at } = check;
    const path = row ? `${action.in}[${row.id}]${at === undefined ? '' : `.${at}`}` : (at ?? '');
    return [
      {
        code: address,
        rule: address,
        path,
        text: renderTemplate(say, scope),
        terms: termsOf(say, scope),
        ...(level === 'warn' ? { level } : {}),
        ...(ways ? { ways: waysOf(model, ways) } : {}),
      },
    ];
  });
}

/**
 * Chosen rows with their answers. An unknown shape is 400, an unknown word as well: a quantity that stands in the wrong place or under
 * another name must not become all that is open.
 */
export function readRows(
  action: ResolvedAction | undefined,
  wire: unknown,
): readonly { readonly id: string; readonly ask?: unknown }[] {
  if (wire === undefined || wire === null) return [];
  if (!Array.isArray(wire)) throw new AppError(400);
  return (wire as readonly unknown[]).map((value) => {
    if (!hasOnly(value, ROW_WORDS)) throw new AppError(400);
    const { id, ask } = value as { id?: unknown; ask?: unknown };
    if (typeof id !== 'string') throw new AppError(400);
    // a line of a push is asked for its quantity alone
    if (action?.push && action.in === undefined && ask !== undefined && ask !== null && !hasOnly(ask, LINE_WORDS))
      throw new AppError(400);
    return { id, ask };
  });
}
const ROW_WORDS: readonly string[] = ['id', 'ask'];
const LINE_WORDS: readonly string[] = ['qty'];
const hasOnly = (value: unknown, words: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => words.includes(key));
