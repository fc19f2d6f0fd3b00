/** 问题: what stops a publish and what should be looked at; a line leads to its place, a button mends it. */
import { Button } from 'antd';
import { useMemo } from 'react';
import { Icon } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import type { Step, StepDoc } from '../../schemas/language/steps/index';
import { fixesOf } from './fixes';
import styles from './problems.module.css';

export interface ListedProblem {
  readonly document: string;
  readonly address: string;
  readonly text: string;
  readonly level: 'error' | 'warn';
  /** without it no quick fix is known */
  readonly code?: string | undefined;
}
export interface ProblemsPanelProps {
  readonly problems: readonly ListedProblem[];
  /** the document that is open: its problems come first and can be mended here */
  readonly open: string | undefined;
  readonly doc: StepDoc;
  readonly library: Library;
  /** title of a document */
  readonly titleOf: (document: string) => string;
  readonly onJump: (document: string, address: string) => void;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
}

export const ProblemsPanel = (props: ProblemsPanelProps) => {
  const { problems, open, doc, library, titleOf, onJump, onSteps } = props;
  const sorted = useMemo(
    () =>
      problems.toSorted(
        (a, b) =>
          Number(a.document !== open) - Number(b.document !== open) ||
          Number(a.level === 'warn') - Number(b.level === 'warn'),
      ),
    [problems, open],
  );
  if (sorted.length === 0)
    return (
      <p className={styles.fine}>
        <Icon name="check" /> 没有问题
      </p>
    );
  return (
    <ul className={styles.list} aria-label="问题">
      {sorted.map((problem) => (
        <li
          key={`${problem.document} ${problem.address} ${problem.code ?? ''} ${problem.text}`}
          data-level={problem.level}
        >
          <Icon name="warn" />
          <button type="button" className={styles.line} onClick={() => onJump(problem.document, problem.address)}>
            <span className={styles.level}>{problem.level === 'warn' ? '提醒' : '错误'}</span>
            {problem.document !== open && <span className={styles.document}>{titleOf(problem.document)}</span>}
            <span>{problem.text}</span>
            <code>{problem.address}</code>
          </button>
          {problem.document === open &&
            problem.code !== undefined &&
            fixesOf(doc, library, { code: problem.code, address: problem.address }).map((fix) => (
              <Button key={fix.title} size="small" onClick={() => onSteps(fix.steps, fix.title)}>
                {fix.title}
              </Button>
            ))}
        </li>
      ))}
    </ul>
  );
};
