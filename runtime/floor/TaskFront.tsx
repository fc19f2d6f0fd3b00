/** The task in front, where there is room for it beside the others: seen from where the hands are. */
import { offlineQueue } from '../data/offline-queue';
import { useSignal } from '../data/signal';
import styles from './floor.module.css';
import { TaskFigures } from './TaskFigures';
import { TaskHead, toneOf } from './TaskHead';
import { TaskSteps } from './TaskSteps';
import type { Task } from './task-desk';
import { stepsOf } from './tasks';

export function TaskFront({ task: { list, row } }: { readonly task: Task }) {
  const { page, shape, run } = list;
  useSignal(offlineQueue.signal);
  return (
    <section className={styles.front} aria-label="当前任务" data-tone={shape.state && toneOf(page, row, shape.state)}>
      <TaskHead page={page} row={row} index={0} shape={shape} />
      <TaskFigures row={row} index={0} shape={shape} />
      <TaskSteps steps={stepsOf(page, row)} isCurrent onStep={(step) => void run(step, row)} />
    </section>
  );
}
