/** `as: process` — steps of a service or `steps(…)`: a dot each, coloured by its tone, named in the tooltip. */
import type { TableFeature } from '../types';
import styles from './features.module.css';

interface Step {
  readonly title?: string;
  readonly tone?: string;
  readonly tip?: string;
}

export const process: TableFeature = {
  code: 'process',
  applies: (column) => column.as === 'process',
  cell: ({ row, column }, inner) => {
    const steps = row[column.key];
    if (!Array.isArray(steps)) return inner;
    return (
      <span className={styles.steps}>
        {(steps as readonly Step[]).map((step, index) => (
          <i key={index} data-tone={step.tone ?? 'info'} data-tip={[step.title, step.tip].filter(Boolean).join('：')} />
        ))}
      </span>
    );
  },
};
