/** What may be done with a task now, as large buttons with their keys. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import styles from './floor.module.css';

export interface TaskStepsProps {
  readonly steps: readonly ResolvedAction[];
  /** the keys work on this task */
  readonly isCurrent: boolean;
  readonly onStep: (action: ResolvedAction) => void;
}

export const TaskSteps = ({ steps, isCurrent, onStep }: TaskStepsProps) => (
  <div className={styles.steps}>
    {steps.map((step) => (
      <button
        key={step.code}
        type="button"
        data-tone={step.tone}
        aria-keyshortcuts={isCurrent ? step.key : undefined}
        onClick={() => onStep(step)}
      >
        {step.title}
        {step.key !== undefined && <kbd>{step.key}</kbd>}
      </button>
    ))}
  </div>
);
