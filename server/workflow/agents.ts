/** Who acts for whom now (委托, domain part 10, 7.7). */
import type { Rec } from '../../schemas/language/value';
import type { EngineCtx } from '../records/host';
import { openFlowsWith, type StoredFlow } from './store';

/** Running approvals with a task of who delegates, of the flows he named. */
export async function flowsOfDelegation(ctx: EngineCtx, { fromUser, models }: Rec): Promise<readonly StoredFlow[]> {
  const ids = Array.isArray(models) ? models.map(String) : [];
  const named = await ctx.asSystem().records.many('flowModel', ids, { stored: true });
  const codes = named.map(({ code }) => code);
  const open = await openFlowsWith(ctx, String(fromUser));
  return ids.length === 0 ? open : open.filter(({ doc }) => codes.includes(doc.flow));
}

/** Agent by user while a delegation of this flow holds. */
export async function agentsOf(ctx: EngineCtx, flow: string): Promise<{ readonly [user: string]: string }> {
  if (ctx.registry.find('flowDelegate') === undefined) return {};
  const { records } = ctx.asSystem();
  const live = await records.find('flowDelegate', '!isCancelled && startAt <= now() && endAt >= now()');
  if (live.length === 0) return {};
  const [model] = await records.find('flowModel', 'code == param.code', { param: { code: flow }, limit: 1 });
  const holds = live.filter(({ models }) => {
    const list = Array.isArray(models) ? models : [];
    return list.length === 0 || list.includes(model?.id as never);
  });
  return Object.fromEntries(holds.map(({ fromUser, toUser }: Rec) => [String(fromUser), String(toUser)]));
}
