/** `as: process` — steps of a service or `steps(…)`: a dot each, coloured by its tone, named in the tooltip. */
import type { TableFeature } from '../types';
import styles from './features.module.css';

interface Step {
  readonly title?: string;
  readonly tone?: string;
  readonly tip?: string;
}

/** dots a cell has room for */
const SHOWN = 12;

export const process: TableFeature = {
  code: 'process',
  applies: (column) => column.as === 'process',
  cell: ({ row, column }, inner) => {
    const steps = row[column.key];
    if (!Array.isArray(steps)) return inner;
    const more = steps.length - SHOWN;
    return (
      <span className={styles.steps}>
        {(steps as readonly Step[]).slice(0, SHOWN).map((step, index) => (
          <i key={index} data-tone={step.tone ?? 'info'} data-tip={[step.title, step.tip].filter(Boolean).join('：')} />
        ))}
        {more > 0 && <small data-tip={`共${steps.length}步`}>+{more}</small>}
      </span>
    );
  },
};
