/** Tasks of a plan as bars of the chart: times as minutes, read once. */
import type { PlanTask } from '../../../../schemas/language/wire-schedule';
import { toMinute } from './moment';

export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly isSetup: boolean;
}
export interface Bar {
  readonly id: string;
  readonly task: PlanTask;
  readonly start: number;
  readonly end: number;
  readonly due: number;
  readonly pieces: readonly Piece[];
  /** what really happened: from, to (null = still running), share of the pieces reported */
  readonly actual: { readonly from: number; readonly to: number | null; readonly share: number } | null;
}

export const barOf = (task: PlanTask): Bar => ({
  id: task.id,
  task,
  start: toMinute(task.start),
  end: toMinute(task.end),
  // a day means until its end
  due: toMinute(task.dueDate) + (task.dueDate.length > 10 ? 0 : 1440),
  pieces: task.segments.map(({ from, to, kind }) => ({
    from: toMinute(from),
    to: toMinute(to),
    isSetup: kind === 'setup',
  })),
  actual:
    task.actualStart === null
      ? null
      : {
          from: toMinute(task.actualStart),
          to: task.actualEnd === null ? null : toMinute(task.actualEnd),
          share: task.qty <= 0 ? 0 : Math.min(1, Math.max(0, task.reportedQty / task.qty)),
        },
});

/** A task keeps its bar as long as it is the same: a move of three tasks reads three. */
const known = new WeakMap<PlanTask, Bar>();
export const barsOf = (tasks: readonly PlanTask[]): readonly Bar[] =>
  tasks.map((task) => {
    const found = known.get(task);
    if (found !== undefined) return found;
    const made = barOf(task);
    known.set(task, made);
    return made;
  });

/** GD202601150001 → …0001/10 */
export const shortName = ({ workOrderNbr, opNbr, part }: PlanTask): string =>
  `…${workOrderNbr.slice(-4)}/${opNbr}${part > 1 ? `-${part}` : ''}`;
/** From the longest to the shortest that still tells one task from another on its row. */
export const namesOf = (task: PlanTask): readonly string[] => {
  const operation = `${task.opNbr}${task.part > 1 ? `-${task.part}` : ''}`;
  return [shortName(task), `${task.workOrderNbr.slice(-4)}/${operation}`, `/${operation}`];
};
export const taskName = ({ workOrderNbr, opNbr, processName, part }: PlanTask): string =>
  `${workOrderNbr} 工序${opNbr} ${processName}${part > 1 ? `（第${part}段）` : ''}`;
