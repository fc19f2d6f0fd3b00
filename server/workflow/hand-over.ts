/** 交接 (domain part 10, 5.5): what is asked of somebody in approvals goes to another person. */
import type { Ctx } from '../ctx';
import type { EngineCtx } from '../records/host';
import { actOnInstance, handOverAct } from './instance-acts';
import { openFlowsWith } from './store';

/** Open tasks of a user; a copy to read asks nothing of him. */
export const openTasksOf = async (ctx: Ctx, user: string): Promise<number> =>
  (
    await ctx
      .asSystem()
      .records.find('flowTask', 'assignee == param.user && docStatus == 10 && sort != 3', { param: { user } })
  ).length;

/** Answers how many went over; those the other person cannot take stay. */
export async function handOverTasks(ctx: Ctx, from: string, to: string): Promise<number> {
  const before = await openTasksOf(ctx, from);
  for (const { instance } of await openFlowsWith(ctx as EngineCtx, from))
    await actOnInstance(ctx as EngineCtx, instance, handOverAct(from, to, 'transfer'));
  return before - (await openTasksOf(ctx, from));
}
