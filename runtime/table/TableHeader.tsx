import { type DragEvent, type KeyboardEvent, memo, type PointerEvent, type ReactNode, useState } from 'react';
import { Icon } from '../page/Icon';
import type { Layout, Placed } from './layout';
import { SELECT_KEY } from './select-column';
import { type ColumnWindow, featuresOf } from './TableRow';
import styles from './table.module.css';
import type { HeaderContext, SortKey, TableFeature } from './types';

export interface HeaderState {
  readonly sort: readonly SortKey[];
  readonly onSort: ((key: string) => void) | undefined;
  /** px on the screen; `done` = the pointer let go */
  readonly onResize: ((key: string, width: number, done: boolean) => void) | undefined;
  /** the column takes the place before or behind another */
  readonly onMove: ((key: string, target: string, side: Side) => void) | undefined;
  readonly context: HeaderContext;
  readonly checked: 'all' | 'some' | 'none' | undefined;
  readonly onCheck: (() => void) | undefined;
}
export type Side = 'before' | 'behind';
interface Props {
  readonly window: ColumnWindow;
  readonly features: readonly TableFeature[];
  readonly state: HeaderState;
}

export const TableHeader = memo(({ window, features, state }: Props) => {
  const { layout, middle, before, after } = window;
  const draw = (placed: Placed): ReactNode => (
    <HeaderCell key={placed.column.key} placed={placed} features={features} state={state} />
  );
  return (
    <div className={styles.header} role="rowgroup">
      <div className={styles.headerRow} role="row" data-own="">
        {layout.left.length > 0 && (
          <div className={styles.pinned} data-pin="left">
            <Grouped cells={layout.left} draw={draw} />
          </div>
        )}
        {before > 0 && <span className={styles.gap} style={{ width: before }} />}
        <Grouped cells={middle} draw={draw} between={layout} />
        {after > 0 && <span className={styles.gap} style={{ width: after }} />}
        {layout.right.length > 0 && (
          <div className={styles.pinned} data-pin="right">
            <Grouped cells={layout.right} draw={draw} />
          </div>
        )}
      </div>
    </div>
  );
});

interface CellProps {
  readonly placed: Placed;
  readonly features: readonly TableFeature[];
  readonly state: HeaderState;
}

const HeaderCell = ({ placed: { column, style }, features, state }: CellProps) => {
  const [over, setOver] = useState<Side>();
  const order = state.sort.find((key) => key.key === column.key)?.order;
  const sortable = column.sortable && state.onSort !== undefined;
  const own = !column.key.startsWith('$');
  const movable = own && state.onMove !== undefined;
  const shared = {
    className: styles.headerCell,
    role: 'columnheader',
    style,
    'data-align': column.headerAlign === 'left' ? undefined : column.headerAlign,
  } as const;
  if (column.key === SELECT_KEY)
    return (
      <div {...shared}>
        <input
          type="checkbox"
          className={styles.box}
          aria-label="全选本页"
          checked={state.checked === 'all'}
          ref={(box) => {
            if (box !== null) box.indeterminate = state.checked === 'some';
          }}
          onChange={() => state.onCheck?.()}
        />
      </div>
    );
  const title = (
    <>
      {column.required && <b className={styles.required}>*</b>}
      <span className={styles.headerText}>{column.title}</span>
    </>
  );
  const grab = movable
    ? {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.dataTransfer.setData(DRAGGED, column.key);
          event.dataTransfer.effectAllowed = 'move';
        },
      }
    : {};
  const drop = movable
    ? {
        'data-drop': over,
        onDragOver: (event: DragEvent<HTMLElement>) => {
          if (!event.dataTransfer.types.includes(DRAGGED)) return;
          event.preventDefault();
          setOver(sideOf(event));
        },
        onDragLeave: () => setOver(undefined),
        onDrop: (event: DragEvent<HTMLElement>) => {
          setOver(undefined);
          const key = event.dataTransfer.getData(DRAGGED);
          if (key === '' || key === column.key) return;
          event.preventDefault();
          state.onMove?.(key, column.key, sideOf(event));
        },
      }
    : {};
  /** Alt and an arrow move the column past its neighbour */
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (!movable || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    const back = event.key === 'ArrowLeft';
    const cell = event.currentTarget.closest<HTMLElement>('[role=columnheader]');
    const beside = (back ? cell?.previousElementSibling : cell?.nextElementSibling) as HTMLElement | null | undefined;
    const target = beside?.dataset.column;
    if (target === undefined) return;
    event.preventDefault();
    state.onMove?.(column.key, target, back ? 'before' : 'behind');
  };
  return (
    <div
      {...shared}
      {...drop}
      data-column={own ? column.key : undefined}
      aria-sort={order === undefined ? (sortable ? 'none' : undefined) : order === 'asc' ? 'ascending' : 'descending'}
    >
      {sortable ? (
        <button
          type="button"
          className={styles.sort}
          {...grab}
          onClick={() => state.onSort?.(column.key)}
          onKeyDown={handleKey}
        >
          {title}
          {order !== undefined && <Icon name={order === 'asc' ? 'up' : 'down'} className={styles.sortIcon} />}
        </button>
      ) : (
        <span className={styles.sort} {...grab}>
          {title}
        </span>
      )}
      {featuresOf(column, features).map((feature) => feature.header?.(column, state.context))}
      {state.onResize !== undefined && own && (
        <span
          className={styles.grip}
          aria-hidden="true"
          onPointerDown={(event) =>
            startResize(event, (width, done) => state.onResize?.(column.key, width, done), style.width)
          }
        />
      )}
    </div>
  );
};

