/** One row of plain cells. It listens to its own row only, so a key press draws one row and not the window. */
import { HolderOutlined, LockOutlined } from '@ant-design/icons';
import { Fragment, memo } from 'react';
import type { GridControl } from './control';
import { cellStyle, drawn, gapBefore, type Metrics } from './draw';
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

/** a row that is only read looks like any other */
const OPEN: RowState = { lock: null, readonly: new Set(), required: new Set(), hidden: new Set() };
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
  const state = host.viewing ? OPEN : host.state(row);
  const problems = host.store.problemsOf(id);
  const current = host.store.active?.row === id;
  const number = host.number(row, at);
  const { edges } = sizes;
  return (
    <div
      className={[styles.row, current ? styles.current : '', state.lock === null ? '' : styles.locked].join(' ')}
      role="row"
      aria-rowindex={at + 2}
      data-row={id}
      data-tone={state.tone}
      style={{
        width: sizes.number + (edges.at(-1) ?? 0),
        height: sizes.row,
        lineHeight: `${sizes.row - 1}px`,
        top: at * sizes.row,
      }}
    >
      <div
        className={styles.number}
        role="rowheader"
        data-number=""
        style={{ width: sizes.number }}
        title={state.lock ?? undefined}
      >
        {host.can.sort && <HolderOutlined className={styles.grip} data-grip="" aria-hidden />}
        {state.lock === null ? number : <LockOutlined className={styles.lockIcon} aria-label={state.lock} />}
      </div>
      {drawn(sizes, from, to).map((c) => {
        const column = host.columns[c];
        if (column === undefined) return null;
        const problem = worst(problems, column.code);
        const gap = c === from ? gapBefore(sizes, from) : 0;
        const style = cellStyle(sizes, c);
        return (
          <Fragment key={column.code}>
            {gap > 0 && <div style={{ width: gap, flex: 'none' }} />}
            <div
              role="gridcell"
              className={cellClass(column, state, problem, host.tone?.(row, column), host.viewing)}
              data-col={column.code}
              data-grid-cell={`${id}:${column.code}`}
              data-pinned={column.pinned ? '' : undefined}
              style={style}
              title={problem?.text}
              data-problem={problem === undefined ? undefined : ''}
            >
              {state.hidden.has(column.code) ? '' : host.text(row, column)}
            </div>
          </Fragment>
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
  viewing: boolean,
): string {
  const quiet = (column.fixed && !viewing) || state.readonly === 'all' || state.readonly.has(column.code);
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
