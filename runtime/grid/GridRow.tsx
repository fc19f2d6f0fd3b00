/**
 * One row of plain cells, in two halves: what stays at the left (number and pinned columns) lies with that of all rows in one box that
 * keeps its place, for the browser pays for every box that does. Each listens to its own row only, so a key press draws one row and not
 * the window.
 */
import { LockOutlined } from '@ant-design/icons';
import { memo } from 'react';
import type { Row } from '../../schemas/language/value';
import type { GridControl } from './control';
import { gapBefore, type Metrics } from './draw';
import styles from './Grid.module.css';
import { useSignal } from './signal';
import type { CellProblem } from './store';
import type { GridColumn, RowState } from './types';

export interface GridLeadProps {
  readonly control: GridControl;
  readonly id: string;
  readonly at: number;
  readonly sizes: Metrics;
}
export interface GridRowProps extends GridLeadProps {
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

/** Number and pinned columns. */
export const GridLead = memo(function GridLead({ control, id, at, sizes }: GridLeadProps) {
  const { host } = control;
  useSignal(host.store.signal(id));
  const row = host.store.row(id);
  if (row === undefined) return null;
  const state = host.viewing ? OPEN : host.state(row);
  const current = host.store.active?.row === id;
  return (
    <div
      className={rowClass(state, current)}
      role="row"
      aria-rowindex={at + 2}
      data-row={id}
      data-tone={state.tone}
      style={{ ...sizes.lead, top: at * sizes.row }}
    >
      <div
        className={styles.number}
        role="rowheader"
        data-number=""
        style={{ width: sizes.number }}
        title={state.lock ?? undefined}
      >
        {host.can.sort && <i className={styles.grip} data-grip="" aria-hidden />}
        {state.lock === null ? (
          host.number(row, at)
        ) : (
          <LockOutlined className={styles.lockIcon} aria-label={state.lock} />
        )}
      </div>
      {sizes.pinned > 0 && cells({ control, row, state, sizes, from: 0, to: sizes.pinned - 1 })}
    </div>
  );
});

/** The columns that scroll sideways, as far as they are in view. */
export const GridRow = memo(function GridRow({ control, id, at, sizes, from, to }: GridRowProps) {
  const { host } = control;
  useSignal(host.store.signal(id));
  const row = host.store.row(id);
  if (row === undefined) return null;
  const state = host.viewing ? OPEN : host.state(row);
  return (
    <div
      className={rowClass(state, false)}
      role="row"
      aria-rowindex={at + 2}
      data-row={id}
      data-tone={state.tone}
      style={{ ...sizes.line, top: at * sizes.row }}
    >
      {cells({ control, row, state, sizes, from, to, gap: gapBefore(sizes, from) })}
    </div>
  );
});

interface Cells {
  readonly control: GridControl;
  readonly row: Row;
  readonly state: RowState;
  readonly sizes: Metrics;
  readonly from: number;
  readonly to: number;
  /** left out before the first of them, pixels */
  readonly gap?: number;
}
function cells({ control, row, state, sizes, from, to, gap = 0 }: Cells) {
  const { host } = control;
  const problems = host.store.problemsOf(row.id);
  return host.columns.slice(from, to + 1).map((column, n) => {
    const problem = problems.length === 0 ? undefined : worst(problems, column.code);
    const size = sizes.cells[from + n];
    return (
      <div
        key={column.code}
        role="gridcell"
        className={cellClass(column, state, problem, host.tone?.(row, column), host.viewing)}
        data-col={column.code}
        data-grid-cell={`${row.id}:${column.code}`}
        style={n === 0 && gap > 0 ? { ...size, marginLeft: gap } : size}
        title={problem?.text}
        data-problem={problem === undefined ? undefined : ''}
      >
        {state.hidden.has(column.field.code) ? '' : host.text(row, column)}
      </div>
    );
  });
}

const rowClass = ({ lock }: RowState, current: boolean): string =>
  `${styles.row}${current ? ` ${styles.current}` : ''}${lock === null ? '' : ` ${styles.locked}`}`;

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
