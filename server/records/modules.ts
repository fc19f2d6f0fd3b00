import type { ResolvedObject } from '../../schemas/language/resolved';
import type { DomainModule } from '../ctx';
import type { EngineCtx } from './host';

/** Server code of an object; one of an organisation has none but what its text asks for (rules of trees). */
export const moduleOf = (ctx: EngineCtx, object: ResolvedObject): DomainModule | undefined =>
  ctx.host.modules.get(object.object) ?? ctx.host.moduleFor?.(object);
