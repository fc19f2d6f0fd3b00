/** Auto actions (§7.3): transitions that follow from quantities, in file order after each write, at most 10 for a record. */

import type { Env } from '../../../schemas/language/env';
import { truth } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import { modelOf } from '../../../schemas/language/record/model';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { makeEnv } from '../env';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { refuseBy } from '../refusal';
import { commit } from '../save/commit';
import { lockedRecord } from '../save/patch';
import type { Touched } from '../unit';
import { applyEffect, NO_ANSWERS } from './effect';

const MAX_AUTOS = 10;

/** Fires what holds for the record until nothing does. Runs with all rights: a state follows from facts, not from who reads it. */
export async function runAutos(given: EngineCtx, { object, id }: Touched): Promise<void> {
  const ctx = given.asSystem();
  const autos = Object.values(object.actions).filter((action) => action.auto !== undefined);
  const model = modelOf(object, ctx.registry.lib);
  let rec = await lockedRecord(ctx, object.object, id);
  const fired: string[] = [];
  while (rec) {
    const env = makeEnv(ctx);
    const before: Rec = rec;
    const due = await env.settle((live) => autos.find((action) => fires(ctx, object, action, before, live)));
    if (!due) return;
    fired.push(`「${due.title}」`);
    if (fired.length > MAX_AUTOS)
      throw refuseBy('auto.ring', `「${object.title}」的自动动作互相触发，不会停止：${fired.slice(-3).join('→')}`);
    const { rec: after } = await applyEffect(ctx, env, model, due, before, NO_ANSWERS);
    rec = await commit(ctx, object, before, after, { action: due.code });
    if (rec.version === before.version) return;
  }
}

function fires(ctx: EngineCtx, object: ResolvedObject, action: ResolvedAction, rec: Rec, env: Env): boolean {
  if (action.from && object.state !== undefined && !action.from.includes(String(rec[object.state]))) return false;
  const scope = scopeAt(env, rec);
  return [action.when, action.auto].every(
    (text) => text === undefined || truth(bindCondition(ctx.registry.lib, object, text), scope),
  );
}
