import type { Env } from '../../../schemas/language/env';
import { truth } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';

/** Field groups that `access.grants` gives the user for this very record (own pay). Run it inside `settle`. */
export function rowGroups(ctx: EngineCtx, object: ResolvedObject, rec: Rec, env: Env): string[] {
  return Object.entries(object.access.grants ?? {})
    .filter(([group]) => !ctx.session.rights.group(group))
    .filter(([, text]) => truth(bindCondition(ctx.registry.lib, object, text), scopeAt(env, rec)))
    .map(([group]) => group);
}
