/**
 * One row of plain cells, in two halves: what stays at the left (number and pinned columns) lies with that of all rows in one box that
 * keeps its place, for the browser pays for every box that does. Who hears the page hears one row: the left half is it and owns the
 * cells of the other. Each listens to its own row only, so a key press draws one row and not the window.
 */
import { LockOutlined } from '@ant-design/icons';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { useSignal } from '../data/signal';
import { drawCells, type Half } from './cells';
import type { GridControl } from './control';
import { gapBefore, type Metrics } from './draw';
import styles from './Grid.module.css';
import type { RowState } from './types';

export interface GridLeadProps {
  readonly control: GridControl;
  readonly id: string;
  readonly at: number;
  /** the place in the page that it takes */
  readonly slot: number;
  readonly sizes: Metrics;
}
export interface GridRowProps extends GridLeadProps {
  /** first and last column in view */
  readonly from: number;
  readonly to: number;
}

/** a row that is only read looks like any other */
const OPEN: RowState = { lock: null, readonly: new Set(), required: new Set(), hidden: new Set() };

/** Number and pinned columns. */
export const GridLead = memo(function GridLead({ control, id, at, slot, sizes }: GridLeadProps) {
  const { host } = control;
  useSignal(host.store.signal(id));
  const row = host.store.row(id);
  const state = row === undefined || host.viewing ? OPEN : host.state(row);
  const current = host.store.active?.row === id;
  const pinned = useRef<HTMLDivElement>(null);
  useCells(pinned, row && { control, row, state, sizes, from: 0, to: sizes.pinned - 1, current });
  if (row === undefined) return null;
  return (
    <div
      className={rowClass(state, current)}
      role="row"
      aria-rowindex={at + 2}
      aria-owns={halfId(control, slot)}
      data-row={id}
      data-tone={state.tone}
      style={{ ...sizes.lead, top: at * sizes.row }}
    >
      <div
        className={styles.number}
        role="rowheader"
        aria-colindex={1}
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
      {sizes.pinned > 0 && <div ref={pinned} className={styles.pinned} role="presentation" />}
    </div>
  );
});

/** The columns that scroll sideways, as far as they are in view. */
export const GridRow = memo(function GridRow({ control, id, at, slot, sizes, from, to }: GridRowProps) {
  const { host } = control;
  useSignal(host.store.signal(id));
  const row = host.store.row(id);
  const state = row === undefined || host.viewing ? OPEN : host.state(row);
  const current = host.store.active?.row === id;
  const line = useRef<HTMLDivElement>(null);
  useCells(line, row && { control, row, state, sizes, from, to, current });
  if (row === undefined) return null;
  return (
    <div
      ref={line}
      className={rowClass(state, false)}
      role="presentation"
      id={halfId(control, slot)}
      data-row={id}
      data-tone={state.tone}
      style={{ ...sizes.line, top: at * sizes.row, paddingLeft: gapBefore(sizes, from) }}
    />
  );
});

/** Drawn again whenever the component is: that is once a change of the row, of the window or of the sizes. */
function useCells(frame: RefObject<HTMLElement | null>, half: Half | undefined): void {
  useLayoutEffect(() => {
    if (frame.current !== null && half !== undefined) drawCells(frame.current, half);
  });
}

const halfId = (control: GridControl, slot: number): string => `${control.id}-${slot}`;
const rowClass = ({ lock }: RowState, current: boolean): string =>
  `${styles.row}${current ? ` ${styles.current}` : ''}${lock === null ? '' : ` ${styles.locked}`}`;
