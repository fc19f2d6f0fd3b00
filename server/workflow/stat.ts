/** 流程效率 (10 §7.8): every task people were asked, as what it took and how it ended. */
import type { Rec, Value } from '../../schemas/language/value';
import type { Service } from '../ctx';

/** codes of flowTaskResult */
const REFUSED: ReadonlySet<unknown> = new Set(['2', '3']);
const BY_ITSELF = '8';
const MONTHS = 25;
const MOST = 100_000;

export const flowStat: Service = {
  name: 'flow.stat',
  // whoever may open the page
  right: null,
  async run(_args, ctx): Promise<readonly Rec[]> {
    const tasks = await ctx
      .asSystem()
      .records.find(
        'flowTask',
        `sort in [1, 2, 4] && docStatus != 90 && arrivedAt >= dateAdd(now(), -${MONTHS}, 'month')`,
        {
          limit: MOST,
        },
      );
    return tasks.map((task): Rec => {
      const isDone = !isBlank(task.handledAt);
      return {
        model: (task.model as Value) ?? null,
        nodeName: (task.nodeName as Value) ?? null,
        assignee: (task.assignee as Value) ?? null,
        dept: (task.starterDept as Value) ?? null,
        day: String(task.arrivedAt).slice(0, 10),
        all: 1,
        tasks: isDone ? 1 : 0,
        minutes: isDone ? Number(task.costMinutes ?? 0) : 0,
        limited: isBlank(task.dueAt) ? 0 : 1,
        late: isDone && !isBlank(task.dueAt) && String(task.handledAt) > String(task.dueAt) ? 1 : 0,
        refused: REFUSED.has(task.result) ? 1 : 0,
        auto: task.result === BY_ITSELF ? 1 : 0,
      };
    });
  },
};
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';