const DRAGGED = 'application/x-column';
const sideOf = (event: DragEvent<HTMLElement>): Side => {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? 'before' : 'behind';
};

const startResize = (
  event: PointerEvent<HTMLElement>,
  tell: (width: number, done: boolean) => void,
  width: number,
): void => {
  event.preventDefault();
  const grip = event.currentTarget;
  const start = event.clientX;
  let last = width;
  grip.setPointerCapture(event.pointerId);
  const move = (now: globalThis.PointerEvent): void => {
    last = Math.max(40, width + now.clientX - start);
    tell(last, false);
  };
  const end = (): void => {
    grip.removeEventListener('pointermove', move);
    grip.removeEventListener('pointerup', end);
    grip.removeEventListener('pointercancel', end);
    if (last !== width) tell(last, true);
  };
  grip.addEventListener('pointermove', move);
  grip.addEventListener('pointerup', end);
  grip.addEventListener('pointercancel', end);
};

interface GroupedProps {
  readonly cells: readonly Placed[];
  readonly draw: (placed: Placed) => ReactNode;
  /** what stays at the sides while these scroll: the title of a group keeps clear of it */
  readonly between?: Pick<Layout, 'leftWidth' | 'rightWidth'>;
}
const Grouped = ({ cells, draw, between }: GroupedProps) =>
  grouped(cells).map(({ group, cells: own }) =>
    group === undefined ? (
      own.map(draw)
    ) : (
      <div key={`${group}${own[0]?.column.key}`} className={styles.group}>
        <div className={styles.groupTitle}>
          <span style={between === undefined ? undefined : { left: between.leftWidth, right: between.rightWidth }}>
            {group}
          </span>
        </div>
        <div className={styles.groupCells}>{own.map(draw)}</div>
      </div>
    ),
  );

/** Equal neighbours share a header. */
const grouped = (
  cells: readonly Placed[],
): readonly { readonly group: string | undefined; readonly cells: readonly Placed[] }[] => {
  const out: { group: string | undefined; cells: Placed[] }[] = [];
  for (const placed of cells) {
    const { group } = placed.column;
    const last = out.at(-1);
    if (last !== undefined && last.group === group) last.cells.push(placed);
    else out.push({ group, cells: [placed] });
  }
  return out;
};
