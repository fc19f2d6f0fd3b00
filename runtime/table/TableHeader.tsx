import { memo, type PointerEvent, type ReactNode } from 'react';
import { Icon } from '../page/Icon';
import type { Placed } from './layout';
import { SELECT_KEY } from './select-column';
import { type ColumnWindow, featuresOf } from './TableRow';
import styles from './table.module.css';
import type { SortKey, TableFeature } from './types';

export interface HeaderState {
  readonly sort: readonly SortKey[];
  readonly onSort: ((key: string) => void) | undefined;
  readonly onResize: ((key: string, width: number) => void) | undefined;
  readonly checked: 'all' | 'some' | 'none' | undefined;
  readonly onCheck: (() => void) | undefined;
}
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
            {layout.left.map(draw)}
          </div>
        )}
        {before > 0 && <span className={styles.gap} style={{ width: before }} />}
        {grouped(middle).map(({ group, cells }) =>
          group === undefined ? (
            cells.map(draw)
          ) : (
            <div key={`${group}${cells[0]?.column.key}`} className={styles.group}>
              <span className={styles.groupTitle}>{group}</span>
              <div className={styles.groupCells}>{cells.map(draw)}</div>
            </div>
          ),
        )}
        {after > 0 && <span className={styles.gap} style={{ width: after }} />}
        {layout.right.length > 0 && (
          <div className={styles.pinned} data-pin="right">
            {layout.right.map(draw)}
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
  const order = state.sort.find((one) => one.key === column.key)?.order;
  const sortable = column.sortable && state.onSort !== undefined;
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
      {featuresOf(column, features).map((feature) => feature.header?.(column))}
      {order !== undefined && <Icon name={order === 'asc' ? 'up' : 'down'} className={styles.sortIcon} />}
    </>
  );
  return (
    <div
      {...shared}
      aria-sort={order === undefined ? (sortable ? 'none' : undefined) : order === 'asc' ? 'ascending' : 'descending'}
    >
      {sortable ? (
        <button type="button" className={styles.sort} tabIndex={-1} onClick={() => state.onSort?.(column.key)}>
          {title}
        </button>
      ) : (
        <span className={styles.sort}>{title}</span>
      )}
      {state.onResize !== undefined && !column.key.startsWith('$') && (
        <span
          className={styles.grip}
          aria-hidden="true"
          onPointerDown={(event) => startResize(event, (width) => state.onResize?.(column.key, width), style.width)}
        />
      )}
    </div>
  );
};

const startResize = (event: PointerEvent<HTMLElement>, tell: (width: number) => void, width: number): void => {
  event.preventDefault();
  const grip = event.currentTarget;
  const start = event.clientX;
  grip.setPointerCapture(event.pointerId);
  const move = (now: globalThis.PointerEvent): void => tell(Math.max(40, width + now.clientX - start));
  const end = (): void => {
    grip.removeEventListener('pointermove', move);
    grip.removeEventListener('pointerup', end);
  };
  grip.addEventListener('pointermove', move);
  grip.addEventListener('pointerup', end);
};

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
