/**
 * The one table of the product: rows and columns windowed, columns pinned by sticky position, one handler for all cells, text cut by
 * CSS with one tooltip for the whole table. What a column can do beyond text is a feature (features/index.ts), not a branch here.
 */
import { type CSSProperties, useRef } from 'react';
import { useRowStep } from '../page/density';
import { useScale } from '../page/scale';
import { rowFor, useTouch } from '../page/use-touch';
import { FEATURES } from './features/index';
import { RowWays, WAYS_KEY } from './RowWays';
import { isLockedRow } from './selection';
import { TableHeader } from './TableHeader';
import { TableRow } from './TableRow';
import { OnlyCell, TableEmpty, TableFailed, TableSkeleton } from './TableStates';
import { TableSummary } from './TableSummary';
import { TableTip } from './TableTip';
import styles from './table.module.css';
import type { DataTableProps, TableStatus } from './table-props';
import { useEditing } from './use-editing';
import { useHeader } from './use-header';
import { useLayout } from './use-layout';
import { useRowGestures } from './use-row-gestures';
import { useWidth, useWindow } from './use-window';

const READY: TableStatus = { state: 'ready' };

export const DataTable = (props: DataTableProps) => {
  const { columns, rows, context, selection, features = FEATURES, status = READY } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const scale = useScale();
  const room = useWidth(scroller);
  const step = useRowStep();
  // a table that says its own height is not the reader's to change
  const height = Math.round(rowFor(props.rowHeight ?? 36 + step, useTouch()) * scale);
  const boxes = selection !== undefined && selection.mode !== 'none';
  const { all, layout, drag } = useLayout(columns, features, { boxes, room, scale, totals: props.summary?.values });
  const { editing, begin, end } = useEditing(props.edit, all, rows, scroller, props.onEditing);
  const {
    columns: window,
    items,
    total,
    scrollTo,
  } = useWindow(scroller, layout, height, rows.length, room, editing?.at);
  const gestures = useRowGestures(props, { scroller, features, height, begin, scrollTo });
  const { cursor } = gestures;
  const header = useHeader(props, drag);
  const isLocked = selection?.isLocked ?? isLockedRow;
  const bare = rows.length === 0;
  const sheet = { width: Math.max(layout.total, 1), '--row-height': `${height}px` } as CSSProperties;
  return (
    <div
      className={styles.table}
      ref={scroller}
      data-over={layout.total > room || undefined}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length}
      aria-colcount={all.length}
      aria-busy={status.state === 'loading' || status.state === 'stale'}
      aria-activedescendant={rows[cursor] === undefined ? undefined : `row-${rows[cursor].id}`}
      aria-keyshortcuts={WAYS_KEY}
      tabIndex={0}
      onContextMenu={gestures.handleContextMenu}
      onClick={gestures.handleClick}
      onDoubleClick={gestures.handleDoubleClick}
      onKeyDown={gestures.handleKeyDown}
    >
      <div className={styles.sheet} style={sheet}>
        <TableHeader window={window} features={features} state={header} />
        {bare && status.state === 'loading' ? (
          <TableSkeleton window={window} />
        ) : (
          <div
            className={styles.body}
            style={{ height: total }}
            data-stale={status.state === 'stale' || undefined}
            role="rowgroup"
          >
            {room > 0 &&
              items.map((item) => {
                const row = rows[item.index];
                if (row === undefined) return null;
                return (
                  <TableRow
                    key={row.id}
                    row={row}
                    index={item.index}
                    top={item.start}
                    window={window}
                    features={features}
                    context={context}
                    selected={selection?.state.rows.has(row.id) === true}
                    locked={selection !== undefined && isLocked(row)}
                    active={row.id === props.activeId}
                    cursor={item.index === cursor}
                    tone={props.rowTone?.(row)}
                    edit={props.edit}
                    editing={editing !== undefined && editing.id === row.id ? editing.key : undefined}
                    onEdited={end}
                    flash={props.flash?.cells.get(row.id)}
                    beat={props.flash?.cells.has(row.id) === true ? props.flash.beat : 0}
                  />
                );
              })}
          </div>
        )}
        {props.summary !== undefined && !bare && (
          <TableSummary window={window} features={features} summary={props.summary} />
        )}
      </div>
      {bare && status.state === 'failed' && (
        <OnlyCell>
          <TableFailed text={status.text} requestId={status.requestId} onRetry={status.onRetry} way={status.way} />
        </OnlyCell>
      )}
      {bare && (status.state === 'ready' || status.state === 'stale') && (
        <OnlyCell>
          <TableEmpty>{props.empty}</TableEmpty>
        </OnlyCell>
      )}
      <TableTip scroller={scroller} />
      {gestures.ways !== null && <RowWays at={gestures.ways} onClose={gestures.closeWays} />}
    </div>
  );
};
