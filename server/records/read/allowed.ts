/** Which actions a record allows now: right, row scope of the right, `from`, `when`, rules that hide the button. */

import type { Many } from '../../../schemas/language/document';
import type { Env } from '../../../schemas/language/env';
import { truth } from '../../../schemas/language/expr/evaluate';
import { isOffered } from '../../../schemas/language/offered';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { Model } from '../../../schemas/language/record/model';
import { ruleStates } from '../../../schemas/language/record/states';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import { keyFor } from '../../../schemas/language/settings';
import type { Rec, Row } from '../../../schemas/language/value';
import { BOOL, bindCondition, bindText } from '../expression';
import type { EngineCtx } from '../host';
import { conditionOf, rowWhen } from '../life';
import { rowScope } from './access';

/** Whether documents of this object go through a flow. */
export const isByFlow = (ctx: EngineCtx, object: ResolvedObject): boolean =>
  object.audited && ctx.setting(keyFor('audit.mode', object.object)) === '2';
/** Whether pages show a button for it: documents have those of their way of auditing. */
export const hasButton = (ctx: EngineCtx, object: ResolvedObject, action: ResolvedAction): boolean =>
  isOffered(action, isByFlow(ctx, object) ? 'flow' : 'hand') &&
  !(action.push !== undefined && ctx.registry.off?.objects.has(action.push.to) === true) &&
  !(action.builtIn && action.code === 'unaudit' && isByFlow(ctx, object) && hidesUnaudit(ctx, object));
const hidesUnaudit = (ctx: EngineCtx, object: ResolvedObject): boolean =>
  ctx.setting(keyFor('audit.unauditShow', object.object)) === false;

/** Actions of a page the user may try at all, before any record is looked at. */
export function heldActions(ctx: EngineCtx, actions: Many<ResolvedAction>): ResolvedAction[] {
  return Object.values(actions).filter(
    (action) => action.auto === undefined && (ctx.system || ctx.session.rights.has(action.right)),
  );
}

/** Only in toolbars, or as a tile of the floor: no record is meant. */
export const ofRecord = (action: ResolvedAction): boolean =>
  action.push !== undefined || action.at.some((place) => place !== 'toolbar' && place !== 'floor');

/** Does the record allow the action (rights apart)? The same text the list asks in SQL. */
export function allows(ctx: EngineCtx, object: ResolvedObject, action: ResolvedAction, rec: Rec, env: Env): boolean {
  const condition = conditionOf(object, action);
  if (condition === false) return false;
  return condition === undefined || truth(bindCondition(ctx.registry.lib, object, condition), scopeAt(env, rec));
}

/** Is the record in the row scope of the action's right? */
export function inScope(ctx: EngineCtx, object: ResolvedObject, right: string, rec: Rec, env: Env): boolean {
  const scope = rowScope(ctx, object, right);
  if (scope === false) return false;
  return scope === undefined || truth(bindCondition(ctx.registry.lib, object, scope), scopeAt(env, rec));
}

/** `_actions` of a record. Run it inside `settle`. */
export function actionsOf(ctx: EngineCtx, model: Model, actions: Many<ResolvedAction>, rec: Rec, env: Env): string[] {
  const { obj } = model;
  const hidden = ruleStates(model, rec, env, { old: rec }).actions;
  return heldActions(ctx, actions)
    .filter((action) => ofRecord(action) && !hidden.has(action.code))
    .filter((action) => allows(ctx, obj, action, rec, env) && inScope(ctx, obj, action.right, rec, env))
    .map((action) => action.code);
}

/** `_actions` of a row: those of the given actions (on rows of this sub-table) whose `when` holds. The head must allow them too. */
export function rowActionsOf(
  ctx: EngineCtx,
  model: Model,
  actions: readonly ResolvedAction[],
  sub: string,
  row: Row,
  rec: Rec,
  env: Env,
): string[] {
  const scope = scopeAt(env, rec, row, rec[sub] as readonly Row[] | undefined);
  return actions
    .filter((action) => {
      const when = rowWhen(action);
      if (when === undefined) return true;
      return truth(bindText(ctx.registry.lib, model.obj.object, when, { sub, want: BOOL }), scope);
    })
    .map((action) => action.code);
}
