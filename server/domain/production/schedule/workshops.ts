/** Where somebody may look at plans: the workshops in his rows, whether they have a plan yet or not. */
import type { ScheduleWorkshop } from '../../../../schemas/language/wire-schedule';
import type { Ctx } from '../../../ctx';
import { planFor, reaches, WORKSHOP } from './plan-row';

export async function workshops(ctx: Ctx): Promise<readonly ScheduleWorkshop[]> {
  const found = await ctx
    .asSystem()
    .records.find('factoryUnit', `isDisabled == 0 && modelType == ${WORKSHOP}`, { sort: 'sortNo,code', limit: 500 });
  const open: ScheduleWorkshop[] = [];
  for (const { id, code, name } of found) {
    const isOpen = await planFor(ctx, id, 'scheduleTask:view').then(
      (plan) => reaches(ctx, plan.id, 'scheduleTask:view'),
      () => false,
    );
    if (isOpen) open.push({ id, code, name });
  }
  return open;
}
