/** A task as a card: what it is, how far it is, what may be done with it now. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import type { Page } from '../page/types';
import styles from './floor.module.css';
import { Amount, TaskFigures } from './TaskFigures';
import { TaskHead, toneOf } from './TaskHead';
import { TaskSteps } from './TaskSteps';
import type { TaskShape } from './tasks';

export interface TaskCardProps {
  readonly page: Page;
  readonly row: WireRow;
  readonly index: number;
  readonly shape: TaskShape;
  readonly steps: readonly ResolvedAction[];
  readonly isCurrent: boolean;
  /** beside the task in front, which says the rest */
  readonly isBrief: boolean;
  readonly onChoose: () => void;
  readonly onStep: (action: ResolvedAction) => void;
}

export function TaskCard({ isCurrent, isBrief, steps, onChoose, onStep, ...task }: TaskCardProps) {
  const { page, row, index, shape } = task;
  const { state } = shape;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions lint/a11y/useKeyWithClickEvents: arrows go from task to task
    <li
      className={styles.task}
      data-tone={state && toneOf(page, row, state)}
      aria-current={isCurrent}
      onClick={onChoose}
    >
      <TaskHead {...task} />
      {isCurrent && !isBrief ? (
        <TaskFigures row={row} index={index} shape={shape} />
      ) : (
        <Amount row={row} index={index} numbers={shape.numbers} />
      )}
      <TaskSteps steps={isBrief ? steps.slice(0, 1) : steps} isCurrent={isCurrent} onStep={onStep} />
    </li>
  );
}
