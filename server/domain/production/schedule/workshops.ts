/**
 * Where somebody may look at plans: the workshops in his rows, whether they have a plan yet or not. Where his crews stand comes first,
 * then what has been planned: a board that nobody chose opens with it.
 */
import type { ScheduleWorkshop } from '../../../../schemas/language/wire-schedule';
import type { Ctx } from '../../../ctx';
import { ownCrew } from '../own-crew';
import { planFor, WORKSHOP } from './plan-row';

export async function workshops(ctx: Ctx): Promise<readonly ScheduleWorkshop[]> {
  const found = await ctx
    .asSystem()
    .records.find('factoryUnit', `isDisabled == 0 && modelType == ${WORKSHOP}`, { sort: 'sortNo,code', limit: 500 });
  const own = (await ownCrew(ctx)).workshops;
  const open: { readonly shop: ScheduleWorkshop; readonly rank: number }[] = [];
  for (const { id, code, name } of found) {
    const plan = await planFor(ctx, id, 'scheduleTask:view').catch(() => null);
    if (plan === null) continue;
    open.push({ shop: { id, code, name }, rank: own.has(id) ? 0 : (plan.planVersion ?? 0) > 0 ? 1 : 2 });
  }
  return open.sort((a, b) => a.rank - b.rank).map(({ shop }) => shop);
}
