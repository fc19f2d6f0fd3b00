/** One row of plain cells. It listens to its own row only, so a key press draws one row and not the window. */
import { HolderOutlined, LockOutlined } from '@ant-design/icons';
import { memo } from 'react';
import type { GridControl } from './control';
import { drawn, gapBefore, type Metrics } from './draw';
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
  /** taken over from another record */
  muted: styles.placeholder,
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
  return (
    <div
      className={[styles.row, current ? styles.current : '', state.lock === null ? '' : styles.locked].join(' ')}
      role="row"
      aria-rowindex={at + 2}
      data-row={id}
      data-tone={state.tone}
      style={{ ...sizes.line, top: at * sizes.row }}
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
        return (
          <div
            key={column.code}
            role="gridcell"
            className={cellClass(column, state, problem, host.tone?.(row, column), host.viewing)}
            data-col={column.code}
            data-grid-cell={`${id}:${column.code}`}
            data-pinned={column.pinned ? '' : undefined}
            style={gap > 0 ? { ...sizes.cells[c], marginLeft: gap } : sizes.cells[c]}
            title={problem?.text}
            data-problem={problem === undefined ? undefined : ''}
          >
            {state.hidden.has(column.field.code) ? '' : host.text(row, column)}
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
  viewing: boolean,
): string {
  const quiet = (column.fixed && !viewing) || state.readonly === 'all' || state.readonly.has(column.field.code);
  let name: string = ALIGNED[column.align];
  const toned = tone === undefined ? (quiet ? styles.quiet : undefined) : TONES[tone];
  if (toned !== undefined) name += ` ${toned}`;
  if (problem !== undefined) name += ` ${problem.level === 'warn' ? styles.doubtful : styles.bad}`;
  return name;
}
const ALIGNED = {
  left: `${styles.cell}`,
  right: `${styles.cell} ${styles.right}`,
  center: `${styles.cell} ${styles.center}`,
} as const satisfies Record<GridColumn['align'], string>;

const worst = (problems: readonly CellProblem[], col: string): CellProblem | undefined =>
  problems.find((one) => one.col === col && one.level !== 'warn') ?? problems.find((one) => one.col === col);
