/** What the designer draws over the paper: rings and handles of chosen things, guide lines, the frame that catches, columns of a table. */
import type { PointerEvent } from 'react';
import type { PrintColumn } from '../commands/index';
import styles from './canvas.module.css';
import type { SheetBox } from './model';
import { type Guide, HANDLES, type Handle } from './snap';

interface RingProps {
  readonly box: SheetBox;
  /** mm of a screen pixel */
  readonly pixel: number;
  readonly sized: boolean;
  readonly onHandle: (event: PointerEvent, handle: Handle) => void;
}
const AT: Readonly<Record<Handle, readonly [number, number]>> = {
  nw: [0, 0],
  n: [0.5, 0],
  ne: [1, 0],
  e: [1, 0.5],
  se: [1, 1],
  s: [0.5, 1],
  sw: [0, 1],
  w: [0, 0.5],
};
export const Ring = ({ box, pixel, sized, onHandle }: RingProps) => {
  const size = 7 * pixel;
  const isThin = (handle: Handle): boolean =>
    (handle.length === 1 && 'ns'.includes(handle) && box.w < 12 * pixel) ||
    (handle.length === 1 && 'ew'.includes(handle) && box.h < 12 * pixel);
  return (
    <g>
      <rect className={styles.ring} x={box.x} y={box.y} width={box.w} height={box.h} />
      {sized &&
        HANDLES.filter((handle) => !isThin(handle)).map((handle) => (
          <rect
            key={handle}
            className={styles.handle}
            data-handle={handle}
            style={{ cursor: `${handle}-resize` }}
            x={box.x + AT[handle][0] * box.w - size / 2}
            y={box.y + AT[handle][1] * box.h - size / 2}
            width={size}
            height={size}
            onPointerDown={(event) => onHandle(event, handle)}
          />
        ))}
    </g>
  );
};

export const Guides = ({ guides }: { readonly guides: readonly Guide[] }) => (
  <g className={styles.guide}>
    {guides.map(({ axis, at, from, to }) =>
      axis === 'x' ? (
        <line key={`x${at}`} x1={at} x2={at} y1={from - 3} y2={to + 3} />
      ) : (
        <line key={`y${at}`} y1={at} y2={at} x1={from - 3} x2={to + 3} />
      ),
    )}
  </g>
);

interface ColumnsProps {
  readonly columns: readonly PrintColumn[];
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly pixel: number;
  readonly selected: number;
  readonly onEdge: (event: PointerEvent, column: number) => void;
  readonly onColumn: (event: PointerEvent, column: number) => void;
}
/** A bar over the head of a table: a column is taken by its bar, its width by the edge behind it. */
export const Columns = ({ columns, left, top, bottom, pixel, selected, onEdge, onColumn }: ColumnsProps) => {
  const high = 7 * pixel;
  return (
    <g>
      {columns.map((column, i) => (
        <rect
          key={column.code}
          className={styles.column}
          data-column={column.title}
          data-selected={i === selected || undefined}
          x={left + column.x + 1.5 * pixel}
          y={top - high - 2 * pixel}
          width={Math.max(0, column.w - 3 * pixel)}
          height={high}
          onPointerDown={(event) => onColumn(event, i)}
        >
          <title>{`${column.title}：拖动排列，Delete 移除整列`}</title>
        </rect>
      ))}
      {columns.map((column, i) => (
        <rect
          key={column.code}
          className={styles.edge}
          data-edge={column.title}
          x={left + column.x + column.w - 3 * pixel}
          y={top - high - 2 * pixel}
          width={6 * pixel}
          height={bottom - top + high + 2 * pixel}
          onPointerDown={(event) => onEdge(event, i)}
        >
          <title>拖动调整列宽，按住 Shift 推动后面的列</title>
        </rect>
      ))}
    </g>
  );
};
