/** Head values that the built-in actions of versioned masters set by themselves; `to` of the action is added by the effect. */
import type { ResolvedAction } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { NOBODY } from '../context';
import type { EngineCtx } from '../host';

export function versionValues(ctx: EngineCtx, action: ResolvedAction, ask: Rec): Rec {
  if (action.code === 'publish')
    return {
      ...(ask.effectDate === undefined ? {} : { effectDate: ask.effectDate }),
      // a job has no name
      publishedBy: ctx.session.me.id === NOBODY ? null : ctx.session.me.id,
      publishedAt: ctx.now,
    };
  if (action.code === 'retire') return ask.expireDate === undefined ? {} : { expireDate: ask.expireDate };
  return {};
}
