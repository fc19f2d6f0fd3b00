/**
 * What lies over the cells: the selected rectangle with its fill handle, how far a fill reaches, where dragged rows would go. Drawn as
 * a few boxes, so that selecting two thousand rows draws no row again.
 */
import type { ReactNode } from 'react';
import { useSeen, useSignal } from '../data/signal';
import type { GridControl } from './control';
import { dragFill } from './drag';
import { type Box, boxOf, type Metrics } from './draw';
import styles from './Grid.module.css';
import type { Range } from './store';

export interface GridMarksProps {
  readonly control: GridControl;
  readonly sizes: Metrics;
}

export function GridMarks({ control, sizes }: GridMarksProps) {
  const { store, can, viewing } = control.host;
  useSignal(store.activity);
  useSignal(store.list);
  useSignal(control.marksSignal);
  const editing = useSeen(control.editingSignal, () => control.editing !== null);
  const { range, marks } = control;
  const width = sizes.number + (sizes.edges.at(-1) ?? 0);
  const many = range !== null && (range.top !== range.bottom || range.left !== range.right);
  const fills = range !== null && !viewing && !editing && (can.add || can.paste || can.sort);
  return (
    <>
      {range !== null && many && (
        <Split sizes={sizes} range={range}>
          {(box) => <div className={styles.range} style={box} data-range="" />}
        </Split>
      )}
      {range !== null && marks.fillTo !== undefined && marks.fillTo > range.bottom && (
        <Split sizes={sizes} range={{ ...range, top: range.bottom + 1, bottom: marks.fillTo }}>
          {(box) => <div className={styles.fillTo} style={box} />}
        </Split>
      )}
      {range !== null && fills && (
        <Split sizes={sizes} range={{ top: range.bottom, bottom: range.bottom, left: range.right, right: range.right }}>
          {(box) => (
            <i
              className={styles.handle}
              data-fill-handle=""
              style={{ left: box.left + box.width, top: box.top + box.height }}
              onPointerDown={(event) => dragFill(event, control, sizes.row)}
              onMouseDown={(event) => event.stopPropagation()}
              onDoubleClick={(event) => {
                event.stopPropagation();
                control.fillTo(store.rows.length - 1);
              }}
            />
          )}
        </Split>
      )}
      {marks.dropAt !== undefined && (
        <div className={styles.drop} style={{ width, top: marks.dropAt * sizes.row - 1 }} />
      )}
    </>
  );
}

interface SplitProps {
  readonly sizes: Metrics;
  readonly range: Range;
  readonly children: (box: Box) => ReactNode;
}

/** A rectangle over pinned and scrolling columns is two: one stays with the pinned ones, the other scrolls away under them. */
function Split({ sizes, range, children }: SplitProps) {
  const still = range.left < sizes.pinned;
  const moving = range.right >= sizes.pinned;
  return (
    <>
      {moving && children(boxOf(sizes, { ...range, left: Math.max(range.left, sizes.pinned) }))}
      {still && (
        <div className={styles.still}>
          {children(boxOf(sizes, { ...range, right: Math.min(range.right, sizes.pinned - 1) }))}
        </div>
      )}
    </>
  );
}
