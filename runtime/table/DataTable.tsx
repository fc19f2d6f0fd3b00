/**
 * The one table of the product: rows and columns windowed, columns pinned by sticky position, one handler for all cells, text cut by
 * CSS with one tooltip for the whole table. What a column can do beyond text is a feature (features/index.ts), not a branch here.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Tone } from '../../schemas/language/document';
import type { WireRow } from '../data/types';
import { useRowStep } from '../page/density';
import { useScale } from '../page/scale';
import { rowFor, useTouch } from '../page/use-touch';
import { FEATURES } from './features/index';
import { layOut } from './layout';
import { isWaysKey, RowWays, WAYS_KEY, type WaysAt, waysOf } from './RowWays';
import { SELECT_COLUMN, SELECT_KEY, withFeatures } from './select-column';
import { isLockedRow, pageState, type Selection, type SelectionAct, type SelectMode } from './selection';
import { type HeaderState, type Side, TableHeader } from './TableHeader';
import { TableRow } from './TableRow';
import { OnlyCell, TableEmpty, TableFailed, TableSkeleton } from './TableStates';
import { TableSummary } from './TableSummary';
import { TableTip } from './TableTip';
import styles from './table.module.css';
import type { HeaderContext, SortKey, TableColumn, TableContext, TableEdit, TableFeature } from './types';
import { useEditing } from './use-editing';
import { useWidth, useWindow } from './use-window';

export interface TableSelection {
  readonly mode: SelectMode;
  readonly state: Selection;
  readonly dispatch: (act: SelectionAct) => void;
  readonly isLocked?: (row: WireRow) => boolean;
}
export type TableStatus =
  | { readonly state: 'ready' }
  | { readonly state: 'loading' }
  /** the rows shown are old, newer ones are on their way */
  | { readonly state: 'stale' }
  | {
      readonly state: 'failed';
      readonly text: string;
      readonly requestId?: string | undefined;
      readonly onRetry: () => void;
      /** what else can be done than trying again */
      readonly way?: { readonly title: string; readonly onGo: () => void };
    };

export interface DataTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly WireRow[];
  readonly context: TableContext;
  readonly status?: TableStatus;
  readonly features?: readonly TableFeature[];
  readonly sort?: readonly SortKey[];
  readonly onSort?: (key: string) => void;
  readonly selection?: TableSelection;
  /** value under a column, by its key; the first cell says whose sum it is */
  readonly summary?: { readonly label: string; readonly values: Readonly<Record<string, string>> } | undefined;
  readonly rowTone?: (row: WireRow) => Tone | undefined;
  /** the row shown below the table or in a preview */
  readonly activeId?: string | undefined;
  readonly onActive?: (row: WireRow) => void;
  readonly onDoubleClick?: (row: WireRow) => void;
  /** Enter on a row */
  readonly onEnter?: (row: WireRow) => void;
  /** arrow right and left on a row of a tree; false = it had nothing to unfold or fold */
  readonly onFold?: ((row: WireRow, open: boolean) => boolean) | undefined;
  /** a row is put one place up (-1) or down (1) by Alt and an arrow; false = it cannot */
  readonly onShift?: ((row: WireRow, by: -1 | 1) => boolean) | undefined;
  /** px on the screen, once the pointer let go */
  readonly onResize?: (key: string, width: number) => void;
  readonly onMove?: (key: string, target: string, side: Side) => void;
  readonly header?: HeaderContext;
  /** cells edited in place: double click, the pen, F2 on the row */
  readonly edit?: TableEdit | undefined;
  /** a cell is being edited, or no longer */
  readonly onEditing?: (on: boolean) => void;
  /** cells that changed under the eyes of the reader flash once */
  readonly flash?: TableFlash | undefined;
  readonly empty?: ReactNode;
  /** px at 1440: 36, compact 30; a finger gets 44 */
  readonly rowHeight?: number;
}

export interface TableFlash {
  /** tells one flash from the next */
  readonly beat: number;
  /** columns by row */
  readonly cells: ReadonlyMap<string, ReadonlySet<string>>;
}
const READY: TableStatus = { state: 'ready' };
const NO_HEADER: HeaderContext = {};
/** between a key and the menu the browser would open for it */
const KEY_MS = 1_000;

