/** One row of plain cells. It listens to its own row only, so a key press draws one row and not the window. */
import { LockOutlined } from '@ant-design/icons';
import { memo } from 'react';
import type { GridControl } from './control';
import type { Metrics } from './draw';
import styles from './Grid.module.css';
import { useSignal } from './signal';
import type { CellProblem } from './store';
import type { GridColumn, RowState } from './types';

export interface GridRowProps {
  readonly control: GridControl;
  readonly id: string;
  readonly at: number;
  readonly sizes: Metrics;
  /** first and last column in view */
  readonly from: number;
  readonly to: number;
}

const TONES: { readonly [tone: string]: string | undefined } = {
  danger: styles.toneDanger,
  warning: styles.toneWarning,
  success: styles.toneSuccess,
  primary: styles.tonePrimary,
  info: styles.toneInfo,
};

export const GridRow = memo(function GridRow({ control, id, at, sizes, from, to }: GridRowProps) {
  const { host } = control;
  useSignal(host.store.signal(id));
  const row = host.store.row(id);
  if (row === undefined) return null;
  const state = host.state(row);
  const problems = host.store.problemsOf(id);
  const range = control.range;
  const inRange = range !== null && at >= range.top && at <= range.bottom;
  const many = range !== null && (range.top !== range.bottom || range.left !== range.right);
  const current = host.store.active?.row === id;
  const number = host.number(row, at);
  const { edges } = sizes;
  return (
    <div
      className={[styles.row, current ? styles.current : '', state.lock === null ? '' : styles.locked].join(' ')}
      data-row={id}
      style={{
        width: sizes.number + (edges.at(-1) ?? 0),
        height: sizes.row,
        lineHeight: `${sizes.row - 1}px`,
        transform: `translateY(${at * sizes.row}px)`,
      }}
    >
      <div className={styles.number} data-number="" style={{ width: sizes.number }} title={state.lock ?? undefined}>
        {state.lock === null ? number : <LockOutlined className={styles.lockIcon} aria-label={state.lock} />}
      </div>
      {from > 0 && <div style={{ width: edges[from] ?? 0, flex: 'none' }} />}
      {host.columns.slice(from, to + 1).map((column, n) => {
        const c = from + n;
        const problem = worst(problems, column.code);
        const text = state.hidden.has(column.code) ? '' : host.text(row, column);
        return (
          <div
            key={column.code}
            className={cellClass(column, state, problem, host.tone?.(row, column))}
            data-col={column.code}
            data-selected={inRange && many && range !== null && c >= range.left && c <= range.right ? '' : undefined}
            style={{ width: (edges[c + 1] ?? 0) - (edges[c] ?? 0) }}
            title={problem?.text}
          >
            {text}
          </div>
        );
      })}
    </div>
  );
});

function cellClass(
  column: GridColumn,
  state: RowState,
  problem: CellProblem | undefined,
  tone: string | undefined,
): string {
  const quiet = column.fixed || state.readonly === 'all' || state.readonly.has(column.code);
  return [
    styles.cell,
    column.align === 'right' ? styles.right : column.align === 'center' ? styles.center : '',
    tone === undefined ? (quiet ? styles.quiet : '') : (TONES[tone] ?? ''),
    problem === undefined ? '' : problem.level === 'warn' ? styles.doubtful : styles.bad,
  ]
    .filter(Boolean)
    .join(' ');
}

const worst = (problems: readonly CellProblem[], col: string): CellProblem | undefined =>
  problems.find((one) => one.col === col && one.level !== 'warn') ?? problems.find((one) => one.col === col);
