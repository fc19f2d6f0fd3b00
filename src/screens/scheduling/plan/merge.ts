/** A plan after a call that changed some of its tasks: what the answer tells, put into what is shown. Sums of days follow with the next reading. */
import type { MoveAnswer, PlanAnswer, PlanTask, TasksAnswer } from '../../../../schemas/language/wire-schedule';

/** Tasks with some replaced, some gone, some new. */
export const withTasks = (
  tasks: readonly PlanTask[],
  changed: readonly PlanTask[],
  gone: readonly string[] = [],
): readonly PlanTask[] => {
  const next = new Map(changed.map((task) => [task.id, task]));
  const away = new Set(gone);
  const kept = tasks.filter(({ id }) => !away.has(id)).map((task) => next.get(task.id) ?? task);
  const known = new Set(tasks.map(({ id }) => id));
  return [...kept, ...changed.filter(({ id }) => !known.has(id))];
};
export const moved = (plan: PlanAnswer, answer: MoveAnswer): PlanAnswer => ({
  ...plan,
  planVersion: answer.planVersion,
  tasks: withTasks(plan.tasks, answer.moved, answer.gone),
  conflicts: answer.conflicts,
  kpi: answer.kpi,
});
export const changed = (plan: PlanAnswer, answer: TasksAnswer): PlanAnswer => ({
  ...plan,
  planVersion: answer.planVersion,
  tasks: withTasks(plan.tasks, answer.tasks),
  conflicts: answer.conflicts,
});