export const DataTable = (props: DataTableProps) => {
  const { columns, rows, context, selection, features = FEATURES, status = READY } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const scale = useScale();
  const room = useWidth(scroller);
  const [cursor, setCursor] = useState(-1);
  const step = useRowStep();
  // a table that says its own height is not the reader's to change
  const height = Math.round(rowFor(props.rowHeight ?? 36 + step, useTouch()) * scale);

  const boxes = selection !== undefined && selection.mode !== 'none';
  const all = useMemo(
    () => withFeatures(boxes ? [SELECT_COLUMN, ...columns] : columns, features),
    [columns, features, boxes],
  );
  const [dragged, setDragged] = useState<{ readonly key: string; readonly width: number }>();
  const layout = useMemo(() => {
    const fitted =
      dragged === undefined
        ? all
        : all.map((column) =>
            column.key === dragged.key
              ? { ...column, width: dragged.width / scale, grows: false, exact: true }
              : column,
          );
    return layOut(fitted, room, scale);
  }, [all, dragged, room, scale]);
  const { editing, begin, end } = useEditing(props.edit, all, rows, scroller, props.onEditing);
  const {
    columns: window,
    items,
    total,
    scrollTo,
  } = useWindow(scroller, layout, height, rows.length, room, editing?.at);

  const isLocked = selection?.isLocked ?? isLockedRow;
  const rowAt = (event: MouseEvent<HTMLElement>): number => {
    const target = event.target as HTMLElement;
    if (target.closest('[data-own]') !== null) return -1;
    return lineOf(target);
  };
  const [ways, setWays] = useState<WaysAt | null>(null);
  const waysKeyAt = useRef(Number.NEGATIVE_INFINITY);
  /** What the pointer does in the cells of the row. */
  const openWays = (row: WireRow): void => {
    const found = waysOf(row, cursor, columns, features, context);
    const line = scroller.current?.querySelector(`[data-row="${cursor}"]`) ?? scroller.current;
    if (found.length === 0 || line === null) return;
    const { left, bottom } = line.getBoundingClientRect();
    setWays({ ways: found, left: Math.max(left, 0), top: bottom });
  };
  const closeWays = (): void => {
    setWays(null);
    scroller.current?.focus();
  };
  const lineOf = (target: HTMLElement): number => Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1);
  const handleClick = (event: MouseEvent<HTMLElement>): void => {
    const pen = (event.target as HTMLElement).closest<HTMLElement>('[data-edit]');
    if (pen !== null) {
      begin(rows[lineOf(pen)], pen.dataset.edit);
      return;
    }
    const index = rowAt(event);
    const row = rows[index];
    if (row === undefined) return;
    setCursor(index);
    props.onActive?.(row);
    if (selection === undefined || hasMarkedText()) return;
    if (event.shiftKey) selection.dispatch({ type: 'range', row, page: rows });
    else selection.dispatch({ type: 'toggle', row });
  };
  const handleDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const row = rows[rowAt(event)];
    const key = (event.target as HTMLElement)
      .closest<HTMLElement>('[role=gridcell]')
      ?.querySelector<HTMLElement>('[data-edit]');
    if (key !== null && key !== undefined && begin(row, key.dataset.edit)) return;
    if (row === undefined || isLocked(row)) return;
    selection?.dispatch({ type: 'force', row });
    props.onDoubleClick?.(row);
  };
  /** a row that was put elsewhere by a key keeps the cursor */
  const shifted = useRef<string>(undefined);
  useEffect(() => {
    const at = rows.findIndex((row) => row.id === shifted.current);
    if (at < 0) return;
    shifted.current = undefined;
    setCursor(at);
  }, [rows]);
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && rows[cursor] !== undefined) {
      if (props.onShift?.(rows[cursor], event.key === 'ArrowUp' ? -1 : 1) === true) shifted.current = rows[cursor].id;
      event.preventDefault();
      return;
    }
    const next = moved(event.key, cursor, rows.length, Math.floor((scroller.current?.clientHeight ?? 0) / height));
    if (next !== undefined) {
      setCursor(next);
      scrollTo(next);
      const row = rows[next];
      if (row !== undefined) props.onActive?.(row);
    } else if (isWaysKey(event) && rows[cursor] !== undefined) {
      waysKeyAt.current = event.timeStamp;
      openWays(rows[cursor]);
    } else if (event.key === ' ' && rows[cursor] !== undefined)
      selection?.dispatch({ type: 'toggle', row: rows[cursor] });
    else if (event.key === 'F2' && rows[cursor] !== undefined) begin(rows[cursor]);
    else if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && rows[cursor] !== undefined) {
      // without a branch to turn they scroll sideways
      if (props.onFold?.(rows[cursor], event.key === 'ArrowRight') !== true) return;
    } else if (event.key === 'Enter' && rows[cursor] !== undefined) props.onEnter?.(rows[cursor]);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection?.dispatch({ type: 'page', page: rows });
    else return;
    event.preventDefault();
  };

  const { sort, onSort, onResize, onMove, header: headerContext = NO_HEADER } = props;
  const chosen = selection?.state;
  const checked = useMemo(
    () => (chosen === undefined ? undefined : pageState(chosen, rows, isLocked)),
    [chosen, rows, isLocked],
  );
  const dispatch = selection?.dispatch;
  const header = useMemo(
    (): HeaderState => ({
      sort: sort ?? [],
      onSort,
      onResize:
        onResize === undefined
          ? undefined
          : (key, width, done) => {
              setDragged(done ? undefined : { key, width });
              if (done) onResize(key, width);
            },
      onMove,
      context: headerContext,
      checked,
      onCheck: dispatch === undefined ? undefined : () => dispatch({ type: 'page', page: rows }),
    }),
    [sort, onSort, onResize, onMove, headerContext, checked, dispatch, rows],
  );
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
      // the key has its own menu, the pointer keeps the browser's
      onContextMenu={(event) => {
        if (event.timeStamp - waysKeyAt.current < KEY_MS) event.preventDefault();
      }}
      onClick={handleClick}
      onDoubleClick={handleDoubleClick}
      onKeyDown={handleKey}
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
      {ways !== null && <RowWays at={ways} onClose={closeWays} />}
    </div>
  );
};

const moved = (key: string, at: number, count: number, page: number): number | undefined => {
  const target: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const next = target[key];
  return next === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, next));
};

/** dragging over a cell marks text to copy; that is no click */
const hasMarkedText = (): boolean => (globalThis.getSelection?.()?.toString() ?? '') !== '';

export { SELECT_KEY };
